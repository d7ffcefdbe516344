package filter_test

import (
	"strings"
	"testing"

	"dossier/graph"
	"dossier/graph/filter"
	"dossier/graph/graphtest"
)

// TestPutOff leaves tasks with the labels of put-off work out of what is ready, and no
// others.
func TestPutOff(t *testing.T) {
	graphs, _, err := graphtest.ReadFull(strings.NewReader(`{"kind":"project","id":"p","name":"P","state_key":"active"}
{"kind":"task","id":"plain","project_id":"p","title":"A"}
{"kind":"task","id":"deferred","project_id":"p","title":"B","labels":["ui","deferred"]}
{"kind":"task","id":"draft","project_id":"p","title":"C","labels":["draft"]}
{"kind":"task","id":"template","project_id":"p","title":"D","labels":["template"]}
{"kind":"task","id":"drafts","project_id":"p","title":"E","labels":["drafts","Deferred payments"]}
{"kind":"plan","id":"plan","project_id":"p","name":"F","labels":["draft"],"state_key":"active"}`))
	if err != nil {
		t.Fatal(err)
	}
	m := &filter.Matcher{Graph: graphs["p"]}
	for id, want := range map[string]bool{"plain": true, "deferred": false, "draft": false, "template": false, "drafts": true, "plan": true} {
		e := graphs["p"].Entity(graph.ID(id))
		byItself, byFilter := m.Matches(e, &graph.Filter{Ready: new(true)}), m.Matches(e, e.Self().Spec().ReadyFilter())
		if byItself != want || byFilter != want {
			t.Errorf("%s is ready: %v, and by the filter %v, want %v", id, byItself, byFilter, want)
		}
	}
}
