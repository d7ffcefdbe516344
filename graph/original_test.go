package graph_test

import (
	"testing"

	"dossier/graph"
)

// TestLabelsOfOriginalRelations checks that an edge is called as its source does, from
// both ends.
func TestLabelsOfOriginalRelations(t *testing.T) {
	for _, c := range []struct{ rel, original, outgoing, incoming string }{
		{"relates_to", "supersedes", "supersedes", "superseded by"},
		{"relates_to", "superseded_by", "superseded by", "supersedes"},
		{"relates_to", "amends", "amends", "amended by"},
		{"relates_to", "duplicate_of", "duplicate of", "has duplicate"},
		{"relates_to", "discovered_from", "discovered from", "led to"},
		{"relates_to", "parent_of", "contains", "part of"},
		{"relates_to", "requires", "requires", "required by"},
		{"relates_to", "inspired_by_the", "inspired by the", "relates to"},
		{"relates_to", "", "relates to", "relates to"},
		{"references", "superseded_by", "superseded by", "supersedes"},
		{"blocks", "supersedes", "blocks", "blocked by"},
	} {
		e := graph.Edge{Rel: graph.Relation(c.rel)}
		if c.original != "" {
			e.Props, _ = graph.NewJSON(map[string]any{"original_rel": c.original}) // no error: a map of strings
		}
		if out, in := e.Label(graph.Outgoing), e.Label(graph.Incoming); out != c.outgoing || in != c.incoming {
			t.Errorf("%s, %s: got %q and %q, want %q and %q", c.rel, c.original, out, in, c.outgoing, c.incoming)
		}
	}
}

func TestLabelsOfSubtasks(t *testing.T) {
	e := graph.Edge{Rel: graph.RelHasTask, Src: graph.Ref{Kind: graph.KindTask}}
	if out, in := e.Label(graph.Outgoing), e.Label(graph.Incoming); out != "has subtask" || in != "subtask of" {
		t.Errorf("got %q and %q", out, in)
	}
}
