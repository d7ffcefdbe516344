package answer_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dossier/graph"
	"dossier/graph/answer"
	"dossier/graph/ask"
	"dossier/graph/ask/amounts"
	"dossier/graph/ask/times"
	"dossier/graph/filter"
	"dossier/graph/graphtest"
	"dossier/graph/lists"
	"dossier/graph/memory"
)

// lawful is the time of questions about random graphs, whose dates are around it.
var lawful = time.Date(2026, 6, 3, 0, 0, 0, 0, time.UTC)

// A stated condition is one with what it says of an entity.
type stated struct {
	cond ask.Cond
	says func(graph.Entity) bool
}

// The conditions of randomCondition. The last two have parts.
const (
	plainConditions = 6
	allConditions   = 8
)

// randomCondition draws one of the conditions on tasks, and says by itself which meet it.
func randomCondition(t *rapid.T, g *memory.Graph, which int) stated {
	part := func() stated { return randomCondition(t, g, rapid.IntRange(0, plainConditions-1).Draw(t, "part")) }
	switch which {
	case 0:
		states := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"todo", "done", "blocked", "no state"}), 1, 2, rapid.ID).Draw(t, "states")
		return stated{ask.Cond{Op: ask.State, Values: states}, func(e graph.Entity) bool { return slices.Contains(states, e.Self().State()) }}
	case 1:
		return stated{ask.Cond{Op: ask.Open}, func(e graph.Entity) bool { return e.Self().IsActive() }}
	case 2:
		return stated{ask.Cond{Op: ask.Missing, Name: "due"}, func(e graph.Entity) bool { return e.(*graph.Task).DueAt == nil }}
	case 3:
		from := lawful.AddDate(0, 0, rapid.IntRange(-20, 20).Draw(t, "from"))
		to := from.AddDate(0, 0, rapid.IntRange(1, 20).Draw(t, "days"))
		return stated{ask.Cond{Op: ask.Date, Name: "due", Period: &times.Period{From: from, To: to}}, func(e graph.Entity) bool {
			due := e.(*graph.Task).DueAt
			return due != nil && !due.Before(from) && due.Before(to)
		}}
	case 4:
		title := strings.ToLower(rapid.SampledFrom(tasksOf(g)).Draw(t, "task").Self().Label)
		part := []rune(title)[:rapid.IntRange(1, len([]rune(title))).Draw(t, "length")]
		return stated{ask.Cond{Op: ask.Equal, Name: ask.Title, Values: []string{string(part)}}, func(e graph.Entity) bool {
			return strings.Contains(asciiLower(e.Self().Label), asciiLower(string(part)))
		}}
	case 5:
		return haveRisks(t, g)
	case 6:
		a, b := part(), part()
		return stated{ask.Cond{Op: ask.Or, Of: []ask.Cond{a.cond, b.cond}}, func(e graph.Entity) bool { return a.says(e) || b.says(e) }}
	default:
		a, b := part(), part()
		return stated{ask.Cond{Op: ask.And, Of: []ask.Cond{a.cond, b.cond}}, func(e graph.Entity) bool { return a.says(e) && b.says(e) }}
	}
}

func tasksOf(g *memory.Graph) (tasks []graph.Entity) {
	for _, e := range g.OfKind(graph.KindTask) {
		tasks = append(tasks, e)
	}
	return tasks
}

func asciiLower(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 'A' || r > 'Z' {
			return r
		}
		return r + 'a' - 'A'
	}, s)
}

// haveRisks draws a condition on the number of risks that are part of a task. Verbs such
// as mitigates do not make them part of it.
func haveRisks(t *rapid.T, g *memory.Graph) stated {
	from, open := float64(rapid.IntRange(0, 3).Draw(t, "from")), rapid.Bool().Draw(t, "open")
	link := &ask.Link{To: &ask.Query{Kind: graph.KindRisk}, Count: &amounts.Bounds{From: &from, OpenFrom: open}}
	return stated{ask.Cond{Op: ask.Linked, Link: link}, func(e graph.Entity) bool {
		ord, _ := g.Ordinal(e.Self().ID)
		risks := map[int32]bool{}
		for _, other := range g.Links(ord) {
			if g.EdgeAt(other.Edge).Rel == "has_risk" && g.At(other.Other).Self().Kind == graph.KindRisk {
				risks[other.Other] = true
			}
		}
		return float64(len(risks)) > from || !open && float64(len(risks)) == from
	}}
}

// TestFiltersSayWhatConditionsSay compares the filters of conditions with what they say,
// on random graphs, and checks that lists of GraphQL take them.
func TestFiltersSayWhatConditionsSay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := memory.NewGraph(graphtest.Random(t))
		if len(tasksOf(g)) == 0 {
			return
		}
		for which := range allConditions {
			checkCondition(t, g, randomCondition(t, g, which))
		}
	})
}

// checkCondition compares the filter of a condition, and that of its opposite, with what
// it says of all tasks.
func checkCondition(t *rapid.T, g *memory.Graph, c stated) {
	m := &filter.Matcher{Graph: g, Values: filter.Values, Owners: func(e graph.Entity) []graph.Owner { return filter.OwnersIn(g, e) }}
	q := ask.Query{Kind: graph.KindTask, Where: c.cond}
	f := answer.Filter(&q, graph.KindTask, []*memory.Graph{g}, lawful)
	if err := lists.CheckFilter(graph.SpecOf(graph.KindTask), &f); err != nil {
		t.Fatalf("%s: %v: %s", q, err, graph.EncodeJSON(answer.Input(f)))
	}
	for _, e := range tasksOf(g) {
		if got, want := m.Matches(e, &f), c.says(e); got != want {
			t.Fatalf("%s: %q (%s) matches: %t, want %t: %s", q, e.Self().Label, e.Self().State(), got, want, graph.EncodeJSON(answer.Input(f)))
		}
	}
	not := ask.Query{Kind: graph.KindTask, Where: ask.Cond{Op: ask.Not, Of: []ask.Cond{{Op: ask.And, Of: []ask.Cond{c.cond}}}}}
	opposite := answer.Filter(&not, graph.KindTask, []*memory.Graph{g}, lawful)
	for _, e := range tasksOf(g) {
		if m.Matches(e, &f) == m.Matches(e, &opposite) {
			t.Fatalf("%s: %q matches it and its opposite, or neither", q, e.Self().Label)
		}
	}
}
