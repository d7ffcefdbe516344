package filter_test

import (
	"strings"
	"testing"
	"time"

	"dossier/graph"
	"dossier/graph/filter"
	"dossier/graph/graphtest"
	"dossier/graph/lists"
)

// TestPutOff leaves tasks with the labels of put-off work, and those that start later,
// out of what is ready, and no others.
func TestPutOff(t *testing.T) {
	graphs, _, err := graphtest.ReadFull(strings.NewReader(`{"kind":"project","id":"p","name":"P","state_key":"active"}
{"kind":"task","id":"plain","project_id":"p","title":"A"}
{"kind":"task","id":"deferred","project_id":"p","title":"B","labels":["ui","deferred"]}
{"kind":"task","id":"draft","project_id":"p","title":"C","labels":["draft"]}
{"kind":"task","id":"template","project_id":"p","title":"D","labels":["template"]}
{"kind":"task","id":"drafts","project_id":"p","title":"E","labels":["drafts","Deferred payments"]}
{"kind":"task","id":"today","project_id":"p","title":"G","start_at":"2026-11-29"}
{"kind":"task","id":"tonight","project_id":"p","title":"H","start_at":"2026-11-29T20:00:00Z"}
{"kind":"task","id":"tomorrow","project_id":"p","title":"I","start_at":"2026-11-30"}
{"kind":"task","id":"next year","project_id":"p","title":"J","start_at":"2027-01-15T08:00:00Z"}
{"kind":"task","id":"begun early","project_id":"p","title":"K","start_at":"2027-01-15","state_key":"in_progress"}
{"kind":"task","id":"long ago","project_id":"p","title":"L","start_at":"2020-01-15"}
{"kind":"plan","id":"plan","project_id":"p","name":"F","labels":["draft"],"state_key":"active"}`))
	if err != nil {
		t.Fatal(err)
	}
	m := &filter.Matcher{Graph: graphs["p"]}
	now := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	for id, want := range map[string]bool{"today": true, "tonight": true, "tomorrow": false, "next year": false, "begun early": true,
		"long ago": true, "plain": true, "deferred": false, "draft": false, "template": false, "drafts": true, "plan": true} {
		e := graphs["p"].Entity(graph.ID(id))
		byItself, byFilter := m.Matches(e, &lists.Filter{Ready: new(true), Now: &now}),
			m.Matches(e, lists.ReadyFilter(e.Self().Spec(), now))
		if byItself != want || byFilter != want {
			t.Errorf("%s is ready: %v, and by the filter %v, want %v", id, byItself, byFilter, want)
		}
	}
}
