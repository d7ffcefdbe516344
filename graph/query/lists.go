package query

import (
	"context"

	"dossier/graph"
)

// A ListInput asks for a page of a kind by the arguments of a connection.
type ListInput struct {
	Kind          graph.Kind
	ProjectID     *string
	Filter        *graph.Filter
	OrderBy       *graph.Order
	First, Last   *int
	After, Before *string
	Total         bool // whether the total is wanted
}

// A Connection is a page of a list.
type Connection[T graph.Entity] struct {
	Nodes      []T
	Edges      []*ConnectionEdge[T]
	PageInfo   PageInfo
	TotalCount int // 0 unless it was asked for
}

// A ConnectionEdge is one entity of a page.
type ConnectionEdge[T graph.Entity] struct {
	Cursor string
	Node   T
}

// PageInfo is the position of a page in its list.
type PageInfo struct {
	HasNextPage, HasPreviousPage bool
	StartCursor, EndCursor       *string
}

// List returns a page of the light entities of a kind. By default it is ordered
// by updated_at, the newest first. T is the struct of the kind.
func List[T graph.Entity](ctx context.Context, s *Service, in ListInput) (*Connection[T], error) {
	list, err := in.list()
	if err != nil {
		return nil, err
	}
	found, err := s.store.List(ctx, *list)
	if err != nil {
		return nil, err
	}
	page := &Connection[T]{
		Nodes:      []T{},
		Edges:      []*ConnectionEdge[T]{},
		PageInfo:   PageInfo{HasNextPage: found.HasNext, HasPreviousPage: found.HasPrevious},
		TotalCount: found.Total,
	}
	for _, entity := range found.Entities {
		node := entity.(T)
		cursor := graph.SpecOf(in.Kind).CursorAt(list.Order.Field, entity).String()
		page.Nodes = append(page.Nodes, node)
		page.Edges = append(page.Edges, &ConnectionEdge[T]{Cursor: cursor, Node: node})
	}
	if n := len(page.Edges); n > 0 {
		page.PageInfo.StartCursor, page.PageInfo.EndCursor = &page.Edges[0].Cursor, &page.Edges[n-1].Cursor
	}
	return page, nil
}

// list parses the arguments into the form that stores take.
func (in *ListInput) list() (*graph.List, error) {
	spec := graph.SpecOf(in.Kind)
	list := &graph.List{
		Kind:  in.Kind,
		Order: graph.Order{Field: graph.OrderUpdated, Descending: true},
		Total: in.Total,
	}
	if in.OrderBy != nil {
		list.Order = *in.OrderBy
	}
	if in.Filter != nil {
		list.Filter = *in.Filter
	}
	if err := in.page(list); err != nil {
		return nil, err
	}
	if in.ProjectID != nil {
		id, err := graph.ParseID("projectId", *in.ProjectID)
		if err != nil {
			return nil, err
		}
		list.Filter.ProjectID = &id
	}
	if err := spec.CheckFilter(&list.Filter); err != nil {
		return nil, err
	}
	var err error
	if list.After, err = in.cursor(spec, list, "after", in.After); err != nil {
		return nil, err
	}
	list.Before, err = in.cursor(spec, list, "before", in.Before)
	return list, err
}

// page checks how many entities are wanted, and from which end.
func (in *ListInput) page(list *graph.List) error {
	switch {
	case in.First != nil && in.Last != nil:
		return graph.BadInput("last", "first and last were both given; give one of them")
	case in.Last != nil:
		list.Last = *in.Last
		return graph.CheckRange("last", list.Last, 1, MaxPage)
	case in.First != nil:
		list.First = *in.First
		return graph.CheckRange("first", list.First, 1, MaxPage)
	default:
		list.First = DefaultPage
		return nil
	}
}

func (in *ListInput) cursor(spec *graph.Spec, list *graph.List, argument string, text *string) (*graph.Cursor, error) {
	if text == nil {
		return nil, nil
	}
	return spec.ParseCursor(argument, list.Order.Field, *text)
}

// RecordTypes returns the record types of the deployment, ordered by id.
func (s *Service) RecordTypes(ctx context.Context) ([]graph.RecordType, error) {
	return s.store.RecordTypes(ctx)
}

// projectOf returns the id of an entity's project; NOT_FOUND if either is
// unknown or forbidden.
func (s *Service) projectOf(ctx context.Context, id string) (string, error) {
	found, err := s.Entities(ctx, []graph.Ref{{ID: id}}, graph.Light)
	if err != nil {
		return "", err
	}
	if entity := found[id]; entity != nil {
		return entity.Self().ProjectID, nil
	}
	return "", graph.NotFound("entity", id)
}
