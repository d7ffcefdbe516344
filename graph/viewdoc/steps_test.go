package viewdoc

import (
	"maps"
	"slices"
	"testing"

	"dossier/graph/view"
)

// TestSteps checks that the table of views may name each step, and no other.
func TestSteps(t *testing.T) {
	if known := slices.Sorted(maps.Keys(steps)); !slices.Equal(known, view.Steps) {
		t.Errorf("the steps are %q, and the table may name %q", known, view.Steps)
	}
}
