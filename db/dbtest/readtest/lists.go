package readtest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"dossier/db/dbtest/fixture"
	"dossier/graph"
	"dossier/graph/lists"
)

// someTasks writes tasks in three states, with ties and nulls in every order.
func someTasks(f *fixture.F) []graph.Entity {
	project := fixture.NewProject("p")
	f.WriteEntities(project)
	titles := []string{"apple", "Banana", "ähnlich", "zebra", "Zebra", "a-b", "ab", "100%", "1_0", "ÄHNLICH", "pple"}
	states := []string{"todo", "blocked", "done"}
	var tasks []graph.Entity
	for n := range 31 {
		task := fixture.NewTask(project.ID, fmt.Sprint(n))
		task.Title = titles[n%len(titles)]
		task.StateKey = &states[n%3]
		task.TypeKey = new([]string{"task.execute", "task.execute.now", "task.%", "other"}[n%4])
		task.CreatedAt = fixture.Start.Add(time.Duration(n%4) * time.Hour)
		task.UpdatedAt = fixture.Start.Add(time.Duration(n%5) * time.Microsecond)
		if n%3 > 0 {
			task.Priority = new(n%5 + 1)
			task.DueAt = new(fixture.Start.Add(time.Duration(n%7) * time.Hour))
		}
		tasks = append(tasks, task)
	}
	f.WriteEntities(tasks...)
	return tasks
}

// eachOrder calls test with every order by one field, and some by several.
func eachOrder(test func(order []lists.Order)) {
	fields := lists.OrderFields(graph.SpecOf(graph.KindTask))
	for i, field := range fields {
		for _, descending := range []lists.Descending{false, true} {
			first := lists.Order{Field: field, Descending: descending}
			test([]lists.Order{first})
			test([]lists.Order{first, {Field: fields[(i+1)%len(fields)]}})
			test([]lists.Order{first, {Field: fields[(i+3)%len(fields)], Descending: !descending}, {Field: fields[(i+2)%len(fields)]}})
		}
	}
}

func listOrders(f *fixture.F) {
	tasks := someTasks(f)
	eachOrder(func(order []lists.Order) {
		page := f.List(lists.List{Kind: graph.KindTask, First: 200, Order: order, Total: true})
		if got, want := fixture.IDs(page.Entities), fixture.IDs(fixture.Sorted(tasks, order)); !slices.Equal(got, want) {
			f.Errorf("%v: got %v, want %v", order, got, want)
		}
		if page.HasNext || page.HasPrevious || page.Total != len(tasks) {
			f.Errorf("%v: got next %v, previous %v, total %d", order, page.HasNext, page.HasPrevious, page.Total)
		}
	})
	for name, order := range map[string][]lists.Order{
		"an order that the kind does not have": {{Field: lists.OrderDue}},
		"an order by another column":           {{Field: "id; DROP TABLE onto_signals"}},
		"an order twice":                       {{Field: lists.OrderLabel}, {Field: lists.OrderLabel}},
	} {
		_, err := f.Store.List(f.Ann, lists.List{Kind: graph.KindSignal, First: 1, Order: order})
		f.WantCode(name, err, graph.CodeBadUserInput)
	}
}

// labelsAreCollated compares the order by label with one written by hand.
func labelsAreCollated(f *fixture.F) {
	project := fixture.NewProject("p")
	labels := []string{
		" leading", "_under", "10 of 12", "100%", "a-b", "aa", "ähnlich 1", "Äpfel", "apple 2", "APPLE 10", "banana", "élan", "Emil",
		"KEP-9", "kep-10", "v1.9", "v1.10", "Zebra", "Ωmega", "世界",
	}
	tasks := []graph.Entity{project}
	for i, label := range labels {
		task := fixture.NewTask(project.ID, fmt.Sprint(i*7%len(labels)))
		task.Title = label
		tasks = append(tasks, task)
	}
	f.WriteEntities(tasks...)
	for _, descending := range []lists.Descending{false, true} {
		page := f.List(lists.List{Kind: graph.KindTask, First: 100, Order: []lists.Order{{Field: lists.OrderLabel, Descending: descending}}})
		got := make([]string, len(page.Entities))
		for i, e := range page.Entities {
			got[i] = e.Self().Label
		}
		if descending {
			slices.Reverse(got)
		}
		if !slices.Equal(got, labels) {
			f.Errorf("descending %v: got %q", descending, got)
		}
	}
}

// listColumns checks that a list of few columns has their values, those of the
// order, the ids and projects, and no others.
func listColumns(f *fixture.F) {
	tasks := someTasks(f)
	order := []lists.Order{{Field: lists.OrderDue}}
	page := f.List(lists.List{Kind: graph.KindTask, Order: order, First: len(tasks), Columns: []string{"title"}})
	for i, want := range fixture.Sorted(tasks, order) {
		got, want := page.Entities[i].(*graph.Task), want.(*graph.Task)
		few := graph.Task{Title: want.Title, DueAt: want.DueAt}
		few.ID, few.ProjectID, few.Kind, few.Label = want.ID, want.ProjectID, graph.KindTask, want.Title
		if !reflect.DeepEqual(got, &few) {
			f.Fatalf("expected %+v; got %+v", few, got)
		}
	}
}

func listPages(f *fixture.F) {
	tasks := someTasks(f)
	eachOrder(func(order []lists.Order) {
		want := fixture.IDs(fixture.Sorted(tasks, order))
		for _, size := range []int{1, 7, len(tasks)} {
			if got := walk(f, order, size, false); !slices.Equal(got, want) {
				f.Errorf("%v forward by %d: got %v, want %v", order, size, got, want)
			}
			if got := walk(f, order, size, true); !slices.Equal(got, want) {
				f.Errorf("%v backward by %d: got %v, want %v", order, size, got, want)
			}
		}
	})
}

// walk returns the ids of a list, read page by page, from its end if backward.
func walk(f *fixture.F, order []lists.Order, size int, backward bool) []string {
	return pages(f, order, size, backward, func(list lists.List) *lists.Page {
		list.Kind = graph.KindTask
		return f.List(list)
	})
}

// pages returns the ids of a list, read page by page, from its end if backward.
// Cursors are encoded and parsed, as by clients.
func pages(f *fixture.F, order []lists.Order, size int, backward bool, read func(lists.List) *lists.Page) (all []string) {
	list := lists.List{Order: order, First: size}
	if backward {
		list.First, list.Last = 0, size
	}
	for range 100 {
		page := read(list)
		more, read := page.HasNext, fixture.IDs(page.Entities)
		if len(read) > size {
			f.Fatalf("%v: a page of %d has %d", order, size, len(read))
		}
		if backward {
			more, all = page.HasPrevious, append(read, all...)
		} else {
			all = append(all, read...)
		}
		if !more {
			return all
		}
		if backward {
			list.Before = cursor(f, order, page.Entities[0])
		} else {
			list.After = cursor(f, order, page.Entities[len(read)-1])
		}
	}
	f.Fatalf("%v has no end", order)
	return nil
}

// cursor returns the cursor at an entity, encoded and parsed.
func cursor(f *fixture.F, order []lists.Order, e graph.Entity) *lists.Cursor {
	f.Helper()
	spec := e.Self().Spec()
	cursor, err := lists.ParseCursor(spec, "after", order, lists.CursorAt(spec, order, e).String())
	if err != nil {
		f.Fatal(err)
	}
	return cursor
}

func listFilters(f *fixture.F) {
	tasks := someTasks(f)
	other := fixture.NewProject("q")
	f.WriteEntities(other, fixture.NewTask(other.ID, "apple"))
	from, to := fixture.Start.Add(time.Hour), fixture.Start.Add(3*time.Hour)
	hours, since := &lists.TimeRange{From: &from, To: &to}, &lists.TimeRange{From: new(fixture.Start.Add(2 * time.Microsecond))}
	within := func(t time.Time) bool { return !t.Before(from) && t.Before(to) }
	contains := func(text string) func(*graph.Task) bool {
		return func(t *graph.Task) bool { return strings.Contains(t.Title, text) }
	}
	for _, test := range []struct {
		name   string
		filter lists.Filter
		want   func(*graph.Task) bool
	}{
		{"states", lists.Filter{States: []string{"todo", "done"}}, func(t *graph.Task) bool { return *t.StateKey != "blocked" }},
		{
			"type prefix", lists.Filter{TypePrefix: new("task.execute")},
			func(t *graph.Task) bool { return strings.HasPrefix(*t.TypeKey, "task.execute") },
		},
		{"type prefix like a pattern", lists.Filter{TypePrefix: new("task.%")}, func(t *graph.Task) bool { return *t.TypeKey == "task.%" }},
		{
			"priorities", lists.Filter{Priorities: []int{1, 3}},
			func(t *graph.Task) bool { return t.Priority != nil && (*t.Priority == 1 || *t.Priority == 3) },
		},
		{"created", lists.Filter{Dates: lists.Dates{Created: hours}}, func(t *graph.Task) bool { return within(t.CreatedAt) }},
		{"updated", lists.Filter{Dates: lists.Dates{Updated: since}}, func(t *graph.Task) bool { return !t.UpdatedAt.Before(*since.From) }},
		{"due", lists.Filter{Dates: lists.Dates{Due: hours}}, func(t *graph.Task) bool { return t.DueAt != nil && within(*t.DueAt) }},
		{"text in either case", lists.Filter{Text: new("ZEBRA")}, func(t *graph.Task) bool { return strings.EqualFold(t.Title, "zebra") }},
		{"text beyond A to Z in its own case", lists.Filter{Text: new("ähn")}, contains("ähn")},
		{"text like a pattern", lists.Filter{Text: new("0%")}, contains("0%")},
		{"text like another pattern", lists.Filter{Text: new("1_0")}, contains("1_0")},
		{"a column that the kind does not have", lists.Filter{RecordType: new("person")}, func(*graph.Task) bool { return false }},
		{"two at once", lists.Filter{States: []string{"done"}, Text: new("a")}, func(t *graph.Task) bool {
			return *t.StateKey == "done" && strings.ContainsAny(t.Title, "aA")
		}},
	} {
		test.filter.ProjectID = new(graph.ID("p"))
		page := f.List(lists.List{Kind: graph.KindTask, First: 200, Order: fixture.ByUpdated, Filter: test.filter, Total: true})
		want := slices.DeleteFunc(fixture.Sorted(tasks, fixture.ByUpdated), func(e graph.Entity) bool { return !test.want(e.(*graph.Task)) })
		if !slices.Equal(fixture.IDs(page.Entities), fixture.IDs(want)) || page.Total != len(want) {
			f.Errorf("%s: got %d of %d, want %d", test.name, len(page.Entities), page.Total, len(want))
		}
	}
}
