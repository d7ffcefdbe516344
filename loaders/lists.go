package loaders

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"dossier/graph"
	"dossier/graph/lists"
)

// nestedLists holds the loaders of nested lists, one for each field and its
// arguments, because the lists of all entities at a level have the same
// arguments and are read together.
type nestedLists struct {
	source Source

	mu      sync.Mutex
	known   map[string]*nested
	filters map[*lists.Filter]string // their texts; a plan passes the same filter for a whole level
}

// nested loads the pages and totals of a list for any number of entities.
type nested struct {
	list   *lists.List
	err    error // an error in the arguments
	pages  *loader[string, *lists.Page]
	totals *loader[string, int]
}

// of returns the loaders of a list.
func (l *nestedLists) of(query *lists.NestedQuery) (*nested, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	key := l.key(query)
	n := l.known[key]
	if n == nil {
		n = l.open(query)
		if l.known == nil {
			l.known = map[string]*nested{}
		}
		l.known[key] = n
	}
	return n, n.err
}

// key returns a text that is the same for queries with equal arguments.
func (l *nestedLists) key(query *lists.NestedQuery) string {
	var key strings.Builder
	args := &query.Args
	fmt.Fprint(&key, query.Links, query.Links.Ways == nil, query.Mixed, args.OrderBy, args.First != nil, graph.Or(args.First, 0),
		args.Last != nil, graph.Or(args.Last, 0))
	fmt.Fprintf(&key, "%q %q", graph.Or(args.After, "none"), graph.Or(args.Before, "none"))
	if args.Filter != nil {
		key.WriteString(l.filter(args.Filter))
	}
	return key.String()
}

func (l *nestedLists) filter(filter *lists.Filter) string {
	text, known := l.filters[filter]
	if !known {
		encoded, _ := json.Marshal(filter) // cannot fail for texts, numbers and times
		text = string(encoded)
		if l.filters == nil {
			l.filters = map[*lists.Filter]string{}
		}
		l.filters[filter] = text
	}
	return text
}

func (l *nestedLists) open(query *lists.NestedQuery) *nested {
	kind := graph.Kind("")
	if len(query.Links.Kinds) == 1 && !query.Mixed {
		kind = query.Links.Kinds[0]
	}
	list, err := query.Args.List(kind)
	if err != nil {
		return &nested{err: err}
	}
	count := lists.List{Kind: kind, Filter: list.Filter, Order: list.Order, Total: true}
	return &nested{
		list: list,
		pages: &loader[string, *lists.Page]{what: "nested lists", source: l.source, read: func(
			ctx context.Context, source Source, ids []string,
		) (func(string) *lists.Page, error) {
			pages, err := source.Nested(ctx, query.Links, *list, ids)
			return in(pages), err
		}},
		totals: &loader[string, int]{what: "totals of nested lists", source: l.source, read: func(
			ctx context.Context, source Source, ids []string,
		) (func(string) int, error) {
			pages, err := source.Nested(ctx, query.Links, count, ids)
			return totals(pages), err
		}},
	}
}

// totals returns a function that returns the total of a page, 0 without one.
func totals(pages map[string]*lists.Page) func(string) int {
	return func(id string) int {
		if page := pages[id]; page != nil {
			return page.Total
		}
		return 0
	}
}

// Nested implements [reader.Reader].
func (l *Loaders) Nested(ctx context.Context, id string, query *lists.NestedQuery) (*lists.NestedPage, error) {
	n, err := l.lists.of(query)
	if err != nil {
		return nil, err
	}
	return n.page(n.pages.load(ctx, id))
}

func (n *nested) page(page *lists.Page, err error) (*lists.NestedPage, error) {
	if err != nil {
		return nil, err
	}
	return &lists.NestedPage{List: n.list, Page: page}, nil
}

// NestedTotal implements [reader.Reader].
func (l *Loaders) NestedTotal(ctx context.Context, id string, query *lists.NestedQuery) (int, error) {
	n, err := l.lists.of(query)
	if err != nil {
		return 0, err
	}
	return n.totals.load(ctx, id)
}

// Owner implements [reader.Reader].
func (l *Loaders) Owner(ctx context.Context, ref graph.Ref) (graph.Owner, error) {
	return l.owners.load(ctx, ref)
}

// Nested implements [reader.Reader].
func (g *Gathering) Nested(_ context.Context, id string, query *lists.NestedQuery) (*lists.NestedPage, error) {
	n, err := g.lists.of(query)
	if err != nil {
		return nil, err
	}
	return n.page(note(g, n.pages, id))
}

// NestedTotal implements [reader.Reader].
func (g *Gathering) NestedTotal(_ context.Context, id string, query *lists.NestedQuery) (int, error) {
	n, err := g.lists.of(query)
	if err != nil {
		return 0, err
	}
	return note(g, n.totals, id)
}

// Owner implements [reader.Reader].
func (g *Gathering) Owner(_ context.Context, ref graph.Ref) (graph.Owner, error) {
	return note(g, &g.owners, ref)
}
