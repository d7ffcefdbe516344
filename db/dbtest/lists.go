package dbtest

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"dossier/db/schema"
	"dossier/graph"
	"dossier/graph/filter"
	"dossier/graph/lists"
)

var byUpdated = []lists.Order{{Field: lists.OrderUpdated, Descending: true}}

func (f *fixture) list(list lists.List) *lists.Page {
	f.Helper()
	page, err := f.store.List(f.ann, list)
	if err != nil {
		f.Fatal(err)
	}
	return page
}

// someTasks writes tasks in three states, with ties and nulls in every order.
func (f *fixture) someTasks() []graph.Entity {
	project := newProject("p")
	f.writeEntities(project)
	titles := []string{"apple", "Banana", "ähnlich", "zebra", "Zebra", "a-b", "ab", "100%", "1_0", "ÄHNLICH", "pple"}
	states := []string{"todo", "blocked", "done"}
	var tasks []graph.Entity
	for n := range 31 {
		task := newTask(project.ID, fmt.Sprint(n))
		task.Title = titles[n%len(titles)]
		task.StateKey = &states[n%3]
		task.TypeKey = ptr([]string{"task.execute", "task.execute.now", "task.%", "other"}[n%4])
		task.CreatedAt = start.Add(time.Duration(n%4) * time.Hour)
		task.UpdatedAt = start.Add(time.Duration(n%5) * time.Microsecond)
		if n%3 > 0 {
			task.Priority = ptr(n%5 + 1)
			task.DueAt = ptr(start.Add(time.Duration(n%7) * time.Hour))
		}
		tasks = append(tasks, task)
	}
	f.writeEntities(tasks...)
	return tasks
}

// sorted returns the entities in the order that the contract requires.
func sorted(entities []graph.Entity, order []lists.Order) []graph.Entity {
	list := slices.Clone(entities)
	filter.Sort(list, order, func(label string) string { return string(schema.LabelKey(label)) })
	return list
}

func ids(entities []graph.Entity) []string {
	list := make([]string, len(entities))
	for i, entity := range entities {
		list[i] = entity.Self().ID
	}
	return list
}

// eachOrder calls test with every order by one field, and some by several.
func (f *fixture) eachOrder(test func(order []lists.Order)) {
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

func listOrders(f *fixture) {
	tasks := f.someTasks()
	f.eachOrder(func(order []lists.Order) {
		page := f.list(lists.List{Kind: graph.KindTask, First: 200, Order: order, Total: true})
		if got, want := ids(page.Entities), ids(sorted(tasks, order)); !slices.Equal(got, want) {
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
		_, err := f.store.List(f.ann, lists.List{Kind: graph.KindSignal, First: 1, Order: order})
		f.wantCode(name, err, graph.CodeBadUserInput)
	}
}

// labelsAreCollated compares the order by label with one written by hand.
func labelsAreCollated(f *fixture) {
	project := newProject("p")
	labels := []string{
		" leading", "_under", "10 of 12", "100%", "a-b", "aa", "ähnlich 1", "Äpfel", "apple 2", "APPLE 10", "banana", "élan", "Emil",
		"KEP-9", "kep-10", "v1.9", "v1.10", "Zebra", "Ωmega", "世界",
	}
	tasks := []graph.Entity{project}
	for i, label := range labels {
		task := newTask(project.ID, fmt.Sprint(i*7%len(labels)))
		task.Title = label
		tasks = append(tasks, task)
	}
	f.writeEntities(tasks...)
	for _, descending := range []lists.Descending{false, true} {
		page := f.list(lists.List{Kind: graph.KindTask, First: 100, Order: []lists.Order{{Field: lists.OrderLabel, Descending: descending}}})
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
func listColumns(f *fixture) {
	tasks := f.someTasks()
	order := []lists.Order{{Field: lists.OrderDue}}
	page := f.list(lists.List{Kind: graph.KindTask, Order: order, First: len(tasks), Columns: []string{"title"}})
	for i, want := range sorted(tasks, order) {
		got, want := page.Entities[i].(*graph.Task), want.(*graph.Task)
		few := graph.Task{Title: want.Title, DueAt: want.DueAt}
		few.ID, few.ProjectID, few.Kind, few.Label = want.ID, want.ProjectID, graph.KindTask, want.Title
		if !reflect.DeepEqual(got, &few) {
			f.Fatalf("expected %+v; got %+v", few, got)
		}
	}
}

func listPages(f *fixture) {
	tasks := f.someTasks()
	f.eachOrder(func(order []lists.Order) {
		want := ids(sorted(tasks, order))
		for _, size := range []int{1, 7, len(tasks)} {
			if got := f.walk(order, size, false); !slices.Equal(got, want) {
				f.Errorf("%v forward by %d: got %v, want %v", order, size, got, want)
			}
			if got := f.walk(order, size, true); !slices.Equal(got, want) {
				f.Errorf("%v backward by %d: got %v, want %v", order, size, got, want)
			}
		}
	})
}

// walk returns the ids of a list, read page by page, from its end if backward.
func (f *fixture) walk(order []lists.Order, size int, backward bool) []string {
	return f.pages(order, size, backward, func(list lists.List) *lists.Page {
		list.Kind = graph.KindTask
		return f.list(list)
	})
}

// pages returns the ids of a list, read page by page, from its end if backward.
// Cursors are encoded and parsed, as by clients.
func (f *fixture) pages(order []lists.Order, size int, backward bool, read func(lists.List) *lists.Page) (all []string) {
	list := lists.List{Order: order, First: size}
	if backward {
		list.First, list.Last = 0, size
	}
	for range 100 {
		page := read(list)
		more, read := page.HasNext, ids(page.Entities)
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
			list.Before = f.cursor(order, page.Entities[0])
		} else {
			list.After = f.cursor(order, page.Entities[len(read)-1])
		}
	}
	f.Fatalf("%v has no end", order)
	return nil
}

// cursor returns the cursor at an entity, encoded and parsed.
func (f *fixture) cursor(order []lists.Order, e graph.Entity) *lists.Cursor {
	f.Helper()
	spec := e.Self().Spec()
	cursor, err := lists.ParseCursor(spec, "after", order, lists.CursorAt(spec, order, e).String())
	if err != nil {
		f.Fatal(err)
	}
	return cursor
}

func listFilters(f *fixture) {
	tasks := f.someTasks()
	other := newProject("q")
	f.writeEntities(other, newTask(other.ID, "apple"))
	from, to := start.Add(time.Hour), start.Add(3*time.Hour)
	hours, since := &lists.TimeRange{From: &from, To: &to}, &lists.TimeRange{From: ptr(start.Add(2 * time.Microsecond))}
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
			"type prefix", lists.Filter{TypePrefix: ptr("task.execute")},
			func(t *graph.Task) bool { return strings.HasPrefix(*t.TypeKey, "task.execute") },
		},
		{"type prefix like a pattern", lists.Filter{TypePrefix: ptr("task.%")}, func(t *graph.Task) bool { return *t.TypeKey == "task.%" }},
		{
			"priorities", lists.Filter{Priorities: []int{1, 3}},
			func(t *graph.Task) bool { return t.Priority != nil && (*t.Priority == 1 || *t.Priority == 3) },
		},
		{"created", lists.Filter{Dates: lists.Dates{Created: hours}}, func(t *graph.Task) bool { return within(t.CreatedAt) }},
		{"updated", lists.Filter{Dates: lists.Dates{Updated: since}}, func(t *graph.Task) bool { return !t.UpdatedAt.Before(*since.From) }},
		{"due", lists.Filter{Dates: lists.Dates{Due: hours}}, func(t *graph.Task) bool { return t.DueAt != nil && within(*t.DueAt) }},
		{"text in either case", lists.Filter{Text: ptr("ZEBRA")}, func(t *graph.Task) bool { return strings.EqualFold(t.Title, "zebra") }},
		{"text beyond A to Z in its own case", lists.Filter{Text: ptr("ähn")}, contains("ähn")},
		{"text like a pattern", lists.Filter{Text: ptr("0%")}, contains("0%")},
		{"text like another pattern", lists.Filter{Text: ptr("1_0")}, contains("1_0")},
		{"a column that the kind does not have", lists.Filter{RecordType: ptr("person")}, func(*graph.Task) bool { return false }},
		{"two at once", lists.Filter{States: []string{"done"}, Text: ptr("a")}, func(t *graph.Task) bool {
			return *t.StateKey == "done" && strings.ContainsAny(t.Title, "aA")
		}},
	} {
		test.filter.ProjectID = ptr(graph.ID("p"))
		page := f.list(lists.List{Kind: graph.KindTask, First: 200, Order: byUpdated, Filter: test.filter, Total: true})
		want := slices.DeleteFunc(sorted(tasks, byUpdated), func(e graph.Entity) bool { return !test.want(e.(*graph.Task)) })
		if !slices.Equal(ids(page.Entities), ids(want)) || page.Total != len(want) {
			f.Errorf("%s: got %d of %d, want %d", test.name, len(page.Entities), page.Total, len(want))
		}
	}
}
