package attention_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dossier/graph"
	"dossier/graph/attention"
	"dossier/graph/graphtest"
	"dossier/graph/memory"
)

// workshop returns a small project with people, tasks in every state and recent
// events.
func workshop(t *testing.T) *memory.Graph {
	t.Helper()
	const (
		old  = `"project_id":"p","created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z"}`
		edge = `{"kind":"edge","rel":"%s","src_id":"%s","dst_id":"%s"}`
	)
	lines := []string{
		`{"kind":"project","id":"p","name":"P","state_key":"active","created_at":"2026-01-01T00:00:00Z","updated_at":"2026-01-01T00:00:00Z"}`,
		`{"kind":"task","id":"stuck","title":"Stuck","state_key":"blocked","due_at":"2026-06-01",` + old,
		`{"kind":"task","id":"open","title":"Open","state_key":"todo",` + old,
		`{"kind":"task","id":"done","title":"Done","state_key":"done","completed_at":"2026-06-28",` + old,
		`{"kind":"task","id":"apart","title":"Apart","state_key":"todo",` + old,
		`{"kind":"risk","id":"risk","title":"Risk","impact":"high",` + old,
		`{"kind":"milestone","id":"gate","title":"Gate","due_at":"2026-08-01",` + old,
		`{"kind":"decision","id":"choice","title":"Choice","state_key":"made","decision_at":"2026-06-30","project_id":"p",` +
			`"created_at":"2026-06-29T00:00:00Z","updated_at":"2026-06-30T00:00:00Z"}`,
		`{"kind":"document","id":"pad","title":"Pad","type_key":"document.scratch","project_id":"p","created_at":"2026-06-30T00:00:00Z",` +
			`"updated_at":"2026-06-30T00:00:00Z"}`,
		`{"kind":"record","id":"ada","record_type":"person","name":"Ada","fields":{"role":"Lead"},` + old,
		`{"kind":"record","id":"bob","record_type":"person","name":"Bob","fields":{"roles":["author","editor"]},` + old,
		`{"kind":"record","id":"shop","record_type":"vendor","name":"Shop",` + old,
	}
	for _, link := range [][3]string{
		{"has_task", "p", "stuck"}, {"has_task", "p", "open"}, {"has_task", "p", "done"}, {"has_risk", "p", "risk"},
		{"has_milestone", "p", "gate"}, {"depends_on", "stuck", "open"}, {"depends_on", "stuck", "done"},
		{"relates_to", "ada", "open"}, {"references", "ada", "open"}, {"relates_to", "ada", "stuck"}, {"relates_to", "ada", "done"},
		{"relates_to", "shop", "open"},
	} {
		lines = append(lines, fmt.Sprintf(edge, link[0], link[1], link[2]))
	}
	graphs, err := graphtest.Read(strings.NewReader(strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	return graphs["p"]
}

func TestWork(t *testing.T) {
	g := workshop(t)
	now := time.Date(2026, 7, 1, 9, 0, 0, 0, time.UTC)
	if got, want := fmt.Sprint(attention.WorkOf(g, now)), "{[{todo 1} {blocked 1} {done 1}] 1}"; got != want {
		t.Errorf("got work %s, want %s", got, want)
	}
	if blockers := g.Blockers(graph.ID("stuck")); len(blockers) != 1 || blockers[0].Self().Label != "Open" {
		t.Errorf("got blockers %v, want the open one", blockers)
	}
	var people []string
	byProps := map[string][]graph.Entity{graph.ID("bob"): {g.Entity(graph.ID("stuck")), g.Entity(graph.ID("done"))}}
	for _, person := range attention.People([]*memory.Graph{g}, byProps, now) {
		people = append(people, fmt.Sprintf("%s (%s):", person.Record.Name, person.Role))
		for _, e := range person.Owned {
			people = append(people, e.Self().Label)
		}
	}
	if got, want := strings.Join(people, " "), "Ada (Lead): Stuck Open Bob (author, editor): Stuck"; got != want {
		t.Errorf("got people %s, want %s", got, want)
	}
	var changed []string
	latest, _ := attention.NewAgenda([]*memory.Graph{g}, attention.HighlightQuery{Now: now}).Changed(20, func(graph.Kind) bool { return true })
	for _, event := range latest {
		changed = append(changed, event.Happened+" "+event.Entity.Self().Label)
	}
	if got, want := strings.Join(changed, ", "), "decided Choice, done Done"; got != want {
		t.Errorf("got changes %s, want %s", got, want)
	}
}

func TestAttend(t *testing.T) {
	quiet := graph.Changes{Revision: graph.Revision{ProjectID: graph.ID("quiet"), Number: 1},
		Entities: []graph.Entity{&graph.Project{Name: "Quiet"}}}
	common := quiet.Entities[0].Self()
	common.ID, common.ProjectID, common.Kind, common.UpdatedAt = graph.ID("quiet"), graph.ID("quiet"), graph.KindProject, now
	gone := memory.NewGraph(graph.Changes{Revision: graph.Revision{ProjectID: graph.ID("gone")}})
	list := attention.Attend([]*memory.Graph{gone, memory.NewGraph(quiet), workshop(t)}, time.Date(2026, 7, 1, 9, 0, 0, 0, time.UTC))
	if len(list) != 2 || list[0].Project.Name != "P" || list[1].Project.Name != "Quiet" {
		t.Fatalf("got %+v, want P before Quiet", list)
	}
	if a := list[0]; a.Blocked != 1 || a.Overdue != 1 || a.HighRisks != 1 || a.NextMilestone == nil ||
		graph.Date(&a.LastChange) != "2026-06-30" {
		t.Errorf("got %+v", a)
	}
}

func TestPaths(t *testing.T) {
	g := workshop(t)
	paths := g.Paths(graph.ID("done"))
	for id, want := range map[string]int{"done": 0, "p": 1, "stuck": 1, "open": 2, "risk": -1, "apart": -1, "nobody": -1} {
		if got := paths.Distance(graph.ID(id)); got != want {
			t.Errorf("%s is %d edges away, want %d", id, got, want)
		}
	}
	before, label := g.Paths(graph.ID("stuck")).Before(graph.ID("open"))
	if before == nil || before.Self().Label != "Stuck" || label != "needed by" {
		t.Errorf("got %v %q before the open task, want that Stuck needs it", before, label)
	}
	if before, label := paths.Before(graph.ID("done")); before != nil || label != "" {
		t.Errorf("got %v %q before the start", before, label)
	}
}
