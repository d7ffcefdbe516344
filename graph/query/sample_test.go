package query_test

import (
	"testing"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/graph/graphtest"
	"dossier/graph/query"
)

// TestSample checks the entity of examples: one that the actor may read, of the
// first kind that the store has.
func TestSample(t *testing.T) {
	d := demo(t)
	sample := graphtest.Must(d.Sample(d.ctx))(t)
	found := graphtest.Must(query.List[*graph.Plan](d.ctx, d.Service, query.ListInput{Kind: "plan", ProjectID: &sample.ProjectID}))(t)
	if len(found.Nodes) == 0 || found.Nodes[0].Label != sample.Topic {
		t.Errorf("sample %+v; want the newest plan of its project", sample)
	}
	for name, asked := range map[string]*asked{"a stranger": d.stranger(), "an empty store": empty(t)} {
		if got := graphtest.Must(asked.Sample(asked.ctx))(t); got != (query.Sample{}) {
			t.Errorf("%s: sample %+v; want none", name, got)
		}
	}
	only := empty(t)
	only.store.Load(t, `{"kind":"project","id":"p","name":"Only a project"}`)
	if got := graphtest.Must(only.Sample(only.ctx))(t); got.Topic != "Only a project" || got.ProjectID == "" {
		t.Errorf("a store of one project: sample %+v", got)
	}
}

// empty returns a service on a store without entities.
func empty(t testing.TB) *asked {
	t.Helper()
	store := storetest.Open(t)
	return &asked{query.New(store, options()), store, storetest.Context()}
}
