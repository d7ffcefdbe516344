//go:build !linux

package sqlite

import (
	"os"
	"testing"
)

// asNobody calls f, or skips the test for root, who may write everywhere.
func asNobody(t *testing.T, f func()) {
	t.Helper()
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere")
	}
	f()
}

// smallDisk skips the test.
func smallDisk(t *testing.T) (folder string, freeze func()) {
	t.Skip("the test needs a disk that it can mount")
	return "", nil
}
