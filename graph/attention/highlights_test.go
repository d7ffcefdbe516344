package attention_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"dossier/graph"
	"dossier/graph/attention"
	"dossier/graph/graphtest"
	"dossier/graph/memory"
)

// TestHighlights checks the lists of a project with tasks in every state.
func TestHighlights(t *testing.T) {
	graphs, err := graphtest.Read(strings.NewReader(`{"kind":"project","id":"p","name":"P","created_at":"2026-01-01T00:00:00Z",` +
		`"updated_at":"2026-01-01T00:00:00Z"}
{"kind":"task","id":"late","project_id":"p","title":"Late","state_key":"todo","due_at":"2026-06-01","created_at":"2026-01-01T00:00:00Z",` +
		`"updated_at":"2026-01-01T00:00:00Z"}
{"kind":"task","id":"later","project_id":"p","title":"Late and blocked","state_key":"blocked","due_at":"2026-06-20",` +
		`"created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z"}
{"kind":"task","id":"ancient","project_id":"p","title":"Blocked for long","state_key":"blocked","due_at":"2026-01-10",` +
		`"created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z"}
{"kind":"task","id":"stuck","project_id":"p","title":"Blocked","state_key":"blocked","created_at":"2026-01-01T00:00:00Z",` +
		`"updated_at":"2026-06-30T00:00:00Z"}
{"kind":"task","id":"new","project_id":"p","title":"New","state_key":"in_progress","created_at":"2026-06-30T00:00:00Z",` +
		`"updated_at":"2026-06-30T00:00:00Z"}
{"kind":"task","id":"soon","project_id":"p","title":"Soon","state_key":"todo","start_at":"2026-07-03","due_at":"2026-07-09",` +
		`"created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z"}
{"kind":"task","id":"stray","project_id":"p","title":"Not linked","state_key":"todo","due_at":"2026-06-01",` +
		`"created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z"}
{"kind":"decision","id":"early","project_id":"p","title":"Early","state_key":"made","decision_at":"2026-01-02",` +
		`"created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z"}
{"kind":"decision","id":"last","project_id":"p","title":"Last","state_key":"made","decision_at":"2026-01-03",` +
		`"created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z"}
{"kind":"decision","id":"pending","project_id":"p","title":"Pending","state_key":"pending","created_at":"2026-01-01T00:00:00Z",` +
		`"updated_at":"2026-01-01T00:00:00Z"}
{"kind":"milestone","id":"far","project_id":"p","title":"M","state_key":"pending","due_at":"2027-01-01",` +
		`"created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-02T00:00:00Z"}
{"kind":"milestone","id":"next","project_id":"p","title":"M","state_key":"pending","due_at":"2026-08-01",` +
		`"created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-03T00:00:00Z"}
{"kind":"milestone","id":"missed-date","project_id":"p","title":"M","state_key":"pending","due_at":"2026-06-01",` +
		`"created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z"}
{"kind":"milestone","id":"missed","project_id":"p","title":"M","state_key":"missed","due_at":"2026-05-20",` +
		`"created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z"}
{"kind":"milestone","id":"long-missed","project_id":"p","title":"M","state_key":"missed","due_at":"2026-03-20",` +
		`"created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z"}
{"kind":"milestone","id":"reached","project_id":"p","title":"M","state_key":"completed","due_at":"2026-05-01",` +
		`"completed_at":"2026-05-01","created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z"}
{"kind":"milestone","id":"first","project_id":"p","title":"M","state_key":"completed","due_at":"2026-04-01","completed_at":"2026-04-01",` +
		`"created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z"}
{"kind":"edge","rel":"has_decision","src_id":"p","dst_id":"pending"}
{"kind":"edge","rel":"has_milestone","src_id":"p","dst_id":"far"}
{"kind":"edge","rel":"has_milestone","src_id":"p","dst_id":"next"}
{"kind":"edge","rel":"has_milestone","src_id":"p","dst_id":"missed-date"}
{"kind":"edge","rel":"has_milestone","src_id":"p","dst_id":"missed"}
{"kind":"edge","rel":"has_milestone","src_id":"p","dst_id":"long-missed"}
{"kind":"edge","rel":"has_milestone","src_id":"p","dst_id":"reached"}
{"kind":"edge","rel":"has_milestone","src_id":"p","dst_id":"first"}
{"kind":"edge","rel":"has_task","src_id":"p","dst_id":"late"}
{"kind":"edge","rel":"depends_on","src_id":"late","dst_id":"later"}
{"kind":"edge","rel":"has_task","src_id":"p","dst_id":"ancient"}
{"kind":"edge","rel":"has_task","src_id":"p","dst_id":"stuck"}
{"kind":"edge","rel":"has_task","src_id":"p","dst_id":"new"}
{"kind":"edge","rel":"has_task","src_id":"p","dst_id":"soon"}
{"kind":"edge","rel":"has_decision","src_id":"p","dst_id":"early"}
{"kind":"edge","rel":"has_decision","src_id":"p","dst_id":"last"}
`))
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 7, 1, 9, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		query attention.HighlightQuery
		want  string
	}{
		{
			attention.HighlightQuery{Selection: attention.SelectLinked},
			"Blocked tasks: later ancient stuck (3); Overdue tasks: late (3); Tasks in progress: new (1); Tasks starting or due within 7 days: " +
				"soon (1); Open tasks changed in the last 7 days: (2); " +
				"Tasks to do: (2); Decisions: pending last early (3); Milestones, open, missed and last " +
				"reached: missed missed-date next far reached (5)",
		},
		{
			attention.HighlightQuery{Selection: attention.SelectDirect},
			"Blocked tasks: ancient stuck (2); Overdue tasks: late (2); Tasks in progress: new (1); Tasks starting or due within 7 days: soon " +
				"(1); Open tasks changed in the last 7 days: (2); " +
				"Tasks to do: (2); Decisions: pending last early (3); Milestones, open, missed and last reached: " +
				"missed missed-date next far reached (5)",
		},
		{
			attention.HighlightQuery{Within: new(1), Classic: true},
			"Blocked tasks: stuck ancient (2); Overdue tasks: late (2); Tasks in progress: new (1); Tasks starting or due within 7 days: soon " +
				"(1); Open tasks changed in the last 7 days: (2); " +
				"Tasks to do: (2); Decisions: last early pending (3); Milestones, open, missed and last reached: " +
				"next far missed-date missed reached (5)",
		},
	} {
		test.query.Now = now
		var got []string
		for _, list := range attention.Highlights(graphs["p"], test.query) {
			if list.Weight < 1 {
				t.Errorf("%s has weight %v; declare one of 1 or more", list.Name, list.Weight)
			}
			if !list.Complete() {
				t.Errorf("%s has %d and %d of %d", list.Name, list.Returned(), list.ListedBefore, list.Total)
			}
			if list.Total > 0 {
				got = append(got, named(list))
			}
		}
		if strings.Join(got, "; ") != test.want {
			t.Errorf("%+v: got %s, want %s", test.query, strings.Join(got, "; "), test.want)
		}
	}
}

// named returns the name of a list, the external ids of its entities and its
// total.
func named(list *attention.Highlight) string {
	text := list.Name + ":"
	for _, e := range list.Items {
		text += " " + *e.Self().ExternalID
	}
	return fmt.Sprintf("%s (%d)", text, list.Total)
}

// TestHighlightOrder checks the order of entities that are imported in another
// order.
func TestHighlightOrder(t *testing.T) {
	const (
		common = `"project_id":"p","created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z"}` + "\n"
		risk   = `{"kind":"risk","id":"%s","title":"R","state_key":"%s","impact":"%s","probability":%v,` + common
	)
	text := `{"kind":"project","id":"p","name":"P","created_at":"2026-01-01T00:00:00Z"}` + "\n" +
		fmt.Sprintf(risk, "unlikely", "identified", "high", .1) + fmt.Sprintf(risk, "likely", "identified", "high", .9) +
		fmt.Sprintf(risk, "happened", "occurred", "high", .2) + fmt.Sprintf(risk, "worst", "identified", "critical", .1) +
		fmt.Sprintf(risk, "over", "closed", "critical", 1) +
		`{"kind":"goal","id":"draft","name":"G","state_key":"draft","target_date":"2026-01-05",` + common +
		`{"kind":"goal","id":"later","name":"G","state_key":"active","target_date":"2027-01-01",` + common +
		`{"kind":"goal","id":"sooner","name":"G","state_key":"active","target_date":"2026-12-01",` + common +
		`{"kind":"goal","id":"achieved","name":"G","state_key":"achieved","target_date":"2026-01-01",` + common +
		`{"kind":"requirement","id":"none","text":"T",` + common + `{"kind":"requirement","id":"first","text":"T","priority":1,` + common +
		`{"kind":"output","id":"made","name":"O","state_key":"published",` + common +
		`{"kind":"output","id":"review","name":"O","state_key":"review",` + common +
		`{"kind":"task","id":"ancient","title":"T","state_key":"todo","due_at":"2026-01-02",` + common +
		`{"kind":"task","id":"old","title":"T","state_key":"todo","due_at":"2026-05-02",` + common +
		`{"kind":"task","id":"fresh","title":"T","state_key":"todo","due_at":"2026-06-30",` + common
	for _, id := range []string{"unlikely", "likely", "happened", "worst", "over", "none", "first", "ancient", "old", "fresh"} {
		text += fmt.Sprintf(`{"kind":"edge","rel":"contains","src_id":"p","dst_id":"%s"}`+"\n", id)
	}
	graphs, err := graphtest.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, list := range attention.Highlights(graphs["p"], attention.HighlightQuery{Now: time.Date(2026, 7, 1, 9, 0, 0, 0, time.UTC)}) {
		if list.Total > 0 {
			got = append(got, named(list))
		}
	}
	want := []string{
		"Overdue tasks: fresh old ancient (3)",
		"Tasks to do: (3)", "Risks, open: worst happened likely unlikely (4)", "Goals: sooner later draft achieved (4)",
		"Outputs: review made (2)", "Requirements: first none (2)",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestWording(t *testing.T) {
	due := time.Date(2026, 7, 1, 23, 0, 0, 0, time.FixedZone("", -3600))
	task := &graph.Task{DueAt: &due, Description: new("Four pages.")}
	task.Kind = graph.KindTask
	if got := graph.Due(task); got == nil || graph.Date(got) != "2026-07-02" || graph.Date(nil) != "" {
		t.Errorf("due %v, want it in UTC", got)
	}
	if graph.Due(&graph.Signal{Common: graph.Common{Kind: graph.KindSignal}}) != nil {
		t.Error("a signal is due")
	}
	got := []string{
		graph.Description(task), graph.KindTask.Heading(), graph.KindTask.Noun(1), graph.Plain(due), graph.Plain(.5),
		graph.KindCount{Kind: graph.KindRisk, Count: 2}.String(),
	}
	if want := []string{"Four pages.", "Tasks", "task", "2026-07-02", "0.5", "2 risks"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// now is the time of the tests.
var now = time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)

// TestHighlightsOrdered checks that lists do not depend on Ordered.
func TestHighlightsOrdered(t *testing.T) {
	g := memory.NewGraph(graphtest.Synthetic(3000, 6000))
	for _, classic := range []bool{false, true} {
		whole := attention.Highlights(g, attention.HighlightQuery{Now: now, Classic: classic, Ordered: 3000})
		for _, ordered := range []int{0, 1, 40, 700} {
			for i, list := range attention.Highlights(g, attention.HighlightQuery{Now: now, Classic: classic, Ordered: ordered}) {
				want := whole[i]
				if !slices.Equal(list.Items, want.Items) || list.Total != want.Total || list.ListedBefore != want.ListedBefore {
					t.Errorf("%s with %d in order: %d items of %d, want %d of %d", list.Name, ordered, len(list.Items), list.Total, len(want.Items),
						want.Total)
				}
				if n := min(ordered, len(want.First)); len(list.First) < n || !slices.Equal(list.First[:n], want.First[:n]) {
					t.Errorf("%s: the first %d are in another order", list.Name, n)
				}
			}
		}
	}
}
