package sets

import (
	"path/filepath"
	"slices"
	"testing"
)

func TestReadTrace(t *testing.T) {
	graph := filepath.Join(t.TempDir(), "graph.ndjson")
	write(t, graph+".gz", `{"kind":"project","id":"p","name":"P"}
{"kind":"plan","id":"plan","name":"The plan","description":"What it does","plan":"Everything about it"}
{"kind":"risk","id":"long","title":"A risk","content":"It could go wrong in a way that takes more than sixty bytes to say."}
{"kind":"risk","id":"short","title":"Another","content":"It could fail."}
{"kind":"edge","rel":"has_risk","src_id":"plan","dst_id":"long"}
{"kind":"edge","rel":"has_risk","src_id":"plan","dst_id":"short"}
{"kind":"edge","rel":"has_plan","src_id":"p","dst_id":"plan"}
`)
	list, err := ReadTrace(graph)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(list, func(p *Pages) bool { return p.Name() == "trace risk" })
	with, alone := list[at], list[at+1]
	if len(with.Asked) != 1 || with.Asked[0].ID != "long" || !slices.Equal(with.Asked[0].Gold, []string{"plan"}) {
		t.Errorf("asked %+v, want the long risk alone", with.Asked)
	}
	for _, d := range with.Documents {
		if d.ID == "long" {
			t.Error("what is asked for is among the documents")
		}
		if d.ID == "plan" && d.Content != "What it does" {
			t.Errorf("the plan reads %q", d.Content)
		}
	}
	if len(with.Documents) != 2 || len(with.Edges) != 1 {
		t.Errorf("%d documents and %d edges are left, want 2 and 1", len(with.Documents), len(with.Edges))
	}
	if len(alone.Documents) != 1 || alone.Edges != nil {
		t.Errorf("%d plans and %d edges, want 1 and none", len(alone.Documents), len(alone.Edges))
	}
}
