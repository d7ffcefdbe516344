package filter_test

import (
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"dossier/graph"
	"dossier/graph/filter"
	"dossier/graph/graphtest"
	"dossier/graph/lists"
	"dossier/graph/memory"
)

// lawful is the time of filters over random graphs, whose dates are around it.
var lawful = time.Date(2026, 6, 3, 12, 0, 0, 0, time.UTC)

// randomMatcher draws a graph, and returns its matcher and entities.
func randomMatcher(t *rapid.T) (*filter.Matcher, []graph.Entity) {
	g := memory.NewGraph(graphtest.Random(t))
	m := &filter.Matcher{
		Graph: g, Values: filter.Values,
		Owners: func(e graph.Entity) []graph.Owner { return filter.OwnersIn(g, e) },
	}
	return m, all(m)
}

// A condition draws one part of a filter.
type condition func(t *rapid.T, entities []graph.Entity, f *lists.Filter)

// conditions are all parts of a filter but And, Or and Not.
var conditions = map[string]condition{
	"states": func(t *rapid.T, _ []graph.Entity, f *lists.Filter) { f.States = someStates(t) },
	"ids":    func(t *rapid.T, entities []graph.Entity, f *lists.Filter) { f.IDs = someIDs(t, entities) },
	"text": func(t *rapid.T, entities []graph.Entity, f *lists.Filter) {
		label := []rune(rapid.SampledFrom(entities).Draw(t, "entity").Self().Label)
		from := rapid.IntRange(0, len(label)).Draw(t, "from")
		f.Text = new(string(label[from:rapid.IntRange(from, len(label)).Draw(t, "to")]))
	},
	"overdue": func(t *rapid.T, _ []graph.Entity, f *lists.Filter) {
		f.Overdue, f.Now = new(rapid.Bool().Draw(t, "overdue")), &lawful
	},
	"ready": func(t *rapid.T, _ []graph.Entity, f *lists.Filter) {
		f.Ready, f.Now = new(rapid.Bool().Draw(t, "ready")), &lawful
	},
	"due":     func(t *rapid.T, _ []graph.Entity, f *lists.Filter) { f.Due = randomRange(t) },
	"created": func(t *rapid.T, _ []graph.Entity, f *lists.Filter) { f.Created = randomRange(t) },
	"missing": func(t *rapid.T, _ []graph.Entity, f *lists.Filter) {
		f.Missing = rapid.SliceOfN(rapid.SampledFrom([]lists.Missing{"due", lists.MissingOwner, "plans", "goals"}), 0, 2).Draw(t, "missing")
	},
	"plans":  func(t *rapid.T, entities []graph.Entity, f *lists.Filter) { f.Plans = someIDs(t, entities) },
	"linked": func(t *rapid.T, _ []graph.Entity, f *lists.Filter) { f.Linked = randomLinks(t) },
}

// conditionNames are the names of conditions, in an order that repeats a failure.
var conditionNames = slices.Sorted(maps.Keys(conditions))

func someStates(t *rapid.T) []string {
	return rapid.SliceOfN(rapid.SampledFrom([]string{"todo", "done", "open", "active", "blocked"}), 0, 3).Draw(t, "states")
}

// someIDs draws up to three ids of entities.
func someIDs(t *rapid.T, entities []graph.Entity) []string {
	ids := []string{}
	for range rapid.IntRange(0, 3).Draw(t, "ids") {
		ids = append(ids, rapid.SampledFrom(entities).Draw(t, "entity").Self().ID)
	}
	return ids
}

// randomRange draws a range of dates, which may lack ends.
func randomRange(t *rapid.T) *lists.TimeRange {
	end := func(name string) *time.Time {
		if rapid.Bool().Draw(t, "no "+name) {
			return nil
		}
		return new(lawful.Add(time.Duration(rapid.IntRange(-1000, 1000).Draw(t, name)) * time.Hour))
	}
	return &lists.TimeRange{From: end("from"), To: end("to")}
}

// randomLinks draws a condition on links, without a number of entities.
func randomLinks(t *rapid.T) *lists.LinkFilter {
	l := &lists.LinkFilter{}
	if rapid.Bool().Draw(t, "of a relation") {
		l.Relations = []graph.Relation{rapid.SampledFrom(graph.Relations).Draw(t, "relation").Name}
	}
	if rapid.Bool().Draw(t, "in a direction") {
		l.Direction = new(rapid.SampledFrom([]graph.Direction{graph.Incoming, graph.Outgoing}).Draw(t, "direction"))
	}
	switch rapid.IntRange(0, 2).Draw(t, "other end") {
	case 1:
		l.Kinds = []graph.Kind{rapid.SampledFrom(graph.Kinds).Draw(t, "kind").Kind}
	case 2:
		l.Kinds, l.Where = graph.AllKinds(), &lists.Filter{}
		l.Where.States = someStates(t)
	}
	return l
}

// randomFilter draws a filter with some conditions, and parts.
func randomFilter(t *rapid.T, entities []graph.Entity, depth int) lists.Filter {
	var f lists.Filter
	for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(conditionNames), 0, 2, rapid.ID).Draw(t, "conditions") {
		conditions[name](t, entities, &f)
	}
	if depth == 0 {
		return f
	}
	part := func() lists.Filter { return randomFilter(t, entities, depth-1) }
	switch rapid.IntRange(0, 3).Draw(t, "part") {
	case 1:
		f.And = []lists.Filter{part(), part()}
	case 2:
		f.Or = []lists.Filter{part(), part()}
	case 3:
		f.Not = new(part())
	}
	return f
}

// without returns the entities of a list that another lacks.
func without(list, other []graph.Entity) []graph.Entity {
	return slices.DeleteFunc(slices.Clone(list), func(e graph.Entity) bool { return slices.Contains(other, e) })
}

// TestLawsOfLogic checks that the parts of filters are combined as the operators say,
// whatever the conditions are.
func TestLawsOfLogic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, entities := randomMatcher(t)
		a, b := randomFilter(t, entities, 2), randomFilter(t, entities, 1)
		of := func(f lists.Filter) []graph.Entity { return m.Select(entities, &f) }
		not := func(f lists.Filter) lists.Filter { return lists.Filter{Not: &f} }
		andB := without(of(a), without(of(a), of(b)))
		orB := without(entities, without(without(entities, of(a)), of(b)))
		for name, law := range map[string]struct{ got, want []graph.Entity }{
			"not a":           {of(not(a)), without(entities, of(a))},
			"not not a":       {of(not(not(a))), of(a)},
			"a and b":         {of(lists.Filter{And: []lists.Filter{a, b}}), andB},
			"b and a":         {of(lists.Filter{And: []lists.Filter{b, a}}), andB},
			"a or b":          {of(lists.Filter{Or: []lists.Filter{a, b}}), orB},
			"not a, not b":    {of(not(lists.Filter{Or: []lists.Filter{not(a), not(b)}})), andB},
			"a or nothing":    {of(lists.Filter{Or: []lists.Filter{a, {IDs: []string{}}}}), of(a)},
			"a and all":       {of(lists.Filter{And: []lists.Filter{a, {}}}), of(a)},
			"no alternative":  {of(lists.Filter{Or: []lists.Filter{}}), nil},
			"at another time": {of(a.Clock(lawful.AddDate(1, 0, 0))), of(a)}, // it has its own
		} {
			if !slices.Equal(law.got, law.want) {
				t.Fatalf("%s: %d entities, want %d: %s", name, len(law.got), len(law.want), graph.EncodeJSON([]lists.Filter{a, b}))
			}
		}
	})
}

// TestConditionsTogether checks that conditions beside each other are what they are in
// separate filters.
func TestConditionsTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, entities := randomMatcher(t)
		var together lists.Filter
		for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(conditionNames), 1, 5, rapid.ID).Draw(t, "conditions") {
			conditions[name](t, entities, &together)
		}
		apart := lists.Filter{And: separate(together)}
		if got, want := m.Select(entities, &together), m.Select(entities, &apart); !slices.Equal(got, want) {
			t.Fatalf("together %d, apart %d: %s", len(got), len(want), graph.EncodeJSON(apart.And))
		}
	})
}

// separate returns a filter for each condition of another.
func separate(f lists.Filter) (list []lists.Filter) {
	for _, field := range reflect.VisibleFields(reflect.TypeFor[lists.Filter]()) {
		value := reflect.ValueOf(f).FieldByIndex(field.Index)
		if field.Anonymous || value.IsZero() {
			continue
		}
		one := lists.Filter{Now: f.Now}
		reflect.ValueOf(&one).Elem().FieldByIndex(field.Index).Set(value)
		list = append(list, one)
	}
	return list
}

// TestLinksFromBothEnds checks that an edge is the same from either end, and that
// numbers of linked entities complement each other.
func TestLinksFromBothEnds(t *testing.T) {
	opposite := map[graph.Direction]graph.Direction{graph.Incoming: graph.Outgoing, graph.Outgoing: graph.Incoming}
	rapid.Check(t, func(t *rapid.T) {
		m, entities := randomMatcher(t)
		l := randomLinks(t)
		limit := rapid.IntRange(0, 4).Draw(t, "limit")
		up, down := *l, *l
		up.Count, down.Count = &lists.CountRange{From: new(limit + 1)}, &lists.CountRange{To: &limit}
		atLeast, atMost := m.Select(entities, &lists.Filter{Linked: &up}), m.Select(entities, &lists.Filter{Linked: &down})
		if !slices.Equal(atMost, without(entities, atLeast)) {
			t.Fatalf("%d have more than %d, %d of %d at most as many", len(atLeast), limit, len(atMost), len(entities))
		}
		for _, e := range entities {
			others := slices.DeleteFunc(slices.Clone(entities), func(other graph.Entity) bool {
				one := *l
				one.IDs = []string{other.Self().ID}
				return !m.Matches(e, &lists.Filter{Linked: &one})
			})
			if n := m.CountLinked(e, l); n != len(others) {
				t.Fatalf("%d entities are linked, %d of them one by one", n, len(others))
			}
		}
		if limit == 0 && !slices.Equal(atLeast, m.Select(entities, &lists.Filter{Linked: l})) {
			t.Fatal("at least one is not the same as any")
		}
		there := lists.LinkFilter{Relations: l.Relations, Direction: l.Direction}
		back := lists.LinkFilter{Relations: l.Relations}
		if l.Direction != nil {
			back.Direction = new(opposite[*l.Direction])
		}
		a, b := rapid.SampledFrom(entities).Draw(t, "a"), rapid.SampledFrom(entities).Draw(t, "b")
		there.IDs, back.IDs = []string{b.Self().ID}, []string{a.Self().ID}
		if m.Matches(a, &lists.Filter{Linked: &there}) != m.Matches(b, &lists.Filter{Linked: &back}) {
			t.Fatalf("%s and %s are linked in one direction only by %s", a.Self().Kind, b.Self().Kind, graph.EncodeJSON(there))
		}
	})
}

// TestGroupsAreFilters checks that an entity is in a group exactly if it matches the
// filter for the key of the group.
func TestGroupsAreFilters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, entities := randomMatcher(t)
		for _, e := range entities {
			for _, by := range lists.GroupFields(e.Self().Spec()) {
				keys := m.Keys(e, by, lawful)
				if len(keys) == 0 {
					t.Fatalf("%s is in no group of %s", e.Self().ID, by)
				}
				for _, key := range keys {
					if f := filterOf(by, key); f != nil && !m.Matches(e, f) {
						t.Fatalf("%s is in the group %s of %s, and does not match %s", e.Self().ID, graph.EncodeJSON(key), by,
							graph.EncodeJSON(f))
					}
				}
			}
		}
	})
}

// filterOf returns the filter for the members of a group, nil if there is none.
func filterOf(by lists.GroupBy, key lists.GroupKey) *lists.Filter {
	lacks := func(what lists.Missing) *lists.Filter { return &lists.Filter{Missing: []lists.Missing{what}} }
	switch {
	case by == lists.GroupState && key.Value != nil:
		return &lists.Filter{States: []string{*key.Value}}
	case by == lists.GroupOverdue:
		return &lists.Filter{Overdue: new(*key.Value == "true"), Now: &lawful}
	case by == lists.GroupOwner && key.Value == nil && key.Label == nil:
		return lacks(lists.MissingOwner)
	case by == lists.GroupOwner && key.Value != nil:
		return &lists.Filter{Owners: []string{*key.Value}}
	case by == lists.GroupBy(graph.KindPlan) && key.Value != nil:
		return &lists.Filter{Plans: []string{*key.Value}}
	case by == lists.GroupBy(graph.KindGoal) && key.Value == nil:
		return lacks("goals")
	}
	return nil
}

// TestSortIsTotal checks that an order does not depend on the order before it, that the
// opposite order is the reverse but for entities without a value, which are last, and
// that all entities remain.
func TestSortIsTotal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, entities := randomMatcher(t)
		spec := rapid.SampledFrom(entities).Draw(t, "entity").Self().Spec()
		list := slices.DeleteFunc(entities, func(e graph.Entity) bool { return e.Self().Kind != spec.Kind })
		field := rapid.SampledFrom(lists.IndexedOrders(spec)).Draw(t, "order")
		sorted := func(list []graph.Entity, descending bool) []graph.Entity {
			list = slices.Clone(list)
			filter.Sort(list, []lists.Order{{Field: field, Descending: lists.Descending(descending)}},
				func(label string) string { return label })
			return list
		}
		up, down := sorted(list, false), sorted(list, true)
		if again := sorted(rapid.Permutation(list).Draw(t, "permutation"), false); !slices.Equal(again, up) {
			t.Fatalf("by %s: another order of the same list", field)
		}
		if len(without(list, up)) > 0 || len(up) != len(list) {
			t.Fatalf("by %s: %d of %d entities", field, len(up), len(list))
		}
		for name, one := range map[string][]graph.Entity{"up": up, "down": down} {
			valueless := false
			for i, e := range one {
				value := lists.OrderValue(spec, field, e)
				if valueless && value != nil {
					t.Fatalf("%s by %s: %d has a value after one without", name, field, i)
				}
				valueless = value == nil
			}
		}
		for i := 1; i < len(up); i++ {
			x, y := slices.Index(down, up[i-1]), slices.Index(down, up[i])
			differ := lists.OrderValue(spec, field, up[i-1]) != lists.OrderValue(spec, field, up[i]) &&
				lists.OrderValue(spec, field, up[i]) != nil
			if differ && x < y {
				t.Fatalf("by %s: %d and %d are in the same order both ways", field, i-1, i)
			}
		}
	})
}
