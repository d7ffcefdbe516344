package read

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"dossier/db/conn"
	"dossier/db/enginetest"
	"dossier/db/schema"
	"dossier/graph"
	"dossier/graph/lists"
)

// scripted returns a reader of a scripted backend.
func scripted(t *testing.T) (*Reader, *enginetest.Script) {
	s := enginetest.New(t)
	return New(conn.New(s, enginetest.Dialect, conn.Options{}), nil), s
}

// listSQL returns the SQL of a page after the access scope, and its arguments.
func listSQL(t *testing.T, list lists.List) (string, []any) {
	t.Helper()
	store, _ := scripted(t)
	shape := schema.ShapeOf(list.Kind, list.View)
	order, err := orderOf(&enginetest.Dialect, shape.Spec, list.Order)
	if err != nil {
		t.Fatal(err)
	}
	q := store.page(context.Background(), &list, shape, order)
	query := q.Query(nil)
	_, after, _ := strings.Cut(query.SQL, "entity.deleted_at IS NULL AND FALSE")
	return after, query.Args
}

const taskPage = ") page ON page.id = entity.id AND entity.project_id = page.project_id ORDER BY "

func TestPages(t *testing.T) {
	project, text := "p", "GrüN"
	cursor, key := &lists.Cursor{Values: []any{"v"}, ID: "x"}, schema.LabelKey("v")
	at := &lists.Cursor{Values: []any{enginetest.Time}, ID: "x"}
	null := &lists.Cursor{Values: []any{nil}, ID: "x"}
	both := &lists.Cursor{Values: []any{nil, "v"}, ID: "x"}
	updated := []lists.Order{{Field: lists.OrderUpdated, Descending: true}}
	label := []lists.Order{{Field: lists.OrderLabel}}
	due, last := []lists.Order{{Field: lists.OrderDue}}, []lists.Order{{Field: lists.OrderDue, Descending: true}}
	byLabel, byDue := "entity.label_key", "entity.due_at"
	for _, test := range []struct {
		name string
		list lists.List
		want string
		args []any
	}{
		{"in the order of an index", lists.List{First: 2, Order: updated, Filter: lists.Filter{ProjectID: &project}},
			" AND entity.project_id = $1 ORDER BY entity.updated_at DESC, entity.id LIMIT $2", []any{"p", 3}},
		{"sorted", lists.List{First: 2, Order: updated},
			" ORDER BY entity.updated_at DESC, entity.id LIMIT $1" + taskPage + "entity.updated_at DESC, entity.id", []any{3}},
		{"after a cursor", lists.List{First: 2, Order: label, After: cursor},
			" AND (" + byLabel + " >= $2 AND (" + byLabel + " > $2 OR entity.id > $1)) ORDER BY " + byLabel + ", entity.id LIMIT $3" +
				taskPage + byLabel + ", entity.id", []any{"x", key, 3}},
		{"before a cursor", lists.List{Last: 2, Order: label, Before: cursor},
			" AND (" + byLabel + " <= $2 AND (" + byLabel + " < $2 OR entity.id < $1)) ORDER BY " + byLabel + " DESC, entity.id DESC LIMIT $3" +
				taskPage + byLabel + " DESC, entity.id DESC", []any{"x", key, 3}},
		{"nulls after a cursor", lists.List{First: 2, Order: due, After: at},
			" AND (" + byDue + " IS NULL OR (" + byDue + " >= $2 AND (" + byDue + " > $2 OR entity.id > $1))) ORDER BY " + byDue +
				" NULLS LAST, entity.id LIMIT $3" +
				taskPage + byDue + " NULLS LAST, entity.id", []any{"x", enginetest.Time, 3}},
		{"after a cursor of two orders", lists.List{First: 2, Order: append(last, label...), After: both},
			" AND (" + byDue + " IS NULL AND (" + byLabel + " >= $2 AND (" + byLabel + " > $2 OR entity.id > $1))) ORDER BY " + byDue +
				" DESC NULLS LAST, " + byLabel + ", entity.id LIMIT $3" +
				taskPage + byDue + " DESC NULLS LAST, " + byLabel + ", entity.id", []any{"x", key, 3}},
		{"after a null", lists.List{First: 2, Order: last, After: null},
			" AND (" + byDue + " IS NULL AND entity.id > $1) ORDER BY " + byDue + " DESC NULLS LAST, entity.id LIMIT $2" +
				taskPage + byDue + " DESC NULLS LAST, entity.id", []any{"x", 3}},
		{"before a null", lists.List{Last: 2, Order: due, Before: null},
			" AND (" + byDue + " IS NOT NULL OR entity.id < $1) ORDER BY " + byDue + " DESC NULLS FIRST, entity.id DESC LIMIT $2" +
				taskPage + byDue + " DESC NULLS FIRST, entity.id DESC", []any{"x", 3}},
		{"filtered", lists.List{First: 2, Order: updated, Filter: lists.Filter{
			TypePrefix: new("tä"), Text: &text, States: []string{"done", "todo"}, Priorities: []int{1, 2},
			Dates: lists.Dates{Due: &lists.TimeRange{From: &enginetest.Time, To: &enginetest.Time}}}},
			" AND substr(entity.type_key, 1, $1) = $2 AND find(lower(entity.title BYTES), $3) > 0 AND entity.state_key IN $4 AND entity.priority " +
				"IN $5 AND entity.due_at >= $6 AND entity.due_at < $7 ORDER BY entity.updated_at DESC, entity.id LIMIT $8" + taskPage +
				"entity.updated_at DESC, entity.id",
			[]any{2, "tä", "grün", []string{"done", "todo"}, []int{1, 2}, enginetest.Time, enginetest.Time, 3}},
		{"by a column that the kind does not have", lists.List{First: 2, Order: updated, Filter: lists.Filter{RecordType: new("person")}},
			" AND FALSE ORDER BY entity.updated_at DESC, entity.id LIMIT $1" + taskPage + "entity.updated_at DESC, entity.id", []any{3}},
	} {
		test.list.Kind = graph.KindTask
		if got, args := listSQL(t, test.list); got != test.want || !reflect.DeepEqual(args, test.args) {
			t.Errorf("%s: got\n%s %v, want\n%s %v", test.name, got, args, test.want, test.args)
		}
	}
}

func TestDueOfAKindWithout(t *testing.T) {
	list := lists.List{Kind: graph.KindSignal, First: 1, Order: []lists.Order{{Field: lists.OrderCreated}},
		Filter: lists.Filter{Dates: lists.Dates{Due: &lists.TimeRange{}}}}
	if got, _ := listSQL(t, list); !strings.HasPrefix(got, " AND FALSE ORDER BY entity.created_at, entity.id LIMIT") {
		t.Errorf("got %s", got)
	}
	store, _ := scripted(t)
	list.Order[0].Field = lists.OrderDue
	_, err := store.List(enginetest.AsAnn(), list)
	if graph.CodeOf(err) != graph.CodeBadUserInput || !strings.Contains(err.Error(),
		"orderBy[0].field: expected one of created_at, updated_at, label, external_id, type, ts for signals; got due") {
		t.Errorf("got %v", err)
	}
}

// TestLinkedInProject checks that the edges and ends of a list of a project are
// looked for in the project.
func TestLinkedInProject(t *testing.T) {
	project := "p"
	list := lists.List{Kind: graph.KindTask, First: 1, Order: []lists.Order{{Field: lists.OrderCreated}}}
	list.Filter = lists.Filter{Linked: &lists.LinkFilter{Relations: []graph.Relation{graph.RelHasTask}}}
	const inProject = "AND edge.project_id = $"
	if got, _ := listSQL(t, list); strings.Contains(got, inProject) {
		t.Errorf("of all projects: got %s", got)
	}
	list.Filter.ProjectID = &project
	if got, _ := listSQL(t, list); strings.Count(got, inProject) != strings.Count(got, "FROM onto_edges") {
		t.Errorf("of a project: got %s", got)
	}
}

func TestCutPage(t *testing.T) {
	a, b, c := enginetest.Task("a"), enginetest.Task("b"), enginetest.Task("c")
	cursor := &lists.Cursor{}
	for _, test := range []struct {
		name           string
		list           lists.List
		read           []graph.Entity
		want           string
		previous, next bool
	}{
		{"all", lists.List{First: 2}, []graph.Entity{a, b}, "a b", false, false},
		{"more", lists.List{First: 2}, []graph.Entity{a, b, c}, "a b", false, true},
		{"after a cursor", lists.List{First: 2, After: cursor}, []graph.Entity{a}, "a", true, false},
		{"before a cursor", lists.List{First: 2, Before: cursor}, []graph.Entity{a}, "a", false, true},
		{"the last", lists.List{Last: 2}, []graph.Entity{c, b, a}, "b c", true, false},
		{"the last before a cursor", lists.List{Last: 2, Before: cursor}, []graph.Entity{b, a}, "a b", false, true},
		{"the last after a cursor", lists.List{Last: 2, After: cursor}, []graph.Entity{b}, "b", true, false},
	} {
		page := &lists.Page{Entities: test.read}
		cutPage(page, &test.list, len(test.read) > pageSize(&test.list))
		var got []string
		for _, entity := range page.Entities {
			got = append(got, entity.(*graph.Task).Title)
		}
		if text := strings.Join(got, " "); text != test.want || page.HasPrevious != test.previous || page.HasNext != test.next {
			t.Errorf("%s: got %s, previous %v, next %v", test.name, text, page.HasPrevious, page.HasNext)
		}
	}
}

func TestTotalIsReadWithThePage(t *testing.T) {
	store, s := scripted(t)
	s.Rows["SELECT count(*)"] = [][]any{{41}}
	page, err := store.List(enginetest.AsAnn(),
		lists.List{Kind: graph.KindTask, First: 1, Order: []lists.Order{{Field: lists.OrderCreated}}, Total: true})
	if err != nil || page.Total != 41 || len(s.Reads) != 2 {
		t.Errorf("got %+v, %v, after %d queries", page, err, len(s.Reads))
	}
	s.Rows["SELECT count(*)"] = [][]any{{1, 2}}
	_, err = store.List(enginetest.AsAnn(), lists.List{Kind: graph.KindTask, First: 1, Order: []lists.Order{{Field: lists.OrderCreated}},
		Total: true})
	if err == nil || !strings.Contains(err.Error(), "count task: ") {
		t.Errorf("got %v", err)
	}
}

// TestListsThatRepeat checks which lists may share their statements: those of a
// project that an index has in their order, without other conditions.
func TestListsThatRepeat(t *testing.T) {
	project, text := graph.ID("p"), "x"
	updated := []lists.Order{{Field: lists.OrderUpdated, Descending: true}}
	limited := enginetest.AsAnn()
	limited = graph.WithActor(limited, graph.Actor{ID: "ann", Key: &graph.KeyGrant{ProjectIDs: []string{project}}})
	for _, test := range []struct {
		name string
		ctx  context.Context
		list lists.List
		want bool
	}{
		{"a project", enginetest.AsAnn(), lists.List{Filter: lists.Filter{ProjectID: &project}}, true},
		{"all projects", enginetest.AsAnn(), lists.List{}, false},
		{"a filter", enginetest.AsAnn(), lists.List{Filter: lists.Filter{ProjectID: &project, Text: &text}}, false},
		{"a filter without arguments", enginetest.AsAnn(), lists.List{Filter: lists.Filter{ProjectID: &project, Or: []lists.Filter{}}}, false},
		{"a cursor", enginetest.AsAnn(), lists.List{Filter: lists.Filter{ProjectID: &project},
			After: &lists.Cursor{Values: []any{enginetest.Time}, ID: "x"}}, false},
		{"a key of some projects", limited, lists.List{Filter: lists.Filter{ProjectID: &project}}, false},
		{"nobody", t.Context(), lists.List{Filter: lists.Filter{ProjectID: &project}}, false},
	} {
		store, _ := scripted(t)
		test.list.Kind, test.list.Order, test.list.First = graph.KindTask, updated, 2
		order, err := orderOf(&enginetest.Dialect, graph.SpecOf(graph.KindTask), updated)
		if err != nil {
			t.Fatal(err)
		}
		q := store.page(test.ctx, &test.list, schema.ShapeOf(graph.KindTask, graph.Light), order)
		if got := q.Query(nil).Repeated != nil; got != test.want {
			t.Errorf("%s: got %t for %s", test.name, got, q.Query(nil).SQL)
		}
	}
}
