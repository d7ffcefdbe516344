package lists

import (
	"context"

	"dossier/graph"
)

// The sizes of pages, by eye: a screen or a model reads one page at a time.
const (
	// MaxPage is the maximum size of a page.
	MaxPage = 200
	// DefaultPage is the size of a page without first and last.
	DefaultPage = 20
)

// ListArgs are the arguments of a list.
type ListArgs struct {
	Filter        *Filter // nil for all entities
	OrderBy       []Order // by default the latest change first
	First, Last   *int    // the size of the page, 1 to MaxPage; at most one of the two
	After, Before *string // opaque cursors of the same orders, nil for no limit
}

// List returns the list of a kind that the arguments describe; kind is "" for
// several kinds. By default it is ordered by updated_at, the newest first.
// Errors name the argument.
func (a *ListArgs) List(kind graph.Kind) (*List, error) {
	spec := graph.ListSpec(kind)
	list := &List{Kind: kind, Order: a.OrderBy}
	if len(a.OrderBy) == 0 {
		list.Order = []Order{{Field: OrderUpdated, Descending: true}}
	}
	if a.Filter != nil {
		list.Filter = *a.Filter
	}
	if err := a.page(list); err != nil {
		return nil, err
	}
	if err := CheckFilter(spec, &list.Filter); err != nil {
		return nil, err
	}
	if err := CheckOrder(spec, list.Order); err != nil {
		return nil, err
	}
	var err error
	if list.After, err = a.cursor(spec, list, "after", a.After); err != nil {
		return nil, err
	}
	list.Before, err = a.cursor(spec, list, "before", a.Before)
	return list, err
}

// page sets the size and the end of the page, and checks them.
func (a *ListArgs) page(list *List) error {
	switch {
	case a.First != nil && a.Last != nil:
		return graph.BadInput("last", "first and last were both given; give one of them")
	case a.Last != nil:
		list.Last = *a.Last
		return graph.CheckRange("last", list.Last, 1, MaxPage)
	case a.First != nil:
		list.First = *a.First
		return graph.CheckRange("first", list.First, 1, MaxPage)
	default:
		list.First = DefaultPage
		return nil
	}
}

func (a *ListArgs) cursor(spec *graph.Spec, list *List, argument string, text *string) (*Cursor, error) {
	if text == nil {
		return nil, nil
	}
	return ParseCursor(spec, argument, list.Order, *text)
}

// A Connection is a page of a list.
type Connection[T graph.Entity] struct {
	Nodes []T // the entities of the page, in order

	page  *Page
	spec  *graph.Spec
	order []Order
	count func(ctx context.Context) (int, error) // nil if page has the total
}

// A ConnectionEdge is one entity of a page.
type ConnectionEdge[T graph.Entity] struct {
	Cursor string // opaque, for after and before
	Node   T
}

// PageInfo is the position of a page in its list.
type PageInfo struct {
	HasNextPage, HasPreviousPage bool    // whether the list has entities after and before the page
	StartCursor, EndCursor       *string // of the first and the last entity; nil for an empty page
}

// NewConnection returns a page of a list. T is the struct of the list's kind,
// [graph.Entity] for several kinds. count returns the total; if it is nil, page has
// it.
func NewConnection[T graph.Entity](list *List, page *Page, count func(context.Context) (int, error)) *Connection[T] {
	c := &Connection[T]{Nodes: make([]T, len(page.Entities)), page: page, spec: graph.ListSpec(list.Kind), order: list.Order, count: count}
	for i, entity := range page.Entities {
		c.Nodes[i] = entity.(T)
	}
	return c
}

// Edges returns the entities of the page with their cursors.
func (c *Connection[T]) Edges() []*ConnectionEdge[T] {
	edges := make([]*ConnectionEdge[T], len(c.Nodes))
	for i, node := range c.Nodes {
		edges[i] = &ConnectionEdge[T]{Cursor: c.cursor(i), Node: node}
	}
	return edges
}

func (c *Connection[T]) cursor(i int) string { return CursorAt(c.spec, c.order, c.Nodes[i]).String() }

// PageInfo returns the position of the page in its list.
func (c *Connection[T]) PageInfo() PageInfo {
	info := PageInfo{HasNextPage: c.page.HasNext, HasPreviousPage: c.page.HasPrevious}
	if last := len(c.Nodes) - 1; last >= 0 {
		start, end := c.cursor(0), c.cursor(last)
		info.StartCursor, info.EndCursor = &start, &end
	}
	return info
}

// TotalCount returns the number of entities on all pages, 0 if they were not
// counted.
func (c *Connection[T]) TotalCount(ctx context.Context) (int, error) {
	if c.count == nil {
		return c.page.Total, nil
	}
	return c.count(ctx)
}

// A NestedQuery describes a nested list of an entity. All entities of a level
// have the same query.
type NestedQuery struct {
	Links graph.Links // what is in the list
	Args  ListArgs    // which page of it
	Mixed bool        // a list of several kinds, even if Links have one
}

// A NestedPage is the result of a [NestedQuery] for one entity.
type NestedPage struct {
	List *List // the list that was read
	Page *Page // the page of it, for this entity
}
