package filter_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dossier/graph"
	"dossier/graph/filter"
	"dossier/graph/graphtest"
	"dossier/graph/lists"
)

// lines are a project with tasks that wait for others, and people.
const lines = `{"kind":"project","id":"p","name":"P"}
{"kind":"plan","id":"p/plan","project_id":"p","name":"Launch","state_key":"active"}
{"kind":"plan","id":"p/empty","project_id":"p","name":"Later","state_key":"draft"}
{"kind":"task","id":"p/a","project_id":"p","title":"Cut the mast","state_key":"todo","due_at":"2026-11-20","labels":["bug"],` +
	`"props":{"estimate":3,"team":"Ops","owner":"p/ann"}}
{"kind":"task","id":"p/b","project_id":"p","title":"Raise the mast","state_key":"todo","due_at":"2026-11-30T23:30:00Z",` +
	`"props":{"estimate":"5.5","team":["Field","ops"]}}
{"kind":"task","id":"p/c","project_id":"p","title":"Order the mast","state_key":"done","due_at":"2026-10-01",` +
	`"props":{"estimate":null,"team":" "}}
{"kind":"task","id":"p/d","project_id":"p","title":"Paint","state_key":"blocked","props":{"estimate":"soon","since":"2026-01-31"}}
{"kind":"record","id":"p/ann","project_id":"p","name":"Ann","record_type":"person","fields":{"team":"Lab",` +
	`"since":"2024-05-01"},"props":{"team":"Ops"}}
{"kind":"edge","rel":"has_task","src_id":"p/plan","dst_id":"p/a"}
{"kind":"edge","rel":"has_task","src_id":"p/plan","dst_id":"p/b"}
{"kind":"edge","rel":"has_task","src_id":"p/plan","dst_id":"p/c"}
{"kind":"edge","rel":"depends_on","src_id":"p/a","dst_id":"p/c"}
{"kind":"edge","rel":"depends_on","src_id":"p/b","dst_id":"p/a"}
{"kind":"edge","rel":"blocks","src_id":"p/d","dst_id":"p/b"}`

func newMatcher(t *testing.T) *filter.Matcher {
	t.Helper()
	graphs, full, err := graphtest.ReadFull(strings.NewReader(lines))
	if err != nil {
		t.Fatal(err)
	}
	g := graphs["p"]
	return &filter.Matcher{
		Graph:  g,
		Owners: func(e graph.Entity) []graph.Owner { return filter.OwnersIn(g, full[e.Self().ID]) },
		Values: func(e graph.Entity, name string) []string { return filter.Values(full[e.Self().ID], name) },
	}
}

// all returns the entities of the matcher's graph, in its order.
func all(m *filter.Matcher) (list []graph.Entity) {
	for _, e := range m.Graph.Entities() {
		list = append(list, e)
	}
	return list
}

// names returns the external ids of entities without the project's.
func names(entities []graph.Entity) string {
	var list []string
	for _, e := range entities {
		list = append(list, strings.TrimPrefix(graph.Or(e.Self().ExternalID, "?"), "p/"))
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

func TestFields(t *testing.T) {
	m := newMatcher(t)
	for _, test := range []struct {
		field lists.FieldFilter
		want  string
	}{
		{lists.FieldFilter{Name: "team", Equal: new("OPS")}, "a b"},
		{lists.FieldFilter{Name: "team", Equal: new("lab")}, "ann"},
		{lists.FieldFilter{Name: "team", In: []string{"field", "Lab"}}, "ann b"},
		{lists.FieldFilter{Name: "team", In: []string{}}, ""},
		{lists.FieldFilter{Name: "team", Contains: new("IEL")}, "b"},
		{lists.FieldFilter{Name: "team", Missing: new(true), Contains: nil}, "c d empty p plan"},
		{lists.FieldFilter{Name: "team", Missing: new(false)}, "a ann b"},
		{lists.FieldFilter{Name: "estimate", Equal: new("3.0")}, "a"},
		{lists.FieldFilter{Name: "estimate", Equal: new("5.50")}, "b"},
		{lists.FieldFilter{Name: "estimate", Greater: new("3")}, "b"},
		{lists.FieldFilter{Name: "estimate", AtLeast: new("3"), Less: new("5.5")}, "a"},
		{lists.FieldFilter{Name: "estimate", AtMost: new("100")}, "a b"},
		{lists.FieldFilter{Name: "since", AtLeast: new("2026-01-01")}, "d"},
		{lists.FieldFilter{Name: "since", Less: new("2026")}, ""}, // a number, which no date is
		{lists.FieldFilter{Name: "nothing", Missing: new(true), Equal: new("x")}, ""},
	} {
		f := &lists.Filter{Fields: []lists.FieldFilter{test.field}}
		if got := names(m.Select(all(m), f)); got != test.want {
			t.Errorf("%s: got %q, want %q", graph.EncodeJSON(test.field), got, test.want)
		}
	}
}

func TestLinks(t *testing.T) {
	m := newMatcher(t)
	open := &lists.Filter{States: []string{"todo", "blocked"}}
	incoming, outgoing := graph.Incoming, graph.Outgoing
	for _, test := range []struct {
		name   string
		filter lists.Filter
		want   string
	}{
		{"ready", lists.Filter{Ready: new(true)}, "a empty p plan"},
		{"tasks that are not",
			lists.Filter{Ready: new(false), IDs: []string{graph.ID("p/a"), graph.ID("p/b"), graph.ID("p/c"), graph.ID("p/d")}}, "b c d"},
		{"depends on what is open",
			lists.Filter{Linked: &lists.LinkFilter{Relations: []graph.Relation{graph.RelDependsOn}, Direction: &outgoing, Where: open}},
			"b"},
		{"blocked by a task", lists.Filter{Linked: &lists.LinkFilter{Relations: []graph.Relation{graph.RelBlocks}, Direction: &incoming}},
			"b"},
		{"plan of a labelled task",
			lists.Filter{Linked: &lists.LinkFilter{Relations: []graph.Relation{graph.RelHasTask}, Direction: &outgoing,
				Where: &lists.Filter{Labels: &lists.LabelFilter{Any: []string{"bug"}}}}}, "plan"},
		{"two open tasks", lists.Filter{Linked: &lists.LinkFilter{Kinds: []graph.Kind{graph.KindTask},
			Relations: []graph.Relation{graph.RelHasTask}, Where: open, Count: &lists.CountRange{From: new(2)}}}, "plan"},
		{"plans without tasks", lists.Filter{States: []string{"active", "draft"},
			Linked: &lists.LinkFilter{Kinds: []graph.Kind{graph.KindTask}, Count: &lists.CountRange{To: new(0)}}}, "empty"},
		{"nested twice", lists.Filter{Linked: &lists.LinkFilter{Kinds: []graph.Kind{graph.KindTask},
			Where: &lists.Filter{Linked: &lists.LinkFilter{Relations: []graph.Relation{graph.RelBlocks}, Direction: &incoming}}}},
			"a d plan"},
		{"what a kind lacks",
			lists.Filter{Linked: &lists.LinkFilter{Kinds: []graph.Kind{graph.KindTask}, Where: &lists.Filter{Impacts: []string{"high"}}}},
			""},
		{"missing", lists.Filter{Missing: []lists.Missing{"due"}}, "d"},
		{"owned", lists.Filter{OwnerName: new("ann")}, "a"},
		// a name of the schema is none of a filter
		{"nobody's tasks", lists.Filter{Missing: []lists.Missing{lists.MissingOwner, "dependsOn"}}, ""},
	} {
		if got := names(m.Select(all(m), &test.filter)); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestPeriods groups tasks by days, weeks and months in time zones. A date is the same
// day in each.
func TestPeriods(t *testing.T) {
	m := newMatcher(t)
	task := func(id string) graph.Entity { return m.Graph.Entity(graph.ID(id)) }
	east := time.FixedZone("", 3600)
	for _, test := range []struct {
		id, by string
		zone   *time.Location
		want   string
	}{
		{"p/b", "due_day", time.UTC, "2026-11-30"}, {"p/b", "due_day", east, "2026-12-01"},
		{"p/b", "due_week", time.UTC, "2026-11-30"}, {"p/b", "due_week", east, "2026-11-30"},
		{"p/b", "due_month", time.UTC, "2026-11-01"}, {"p/b", "due_month", east, "2026-12-01"},
		{"p/a", "due_day", east, "2026-11-20"}, {"p/a", "due_week", east, "2026-11-16"},
		{"p/c", "due_month", time.FixedZone("", -11*3600), "2026-10-01"},
	} {
		keys := m.Keys(task(test.id), lists.GroupBy(test.by), time.Unix(0, 0).In(test.zone))
		if len(keys) != 1 || graph.Or(keys[0].Value, "none") != test.want {
			t.Errorf("%s by %s in %s: got %s, want %s", test.id, test.by, test.zone, graph.EncodeJSON(keys), test.want)
		}
	}
}

func TestSummary(t *testing.T) {
	m := newMatcher(t)
	got := m.Summary(all(m), "estimate")
	if got.Count != 2 || *got.Sum != 8.5 || *got.Average != 4.25 || *got.Minimum != 3 || *got.Maximum != 5.5 {
		t.Errorf("got %s", graph.EncodeJSON(got))
	}
	if none := m.Summary(all(m), "nothing"); none.Count != 0 || none.Sum != nil || none.Average != nil {
		t.Errorf("got %s", graph.EncodeJSON(none))
	}
}

// TestOrder checks that states are in the order of their declaration, and entities
// without a value last in both directions.
func TestOrder(t *testing.T) {
	m := newMatcher(t)
	tasks := slices.DeleteFunc(all(m), func(e graph.Entity) bool { return e.Self().Kind != graph.KindTask })
	for _, test := range []struct{ order, want string }{
		{"state", "todo todo blocked done"}, {"-state", "done blocked todo todo"},
		{"due", "done todo todo blocked"}, {"-due", "todo todo done blocked"},
	} {
		field := strings.TrimPrefix(test.order, "-")
		filter.Sort(tasks, []lists.Order{{Field: lists.OrderField(field), Descending: field != test.order}}, strings.ToLower)
		var got []string
		for _, e := range tasks {
			got = append(got, e.Self().State())
		}
		if text := strings.Join(got, " "); text != test.want {
			t.Errorf("%s: got %s, want %s", test.order, text, test.want)
		}
	}
}

// TestLaws checks that parts of filters are combined as in logic: not is the
// complement, an or the union, an and the intersection.
func TestLaws(t *testing.T) {
	m := newMatcher(t)
	parts := []lists.Filter{
		{}, {Or: []lists.Filter{}}, {States: []string{"todo"}}, {Ready: new(true)}, {Text: new("mast")}, {Missing: []lists.Missing{"due"}},
		{Fields: []lists.FieldFilter{{Name: "team", Equal: new("ops")}}},
		{Linked: &lists.LinkFilter{Count: &lists.CountRange{From: new(2)}}},
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.SampledFrom(parts).Draw(t, "a"), rapid.SampledFrom(parts).Draw(t, "b")
		for _, e := range all(m) {
			x, y := m.Matches(e, &a), m.Matches(e, &b)
			for law, holds := range map[string]bool{
				"not":         m.Matches(e, &lists.Filter{Not: &a}) != x,
				"or":          m.Matches(e, &lists.Filter{Or: []lists.Filter{a, b}}) == (x || y),
				"and":         m.Matches(e, &lists.Filter{And: []lists.Filter{a, b}}) == (x && y),
				"and its own": m.Matches(e, &lists.Filter{And: []lists.Filter{a}, Or: []lists.Filter{b}}) == (x && y),
				"ready by itself": m.Matches(e, &lists.Filter{Ready: new(true)}) == m.Matches(e,
					lists.ReadyFilter(e.Self().Spec(), time.Time{})),
			} {
				if !holds {
					t.Fatal(fmt.Sprint(law, " does not hold for ", cmp.Or(e.Self().Label, "?")))
				}
			}
		}
	})
}
