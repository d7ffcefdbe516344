package resolvers

import (
	"context"

	"dossier/graph"
	"dossier/graph/access"
	"dossier/graph/lists"
)

// Access returns what the actor may do in a project.
func (r *Root) Access(ctx context.Context, projectID string) (*graph.Access, error) {
	return r.Service.AccessTo(ctx, projectID)
}

// Members returns a page of the members of a project.
func (r *Root) Members(
	ctx context.Context, projectID string, first *int, after *string, last *int, before *string,
) (*access.MemberConnection, error) {
	span, err := lists.NewSpan(first, after, last, before)
	if err != nil {
		return nil, err
	}
	return r.Service.Access().Members(ctx, projectID, span)
}

// Actors returns a page of the actors of the deployment.
func (r *Root) Actors(ctx context.Context, first *int, after *string, last *int, before *string) (*access.ActorConnection, error) {
	span, err := lists.NewSpan(first, after, last, before)
	if err != nil {
		return nil, err
	}
	return r.Service.Access().Actors(ctx, span)
}

// Keys returns a page of the keys that the actor may list.
func (r *Root) Keys(ctx context.Context, first *int, after *string, last *int, before *string) (*access.APIKeyConnection, error) {
	span, err := lists.NewSpan(first, after, last, before)
	if err != nil {
		return nil, err
	}
	return r.Service.Access().Keys(ctx, span)
}

// SetMember sets an actor's access to a project.
func (r *Root) SetMember(ctx context.Context, input access.MemberInput, clientID *string) (*graph.Member, error) {
	return r.Service.Access().SetMember(ctx, input, graph.Or(clientID, ""))
}

// RemoveMember removes an actor's access to a project.
func (r *Root) RemoveMember(ctx context.Context, input access.MemberTarget, clientID *string) (*graph.Member, error) {
	return r.Service.Access().RemoveMember(ctx, input, graph.Or(clientID, ""))
}

// SaveActor creates or changes an actor.
func (r *Root) SaveActor(ctx context.Context, input access.ActorInput, clientID *string) (*graph.Actor, error) {
	return r.Service.Access().SaveActor(ctx, input, graph.Or(clientID, ""))
}

// CreateKey creates a key.
func (r *Root) CreateKey(ctx context.Context, input access.KeyInput, clientID *string) (*access.CreatedKey, error) {
	return r.Service.Access().CreateKey(ctx, input, graph.Or(clientID, ""))
}

// RevokeKey makes a key invalid.
func (r *Root) RevokeKey(ctx context.Context, input access.KeyTarget, clientID *string) (*graph.APIKey, error) {
	return r.Service.Access().RevokeKey(ctx, input, graph.Or(clientID, ""))
}
