package lists_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"dossier/graph"
	"dossier/graph/lists"
)

// TestFiltersAreChecked checks that invalid filters are refused, with the path
// of the fault.
func TestFiltersAreChecked(t *testing.T) {
	id := graph.ID("x")
	deep := &lists.Filter{}
	for range lists.MaxFilterDepth + 1 {
		deep = &lists.Filter{Not: deep}
	}
	late, early := time.Unix(2, 0), time.Unix(1, 0)
	for _, test := range []struct {
		filter lists.Filter
		want   string // "" for none
	}{
		{lists.Filter{}, ""},
		{lists.Filter{States: []string{"todo"}, Plans: []string{id}, Missing: []lists.Missing{"due", "plans", "owner"}}, ""},
		{lists.Filter{IDs: []string{id, "none"}}, `filter.ids[1]: expected a UUID`},
		{lists.Filter{Not: &lists.Filter{Owners: []string{"x"}}}, "filter.not.owners[0]: "},
		{lists.Filter{Linked: &lists.LinkFilter{IDs: []string{"x"}}}, "filter.linked.ids[0]: "},
		{lists.Filter{And: []lists.Filter{{}, {States: []string{"todo", "asleep"}}}},
			`filter.and[1].states[1]: tasks have no "asleep"; expected one of todo, in_progress, blocked, done`},
		{lists.Filter{Or: []lists.Filter{{Priorities: []int{0}}}},
			"filter.or[0].priorities[0]: 0 is out of range; expected 1 (highest) to 5"},
		{lists.Filter{Impacts: []string{"huge"}}, "filter.impacts[0]: "},
		{lists.Filter{Missing: []lists.Missing{"risks", "probability"}},
			`filter.missing[1]: tasks cannot lack "probability"; expected one of owner, plans, `},
		{lists.Filter{Probability: &lists.NumberRange{From: new(.5), To: new(.2)}}, "filter.probability: to is less than from"},
		{lists.Filter{And: []lists.Filter{{Dates: lists.Dates{Due: &lists.TimeRange{From: &late, To: &early}}}}},
			"filter.and[0].due: to lies before from"},
		{lists.Filter{Types: make([]string, graph.MaxIDs+1)}, "filter.types: 201 values are too many; expected at most 200"},
		{lists.Filter{Linked: &lists.LinkFilter{Relations: []graph.Relation{graph.RelHasTask},
			Where: &lists.Filter{States: []string{"blocked", "active"}}}}, ""},
		{lists.Filter{Linked: &lists.LinkFilter{Kinds: []graph.Kind{graph.KindRisk}, Where: &lists.Filter{States: []string{"blocked"}}}},
			`filter.linked.where.states[0]: risks have no "blocked"; expected one of `},
		{lists.Filter{Linked: &lists.LinkFilter{Kinds: []graph.Kind{graph.KindRisk},
			Where: &lists.Filter{Missing: []lists.Missing{"impact", "due"}}}}, `filter.linked.where.missing[1]: risks cannot lack "due"`},
		{lists.Filter{Linked: &lists.LinkFilter{Where: &lists.Filter{Linked: &lists.LinkFilter{Where: &lists.Filter{}}}}},
			"filter.linked.where.linked.where: asks about "},
		{lists.Filter{Linked: &lists.LinkFilter{Count: &lists.CountRange{From: new(-1)}}}, "filter.linked.count: is less than 0"},
		{lists.Filter{Linked: &lists.LinkFilter{Count: &lists.CountRange{From: new(3), To: new(2)}}},
			"filter.linked.count: to is less than from"},
		{lists.Filter{Linked: &lists.LinkFilter{Where: deep}}, "filter.linked.where.not.not.not.not.not: is too deep"},
		{lists.Filter{Fields: []lists.FieldFilter{{Name: "estimate", AtMost: new("3")}}, Ready: new(true), Projects: []string{id}}, ""},
		{lists.Filter{Fields: []lists.FieldFilter{{Name: " ", Equal: new("3")}}},
			"filter.fields[0].name: is blank; expected the name of a property"},
		{lists.Filter{Or: []lists.Filter{{Fields: []lists.FieldFilter{{Name: "estimate"}}}}},
			"filter.or[0].fields[0]: has no condition; expected equal, in, "},
		{lists.Filter{Fields: []lists.FieldFilter{{Name: "x", In: []string{"a", "b\x00"}}}}, "filter.fields[0].in[1]: has a NUL character"},
		{lists.Filter{Fields: []lists.FieldFilter{{Name: "x", Less: new(strings.Repeat("é", 1001))}}},
			"filter.fields[0].less: has 1001 characters; expected at most 1000"},
		{lists.Filter{Projects: []string{"none"}}, "filter.projects[0]: expected a UUID"},
		{*deep, "filter.not.not.not.not.not.not: is too deep; expected at most 5 levels"},
		{lists.Filter{Or: make([]lists.Filter, lists.MaxFilters)}, "filter.or[49]: is too much; expected at most 50 filters"},
	} {
		err := lists.CheckFilter(graph.SpecOf(graph.KindTask), &test.filter)
		switch {
		case err == nil && test.want == "":
		case err == nil || test.want == "" || !strings.HasPrefix(err.Error(), test.want) || graph.CodeOf(err) != graph.CodeBadUserInput:
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}

// TestClock checks that Clock sets the time in every part with Overdue, unless
// it has one.
func TestClock(t *testing.T) {
	now, given := time.Unix(2, 0), time.Unix(1, 0)
	f := lists.Filter{
		And: []lists.Filter{{Overdue: new(true)}, {Overdue: new(true), Now: &given}},
		Or:  []lists.Filter{{}},
		Not: &lists.Filter{Overdue: new(false)},
	}
	f = f.Clock(now)
	if !f.And[0].Now.Equal(now) || !f.And[1].Now.Equal(given) || f.Or[0].Now != nil || !f.Not.Now.Equal(now) || f.Now != nil {
		t.Errorf("got %+v", f)
	}
}

// nestedKinds are the kinds of the lists that TestNested expects. A kind that is
// added leaves these lists as they are.
var nestedKinds = []graph.Kind{
	graph.KindProject, graph.KindPlan, graph.KindGoal, graph.KindTask, graph.KindMilestone, graph.KindDocument, graph.KindOutput,
	graph.KindRisk, graph.KindDecision, graph.KindRequirement, graph.KindSignal, graph.KindInsight, graph.KindRecord,
}

func TestNested(t *testing.T) {
	for _, test := range []struct {
		kind  graph.Kind
		names string
	}{
		{graph.KindProject, "plans goals tasks milestones documents outputs risks decisions requirements signals insights records"},
		{graph.KindPlan, "goals tasks milestones risks decisions requirements dependsOn neededBy requires requiredBy blocks blockedBy"},
		{graph.KindGoal, "plans tasks milestones outputs risks decisions requirements dependsOn neededBy requires blocks blockedBy"},
		{graph.KindTask, "plans goals milestones outputs risks decisions requirements subtasks subtaskOf dependsOn neededBy " +
			"requires requiredBy blocks blockedBy"},
		{graph.KindMilestone, "plans goals tasks outputs risks decisions requirements dependsOn neededBy blocks blockedBy"},
		{graph.KindDocument, "risks"},
		{graph.KindRisk, "plans goals tasks milestones documents"},
		{graph.KindInsight, "signals"},
		{graph.KindRecord, "owns"},
	} {
		var names []string
		for _, list := range graph.SpecOf(test.kind).Nested() {
			if list.Kind() == "" || slices.Contains(nestedKinds, list.Kind()) {
				names = append(names, list.Name)
			}
		}
		if got := strings.Join(names, " "); got != test.names {
			t.Errorf("%s: got %s, want %s", test.kind, got, test.names)
		}
	}
	tasks := graph.SpecOf(graph.KindGoal).NestedList("tasks")
	want := []graph.Way{{Rel: graph.RelHasTask, Out: true}, {Rel: graph.RelSupportsGoal}}
	if tasks.Kind() != graph.KindTask || !slices.Equal(tasks.Links.Ways, want) ||
		tasks.Doc != "The tasks that are linked to it: has task, supported by." {
		t.Errorf("got %+v", tasks)
	}
	if list := graph.SpecOf(graph.KindTask).NestedList("neededBy"); list.Kind() != "" || list.Column() != "needed_by" {
		t.Errorf("got %+v", list)
	}
	if list := graph.SpecOf(graph.KindTask).NestedList("owns"); list != nil {
		t.Errorf("got %+v", list)
	}
}

func TestWaysAlongRelations(t *testing.T) {
	if ways := graph.Follow(nil, nil); ways != nil {
		t.Errorf("got %v, want all", ways)
	}
	if ways := graph.Follow([]graph.Relation{}, nil); ways == nil || len(ways) != 0 {
		t.Errorf("got %v, want none", ways)
	}
	if ways := graph.Follow(nil, new(graph.Incoming)); len(ways) != len(graph.Relations) || ways[0].Out {
		t.Errorf("got %v", ways)
	}
	if ways := graph.Follow([]graph.Relation{graph.RelBlocks}, nil); !slices.Equal(ways,
		[]graph.Way{{Rel: graph.RelBlocks, Out: true}, {Rel: graph.RelBlocks}}) {
		t.Errorf("got %v", ways)
	}
}

func TestNamedOwner(t *testing.T) {
	for props, want := range map[string]string{
		`{}`: "", `{"owner": " Ann "}`: "Ann", `{"lead": "Bob", "assignee": "Eve"}`: "Eve",
		`{"owners": [3, "", "Cleo", "Dan"]}`: "Cleo", `{"verantwortlich": "Ute"}`: "Ute",
		`{"owner": {"name": "Ann"}, "author": "Zoë"}`: "Zoë",
	} {
		parsed, err := graph.ParseJSON([]byte(props))
		if err != nil {
			t.Fatal(err)
		}
		task := &graph.Task{}
		if task.Props = parsed; graph.NamedOwner(task) != want {
			t.Errorf("%s: got %q, want %q", props, graph.NamedOwner(task), want)
		}
		if record := (&graph.Record{Fields: parsed}); graph.NamedOwner(record) != want {
			t.Errorf("fields %s: got %q, want %q", props, graph.NamedOwner(record), want)
		}
	}
}

func TestCursors(t *testing.T) {
	task := graph.SpecOf(graph.KindTask)
	order := []lists.Order{{Field: lists.OrderPriority}, {Field: lists.OrderDue, Descending: true}, {Field: lists.OrderLabel},
		{Field: lists.OrderUpdated}}
	e := &graph.Task{Title: strings.Repeat("é", 80), Priority: new(3)}
	e.ID, e.UpdatedAt = graph.ID("e"), time.Unix(5, 6000).UTC()
	text := lists.CursorAt(task, order, e).String()
	cursor, err := lists.ParseCursor(task, "after", order, text)
	if want := []any{3, nil, strings.Repeat("é", lists.LabelKey), e.UpdatedAt}; err != nil || !slices.Equal(cursor.Values, want) ||
		cursor.ID != e.ID {
		t.Errorf("got %+v, %v, want %v", cursor, err, want)
	}
	for name, order := range map[string][]lists.Order{
		"fewer": order[:3], "others": {order[1], order[0], order[2], order[3]}, "one": {{Field: lists.OrderDue}},
	} {
		if _, err := lists.ParseCursor(task, "after", order, text); graph.CodeOf(err) != graph.CodeBadUserInput ||
			!strings.HasPrefix(err.Error(), "after: ") {
			t.Errorf("%s: got %v", name, err)
		}
	}
	for _, text := range []string{"", "x", "W10", "W1tdLFtdLCJ4Il0", strings.ToUpper(text)} {
		if _, err := lists.ParseCursor(task, "before", order, text); graph.CodeOf(err) != graph.CodeBadUserInput {
			t.Errorf("%q: got %v", text, err)
		}
	}
	byLabel := []lists.Order{{Field: lists.OrderLabel}}
	text = lists.CursorAt(task, byLabel, e).String()
	for _, kind := range []graph.Kind{graph.KindGoal, ""} {
		if _, err := lists.ParseCursor(graph.ListSpec(kind), "after", byLabel, text); graph.CodeOf(err) != graph.CodeBadUserInput {
			t.Errorf("a cursor of tasks in a list of %q: got %v", kind, err)
		}
	}
}

func TestGroupFields(t *testing.T) {
	fields := lists.GroupFields(graph.SpecOf(graph.KindTask))
	for _, want := range []lists.GroupBy{lists.GroupState, "priority", lists.GroupOwner, "plan", "milestone", lists.GroupOverdue,
		"due_week", "completed_month"} {
		if !slices.Contains(fields, want) {
			t.Errorf("tasks lack %s", want)
		}
	}
	for by, want := range map[lists.GroupBy]string{
		"due_week":  "",
		"impact":    `by[0]: tasks cannot be grouped by "impact"; expected one of state, type, priority, `,
		"ts_month":  `by[0]: tasks cannot`,
		"documents": `by[0]: tasks cannot`,
	} {
		err := lists.CheckGroupBy(graph.SpecOf(graph.KindTask), []lists.GroupBy{by})
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s: got %v, want %q", by, err, want)
		}
	}
	for _, by := range [][]lists.GroupBy{{"state", "state"}, {"state", "type", "owner", "priority"}} {
		if err := lists.CheckGroupBy(graph.SpecOf(graph.KindTask), by); graph.CodeOf(err) != graph.CodeBadUserInput {
			t.Errorf("%v: got %v", by, err)
		}
	}
}
