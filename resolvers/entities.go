package resolvers

import (
	"context"
	"slices"

	"dossier/graph"
	"dossier/graph/history"
	"dossier/graph/lists"
	"dossier/graph/memory"
	"dossier/graph/reader"
)

// entity resolves the fields of entities that need more than the entity: those of all
// kinds, and those that one kind has. P is the pointer to the struct of a kind. Its
// nested lists are generated.
type entity[P graph.Entity] struct{}

// Full returns the entity with all columns and full texts. If the entity was
// deleted since it was read, only the fields of all kinds are set.
func (entity[P]) Full(ctx context.Context, of P) (full P, err error) {
	c := of.Self()
	found, err := reader.From(ctx).Entity(ctx, c.Ref(), graph.Full)
	if isGone(err) {
		found, err = c.Remnant(), nil
	}
	if err != nil {
		return full, err
	}
	full, ok := found.(P)
	if !ok {
		return full, graph.NotFound(string(c.Kind), c.ID)
	}
	return full, nil
}

// isGone reports whether an error is about something that does not exist.
func isGone(err error) bool { return err != nil && graph.CodeOf(err) == graph.CodeNotFound }

// Project returns the project of the entity, nil if it was deleted since the
// entity was read.
func (entity[P]) Project(ctx context.Context, of P) (*graph.Project, error) {
	return reader.Find[*graph.Project](ctx, graph.Ref{Kind: graph.KindProject, ID: of.Self().ProjectID})
}

// Owner returns the record of the entity's owner, nil if the entity has none or
// only a name.
func (entity[P]) Owner(ctx context.Context, of P) (*graph.Record, error) {
	owner, err := reader.From(ctx).Owner(ctx, of.Self().Ref())
	if err != nil || owner.ID == "" {
		return nil, err
	}
	return reader.Find[*graph.Record](ctx, graph.Ref{Kind: graph.KindRecord, ID: owner.ID})
}

// OwnerName returns the name of the entity's owner, nil if it has none.
func (entity[P]) OwnerName(ctx context.Context, of P) (*string, error) {
	owner, err := reader.From(ctx).Owner(ctx, of.Self().Ref())
	if err != nil || owner.Name == "" {
		return nil, err
	}
	return &owner.Name, nil
}

// Linked returns a page of the entities that are linked to this one by some
// relations, in a direction.
func (entity[P]) Linked(ctx context.Context, of P, kinds []graph.Kind, relations []graph.Relation, direction *graph.Direction,
	filter *lists.Filter,
	orderBy []lists.Order, first *int, after *string, last *int, before *string) (*lists.EntityConnection, error) {
	links := graph.Links{Kinds: graph.AllKinds(), Ways: graph.Follow(relations, direction)}
	if kinds != nil {
		byRank := func(a, b graph.Kind) int { return a.Rank() - b.Rank() }
		links.Kinds = slices.Compact(slices.SortedFunc(slices.Values(kinds), byRank))
	}
	args := lists.ListArgs{Filter: filter, OrderBy: orderBy, First: first, After: after, Last: last, Before: before}
	return linkedPage[graph.Entity](ctx, of.Self(), &lists.NestedQuery{Links: links, Args: args, Mixed: true})
}

// nestedPage reads a page of a nested list of an entity.
func nestedPage[T graph.Entity](ctx context.Context, c *graph.Common, name string, args lists.ListArgs) (*lists.Connection[T], error) {
	list := c.Spec().NestedList(name)
	return linkedPage[T](ctx, c, &lists.NestedQuery{Links: list.Links, Args: args})
}

func linkedPage[T graph.Entity](ctx context.Context, c *graph.Common, query *lists.NestedQuery) (*lists.Connection[T], error) {
	found, err := reader.From(ctx).Nested(ctx, c.ID, query)
	if err != nil {
		return nil, err
	}
	if found.Page.IsWhole {
		return lists.NewConnection[T](found.List, found.Page, nil), nil
	}
	count := func(ctx context.Context) (int, error) { return reader.From(ctx).NestedTotal(ctx, c.ID, query) }
	return lists.NewConnection[T](found.List, found.Page, count), nil
}

// home returns the graph of the entity's project. It is empty if the project
// was deleted since the entity was read; likewise, it may lack the entity.
func home(ctx context.Context, c *graph.Common) (*memory.Graph, error) {
	g, err := reader.From(ctx).Graph(ctx, c.ProjectID)
	if isGone(err) {
		return memory.NewGraph(graph.Changes{Revision: graph.Revision{ProjectID: c.ProjectID}}), nil
	}
	return g, err
}

// derive computes a field of the entity from its project's graph.
func derive[T any](ctx context.Context, of graph.Entity, read func(g *memory.Graph, id string) T) (value T, err error) {
	g, err := home(ctx, of.Self())
	if err != nil {
		return value, err
	}
	return read(g, of.Self().ID), nil
}

// DirectEdge reports whether an edge links the entity to its project.
func (entity[P]) DirectEdge(ctx context.Context, of P) (bool, error) {
	return derive(ctx, of, (*memory.Graph).IsDirect)
}

// LinkedEntities returns the entities that are linked to this one, three of
// each kind at a time. There are none if it was deleted since it was read.
func (entity[P]) LinkedEntities(ctx context.Context, of P) (*memory.LinkedEntities, error) {
	g, err := home(ctx, of.Self())
	if err != nil {
		return nil, err
	}
	links, err := g.LinkedEntities(of.Self().ID, memory.LinkQuery{})
	if isGone(err) {
		return memory.NoLinks(g, of.Self().Remnant()), nil
	}
	return links, err
}

// idsIn returns the ids of the entities in the role. It never returns nil,
// because the API has an empty list then.
func idsIn(ctx context.Context, of graph.Entity, role graph.Role) ([]string, error) {
	return derive(ctx, of, func(g *memory.Graph, id string) []string {
		entities := g.InRole(id, role)
		ids := make([]string, len(entities))
		for i, e := range entities {
			ids[i] = e.Self().ID
		}
		return ids
	})
}

func countIn(ctx context.Context, of graph.Entity, role graph.Role) (int, error) {
	return derive(ctx, of, func(g *memory.Graph, id string) int { return len(g.InRole(id, role)) })
}

func doneIn(ctx context.Context, of graph.Entity, role graph.Role) (int, error) {
	return derive(ctx, of, func(g *memory.Graph, id string) int {
		done, _ := g.Progress(id, role)
		return done
	})
}

func linksIn(ctx context.Context, of graph.Entity, role graph.Role) ([]memory.LinkedEntity, error) {
	return derive(ctx, of, func(g *memory.Graph, id string) []memory.LinkedEntity { return g.LinksInRole(id, role) })
}

// PlanIds returns the ids of the plans that contain the task.
func (entity[P]) PlanIds(ctx context.Context, of P) ([]string, error) {
	return idsIn(ctx, of, graph.TaskPlans)
}

// GoalIds returns the ids of the goals of the task.
func (entity[P]) GoalIds(ctx context.Context, of P) ([]string, error) {
	return idsIn(ctx, of, graph.TaskGoals)
}

// OutputIds returns the ids of the outputs that the task produces.
func (entity[P]) OutputIds(ctx context.Context, of P) ([]string, error) {
	return idsIn(ctx, of, graph.TaskOutputs)
}

// DependencyCount returns the number of entities for which the task waits.
func (entity[P]) DependencyCount(ctx context.Context, of P) (int, error) {
	return countIn(ctx, of, graph.TaskDependsOn)
}

// DependentCount returns the number of entities that wait for the task.
func (entity[P]) DependentCount(ctx context.Context, of P) (int, error) {
	return countIn(ctx, of, graph.TaskDependents)
}

// Dependencies returns the links to the entities for which the task waits, in
// the order of linked entities.
func (entity[P]) Dependencies(ctx context.Context, of P) ([]memory.LinkedEntity, error) {
	return linksIn(ctx, of, graph.TaskDependsOn)
}

// Dependents returns the links to the entities that wait for the task, in the
// order of linked entities.
func (entity[P]) Dependents(ctx context.Context, of P) ([]memory.LinkedEntity, error) {
	return linksIn(ctx, of, graph.TaskDependents)
}

// ProgressPercent returns the percentage of the goal's tasks that are done,
// rounded; nil if it has no tasks.
func (entity[P]) ProgressPercent(ctx context.Context, of P) (*int, error) {
	return derive(ctx, of, func(g *memory.Graph, id string) *int { return memory.Percent(g.Progress(id, graph.GoalTasks)) })
}

// CompletedTasks returns the number of the goal's tasks that are done.
func (entity[P]) CompletedTasks(ctx context.Context, of P) (int, error) {
	return doneIn(ctx, of, graph.GoalTasks)
}

// TotalTasks returns the number of the goal's tasks.
func (entity[P]) TotalTasks(ctx context.Context, of P) (int, error) {
	return countIn(ctx, of, graph.GoalTasks)
}

// TaskCount returns the number of the plan's tasks.
func (entity[P]) TaskCount(ctx context.Context, of P) (int, error) {
	return countIn(ctx, of, graph.PlanTasks)
}

// CompletedTaskCount returns the number of the plan's tasks that are done.
func (entity[P]) CompletedTaskCount(ctx context.Context, of P) (int, error) {
	return doneIn(ctx, of, graph.PlanTasks)
}

// LinkedGoalIds returns the ids of the goals that produce the output.
func (entity[P]) LinkedGoalIds(ctx context.Context, of P) ([]string, error) {
	return idsIn(ctx, of, graph.OutputGoals)
}

// LinkedTaskIds returns the ids of the tasks that produce the output.
func (entity[P]) LinkedTaskIds(ctx context.Context, of P) ([]string, error) {
	return idsIn(ctx, of, graph.OutputTasks)
}

// DerivedFromSignalID returns the id of the signal that the insight was derived
// from, the first id if there are several, nil if there is none.
func (entity[P]) DerivedFromSignalID(ctx context.Context, of P) (*string, error) {
	ids, err := idsIn(ctx, of, graph.InsightSignals)
	if len(ids) == 0 {
		return nil, err
	}
	return &ids[0], nil
}

// ContextDocumentID returns the id of the project's context document, nil if it
// has none.
func (entity[P]) ContextDocumentID(ctx context.Context, of P) (*string, error) {
	return ofContextDocument(ctx, of, func(d *graph.Document) *string { return &d.ID })
}

// ContextDocumentTitle returns the title of the project's context document, nil
// if it has none.
func (entity[P]) ContextDocumentTitle(ctx context.Context, of P) (*string, error) {
	return ofContextDocument(ctx, of, func(d *graph.Document) *string { return &d.Title })
}

func ofContextDocument(ctx context.Context, of graph.Entity, read func(*graph.Document) *string) (*string, error) {
	return derive(ctx, of, func(g *memory.Graph, _ string) *string {
		if document := g.ContextDocument(); document != nil {
			return read(document)
		}
		return nil
	})
}

// EntityCounts returns the numbers of live entities of the project by kind.
func (entity[P]) EntityCounts(ctx context.Context, of P) ([]graph.KindCount, error) {
	return derive(ctx, of, func(g *memory.Graph, _ string) []graph.KindCount { return g.Counts() })
}

// StateCounts returns the numbers of live entities of the project by kind and
// state, for kinds that have states.
func (entity[P]) StateCounts(ctx context.Context, of P) ([]memory.KindStates, error) {
	return derive(ctx, of, func(g *memory.Graph, _ string) []memory.KindStates { return g.StateCounts() })
}

// record resolves the fields of records.
type record struct{ entity[*graph.Record] }

// Fields returns the record's values, interpreted by its type. The reader of the
// request resolves them, because that needs record types and queries that are not
// in the graph.
func (record) Fields(ctx context.Context, of *graph.Record) ([]graph.RecordFieldValue, error) {
	return reader.From(ctx).RecordFields(ctx, of)
}

// groupKey resolves the entity of a key of groups.
type groupKey struct{}

// Entity returns the entity of a key, nil if the value is not an entity.
func (groupKey) Entity(ctx context.Context, k *lists.GroupKey) (graph.Entity, error) {
	if k.Kind == "" || k.Value == nil {
		return nil, nil
	}
	return reader.Find[graph.Entity](ctx, graph.Ref{Kind: k.Kind, ID: *k.Value})
}

// changeEvent resolves the entity of an event.
type changeEvent struct{}

// Entity returns the present version of the entity. It is nil for an edge, and
// if the entity does not exist or may not be read.
func (changeEvent) Entity(ctx context.Context, e *history.Event) (graph.Entity, error) {
	if e.Kind == graph.KindEdge {
		return nil, nil
	}
	return reader.Find[graph.Entity](ctx, graph.Ref{Kind: e.Kind, ID: e.ID})
}
