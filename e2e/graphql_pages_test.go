package e2e_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"dossier/graph"
	"dossier/graph/lists"
)

// connection is the answer of a list.
type connection struct {
	TotalCount int
	Edges      []struct {
		Cursor string
		Node   struct{ ID string }
	}
	PageInfo struct {
		HasNextPage, HasPreviousPage bool
		StartCursor, EndCursor       string
	}
}

// page returns a page of a list.
func (s *served) page(t *testing.T, list, arguments string) connection {
	t.Helper()
	var answer map[string]connection
	s.data(t, fmt.Sprintf(`{ %s(%s) { totalCount edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor `+
		`} } }`, list, arguments), nil, &answer)
	return answer[list]
}

func (c connection) ids() []string {
	var ids []string
	for _, edge := range c.Edges {
		ids = append(ids, edge.Node.ID)
	}
	return ids
}

// TestPagesMakeTheList reads the list of every kind in every order, forwards by
// first and after, and backwards by last and before. Both must return the whole
// list.
func TestPagesMakeTheList(t *testing.T) {
	s := serveDemo(t)
	for _, spec := range graph.Kinds {
		for _, order := range lists.OrderFields(spec) {
			for _, direction := range []string{"ASC", "DESC"} {
				name := strings.ToUpper(string(order))
				orderBy := fmt.Sprintf("orderBy: {field: %s, direction: %s}", name, direction)
				t.Run(fmt.Sprint(spec.Plural, name, direction), func(t *testing.T) { s.walk(t, spec.Plural, orderBy) })
			}
		}
	}
}

func (s *served) walk(t *testing.T, list, orderBy string) {
	whole := s.page(t, list, "first: 200, "+orderBy)
	if len(whole.Edges) != whole.TotalCount || whole.PageInfo.HasNextPage || whole.PageInfo.HasPreviousPage {
		t.Fatalf("the whole list has %d of %d, %+v", len(whole.Edges), whole.TotalCount, whole.PageInfo)
	}
	const size = 40
	var forwards, backwards []string
	for page := s.page(t, list, fmt.Sprintf("first: %d, %s", size, orderBy)); ; {
		forwards = append(forwards, page.ids()...)
		if page.PageInfo.HasNextPage != (len(forwards) < whole.TotalCount) {
			t.Fatalf("after %d of %d: %+v", len(forwards), whole.TotalCount, page.PageInfo)
		}
		if !page.PageInfo.HasNextPage {
			break
		}
		page = s.page(t, list, fmt.Sprintf("first: %d, after: %q, %s", size, page.PageInfo.EndCursor, orderBy))
	}
	for page := s.page(t, list, fmt.Sprintf("last: %d, %s", size, orderBy)); ; {
		backwards = slices.Concat(page.ids(), backwards)
		if !page.PageInfo.HasPreviousPage {
			break
		}
		page = s.page(t, list, fmt.Sprintf("last: %d, before: %q, %s", size, page.PageInfo.StartCursor, orderBy))
	}
	if !slices.Equal(forwards, whole.ids()) || !slices.Equal(backwards, whole.ids()) {
		t.Errorf("of %d, %d forwards and %d backwards, or in another order", whole.TotalCount, len(forwards), len(backwards))
	}
}

// TestBetweenCursors reads the nodes between two cursors, from either end.
func TestBetweenCursors(t *testing.T) {
	s := serveDemo(t)
	const orderBy = "orderBy: {field: LABEL, direction: ASC}"
	all := s.page(t, "goals", "first: 9, "+orderBy)
	after, before := all.Edges[1].Cursor, all.Edges[7].Cursor
	for arguments, want := range map[string][]string{
		"first: 9": all.ids()[2:7], "first: 2": all.ids()[2:4], "last: 2": all.ids()[5:7],
	} {
		got := s.page(t, "goals", fmt.Sprintf("%s, after: %q, before: %q, %s", arguments, after, before, orderBy))
		if !slices.Equal(got.ids(), want) {
			t.Errorf("%s: got %v, want %v", arguments, got.ids(), want)
		}
	}
}

// TestForeignCursors checks the errors of cursors that belong to other lists.
func TestForeignCursors(t *testing.T) {
	s := serveDemo(t)
	byLabel := s.page(t, "goals", "first: 1, orderBy: {field: LABEL}").PageInfo.EndCursor
	byPriority := s.page(t, "requirements", "first: 1, orderBy: {field: PRIORITY}").PageInfo.EndCursor
	for name, query := range map[string]string{
		"of another order":    fmt.Sprintf(`{ goals(after: %q) { totalCount } }`, byLabel),
		"of another column":   fmt.Sprintf(`{ goals(after: %q, orderBy: {field: DUE}) { totalCount } }`, byLabel),
		"of another kind":     fmt.Sprintf(`{ tasks(before: %q, orderBy: {field: DUE}) { totalCount } }`, byPriority),
		"of a search":         `{ goals(after: "aGl0IDE") { totalCount } }`,
		"of a list, searched": fmt.Sprintf(`{ search(query: "fog", after: %q) { total } }`, byLabel),
	} {
		if got := s.ask(t, query, nil); got.code() != "BAD_USER_INPUT" || !strings.Contains(got.raw, "not a cursor of this") {
			t.Errorf("a cursor %s: answered %s", name, got.raw)
		}
	}
}

// TestSearchPages checks that the pages of a search have no hit twice.
func TestSearchPages(t *testing.T) {
	s := serveDemo(t)
	var ids []string
	after, total := "null", 0
	for range 20 {
		var answer struct {
			Search struct {
				Total     int
				EndCursor *string
				Hits      []struct{ Entity struct{ ID string } }
			}
		}
		s.data(t, fmt.Sprintf(`{ search(query: "offline queue", first: 7, after: %s) { total endCursor hits { entity { id } } } }`, after), nil,
			&answer)
		for _, hit := range answer.Search.Hits {
			ids = append(ids, hit.Entity.ID)
		}
		total = answer.Search.Total
		if answer.Search.EndCursor == nil {
			break
		}
		after = fmt.Sprintf("%q", *answer.Search.EndCursor)
	}
	slices.Sort(ids)
	if different := len(slices.Compact(ids)); different != total || different < 8 {
		t.Errorf("found %d different ones of %d", different, total)
	}
}
