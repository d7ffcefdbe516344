package prompt

import (
	"maps"
	"slices"
	"testing"

	"dossier/graph/view"
)

// TestParts checks that the table of overviews names each part, and no other.
func TestParts(t *testing.T) {
	named := []string{}
	for _, name := range []string{"workspace", "overview", "focus"} {
		for _, s := range view.Overview(name).Sections {
			named = append(named, s.Of)
		}
	}
	slices.Sort(named)
	if named = slices.Compact(named); !slices.Equal(slices.Sorted(maps.Keys(parts)), named) {
		t.Errorf("the table names %q", named)
	}
}
