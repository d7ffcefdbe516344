package memory_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"dossier/graph/graphtest"
	"dossier/graph/memory"
)

// TestPathsFromProject checks that the paths from the project are those that a
// walk to all entities finds, also after changes.
func TestPathsFromProject(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := newStored(graphtest.Random(t))
		g := new(memory.Graph)
		for range rapid.IntRange(1, 8).Draw(t, "steps") {
			g = g.Apply(rows.change(t))
			found, want := g.Paths(g.Revision.ProjectID), g.WalkedPaths()
			for _, e := range g.Entities() {
				id := e.Self().ID
				if found.Distance(id) != want.Distance(id) || !slices.Equal(found.Edges(id), want.Edges(id)) {
					t.Fatalf("%s %s: got distance %d, %v\nwant %d, %v", e.Self().Kind, id, found.Distance(id), found.Edges(id), want.Distance(id),
						want.Edges(id))
				}
			}
		}
	})
}
