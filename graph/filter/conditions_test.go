package filter_test

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"dossier/graph"
	"dossier/graph/filter"
	"dossier/graph/graphtest"
	"dossier/graph/lists"
)

// boatyard is a project with entities of most kinds, and a value in each column that
// filters are about.
const boatyard = `{"kind":"project","id":"p","name":"Boatyard","created_at":"2026-01-01","end_at":"2027-01-31",` +
	`"next_step_updated_at":"2026-11-01"}
{"kind":"plan","id":"p/plan","project_id":"p","name":"Hull","state_key":"active","created_at":"2026-02-01"}
{"kind":"goal","id":"p/goal","project_id":"p","name":"Race","state_key":"active","target_date":"2026-11-10","created_at":"2026-02-01"}
{"kind":"milestone","id":"p/keel","project_id":"p","title":"KEEL laid","state_key":"planned","due_at":"2026-12-24",` +
	`"created_at":"2026-02-01"}
{"kind":"task","id":"p/cut","project_id":"p","title":"Cut the keel","state_key":"todo","type_key":"task.build","priority":1,` +
	`"labels":["wood","loud"],"due_at":"2026-11-20","start_at":"2026-10-01","created_at":"2026-03-01","updated_at":"2026-11-15",` +
	`"props":{"owner":"p/ann","hours":[8,"2.5","many"]}}
{"kind":"task","id":"p/plane","project_id":"p","title":"Plane it","state_key":"blocked","type_key":"task.build.fine","priority":3,` +
	`"labels":["wood"],"created_at":"2026-03-01","props":{"hours":12}}
{"kind":"task","id":"p/order","project_id":"p","title":"Order oak","state_key":"done","type_key":"task.buy","completed_at":"2026-09-09",` +
	`"created_at":"2026-03-01","props":{"owner":"Zoë Ekman"}}
{"kind":"risk","id":"p/gale","project_id":"p","title":"A gale","state_key":"identified","impact":"high","probability":0.5,` +
	`"created_at":"2026-03-01"}
{"kind":"risk","id":"p/worm","project_id":"p","title":"Shipworm","state_key":"mitigated","impact":"low","probability":0.1,` +
	`"mitigated_at":"2026-08-08","created_at":"2026-03-01"}
{"kind":"decision","id":"p/oak","project_id":"p","title":"Oak or ash?","state_key":"made","decision_at":"2026-07-07",` +
	`"created_at":"2026-03-01"}
{"kind":"signal","id":"p/mail","project_id":"p","channel":"email","ts":"2026-06-06T06:00:00Z","created_at":"2026-03-01"}
{"kind":"record","id":"p/ann","project_id":"p","name":"Ann","record_type":"person","created_at":"2026-03-01"}
{"kind":"record","id":"p/bo","project_id":"p","name":"Bo","record_type":"person","created_at":"2026-03-01"}
{"kind":"record","id":"p/saw","project_id":"p","name":"Saw","record_type":"tool","created_at":"2026-03-01"}
{"kind":"edge","rel":"has_task","src_id":"p/plan","dst_id":"p/cut"}
{"kind":"edge","rel":"has_task","src_id":"p/plan","dst_id":"p/plane"}
{"kind":"edge","rel":"supports_goal","src_id":"p/cut","dst_id":"p/goal"}
{"kind":"edge","rel":"has_task","src_id":"p/keel","dst_id":"p/order"}
{"kind":"edge","rel":"depends_on","src_id":"p/plane","dst_id":"p/cut"}
{"kind":"edge","rel":"owns","src_id":"p/bo","dst_id":"p/cut"}
{"kind":"edge","rel":"owns","src_id":"p/bo","dst_id":"p/gale"}
{"kind":"edge","rel":"uses","src_id":"p/saw","dst_id":"p/cut"}`

func openBoatyard(t *testing.T) *filter.Matcher {
	t.Helper()
	graphs, full, err := graphtest.ReadFull(strings.NewReader(boatyard))
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

// november is the time of the conditions, a day before the first date that is not over.
var november = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

// days returns the days from one to the day before another, "" for no end.
func days(from, to string) *lists.TimeRange {
	day := func(text string) *time.Time {
		if text == "" {
			return nil
		}
		at, err := time.Parse(time.DateOnly, text)
		if err != nil {
			panic(err)
		}
		return &at
	}
	return &lists.TimeRange{From: day(from), To: day(to)}
}

// A wanted is a filter with one condition, and the entities that match it.
type wanted struct {
	filter lists.Filter
	want   string
}

// byField has filters by the field of [lists.Filter] that they have.
func byField() map[string][]wanted {
	id := func(names ...string) (ids []string) {
		for _, name := range names {
			ids = append(ids, graph.ID(name))
		}
		return ids
	}
	const every = "ann bo cut gale goal keel mail oak order p plan plane saw worm"
	dated := func(d lists.Dates, want string) []wanted {
		return []wanted{{lists.Filter{Dates: d}, want}}
	}
	return map[string][]wanted{
		"And": {{lists.Filter{And: []lists.Filter{{States: []string{"identified", "todo"}}, {Text: new("gale")}}}, "gale"}},
		"Or":  {{lists.Filter{Or: []lists.Filter{{States: []string{"todo"}}, {Text: new("gale")}}}, "cut gale"}},
		"Not": {{lists.Filter{Not: &lists.Filter{Dates: lists.Dates{Created: days("2026-03-01", "")}}}, "goal keel p plan"}},
		"ProjectID": {{lists.Filter{ProjectID: new(graph.ID("p"))}, every},
			{lists.Filter{ProjectID: new(graph.ID("q"))}, ""}},
		"Projects": {{lists.Filter{Projects: id("q", "p")}, every}, {lists.Filter{Projects: id("q")}, ""},
			{lists.Filter{Projects: []string{}}, ""}},
		"IDs":         {{lists.Filter{IDs: id("p/cut", "p/none", "p")}, "cut p"}},
		"ExternalIDs": {{lists.Filter{ExternalIDs: []string{"p/oak", "oak"}}, "oak"}},
		"States":      {{lists.Filter{States: []string{"active", "mitigated", "Done"}}, "goal plan worm"}},
		"Types":       {{lists.Filter{Types: []string{"task.build", "task"}}, "cut"}},
		"TypePrefix": {{lists.Filter{TypePrefix: new("task.build")}, "cut plane"},
			{lists.Filter{TypePrefix: new("task.bu")}, "cut order plane"},
			{lists.Filter{TypePrefix: new("TASK")}, ""}},
		"Priorities": {{lists.Filter{Priorities: []int{1, 2}}, "cut"}, {lists.Filter{Priorities: []int{3, 1}}, "cut plane"}},
		"Impacts":    {{lists.Filter{Impacts: []string{"high", "medium"}}, "gale"}},
		"Probability": {{lists.Filter{Probability: &lists.NumberRange{From: new(.1), To: new(.4)}}, "worm"},
			{lists.Filter{Probability: &lists.NumberRange{From: new(.5)}}, "gale"},
			{lists.Filter{Probability: &lists.NumberRange{}}, "gale worm"}},
		"RecordType": {{lists.Filter{RecordType: new("tool")}, "saw"}, {lists.Filter{RecordType: new("person")}, "ann bo"}},
		"Labels":     {{lists.Filter{Labels: &lists.LabelFilter{All: []string{"wood"}, None: []string{"loud"}}}, "plane"}},
		"Text":       {{lists.Filter{Text: new("Keel")}, "cut keel"}, {lists.Filter{Text: new("")}, every}},
		"Plans":      {{lists.Filter{Plans: id("p/plan")}, "cut p plane"}, {lists.Filter{Plans: []string{}}, ""}},
		"Goals":      {{lists.Filter{Goals: id("p/goal", "p/none")}, "cut p"}},
		"Milestones": {{lists.Filter{Milestones: id("p/keel")}, "order p"}},
		"Owners":     {{lists.Filter{Owners: id("p/bo")}, "cut gale"}, {lists.Filter{Owners: id("p/ann", "p/saw")}, "cut"}},
		"OwnerName": {{lists.Filter{OwnerName: new("zoë")}, "order"}, {lists.Filter{OwnerName: new("ZOË")}, ""},
			{lists.Filter{OwnerName: new("O")}, "cut gale order"}},
		"Linked": {{lists.Filter{Linked: &lists.LinkFilter{IDs: id("p/cut"),
			Kinds: []graph.Kind{graph.KindRecord, graph.KindTask}}}, "bo goal plan plane saw"}},
		"Missing": {{lists.Filter{Missing: []lists.Missing{lists.MissingOwner, "due", "plans"}}, ""},
			{lists.Filter{Missing: []lists.Missing{"due", "goals"}}, "order plane"}},
		"Fields":          {{lists.Filter{Fields: []lists.FieldFilter{{Name: "hours", AtLeast: new("8"), Less: new("12")}}}, "cut"}},
		"Ready":           {{lists.Filter{Ready: new(true), Now: &november, IDs: id("p/cut", "p/plane", "p/order", "p/gale")}, "cut gale"}},
		"Overdue":         {{lists.Filter{Overdue: new(true), Now: &november}, "cut goal"}, {lists.Filter{Overdue: new(true)}, ""}},
		"Now":             {{lists.Filter{Now: &november}, every}},
		"Created":         dated(lists.Dates{Created: days("2026-01-02", "2026-02-02")}, "goal keel plan"),
		"Updated":         dated(lists.Dates{Updated: days("2026-11-15", "2026-11-16")}, "cut"),
		"Start":           dated(lists.Dates{Start: days("2026-10-01", "2026-10-02")}, "cut"),
		"End":             dated(lists.Dates{End: days("2027-01-31", "")}, "p"),
		"NextStepUpdated": dated(lists.Dates{NextStepUpdated: days("", "2026-11-02")}, "p"),
		"Completed":       dated(lists.Dates{Completed: days("2026-09-09", "2026-09-10")}, "order"),
		"Due":             dated(lists.Dates{Due: days("2026-11-20", "")}, "cut keel"),
		"Mitigated":       dated(lists.Dates{Mitigated: days("2026-08-01", "2026-09-01")}, "worm"),
		"Decision":        dated(lists.Dates{Decision: days("2026-07-07", "2026-07-08")}, "oak"),
		"Ts":              dated(lists.Dates{Ts: days("2026-06-06", "2026-06-07")}, "mail"),
	}
}

// TestConditions checks each field of a filter alone. A field that is added needs a line.
func TestConditions(t *testing.T) {
	m, cases := openBoatyard(t), byField()
	for _, field := range reflect.VisibleFields(reflect.TypeFor[lists.Filter]()) {
		if !field.Anonymous && len(cases[field.Name]) == 0 {
			t.Errorf("no condition tests %s", field.Name)
		}
	}
	for name, conditions := range cases {
		for _, one := range conditions {
			if reflect.ValueOf(one.filter).FieldByName(name).IsZero() {
				t.Errorf("%s: the filter %s does not have it", name, graph.EncodeJSON(one.filter))
			}
			if got := names(m.Select(all(m), &one.filter)); got != one.want {
				t.Errorf("%s: %s: got %q, want %q", name, graph.EncodeJSON(one.filter), got, one.want)
			}
		}
	}
}

// TestOwners checks whose an entity is: first who its properties name, then the people
// whose records lead to it, each once.
func TestOwners(t *testing.T) {
	m := openBoatyard(t)
	for name, want := range map[string]string{
		"cut": "Ann (record), Bo (record)", "order": "Zoë Ekman", "gale": "Bo (record)", "plane": "", "saw": "",
	} {
		var got []string
		for _, owner := range m.Owners(m.Graph.Entity(graph.ID("p/" + name))) {
			if record := m.Graph.Entity(owner.ID); record != nil {
				owner.Name += " (" + string(record.Self().Kind) + ")"
			}
			got = append(got, owner.Name)
		}
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("%s: got %s, want %s", name, text, want)
		}
	}
	if people := filter.PeopleOf(m.Graph, m.Graph.Entity(graph.ID("p/cut"))); len(people) != 1 || people[0].Name != "Bo" {
		t.Errorf("got the people %v", people)
	}
}

// TestKeys checks the groups of entities by each kind of property.
func TestKeys(t *testing.T) {
	m := openBoatyard(t)
	for _, test := range []struct{ of, by, want string }{
		{"cut", "state", "todo"}, {"cut", "type", "task.build"}, {"cut", "priority", "1"}, {"gale", "impact", "high"},
		{"saw", "record_type", "tool"},
		{"cut", "label", "wood, loud"}, {"order", "label", "none"}, {"cut", "owner", "Ann of record, Bo of record"},
		{"order", "owner", "Zoë Ekman"},
		{"plane", "owner", "none"}, {"cut", "plan", "Hull of plan"}, {"order", "plan", "none"},
		{"order", "milestone", "KEEL laid of milestone"},
		{"cut", "project", "Boatyard of project"}, {"cut", "overdue", "true"}, {"keel", "overdue", "false"},
		{"cut", "due_week", "2026-11-16"},
		{"plane", "due_week", "none"},
	} {
		var got []string
		for _, key := range m.Keys(m.Graph.Entity(graph.ID("p/"+test.of)), lists.GroupBy(test.by), november) {
			label := graph.Or(key.Label, "none")
			if key.Kind != "" {
				label += " of " + string(key.Kind)
			}
			got = append(got, label)
		}
		if text := strings.Join(got, ", "); text != test.want {
			t.Errorf("%s by %s: got %s, want %s", test.of, test.by, text, test.want)
		}
	}
}

// TestNumbersOfEntities checks numbers of columns and of properties.
func TestNumbersOfEntities(t *testing.T) {
	m := openBoatyard(t)
	for _, test := range []struct {
		of, name string
		want     float64
		has      bool
	}{
		{"cut", "priority", 1, true}, {"order", "priority", 0, false}, {"gale", "probability", .5, true}, {"cut", "probability", 0, false},
		{"cut", "hours", 2.5, true}, {"plane", "hours", 12, true}, {"order", "hours", 0, false}, {"cut", "owner", 0, false},
	} {
		if got, has := m.Number(m.Graph.Entity(graph.ID("p/"+test.of)), test.name); got != test.want || has != test.has {
			t.Errorf("%s of %s: got %v, %v", test.name, test.of, got, has)
		}
	}
}

// TestNestedLists checks the lists of entities of all ways: by edges, of a project and
// of an owner.
func TestNestedLists(t *testing.T) {
	m := openBoatyard(t)
	for _, test := range []struct{ of, list, want string }{
		{"p", "tasks", "cut order plane"}, {"p", "risks", "gale worm"}, {"p", "records", "ann bo saw"}, {"p/plan", "tasks", "cut plane"},
		{"p/cut", "neededBy", "plane"}, {"p/plane", "dependsOn", "cut"}, {"p/goal", "tasks", "cut"}, {"p/bo", "owns", "cut gale"},
		{"p/ann", "owns", "cut"}, {"p/saw", "owns", ""}, {"p/keel", "plans", ""},
	} {
		e := m.Graph.Entity(graph.ID(test.of))
		list := e.Self().Spec().NestedList(test.list)
		if list == nil {
			t.Errorf("%s has no list %s", test.of, test.list)
			continue
		}
		if got := names(m.Linked(e, list.Links)); got != test.want {
			t.Errorf("%s of %s: got %q, want %q", test.list, test.of, got, test.want)
		}
	}
}

// TestOrders checks orders by texts, numbers, dates and ranks, with ties by id.
func TestOrders(t *testing.T) {
	m := openBoatyard(t)
	kindOf := func(kind graph.Kind) []graph.Entity {
		return slices.DeleteFunc(all(m), func(e graph.Entity) bool { return e.Self().Kind != kind })
	}
	for _, test := range []struct {
		kind graph.Kind
		by   []lists.Order
		want string
	}{
		{graph.KindTask, []lists.Order{{Field: lists.OrderLabel}}, "cut order plane"},
		{graph.KindTask, []lists.Order{{Field: lists.OrderLabel, Descending: true}}, "plane order cut"},
		{graph.KindTask, []lists.Order{{Field: lists.OrderPriority}}, "cut plane order"},
		{graph.KindTask, []lists.Order{{Field: lists.OrderPriority, Descending: true}}, "plane cut order"},
		{graph.KindTask, []lists.Order{{Field: "type"}}, "cut plane order"},
		{graph.KindTask, []lists.Order{{Field: "completed"}, {Field: "state"}}, "order cut plane"},
		{graph.KindRisk, []lists.Order{{Field: lists.OrderProbability}}, "worm gale"},
		{graph.KindRisk, []lists.Order{{Field: "impact", Descending: true}}, "gale worm"},
		{graph.KindRecord, []lists.Order{{Field: "record_type"}, {Field: lists.OrderLabel, Descending: true}}, "bo ann saw"},
	} {
		list := kindOf(test.kind)
		filter.Sort(list, test.by, strings.ToLower)
		var got []string
		for _, e := range list {
			got = append(got, strings.TrimPrefix(graph.Or(e.Self().ExternalID, "?"), "p/"))
		}
		if text := strings.Join(got, " "); text != test.want {
			t.Errorf("%ss by %s: got %s, want %s", test.kind, graph.EncodeJSON(test.by), text, test.want)
		}
	}
	ties := kindOf(graph.KindTask)
	filter.Sort(ties, []lists.Order{{Field: lists.OrderCreated}}, strings.ToLower)
	if !slices.IsSortedFunc(ties, func(a, b graph.Entity) int { return cmp.Compare(a.Self().ID, b.Self().ID) }) {
		t.Error("ties are not ordered by id")
	}
}

// TestPutOffIsAFilter checks that tasks are put off, and ready, in each time zone exactly
// if the filters match them.
func TestPutOffIsAFilter(t *testing.T) {
	m := openBoatyard(t)
	starts := []time.Time{
		time.Date(2026, 11, 29, 0, 0, 0, 0, time.UTC), time.Date(2026, 11, 29, 23, 0, 0, 0, time.UTC),
		time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC),
		time.Date(2026, 11, 30, 3, 0, 0, 0, time.UTC), time.Date(2026, 11, 30, 15, 0, 0, 0, time.UTC),
		time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC),
	}
	put := 0
	for _, start := range starts {
		for _, state := range graph.SpecOf(graph.KindTask).States {
			for _, labels := range [][]string{nil, {"draft"}, {"Draft"}} {
				task := &graph.Task{StartAt: &start}
				task.Kind, task.StateKey, task.Labels = graph.KindTask, &state, labels
				for hours := -12; hours <= 14; hours += 2 {
					now := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC).In(time.FixedZone("", hours*3600))
					is, matches := lists.IsPutOff(task, now), m.Matches(task, lists.PutOff(task.Spec(), now))
					ready, byFilter := m.IsReady(task, now), m.Matches(task, lists.ReadyFilter(task.Spec(), now))
					if is != matches || ready != byFilter || is && ready {
						t.Fatalf("%s, %v, from %s, on %s: put off %v, %v, ready %v, %v", state, labels, start, now, is, matches, ready,
							byFilter)
					}
					if is {
						put++
					}
				}
				if lists.IsPutOff(task, time.Time{}) != lists.HasPutOffLabel(labels) {
					t.Fatalf("without a time, %v is put off by more than labels", labels)
				}
			}
		}
	}
	if put == 0 || lists.PutOff(graph.SpecOf(graph.KindRisk), november) != nil || lists.IsPutOff(&graph.Risk{}, november) {
		t.Errorf("%d tasks were put off, or a risk", put)
	}
}
