package access

import (
	"context"

	"dossier/graph"
	"dossier/graph/lists"
)

// A Connection is a page of a list that is ordered by name and id.
type Connection[T any] struct {
	Nodes []T // the items of the page, in order

	span     lists.Span
	more     bool // the list continues beyond Span.Limit
	position func(*T) lists.Position
}

// An Edge is an item of a page.
type Edge[T any] struct {
	Cursor string // opaque, for after and before
	Node   T
}

// The pages, by the names of the schema.
type (
	// ActorConnection is a page of actors.
	ActorConnection = Connection[graph.Actor]
	// ActorEdge is an item of a page of actors.
	ActorEdge = Edge[graph.Actor]
	// MemberConnection is a page of members.
	MemberConnection = Connection[graph.Member]
	// MemberEdge is an item of a page of members.
	MemberEdge = Edge[graph.Member]
	// APIKeyConnection is a page of keys.
	APIKeyConnection = Connection[graph.APIKey]
	// APIKeyEdge is an item of a page of keys.
	APIKeyEdge = Edge[graph.APIKey]
)

// Edges returns the items of the page with their cursors.
func (c *Connection[T]) Edges() []Edge[T] {
	edges := make([]Edge[T], len(c.Nodes))
	for i := range c.Nodes {
		edges[i] = Edge[T]{c.position(&c.Nodes[i]).String(), c.Nodes[i]}
	}
	return edges
}

// PageInfo returns the position of the page in its list.
func (c *Connection[T]) PageInfo() lists.PageInfo {
	info := lists.PageInfo{HasPreviousPage: c.span.After != nil, HasNextPage: c.more || c.span.Before != nil}
	if c.span.Last {
		info = lists.PageInfo{HasPreviousPage: c.more || c.span.After != nil, HasNextPage: c.span.Before != nil}
	}
	if edges := c.Edges(); len(edges) > 0 {
		info.StartCursor, info.EndCursor = &edges[0].Cursor, &edges[len(edges)-1].Cursor
	}
	return info
}

// page reads a page, and one more item to determine whether the list continues.
func page[T any](span lists.Span, position func(*T) lists.Position, read func(lists.Span) ([]T, error)) (*Connection[T], error) {
	beyond := span
	beyond.Limit++
	found, err := read(beyond)
	if err != nil {
		return nil, err
	}
	c := &Connection[T]{Nodes: found, span: span, more: len(found) > span.Limit, position: position}
	switch {
	case c.Nodes == nil:
		c.Nodes = []T{}
	case c.more && span.Last:
		c.Nodes = found[1:]
	case c.more:
		c.Nodes = found[:span.Limit]
	}
	return c, nil
}

// Actors returns a page of the actors of the deployment.
func (s *Service) Actors(ctx context.Context, span lists.Span) (*ActorConnection, error) {
	return page(span, func(a *graph.Actor) lists.Position { return lists.Position{Name: a.Name, ID: a.ID} },
		func(span lists.Span) ([]graph.Actor, error) { return s.Store.Actors(ctx, span) })
}

// Members returns a page of the members of a project. The error is NOT_FOUND if
// the actor may not read the project.
func (s *Service) Members(ctx context.Context, projectID string, span lists.Span) (*MemberConnection, error) {
	projectID, err := graph.ParseID("projectId", projectID)
	if err != nil {
		return nil, err
	}
	return page(span, func(m *graph.Member) lists.Position { return lists.Position{Name: m.Actor.Name, ID: m.Actor.ID} },
		func(span lists.Span) ([]graph.Member, error) { return s.Store.Members(ctx, projectID, span) })
}

// Keys returns a page of the keys of the actor and those that it made, or of all
// keys for an administrator.
func (s *Service) Keys(ctx context.Context, span lists.Span) (*APIKeyConnection, error) {
	return page(span, func(k *graph.APIKey) lists.Position { return lists.Position{Name: k.Name, ID: k.ID} },
		func(span lists.Span) ([]graph.APIKey, error) { return s.Store.Keys(ctx, span) })
}
