package readtest

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"dossier/db/dbtest/fixture"
	"dossier/graph"
	"dossier/graph/lists"
)

// randomFilters compares lists with random filters, and their totals, with an
// evaluation in memory.
func randomFilters(f *fixture.F) {
	w := f.NewWorld(1)
	rapid.Check(f, func(t *rapid.T) {
		spec := rapid.SampledFrom(graph.Kinds[1:]).Draw(t, "kind")
		filter := drawFilter(w, t, spec, 2)
		if err := lists.CheckFilter(spec, &filter); err != nil {
			t.Skip(err) // too many kinds
		}
		order := drawOrder(t, spec)
		want := fixture.Sorted(w.Select(w.All(spec.Kind), &filter), order)
		page, err := f.Store.List(f.Ann, lists.List{Kind: spec.Kind, Filter: filter, Order: order, First: 200, Total: true})
		if err != nil {
			t.Fatal(err)
		}
		if got := fixture.IDs(page.Entities); !slices.Equal(got, fixture.IDs(want)) || page.Total != len(want) {
			t.Fatalf("%+v: got %d of %d, want %d", filter, len(got), page.Total, len(want))
		}
	})
}

func drawOrder(t *rapid.T, spec *graph.Spec) []lists.Order {
	fields := rapid.Permutation(lists.OrderFields(spec)).Draw(t, "order")
	order := make([]lists.Order, rapid.IntRange(1, min(len(fields), lists.MaxOrders)).Draw(t, "orders"))
	for i := range order {
		order[i] = lists.Order{Field: fields[i], Descending: lists.Descending(rapid.Bool().Draw(t, "descending"))}
	}
	return order
}

// drawFilter draws a filter of one or two conditions. Up to depth, it may have
// further filters as parts.
func drawFilter(w *fixture.World, t *rapid.T, spec *graph.Spec, depth int) (f lists.Filter) {
	for range rapid.IntRange(1, 2).Draw(t, "conditions") {
		rapid.SampledFrom(slices.Concat(conditions(), conditionsOnOthers())).Draw(t, "condition")(w, t, spec, &f)
	}
	if depth == 0 {
		return f
	}
	part := func(string) lists.Filter { return drawFilter(w, t, spec, depth-1) }
	switch rapid.IntRange(0, 5).Draw(t, "part") {
	case 0:
		f.And = []lists.Filter{part("and"), part("and")}
	case 1:
		f.Or = []lists.Filter{part("or"), part("or"), part("or")}
	case 2:
		f.Not = new(part("not"))
	case 3:
		f.Or = []lists.Filter{}
	}
	return f
}

// A condition sets a random condition of a filter for a kind.
type condition func(w *fixture.World, t *rapid.T, spec *graph.Spec, f *lists.Filter)

func conditions() []condition {
	return []condition{
		func(w *fixture.World, t *rapid.T, spec *graph.Spec, f *lists.Filter) {
			f.IDs = drawIDs(w, t, spec.Kind)
		},
		func(_ *fixture.World, t *rapid.T, _ *graph.Spec, f *lists.Filter) {
			f.ExternalIDs = []string{fmt.Sprint("external ", rapid.IntRange(0, 150).Draw(t, "external")), "nothing"}
		},
		func(_ *fixture.World, t *rapid.T, spec *graph.Spec, f *lists.Filter) {
			if len(spec.States) > 0 {
				f.States = rapid.SliceOfN(rapid.SampledFrom(spec.States), 1, 3).Draw(t, "states")
			}
		},
		func(_ *fixture.World, _ *rapid.T, _ *graph.Spec, f *lists.Filter) {
			f.Types = []string{"type.a", "type.c"}
		},
		func(_ *fixture.World, _ *rapid.T, _ *graph.Spec, f *lists.Filter) {
			f.TypePrefix = new("type.a")
		},
		func(_ *fixture.World, _ *rapid.T, _ *graph.Spec, f *lists.Filter) { f.Priorities = []int{1, 3} },
		func(_ *fixture.World, _ *rapid.T, _ *graph.Spec, f *lists.Filter) {
			f.Impacts = []string{"high", "low"}
		},
		func(_ *fixture.World, t *rapid.T, _ *graph.Spec, f *lists.Filter) {
			f.Probability = &lists.NumberRange{From: new(.25), To: rapid.SampledFrom([]*float64{nil, new(.5)}).Draw(t, "to")}
		},
		func(_ *fixture.World, _ *rapid.T, _ *graph.Spec, f *lists.Filter) {
			f.RecordType = new(graph.PersonType)
		},
		func(_ *fixture.World, _ *rapid.T, _ *graph.Spec, f *lists.Filter) { f.Text = new("PPLE") },
		func(_ *fixture.World, t *rapid.T, _ *graph.Spec, f *lists.Filter) {
			some := rapid.SliceOfN(rapid.SampledFrom(append(fixture.Labels, "nothing")), 0, 2)
			f.Labels = &lists.LabelFilter{All: some.Draw(t, "all"), None: some.Draw(t, "none")}
			if rapid.Bool().Draw(t, "has any") {
				f.Labels.Any = some.Draw(t, "any")
			}
		},
	}
}

// conditionsOnOthers are conditions on what an entity is linked to, and on values
// that no column has.
func conditionsOnOthers() []condition {
	return []condition{
		func(w *fixture.World, t *rapid.T, _ *graph.Spec, f *lists.Filter) {
			f.Plans = drawIDs(w, t, graph.KindPlan)
		},
		func(w *fixture.World, t *rapid.T, _ *graph.Spec, f *lists.Filter) {
			f.Goals = drawIDs(w, t, graph.KindGoal)
		},
		func(w *fixture.World, t *rapid.T, _ *graph.Spec, f *lists.Filter) {
			f.Milestones = drawIDs(w, t, graph.KindMilestone)
		},
		func(w *fixture.World, t *rapid.T, _ *graph.Spec, f *lists.Filter) {
			f.Owners = drawIDs(w, t, graph.KindRecord)
		},
		func(_ *fixture.World, _ *rapid.T, _ *graph.Spec, f *lists.Filter) { f.OwnerName = new("zo") },
		func(w *fixture.World, t *rapid.T, _ *graph.Spec, f *lists.Filter) { f.Linked = drawLinked(w, t, 1) },
		func(w *fixture.World, t *rapid.T, _ *graph.Spec, f *lists.Filter) { f.Linked = drawLinked(w, t, 2) },
		func(_ *fixture.World, t *rapid.T, _ *graph.Spec, f *lists.Filter) {
			f.Fields = rapid.SliceOfN(rapid.Custom(drawField), 1, 2).Draw(t, "fields")
		},
		func(_ *fixture.World, t *rapid.T, _ *graph.Spec, f *lists.Filter) {
			f.Ready = new(rapid.Bool().Draw(t, "ready"))
		},
		func(_ *fixture.World, t *rapid.T, _ *graph.Spec, f *lists.Filter) {
			f.Projects = rapid.SampledFrom([][]string{{}, {graph.ID("p")}, {graph.ID("q"), graph.ID("p")}, {graph.ID("q")}}).Draw(t, "projects")
		},
		func(_ *fixture.World, t *rapid.T, _ *graph.Spec, f *lists.Filter) {
			*f = rapid.SampledFrom(empty).Draw(t, "empty")
		},
		func(_ *fixture.World, t *rapid.T, spec *graph.Spec, f *lists.Filter) {
			f.Missing = []lists.Missing{rapid.SampledFrom(lists.MissingFields(spec)).Draw(t, "missing")}
		},
		func(_ *fixture.World, t *rapid.T, _ *graph.Spec, f *lists.Filter) {
			f.Overdue, f.Now = new(rapid.Bool().Draw(t, "overdue")), new(inZone(t, fixture.Start))
		},
		func(_ *fixture.World, t *rapid.T, _ *graph.Spec, f *lists.Filter) {
			from := inZone(t, rapid.SampledFrom([]time.Time{fixture.Start, graph.DayOf(inZone(t, fixture.Start)).Start,
				graph.DayOf(fixture.Start).Date}).Draw(t, "from"))
			r := &lists.TimeRange{From: &from, To: new(from.AddDate(0, 0, rapid.IntRange(1, 10).Draw(t, "days")))}
			f.Dates = rapid.SampledFrom([]lists.Dates{
				{Created: r}, {Due: r}, {Start: r, Updated: r}, {Completed: &lists.TimeRange{To: r.To}}, {Ts: r}, {Decision: &lists.TimeRange{}},
			}).Draw(t, "dates")
		},
	}
}

// empty are filters with an empty list of alternatives, which match nothing.
var empty = []lists.Filter{
	{Or: []lists.Filter{}}, {IDs: []string{}}, {ExternalIDs: []string{}}, {States: []string{}}, {Types: []string{}},
	{Projects: []string{}}, {Fields: []lists.FieldFilter{{Name: "team", In: []string{}}}}, {
		Linked: &lists.LinkFilter{Where: &lists.Filter{Or: []lists.Filter{}}},
	},
	{Priorities: []int{}}, {Impacts: []string{}}, {Plans: []string{}}, {Goals: []string{}}, {Milestones: []string{}}, {Owners: []string{}},
	{Labels: &lists.LabelFilter{Any: []string{}}}, {Linked: &lists.LinkFilter{IDs: []string{}}}, {
		Linked: &lists.LinkFilter{Kinds: []graph.Kind{}},
	}, {Linked: &lists.LinkFilter{Relations: []graph.Relation{}}},
}

// emptyAlternatives tests that a filter with an empty list of alternatives
// matches nothing, its negation everything, and so do an empty And and Missing.
func emptyAlternatives(f *fixture.F) {
	w := f.NewWorld(2)
	for _, spec := range graph.Kinds[1:] {
		count := func(filter lists.Filter) int {
			return f.List(lists.List{Kind: spec.Kind, Filter: filter, Order: fixture.ByUpdated, First: 1, Total: true}).Total
		}
		for _, filter := range empty {
			if n := count(filter); n != 0 {
				f.Errorf("%d %s match %+v", n, spec.Plural, filter)
			}
			if n, all := count(lists.Filter{Not: &filter}), len(w.All(spec.Kind)); n != all {
				f.Errorf("%d %s of %d match not %+v", n, spec.Plural, all, filter)
			}
		}
		if n, all := count(lists.Filter{And: []lists.Filter{}, Missing: []lists.Missing{}}), len(w.All(spec.Kind)); n != all {
			f.Errorf("%d %s of %d match an empty And and Missing", n, spec.Plural, all)
		}
	}
	for _, links := range []graph.Links{{Kinds: []graph.Kind{}}, {Kinds: graph.AllKinds(), Ways: []graph.Way{}}} {
		pages := linkedPages(f, links, lists.List{Order: fixture.ByUpdated, First: 1, Total: true}, fixture.IDs(w.All(graph.KindPlan))[:1])
		for _, page := range pages {
			if page.Total != 0 || len(page.Entities) != 0 || page.HasNext {
				f.Errorf("%+v: got %+v", links, page)
			}
		}
	}
}

// drawIDs draws ids of a kind, and adds an unknown one.
func drawIDs(w *fixture.World, t *rapid.T, kind graph.Kind) []string {
	all := fixture.IDs(w.All(kind))
	slices.Sort(all)
	return append(rapid.SliceOfN(rapid.SampledFrom(all), 1, 5).Draw(t, "ids"), graph.ID("unknown"))
}

// drawLinked draws a condition on linked entities, which up to depth has conditions of
// its own.
func drawLinked(w *fixture.World, t *rapid.T, depth int) *lists.LinkFilter {
	l := &lists.LinkFilter{
		Direction: rapid.SampledFrom([]*graph.Direction{nil, new(graph.Outgoing), new(graph.Incoming)}).Draw(t, "direction"),
	}
	if rapid.Bool().Draw(t, "has kinds") {
		l.Kinds = rapid.SampledFrom([][]graph.Kind{{graph.KindTask, graph.KindRisk}, {graph.KindTask},
			{graph.KindProject, graph.KindRecord}}).Draw(t, "kinds")
	}
	if rapid.Bool().Draw(t, "has relations") {
		l.Relations = rapid.SampledFrom([][]graph.Relation{
			{graph.RelContains, graph.RelRelatesTo, graph.RelDependsOn}, {graph.RelHasTask}, {graph.RelBlocks, graph.RelSupportsGoal},
		}).Draw(t, "relations")
	}
	if rapid.IntRange(0, 3).Draw(t, "has ids") == 0 {
		l.IDs = drawIDs(w, t, graph.KindTask)
	}
	if depth > 0 && rapid.Bool().Draw(t, "has where") {
		spec := graph.SpecOf(rapid.SampledFrom(append(l.Targets(), graph.KindTask)).Draw(t, "kind of where"))
		l.Where = new(drawFilter(w, t, spec, depth-1))
	}
	if rapid.Bool().Draw(t, "has count") {
		number := func(name string) *int {
			return rapid.SampledFrom([]*int{nil, new(0), new(1), new(2), new(3)}).Draw(t, name)
		}
		l.Count = &lists.CountRange{From: number("from"), To: number("to")}
	}
	return l
}

// drawField draws a condition on a field, with values that fields have and others.
func drawField(t *rapid.T) lists.FieldFilter {
	value := rapid.SampledFrom([]string{
		"", " ", "true", "TRUE", "0", "3", "3.25", "3.250", "03", "-12", "1000", "1e3", "ops", "Ops", "OPS TEAM", "ännä's %", "Ännä's %",
		"2026-11-30", "2026-12-31", "a",
	})
	optional := func(name string, chance int) *string {
		if rapid.IntRange(0, chance).Draw(t, "has "+name) > 0 {
			return nil
		}
		return new(value.Draw(t, name))
	}
	f := lists.FieldFilter{
		Name: rapid.SampledFrom(append(fixture.FieldNames, "owner", "nothing")).Draw(t, "name"), Equal: optional("equal", 4),
		Contains: optional("contains", 4),
		Less:     optional("less", 5), AtMost: optional("at most", 4), Greater: optional("greater", 5), AtLeast: optional("at least", 4),
	}
	if rapid.IntRange(0, 3).Draw(t, "has in") == 0 {
		f.In = rapid.SliceOfN(value, 0, 3).Draw(t, "in")
	}
	if !f.HasValue() || rapid.IntRange(0, 4).Draw(t, "has missing") == 0 {
		f.Missing = new(rapid.Bool().Draw(t, "missing"))
	}
	return f
}

// hostileFilters tests that text that would change a statement, if it were a
// part of it, matches nothing and deletes nothing.
func hostileFilters(f *fixture.F) {
	w := f.NewWorld(2)
	before := len(w.All(graph.KindTask))
	for _, text := range []string{"'; DROP TABLE onto_tasks; --", `" OR 1=1 --`, "%", "_", `\`, "$1", "?1", "\x00", "x') OR ('1'='1"} {
		for name, filter := range map[string]lists.Filter{
			"text":         {Text: &text},
			"type":         {Types: []string{text}},
			"prefix":       {TypePrefix: &text},
			"state":        {States: []string{text}},
			"impact":       {Impacts: []string{text}},
			"record type":  {RecordType: &text},
			"external id":  {ExternalIDs: []string{text}},
			"owner name":   {OwnerName: &text},
			"label":        {Labels: &lists.LabelFilter{Any: []string{text}}},
			"all labels":   {Labels: &lists.LabelFilter{All: []string{text}}},
			"missing":      {Missing: []lists.Missing{lists.Missing(text)}},
			"relation":     {Linked: &lists.LinkFilter{Relations: []graph.Relation{graph.Relation(text)}}},
			"linked kinds": {Linked: &lists.LinkFilter{Kinds: []graph.Kind{graph.Kind(text)}}},
			"field":        {Fields: []lists.FieldFilter{{Name: text, Equal: new("x")}}},
			"field value":  {Fields: []lists.FieldFilter{{Name: "nothing", In: []string{text}}}},
			"linked where": {Linked: &lists.LinkFilter{Where: &lists.Filter{Text: &text}}},
			"linked field": {Linked: &lists.LinkFilter{Where: &lists.Filter{Fields: []lists.FieldFilter{{Name: text, Contains: &text}}}}},
			"not nothing":  {And: []lists.Filter{{Not: &lists.Filter{}}}, Text: &text},
		} {
			page, err := f.Store.List(f.Ann, lists.List{Kind: graph.KindTask, Filter: filter, Order: fixture.ByUpdated, First: 1, Total: true})
			if strings.Contains(text, "\x00") && err != nil {
				continue // Postgres cannot store such text
			}
			if err != nil || page.Total != 0 {
				f.Errorf("%s %q: got %v, %v", name, text, page, err)
			}
		}
	}
	if page := f.List(lists.List{Kind: graph.KindTask, Order: fixture.ByUpdated, First: 1, Total: true}); page.Total != before {
		f.Errorf("%d tasks are left of %d", page.Total, before)
	}
}

// inZone returns a moment in some time zone.
func inZone(t *rapid.T, at time.Time) time.Time {
	return at.In(time.FixedZone("", 1800*rapid.IntRange(-24, 28).Draw(t, "half hours of the time zone")))
}
