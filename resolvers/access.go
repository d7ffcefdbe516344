package resolvers

import (
	"context"

	"dossier/graph"
	"dossier/graph/access"
	"dossier/graph/lists"
)

// Access returns the level of the actor's access to a project.
func (r *queries) Access(ctx context.Context, projectID string) (*graph.Access, error) {
	return r.service.AccessTo(ctx, projectID)
}

// Members returns a page of the members of a project.
func (r *queries) Members(
	ctx context.Context, projectID string, first *int, after *string, last *int, before *string,
) (*access.MemberConnection, error) {
	span, err := lists.NewSpan(first, after, last, before)
	if err != nil {
		return nil, err
	}
	return r.service.Access().Members(ctx, projectID, span)
}

// Actors returns a page of the actors of the deployment.
func (r *queries) Actors(ctx context.Context, first *int, after *string, last *int, before *string) (*access.ActorConnection, error) {
	span, err := lists.NewSpan(first, after, last, before)
	if err != nil {
		return nil, err
	}
	return r.service.Access().Actors(ctx, span)
}

// Keys returns a page of the keys that the actor may list.
func (r *queries) Keys(ctx context.Context, first *int, after *string, last *int, before *string) (*access.APIKeyConnection, error) {
	span, err := lists.NewSpan(first, after, last, before)
	if err != nil {
		return nil, err
	}
	return r.service.Access().Keys(ctx, span)
}

// SetMember sets an actor's access to a project.
func (r *mutations) SetMember(ctx context.Context, input access.MemberInput, clientID *string) (*graph.Member, error) {
	return r.service.Access().SetMember(ctx, input, graph.Or(clientID, ""))
}

// RemoveMember removes an actor's access to a project.
func (r *mutations) RemoveMember(ctx context.Context, input access.MemberTarget, clientID *string) (*graph.Member, error) {
	return r.service.Access().RemoveMember(ctx, input, graph.Or(clientID, ""))
}

// SaveActor creates or changes an actor.
func (r *mutations) SaveActor(ctx context.Context, input access.ActorInput, clientID *string) (*graph.Actor, error) {
	return r.service.Access().SaveActor(ctx, input, graph.Or(clientID, ""))
}

// CreateKey creates a key.
func (r *mutations) CreateKey(ctx context.Context, input access.KeyInput, clientID *string) (*access.CreatedKey, error) {
	return r.service.Access().CreateKey(ctx, input, graph.Or(clientID, ""))
}

// RevokeKey makes a key invalid.
func (r *mutations) RevokeKey(ctx context.Context, input access.KeyTarget, clientID *string) (*graph.APIKey, error) {
	return r.service.Access().RevokeKey(ctx, input, graph.Or(clientID, ""))
}
