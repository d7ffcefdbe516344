package contextdoc_test

import (
	"testing"

	"dossier/graph"
	"dossier/graph/contextdoc"
	"dossier/graph/memory"
)

// TestPartsHavePaths checks that the parts of a subject have paths of the edges
// to them.
func TestPartsHavePaths(t *testing.T) {
	d := libraryOf(t, demoLibrary).document(t, contextdoc.Input{Start: contextdoc.Start{Topic: new("Offline mode")}, MaxTokens: new(3000)})
	paths := map[string][]memory.SnapshotEdge{}
	for _, node := range d.Nodes {
		if paths[node.Entity.Self().ID] = node.Path; node.Why == contextdoc.WhyEdge && node.Distance > 0 && node.Path == nil {
			t.Errorf("%s has distance %d and no path", node.Entity.Self().Label, node.Distance)
		}
	}
	path := paths[queue]
	if len(path) != 1 || path[0].SrcID != graph.ID("shoplane/plan/offline") || path[0].DstID != queue {
		t.Errorf("the task has path %+v", path)
	}
}
