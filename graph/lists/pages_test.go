package lists_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"dossier/graph"
	"dossier/graph/graphtest"
	"dossier/graph/lists"
)

// TestConnections checks the cursors, the position and the total of pages.
func TestConnections(t *testing.T) {
	list := &lists.List{Kind: graph.KindTask, Order: []lists.Order{{Field: lists.OrderLabel}}}
	page := &lists.Page{HasPrevious: true, Total: 7}
	for i := range 3 {
		task := &graph.Task{Title: fmt.Sprint("Task ", i)}
		task.ID = graph.ID(task.Title)
		page.Entities = append(page.Entities, task)
	}
	c := lists.NewConnection[*graph.Task](list, page, nil)
	edges, info := c.Edges(), c.PageInfo()
	for i, edge := range edges {
		cursor, err := lists.ParseCursor(taskSpec, "after", list.Order, edge.Cursor)
		if err != nil || cursor.ID != page.Entities[i].Self().ID || edge.Node != page.Entities[i] {
			t.Errorf("edge %d: got %+v, %v", i, cursor, err)
		}
	}
	if len(edges) != 3 || *info.StartCursor != edges[0].Cursor || *info.EndCursor != edges[2].Cursor || info.HasNextPage ||
		!info.HasPreviousPage {
		t.Errorf("got %d edges, %+v", len(edges), info)
	}
	if total, err := c.TotalCount(t.Context()); err != nil || total != 7 {
		t.Errorf("the total is %d, %v", total, err)
	}
	down := errors.New("down")
	counted := lists.NewConnection[graph.Entity](list, &lists.Page{}, func(context.Context) (int, error) { return 0, down })
	if info := counted.PageInfo(); info.StartCursor != nil || info.EndCursor != nil || len(counted.Edges()) > 0 {
		t.Errorf("an empty page: got %+v", info)
	}
	if _, err := counted.TotalCount(t.Context()); !errors.Is(err, down) {
		t.Errorf("got %v, want the error of counting", err)
	}
}

// TestSpans checks pages of lists that are ordered by name and id.
func TestSpans(t *testing.T) {
	at := lists.Position{Name: `Ünal "U." Nowak`, ID: graph.ID("x")}
	text := at.String()
	span, err := lists.NewSpan(nil, &text, new(5), nil)
	if err != nil || span.Limit != 5 || !span.Last || *span.After != at || span.Before != nil {
		t.Errorf("got %+v, %v", span, err)
	}
	if span, err = lists.NewSpan(nil, nil, nil, &text); err != nil || span.Limit != lists.DefaultPage || span.Last || *span.Before != at {
		t.Errorf("got %+v, %v", span, err)
	}
	for name, wrong := range map[string]string{
		"no text": "", "no base64": "*", "no list": "e30", "another list": lists.CursorAt(taskSpec, nil, &graph.Task{}).String(),
		"no id": lists.Position{Name: "Ann", ID: "7"}.String(),
	} {
		_, err := lists.NewSpan(nil, &wrong, nil, nil)
		graphtest.Refused(t, name, err, graph.CodeBadUserInput, "after: not a cursor of this list")
		_, err = lists.NewSpan(nil, nil, nil, &wrong)
		graphtest.Refused(t, name, err, graph.CodeBadUserInput, "before: not a cursor of this list")
	}
	_, err = lists.NewSpan(new(lists.MaxPage+1), nil, nil, nil)
	graphtest.Refused(t, "too many", err, graph.CodeBadUserInput, "first: 201 is out of range")
}

// TestEnums checks that names of the schema are read as they are written.
func TestEnums(t *testing.T) {
	for _, spec := range graph.Kinds {
		for _, field := range lists.OrderFields(spec) {
			checkEnum(t, field, new(lists.OrderField))
		}
		for _, by := range lists.GroupFields(spec) {
			checkEnum(t, by, new(lists.GroupBy))
		}
		for _, missing := range lists.MissingFields(spec) {
			checkEnum(t, missing, new(lists.Missing))
		}
	}
	checkEnum(t, lists.Descending(true), new(lists.Descending))
	checkEnum(t, lists.Descending(false), new(lists.Descending))
	if err := new(lists.Missing).UnmarshalGQL(3); err == nil {
		t.Error("a number is read as a name")
	}
}

func checkEnum[T comparable, P interface {
	*T
	UnmarshalGQL(value any) error
}](t *testing.T, want interface{ MarshalGQL(w io.Writer) }, into P) {
	t.Helper()
	var out bytes.Buffer
	want.MarshalGQL(&out)
	name, err := strconv.Unquote(out.String())
	if err == nil {
		err = into.UnmarshalGQL(name)
	}
	if err != nil || any(*into) != any(want) || name != strings.ToUpper(name) {
		t.Errorf("%v: wrote %s, read %v, %v", want, out.String(), *into, err)
	}
}

// TestGroupsOfKinds checks that each property by which entities of a kind can be grouped
// is allowed and has one source: a column, a date, a nested list, or one of the others.
func TestGroupsOfKinds(t *testing.T) {
	others := []lists.GroupBy{lists.GroupLabel, lists.GroupOwner, lists.GroupProject, lists.GroupOverdue}
	for _, spec := range graph.Kinds {
		fields := lists.GroupFields(spec)
		for i, by := range fields {
			if err := lists.CheckGroupBy(spec, fields[i:min(i+lists.MaxGroupBy, len(fields))]); err != nil {
				t.Errorf("%s: %v", spec.Kind, err)
			}
			found := 0
			if lists.GroupColumn(spec, by) != nil {
				found++
			}
			if date, period := lists.GroupDate(spec, by); date != nil && slices.Contains(graph.Periods, period) {
				found++
			}
			if kind := graph.SpecOf(graph.Kind(by)); kind != nil && spec.NestedList(kind.Plural) != nil && by != lists.GroupProject {
				found++
			}
			if slices.Contains(others, by) {
				found++
			}
			if found != 1 {
				t.Errorf("%s by %s: %d sources", spec.Kind, by, found)
			}
		}
	}
	for _, by := range []lists.GroupBy{"due_year", "due", "_week", "week", "state_week", ""} {
		if date, period := lists.GroupDate(taskSpec, by); date != nil || period != "" {
			t.Errorf("%q: got %v, %s", by, date, period)
		}
	}
}

// TestColumns checks the columns of orders, numbers and what may be missing.
func TestColumns(t *testing.T) {
	for _, spec := range graph.Kinds {
		for _, order := range lists.OrderFields(spec) {
			if column := lists.OrderColumn(spec, order); column == nil || !column.Column || !column.Light {
				t.Errorf("%s by %s: got %+v", spec.Kind, order, column)
			}
		}
		nested := 0
		for _, missing := range lists.MissingFields(spec) {
			if lists.MissingField(spec, missing) == nil {
				nested++
			}
		}
		if want := 1 + len(slices.DeleteFunc(spec.Nested(),
			func(n graph.Nested) bool { return n.Links.Via == graph.ViaOwner })); nested != want {
			t.Errorf("%s: %d of what may be missing are no columns, want %d", spec.Kind, nested, want)
		}
	}
	for name, want := range map[string]bool{"priority": true, "Priority": true, "probability": false, "title": false, "estimate": false,
		"due_at": false} {
		if got := lists.NumberColumn(taskSpec, name) != nil; got != want {
			t.Errorf("tasks have the number %s: %v", name, got)
		}
	}
	zone := time.FixedZone("", 3600)
	if got := (&lists.Grouping{Filter: lists.Filter{Now: new(begin.In(zone))}}).Zone(); got != zone {
		t.Errorf("got the time zone %s", got)
	}
	if got := (&lists.Grouping{}).Zone(); got != time.UTC {
		t.Errorf("got the time zone %s", got)
	}
}

// TestConditionsOfKinds checks which conditions lists of a kind have.
func TestConditionsOfKinds(t *testing.T) {
	for name, test := range map[string]struct {
		kind   graph.Kind
		filter lists.Filter
		want   bool
	}{
		"nothing":            {graph.KindDocument, lists.Filter{}, true},
		"a priority":         {graph.KindTask, lists.Filter{Priorities: []int{1}}, true},
		"no priority":        {graph.KindRisk, lists.Filter{Priorities: []int{1}}, false},
		"an impact":          {graph.KindRisk, lists.Filter{Impacts: []string{"high"}}, true},
		"no probability":     {graph.KindTask, lists.Filter{Probability: &lists.NumberRange{}}, false},
		"a type of records":  {graph.KindRecord, lists.Filter{RecordType: new("person")}, true},
		"no type of records": {graph.KindTask, lists.Filter{RecordType: new("person")}, false},
		"a date":             {graph.KindRisk, lists.Filter{Dates: lists.Dates{Mitigated: &lists.TimeRange{}}}, true},
		"no date":            {graph.KindTask, lists.Filter{Dates: lists.Dates{Mitigated: &lists.TimeRange{}}}, false},
		"what it may lack":   {graph.KindTask, lists.Filter{Missing: []lists.Missing{"due", lists.MissingOwner}}, true},
		"what it never has":  {graph.KindSignal, lists.Filter{Missing: []lists.Missing{lists.MissingOwner, "due"}}, false},
		"no states":          {graph.KindRecord, lists.Filter{States: []string{}}, false},
		"never overdue":      {graph.KindSignal, lists.Filter{Overdue: new(false)}, false},
		"what is linked":     {graph.KindSignal, lists.Filter{Linked: &lists.LinkFilter{Where: &lists.Filter{Priorities: []int{1}}}}, true},
	} {
		if got := lists.CanHave(graph.SpecOf(test.kind), &test.filter); got != test.want {
			t.Errorf("%s: %ss have the condition: %v", name, test.kind, got)
		}
	}
}
