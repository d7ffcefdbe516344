// Package resolvers resolves the root fields of the schema, each by a call of
// the service, and the fields of entities that need a read or the graph of their
// project. All other fields are bound to structs and methods of the domain; see
// gqlgen.yml.
package resolvers

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"dossier/generated"
	"dossier/graph"
	"dossier/graph/attention"
	"dossier/graph/contextdoc"
	"dossier/graph/history"
	"dossier/graph/lens"
	"dossier/graph/lists"
	"dossier/graph/memory"
	"dossier/graph/query"
	"dossier/graph/reader"
	"dossier/graph/scalar"
	"dossier/graph/view"
	"dossier/loaders"
	"dossier/meter"
	"dossier/plan"
)

// Schema returns the executable schema of a service, executed by plans.
func Schema(service *query.Service) graphql.ExecutableSchema {
	bound, root := Bind(service)
	return plan.New(bound, plan.Options{Resolvers: root, Gather: gather, Event: (&subscriptions{service}).event, Enum: scalar.EnumText})
}

// Bind returns the parts of [Schema]: the schema with the functions that read
// arguments, and the resolvers.
func Bind(service *query.Service) (*generated.Bound, generated.ResolverRoot) {
	return &generated.Bound{Advertised: advertised(), Directives: generated.DirectiveRoot{OneOf: oneOf}}, fields{service}
}

// cheap is the price up to which the root fields of an operation share a
// goroutine. Each screen of docs/clients.md costs less, and takes as long on one
// as on two processors (load 4). Fields that cost more, such as several context
// documents, take less time on several processors.
const cheap = 12_000

// gather implements the option Gather of package plan with loaders.
func gather(ctx context.Context, number int) ([]plan.Gatherer, func(func(int))) {
	fields := loaders.Fields(ctx, number)
	gatherers := make([]plan.Gatherer, number)
	for i, field := range fields {
		gatherers[i] = field
	}
	run := loaders.InTurns
	if meter.Price(graphql.GetOperationContext(ctx)) > cheap {
		run = loaders.AtOnce
	}
	return gatherers, func(write func(int)) { run(fields, write) }
}

// queries resolves the root fields of queries with a service; the lists of the kinds are
// those of connections.
type queries struct {
	service *query.Service
	connections
}

// mutations resolves the root fields of mutations.
type mutations struct{ service *query.Service }

// connections resolves the root fields that are lists of a kind, and their groups. Its
// methods are generated.
type connections struct{ service *query.Service }

// Viewer returns the actor of the request.
func (r *queries) Viewer(ctx context.Context) (*graph.Actor, error) {
	actor := graph.ActorFrom(ctx)
	var err error
	if selects(ctx, "isAdmin") {
		actor.Admin, err = r.service.Access().Administers(ctx)
	}
	return &actor, err
}

// Node returns the entity with the id, nil if there is none for the actor.
func (r *queries) Node(ctx context.Context, id string) (graph.Entity, error) {
	return r.Entity(ctx, id)
}

// Entity returns the entity with the id, nil if there is none for the actor.
func (r *queries) Entity(ctx context.Context, id string) (graph.Entity, error) {
	id, err := graph.ParseID("id", id)
	if err != nil {
		return nil, err
	}
	return reader.Find[graph.Entity](ctx, graph.Ref{ID: id})
}

// Entities returns the entities with the ids, with nil for each that does not
// exist for the actor.
func (r *queries) Entities(ctx context.Context, ids []string) ([]graph.Entity, error) {
	refs, err := graph.ParseIDs("ids", ids)
	if err != nil {
		return nil, err
	}
	byID, err := r.service.Entities(ctx, refs, graph.Light)
	entities := make([]graph.Entity, len(refs))
	for i, ref := range refs {
		entities[i] = byID[ref.ID]
	}
	return entities, err
}

// History returns events about an entity, the latest first.
func (r *queries) History(ctx context.Context, id string, first *int, before *string) ([]history.Event, error) {
	return list(r.service.History(ctx, id, first, before))
}

// EntityAsOf returns the columns of an entity at a time.
func (r *queries) EntityAsOf(ctx context.Context, id string, at time.Time) (graph.JSON, error) {
	return r.service.EntityAsOf(ctx, id, at)
}

// ProjectAsOf returns a page of a past state of a project.
func (r *queries) ProjectAsOf(ctx context.Context, projectID string, at *time.Time, cursor *string, kinds []graph.Kind, first *int,
	after *string) (*query.PastProject, error) {
	return r.service.ProjectAsOf(ctx, query.PastInput{ProjectID: projectID, At: at, Cursor: cursor, Kinds: kinds, First: first, After: after})
}

// Project returns the project with the id, nil if there is none for the actor.
func (r *queries) Project(ctx context.Context, id string) (*graph.Project, error) {
	id, err := graph.ParseID("id", id)
	if err != nil {
		return nil, err
	}
	return reader.Find[*graph.Project](ctx, graph.Ref{Kind: graph.KindProject, ID: id})
}

// page returns a page of a kind, with the total if the query selects it.
func page[T graph.Entity](ctx context.Context, service *query.Service, in query.ListInput) (*lists.Connection[T], error) {
	in.Total = selects(ctx, "totalCount")
	in.Columns = columnsRead(ctx, graph.SpecOf(in.Kind))
	return query.List[T](ctx, service, in)
}

// selects reports whether the query selects a field of the current object.
func selects(ctx context.Context, name string) bool {
	for _, field := range graphql.CollectFieldsCtx(ctx, nil) {
		if field.Name == name {
			return true
		}
	}
	return false
}

// list replaces nil items by an empty list, unless there is an error, because a
// null response means an error.
func list[T any](items []T, err error) ([]T, error) {
	if items == nil && err == nil {
		items = []T{}
	}
	return items, err
}

// LinkedEntities returns the entities linked to an entity.
func (r *queries) LinkedEntities(ctx context.Context, id string, kinds []graph.Kind, relations []graph.Relation, direction *graph.Direction,
	firstPerKind *int) (*memory.LinkedEntities, error) {
	links := memory.LinkQuery{Kinds: kinds, Relations: relations, Direction: direction}
	if firstPerKind != nil {
		if err := graph.CheckRange("firstPerKind", *firstPerKind, 1, memory.MaxLinks); err != nil {
			return nil, err
		}
		links.First = *firstPerKind
	}
	return r.service.Links(ctx, id, links)
}

// GraphSnapshot returns the graph around a project, or around an entity of it.
func (r *queries) GraphSnapshot(ctx context.Context, projectID string, focusID *string, depth, maxNodes, maxEdges, maxNodesPerKind,
	maxTokens *int, now *time.Time) (*memory.GraphSnapshot, error) {
	return r.service.Snapshot(ctx, query.SnapshotInput{
		ProjectID: projectID, FocusID: focusID, Depth: depth, MaxNodes: maxNodes, MaxEdges: maxEdges,
		MaxNodesPerKind: maxNodesPerKind, MaxTokens: maxTokens, Now: now,
	})
}

// Search returns the entities that match words.
func (r *queries) Search(
	ctx context.Context, text string, projectID *string, kinds []graph.Kind, states []string, first *int, after *string,
) (*query.SearchResult, error) {
	return r.service.Search(ctx,
		query.SearchInput{Query: text, ProjectID: projectID, Kinds: kinds, States: states, First: first, After: after})
}

// ContextDocument returns prompt text with its sources.
func (r *queries) ContextDocument(ctx context.Context, input contextdoc.Input) (*contextdoc.Document, error) {
	return r.service.Context(ctx, input)
}

// Encodings returns the encodings for counting tokens.
func (r *queries) Encodings(context.Context) ([]query.TokenEncoding, error) {
	return list(r.service.Encodings(), nil)
}

// Lenses returns the lenses of context documents.
func (r *queries) Lenses(context.Context) ([]lens.Lens, error) { return list(r.service.Lenses(), nil) }

// Views returns the views of broad questions.
func (r *queries) Views(context.Context) ([]view.View, error) { return list(r.service.Views(), nil) }

// AgentCalls returns the last calls of agents.
func (r *queries) AgentCalls(ctx context.Context, first int) ([]query.AgentCall, error) {
	return r.service.AgentCalls(ctx, first)
}

// Sources returns the sources of the server.
func (r *queries) Sources(ctx context.Context) ([]query.Source, error) { return r.service.Sources(ctx) }

// Workspace returns the context of a chat about a project.
func (r *queries) Workspace(ctx context.Context, projectID string, selection attention.Selection,
	now *time.Time) (*query.Workspace, error) {
	return r.service.Workspace(ctx, projectID, selection, now)
}

// Focus returns the context of a chat about one entity.
func (r *queries) Focus(ctx context.Context, id string, now *time.Time) (*query.Focus, error) {
	return r.service.Focus(ctx, id, now)
}

// Overview returns the projects that the actor may read.
func (r *queries) Overview(ctx context.Context, first *int) (*query.Overview, error) {
	return r.service.Overview(ctx, first)
}

// ProjectGraph returns a page of the whole graph of a project.
func (r *queries) ProjectGraph(ctx context.Context, projectID string, first *int, after *string) (*query.ProjectGraph, error) {
	return r.service.ProjectGraph(ctx, projectID, first, after)
}

// ResolveMentions returns the mentions of a message.
func (r *queries) ResolveMentions(ctx context.Context, text, projectID string) ([]query.Mention, error) {
	return list(r.service.ResolveMentions(ctx, text, projectID))
}

// MentionCandidates returns the entities to offer while a mention is typed.
func (r *queries) MentionCandidates(ctx context.Context, prefix, projectID string, kinds []graph.Kind, first *int) ([]graph.Entity, error) {
	return list(r.service.MentionCandidates(ctx, prefix, projectID, kinds, first))
}
