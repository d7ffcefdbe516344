package graph_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"dossier/graph"
	"dossier/graph/graphtest"
)

// TestHighlights lists what matters in a project with tasks in every state.
func TestHighlights(t *testing.T) {
	graphs, err := graphtest.Read(strings.NewReader(`{"kind":"project","id":"p","name":"P","created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z"}
{"kind":"task","id":"late","project_id":"p","title":"Late","state_key":"todo","due_at":"2026-06-01","created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z"}
{"kind":"task","id":"later","project_id":"p","title":"Late and blocked","state_key":"blocked","due_at":"2026-06-20","created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z"}
{"kind":"task","id":"stuck","project_id":"p","title":"Blocked","state_key":"blocked","created_at":"2026-01-01T00:00:00Z","updated_at":"2026-06-30T00:00:00Z"}
{"kind":"task","id":"new","project_id":"p","title":"New","state_key":"in_progress","created_at":"2026-06-30T00:00:00Z","updated_at":"2026-06-30T00:00:00Z"}
{"kind":"task","id":"soon","project_id":"p","title":"Soon","state_key":"todo","start_at":"2026-07-03","due_at":"2026-07-09","created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z"}
{"kind":"task","id":"stray","project_id":"p","title":"Not linked","state_key":"todo","due_at":"2026-06-01","created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z"}
{"kind":"decision","id":"early","project_id":"p","title":"Early","decision_at":"2026-01-02","created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z"}
{"kind":"decision","id":"last","project_id":"p","title":"Last","decision_at":"2026-01-03","created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z"}
{"kind":"edge","rel":"has_task","src_id":"p","dst_id":"late"}
{"kind":"edge","rel":"depends_on","src_id":"late","dst_id":"later"}
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
	for selection, want := range map[graph.Selection]string{
		graph.SelectLinked: "Decisions: last early; Overdue tasks: late later; Blocked tasks: stuck; Recent tasks: new; Upcoming tasks: soon",
		graph.SelectDirect: "Decisions: last early; Overdue tasks: late; Blocked tasks: stuck; Recent tasks: new; Upcoming tasks: soon",
	} {
		var got []string
		for _, list := range graphs["p"].Highlights(now, selection) {
			if list.Weight < 1 {
				t.Errorf("%s has weight %v; declare one of 1 or more", list.Name, list.Weight)
			}
			if list.Returned() != list.Total || !list.Complete() {
				t.Errorf("%s has %d of %d", list.Name, list.Returned(), list.Total)
			}
			if list.Total == 0 {
				continue
			}
			var names []string
			for _, e := range list.Items {
				names = append(names, *e.Self().ExternalID)
			}
			got = append(got, list.Name+": "+strings.Join(names, " "))
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%s: got %s, want %s", selection, strings.Join(got, "; "), want)
		}
	}
}

func TestWording(t *testing.T) {
	due := time.Date(2026, 7, 1, 23, 0, 0, 0, time.FixedZone("", -3600))
	task := &graph.Task{DueAt: &due, Description: new("Four pages.")}
	task.Kind = graph.KindTask
	if got := graph.Due(task); got == nil || graph.Date(got) != "2026-07-02" || graph.Date(nil) != "" {
		t.Errorf("due %v, want it in UTC", got)
	}
	if graph.Due(&graph.Signal{Row: graph.Row[graph.Signal]{Common: graph.Common{Kind: graph.KindSignal}}}) != nil {
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

// TestRemnant reads the links and all columns of an entity that was deleted
// since it was read.
func TestRemnant(t *testing.T) {
	g := hub()
	task := &graph.Task{Title: "Gone"}
	task.ID, task.Kind, task.Label, task.ProjectID = "gone", graph.KindTask, "Gone", g.Revision.ProjectID
	ctx := graph.WithReader(t.Context(), memory{g})
	full, err := task.Full(ctx)
	if err != nil || full.Title != "Gone" {
		t.Errorf("got %+v, %v; want what is known of it", full, err)
	}
	links, err := task.LinkedEntities(ctx)
	if err != nil || links.Total() != 0 || len(links.All()) != 0 || links.Truncated() {
		t.Errorf("got %+v, %v; want no links", links, err)
	}
	if g.EdgeCount() == 0 || len(links.Relations()) != 0 {
		t.Error("want edges in the graph and no relations of what is gone")
	}
}
