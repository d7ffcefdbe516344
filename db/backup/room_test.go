package backup

import (
	"os"
	"strings"
	"testing"

	"dossier/graph"
)

// TestRoomIn checks that a full disk is reported as one.
func TestRoomIn(t *testing.T) {
	const full = "/dev/full"
	if _, err := os.Stat(full); err != nil {
		t.Skip("the system has no " + full)
	}
	if err := roomIn(full); graph.CodeOf(err) != graph.CodeUnavailable || !strings.Contains(err.Error(), "the disk is full") {
		t.Errorf("got %v; expected that the disk is full", err)
	}
	if err := roomIn(t.TempDir() + "/none"); err != nil {
		t.Errorf("got %v for a disk with room; expected nil", err)
	}
}
