package lists_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"dossier/graph"
	"dossier/graph/graphtest"
	"dossier/graph/lists"
)

var taskSpec = graph.SpecOf(graph.KindTask)

// nested returns a filter with so many others in each other.
func nested(depth int, within func(lists.Filter) lists.Filter) lists.Filter {
	f := lists.Filter{}
	for range depth {
		f = within(f)
	}
	return f
}

// someIDs returns so many ids.
func someIDs(n int) []string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = graph.ID(fmt.Sprint(i))
	}
	return ids
}

// linkedTwice returns a filter on what is linked to entities of so many kinds, which are
// linked to entities of as many.
func linkedTwice(kinds int) lists.Filter {
	return nested(2, func(f lists.Filter) lists.Filter {
		return lists.Filter{Linked: &lists.LinkFilter{Kinds: graph.AllKinds()[:kinds], Where: &f}}
	})
}

// TestLimitsOfFilters checks that a filter may have as much as the limits say, and no
// more.
func TestLimitsOfFilters(t *testing.T) {
	field := func(n int) []lists.FieldFilter {
		return slices.Repeat([]lists.FieldFilter{{Name: "x", Equal: new("y")}}, n)
	}
	where := func(f lists.Filter) lists.Filter {
		return lists.Filter{Linked: &lists.LinkFilter{Kinds: []graph.Kind{graph.KindTask}, Where: &f}}
	}
	at := time.Unix(7, 0)
	for _, test := range []struct {
		name         string
		most, beyond lists.Filter
		want         string
	}{
		{"not", nested(lists.MaxFilterDepth, func(f lists.Filter) lists.Filter { return lists.Filter{Not: &f} }),
			nested(lists.MaxFilterDepth+1, func(f lists.Filter) lists.Filter { return lists.Filter{Not: &f} }), "is too deep"},
		{"or in and", nested(lists.MaxFilterDepth, func(f lists.Filter) lists.Filter { return lists.Filter{Or: []lists.Filter{f}} }),
			nested(lists.MaxFilterDepth+1, func(f lists.Filter) lists.Filter { return lists.Filter{And: []lists.Filter{f}} }),
			"is too deep"},
		{"where", nested(lists.MaxFilterDepth, where), nested(lists.MaxFilterDepth+1, where), "is too deep"},
		{"parts", lists.Filter{And: make([]lists.Filter, lists.MaxFilters-1)}, lists.Filter{And: make([]lists.Filter, lists.MaxFilters)},
			"filter.and[49]: is too much"},
		{"parts in different lists", lists.Filter{And: make([]lists.Filter, 20), Or: make([]lists.Filter, lists.MaxFilters-21)},
			lists.Filter{And: make([]lists.Filter, 20), Or: make([]lists.Filter, lists.MaxFilters-20)}, "filter.or[29]: is too much"},
		{"kinds of linked entities", linkedTwice(10), linkedTwice(11), "asks about 132 kinds"},
		{"ids", lists.Filter{IDs: someIDs(graph.MaxIDs)}, lists.Filter{IDs: someIDs(graph.MaxIDs + 1)}, "filter.ids: 201"},
		{"owners", lists.Filter{Owners: someIDs(graph.MaxIDs)}, lists.Filter{Owners: someIDs(graph.MaxIDs + 1)}, "filter.owners: 201"},
		{"projects", lists.Filter{Projects: someIDs(graph.MaxIDs)}, lists.Filter{Projects: someIDs(graph.MaxIDs + 1)},
			"filter.projects: 201"},
		{"linked ids", lists.Filter{Linked: &lists.LinkFilter{IDs: someIDs(graph.MaxIDs)}},
			lists.Filter{Linked: &lists.LinkFilter{IDs: someIDs(graph.MaxIDs + 1)}}, "filter.linked.ids: 201"},
		{"labels", lists.Filter{Labels: &lists.LabelFilter{None: make([]string, graph.MaxIDs)}},
			lists.Filter{Labels: &lists.LabelFilter{None: make([]string, graph.MaxIDs+1)}}, "filter.labels.none: 201"},
		{"fields", lists.Filter{Fields: field(graph.MaxIDs)}, lists.Filter{Fields: field(graph.MaxIDs + 1)}, "filter.fields: 201"},
		{"values of a field", lists.Filter{Fields: []lists.FieldFilter{{Name: "x", In: make([]string, graph.MaxIDs)}}},
			lists.Filter{Fields: []lists.FieldFilter{{Name: "x", In: make([]string, graph.MaxIDs+1)}}}, "filter.fields[0].in: 201"},
		{"a name of a field", lists.Filter{Fields: []lists.FieldFilter{{Name: strings.Repeat("é", 1000), Missing: new(true)}}},
			lists.Filter{Fields: []lists.FieldFilter{{Name: strings.Repeat("é", 1001), Missing: new(true)}}},
			"filter.fields[0].name: has 1001"},
		{"priorities", lists.Filter{Priorities: []int{1, 5}}, lists.Filter{Priorities: []int{1, 6}},
			"filter.priorities[1]: 6 is out of range"},
		{"a range of one moment", lists.Filter{Dates: lists.Dates{Due: &lists.TimeRange{From: &at, To: &at}}},
			lists.Filter{Dates: lists.Dates{Due: &lists.TimeRange{From: &at, To: new(at.Add(-1))}}}, "filter.due: to lies before from"},
		{"a range of one number", lists.Filter{Probability: &lists.NumberRange{From: new(.5), To: new(.5)}},
			lists.Filter{Probability: &lists.NumberRange{From: new(.5), To: new(.4999)}}, "filter.probability: "},
		{"a number of links", lists.Filter{Linked: &lists.LinkFilter{Count: &lists.CountRange{From: new(0), To: new(0)}}},
			lists.Filter{Linked: &lists.LinkFilter{Count: &lists.CountRange{To: new(-1)}}}, "filter.linked.count: is less than 0"},
	} {
		if err := lists.CheckFilter(taskSpec, &test.most); err != nil {
			t.Errorf("%s: got %v for as much as is allowed", test.name, err)
		}
		graphtest.Refused(t, test.name, lists.CheckFilter(taskSpec, &test.beyond), graph.CodeBadUserInput, test.want)
	}
}

// TestIDsBecomeCanonical checks that ids in each list of a filter get the form in which
// they are stored, also in its parts.
func TestIDsBecomeCanonical(t *testing.T) {
	want := graph.ID("x")
	given := func() []string { return []string{strings.ToUpper(want)} }
	whole := func() lists.Filter {
		return lists.Filter{IDs: given(), Projects: given(), Plans: given(), Goals: given(), Milestones: given(), Owners: given(),
			Linked: &lists.LinkFilter{IDs: given()}}
	}
	f := whole()
	f.And, f.Or, f.Not, f.Linked.Where = []lists.Filter{whole()}, []lists.Filter{whole()}, new(whole()), new(whole())
	f.Linked.Kinds = []graph.Kind{graph.KindTask}
	if err := lists.CheckFilter(taskSpec, &f); err != nil {
		t.Fatal(err)
	}
	if text := graph.EncodeJSON(f); strings.Contains(text, given()[0]) || strings.Count(text, want) != 5*7 {
		t.Errorf("%d of %d ids are canonical: %s", strings.Count(text, want), 5*7, text)
	}
}

// TestFiltersOfSeveralKinds checks that a filter of a list of several kinds may have what
// one of them has.
func TestFiltersOfSeveralKinds(t *testing.T) {
	for name, test := range map[string]struct {
		filter lists.Filter
		want   string
	}{
		"a state of risks and one of tasks": {lists.Filter{States: []string{"mitigated", "todo"}}, ""},
		"what only risks lack":              {lists.Filter{Missing: []lists.Missing{"probability", "due"}}, ""},
		"no state":                          {lists.Filter{States: []string{"asleep"}}, `entities have no "asleep"`},
		"nothing to lack":                   {lists.Filter{Missing: []lists.Missing{"taste"}}, `entities cannot lack "taste"`},
		"of links": {lists.Filter{Linked: &lists.LinkFilter{Relations: []graph.Relation{graph.RelHasTask}, Direction: new(graph.Outgoing),
			Where: &lists.Filter{States: []string{"mitigated"}}}}, `filter.linked.where.states[0]: tasks have no "mitigated"`},
	} {
		err := lists.CheckFilter(graph.ListSpec(""), &test.filter)
		if test.want != "" {
			graphtest.Refused(t, name, err, graph.CodeBadUserInput, test.want)
		} else if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestLimitsOfLists checks sizes and orders of pages.
func TestLimitsOfLists(t *testing.T) {
	by := func(fields ...lists.OrderField) (order []lists.Order) {
		for _, field := range fields {
			order = append(order, lists.Order{Field: field})
		}
		return order
	}
	all := by(lists.OrderFields(taskSpec)...)
	for name, test := range map[string]struct {
		args lists.ListArgs
		want string
	}{
		"nothing":           {lists.ListArgs{}, ""},
		"the least":         {lists.ListArgs{First: new(1)}, ""},
		"the most":          {lists.ListArgs{Last: new(lists.MaxPage)}, ""},
		"no entity":         {lists.ListArgs{First: new(0)}, "first: 0 is out of range; expected 1 to 200"},
		"too many":          {lists.ListArgs{Last: new(lists.MaxPage + 1)}, "last: 201 is out of range"},
		"both ends":         {lists.ListArgs{First: new(1), Last: new(1)}, "last: first and last were both given"},
		"the most orders":   {lists.ListArgs{OrderBy: all[:lists.MaxOrders]}, ""},
		"too many orders":   {lists.ListArgs{OrderBy: all[:lists.MaxOrders+1]}, "orderBy: 5 orders are too many"},
		"an order twice":    {lists.ListArgs{OrderBy: by(lists.OrderDue, lists.OrderDue)}, "orderBy[1].field: DUE is there already"},
		"of other kinds":    {lists.ListArgs{OrderBy: by(lists.OrderProbability)}, "orderBy[0].field: expected one of created_at, "},
		"of a long name":    {lists.ListArgs{OrderBy: by(lists.OrderField(strings.Repeat("x", 1000)))}, "xxx…"},
		"a wrong filter":    {lists.ListArgs{Filter: &lists.Filter{IDs: []string{"x"}}}, "filter.ids[0]: "},
		"a wrong cursor":    {lists.ListArgs{After: new("x")}, "after: not a cursor of this list"},
		"a wrong last page": {lists.ListArgs{Before: new("x")}, "before: not a cursor of this list"},
	} {
		list, err := test.args.List(graph.KindTask)
		switch {
		case test.want != "":
			graphtest.Refused(t, name, err, graph.CodeBadUserInput, test.want)
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case max(list.First, list.Last) == 0 || len(list.Order) == 0:
			t.Errorf("%s: got %+v", name, list)
		}
	}
	list, err := (&lists.ListArgs{}).List(graph.KindTask)
	want := lists.Order{Field: lists.OrderUpdated, Descending: true}
	if err != nil || list.First != lists.DefaultPage || !slices.Equal(list.Order, []lists.Order{want}) {
		t.Errorf("without arguments: got %+v, %v", list, err)
	}
}

// TestLimitsOfGroups checks the names by which numbers are summarised.
func TestLimitsOfGroups(t *testing.T) {
	for name, test := range map[string]struct {
		numbers []string
		want    string
	}{
		"none": {nil, ""}, "the most": {[]string{"a", "b", "c", "d", "e"}, ""},
		"too many": {[]string{"a", "b", "c", "d", "e", "f"}, "numbers: 6 are too many; expected at most 5"},
		"twice":    {[]string{"a", "b", "a"}, `numbers[2]: "a" is there already`},
		"blank":    {[]string{"a", " "}, "numbers[1]: is blank"},
		"long":     {[]string{strings.Repeat("é", 1001)}, "numbers[0]: has 1001 characters"},
	} {
		err := (&lists.Grouping{Numbers: test.numbers}).CheckNumbers()
		if test.want != "" {
			graphtest.Refused(t, name, err, graph.CodeBadUserInput, test.want)
		} else if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
