package graph

import (
	"context"
	"math"
	"slices"
)

// A Role selects linked entities: those of one kind, by some relations in a
// direction each.
type Role struct {
	kind Kind // "" for any
	ways []Way
}

// The roles of derived fields.
var (
	TaskPlans      = Role{KindPlan, []Way{{RelHasTask, false}}}
	TaskGoals      = Role{KindGoal, []Way{{RelSupportsGoal, true}, {RelHasTask, false}}}
	TaskOutputs    = Role{KindOutput, []Way{{RelProduces, true}}}
	TaskDependsOn  = Role{"", []Way{{RelDependsOn, true}, {RelRequires, true}, {RelBlocks, false}}}
	TaskDependents = Role{"", []Way{{RelDependsOn, false}, {RelRequires, false}, {RelBlocks, true}}}
	GoalTasks      = Role{KindTask, []Way{{RelHasTask, true}, {RelSupportsGoal, false}}}
	PlanTasks      = Role{KindTask, []Way{{RelHasTask, true}}}
	outputGoals    = Role{KindGoal, []Way{{RelProduces, false}}}
	outputTasks    = Role{KindTask, []Way{{RelProduces, false}}}
	InsightSignals = Role{KindSignal, []Way{{RelDerivedFrom, true}}}
	contextOf      = Role{KindDocument, []Way{{RelHasContextDocument, true}}}
)

// Takes reports whether the linked entity has the role.
func (g *Graph) Takes(role Role, link Link) bool {
	return slices.Contains(role.ways, Way{g.EdgeAt(link.Edge).Rel, link.Outgoing}) &&
		(role.kind == "" || g.At(link.Other).Self().Kind == role.kind)
}

// InRole returns the entities that have the role for the entity with an id,
// each once, ordered by kind and id. It returns none if the id is unknown.
func (g *Graph) InRole(id string, role Role) []Entity {
	ord, known := g.Ordinal(id)
	if !known {
		return nil
	}
	var others []int32
	for _, link := range g.Links(ord) {
		if g.Takes(role, link) {
			others = append(others, link.Other)
		}
	}
	slices.SortFunc(others, g.Compare)
	others = slices.Compact(others)
	entities := make([]Entity, len(others))
	for i, other := range others {
		entities[i] = g.At(other)
	}
	return entities
}

// Progress returns the number of entities in the role, and how many of them are
// done.
func (g *Graph) Progress(id string, role Role) (done, total int) {
	entities := g.InRole(id, role)
	for _, e := range entities {
		done += one(e.Self().Spec().IsDone(e.Self().State()))
	}
	return done, len(entities)
}

// ContextDocument returns the project's context document, nil if it has none.
func (g *Graph) ContextDocument() *Document {
	if ord := g.context.get(); ord != none {
		return g.At(ord).(*Document)
	}
	return nil
}

// findContext returns the ordinal of the context document, none if there is none.
func (g *Graph) findContext() int32 {
	for _, e := range g.InRole(g.Revision.ProjectID, contextOf) {
		if document, is := e.(*Document); is {
			ord, _ := g.Ordinal(document.ID)
			return ord
		}
	}
	return none
}

// home returns the graph of the entity's project. It is empty if the project
// was deleted since the entity was read; likewise, it may lack the entity.
func (c *Common) home(ctx context.Context) (*Graph, error) {
	g, err := ReaderFrom(ctx).Graph(ctx, c.ProjectID)
	if isGone(err) {
		return NewGraph(Changes{Revision: Revision{ProjectID: c.ProjectID}}), nil
	}
	return g, err
}

// derive computes a derived field of the entity from its project's graph.
func derive[T any](ctx context.Context, c *Common, read func(g *Graph) T) (value T, err error) {
	g, err := c.home(ctx)
	if err != nil {
		return value, err
	}
	return read(g), nil
}

// idsInRole returns the ids of the entities in the role. It never returns nil,
// because the API has an empty list then.
func (c *Common) idsInRole(ctx context.Context, role Role) ([]string, error) {
	return derive(ctx, c, func(g *Graph) []string {
		entities := g.InRole(c.ID, role)
		ids := make([]string, len(entities))
		for i, e := range entities {
			ids[i] = e.Self().ID
		}
		return ids
	})
}

func (c *Common) countInRole(ctx context.Context, role Role) (int, error) {
	return derive(ctx, c, func(g *Graph) int { return len(g.InRole(c.ID, role)) })
}

func (c *Common) doneInRole(ctx context.Context, role Role) (int, error) {
	return derive(ctx, c, func(g *Graph) int {
		done, _ := g.Progress(c.ID, role)
		return done
	})
}

func (c *Common) linksInRole(ctx context.Context, role Role) ([]*LinkedEntity, error) {
	return derive(ctx, c, func(g *Graph) []*LinkedEntity {
		ord, known := g.Ordinal(c.ID)
		if !known {
			return []*LinkedEntity{}
		}
		return g.linked(ord, func(link Link) bool { return g.Takes(role, link) })
	})
}

// DirectEdge reports whether an edge links the entity to its project.
func (c *Common) DirectEdge(ctx context.Context) (bool, error) {
	return derive(ctx, c, func(g *Graph) bool { return g.IsDirect(c.ID) })
}

// LinkedEntities returns the entities that are linked to this one, three of
// each kind at a time. There are none if it was deleted since it was read.
func (c *Common) LinkedEntities(ctx context.Context) (*LinkedEntities, error) {
	g, err := c.home(ctx)
	if err != nil {
		return nil, err
	}
	links, err := g.LinkedEntities(c.ID, LinkQuery{})
	if isGone(err) {
		return g.noLinks(c.remnant()), nil
	}
	return links, err
}

// PlanIDs returns the ids of the plans that contain the task.
func (t *Task) PlanIDs(ctx context.Context) ([]string, error) { return t.idsInRole(ctx, TaskPlans) }

// GoalIDs returns the ids of the goals of the task.
func (t *Task) GoalIDs(ctx context.Context) ([]string, error) { return t.idsInRole(ctx, TaskGoals) }

// OutputIDs returns the ids of the outputs that the task produces.
func (t *Task) OutputIDs(ctx context.Context) ([]string, error) { return t.idsInRole(ctx, TaskOutputs) }

// DependencyCount returns the number of entities for which the task waits.
func (t *Task) DependencyCount(ctx context.Context) (int, error) {
	return t.countInRole(ctx, TaskDependsOn)
}

// DependentCount returns the number of entities that wait for the task.
func (t *Task) DependentCount(ctx context.Context) (int, error) {
	return t.countInRole(ctx, TaskDependents)
}

// Dependencies returns the links to the entities for which the task waits, in
// the order of linked entities.
func (t *Task) Dependencies(ctx context.Context) ([]*LinkedEntity, error) {
	return t.linksInRole(ctx, TaskDependsOn)
}

// Dependents returns the links to the entities that wait for the task, in the
// order of linked entities.
func (t *Task) Dependents(ctx context.Context) ([]*LinkedEntity, error) {
	return t.linksInRole(ctx, TaskDependents)
}

// ProgressPercent returns the percentage of the goal's tasks that are done,
// rounded; nil if it has no tasks.
func (g *Goal) ProgressPercent(ctx context.Context) (*int, error) {
	return derive(ctx, &g.Common, func(in *Graph) *int { return Percent(in.Progress(g.ID, GoalTasks)) })
}

// Percent returns done as a percentage of total, rounded; nil if total is 0.
func Percent(done, total int) *int {
	if total == 0 {
		return nil
	}
	percent := int(math.Round(100 * float64(done) / float64(total)))
	return &percent
}

// CompletedTasks returns the number of the goal's tasks that are done.
func (g *Goal) CompletedTasks(ctx context.Context) (int, error) { return g.doneInRole(ctx, GoalTasks) }

// TotalTasks returns the number of the goal's tasks.
func (g *Goal) TotalTasks(ctx context.Context) (int, error) { return g.countInRole(ctx, GoalTasks) }

// TaskCount returns the number of the plan's tasks.
func (p *Plan) TaskCount(ctx context.Context) (int, error) { return p.countInRole(ctx, PlanTasks) }

// CompletedTaskCount returns the number of the plan's tasks that are done.
func (p *Plan) CompletedTaskCount(ctx context.Context) (int, error) {
	return p.doneInRole(ctx, PlanTasks)
}

// LinkedGoalIDs returns the ids of the goals that produce the output.
func (o *Output) LinkedGoalIDs(ctx context.Context) ([]string, error) {
	return o.idsInRole(ctx, outputGoals)
}

// LinkedTaskIDs returns the ids of the tasks that produce the output.
func (o *Output) LinkedTaskIDs(ctx context.Context) ([]string, error) {
	return o.idsInRole(ctx, outputTasks)
}

// DerivedFromSignalID returns the id of the signal that the insight was derived
// from, the first id if there are several, nil if there is none.
func (i *Insight) DerivedFromSignalID(ctx context.Context) (*string, error) {
	ids, err := i.idsInRole(ctx, InsightSignals)
	if len(ids) == 0 {
		return nil, err
	}
	return &ids[0], nil
}

// ContextDocumentID returns the id of the project's context document, nil if it
// has none.
func (p *Project) ContextDocumentID(ctx context.Context) (*string, error) {
	return p.ofContextDocument(ctx, func(d *Document) *string { return &d.ID })
}

// ContextDocumentTitle returns the title of the project's context document, nil
// if it has none.
func (p *Project) ContextDocumentTitle(ctx context.Context) (*string, error) {
	return p.ofContextDocument(ctx, func(d *Document) *string { return &d.Title })
}

func (p *Project) ofContextDocument(ctx context.Context, read func(*Document) *string) (*string, error) {
	return derive(ctx, &p.Common, func(g *Graph) *string {
		if document := g.ContextDocument(); document != nil {
			return read(document)
		}
		return nil
	})
}

// EntityCounts returns the numbers of live entities of the project by kind.
func (p *Project) EntityCounts(ctx context.Context) ([]KindCount, error) {
	return derive(ctx, &p.Common, (*Graph).Counts)
}

// ResolvedFields returns the record's values, interpreted by its type. The
// reader of the request resolves them, because that needs record types and
// queries that are not in the graph.
func (r *Record) ResolvedFields(ctx context.Context) ([]RecordFieldValue, error) {
	return ReaderFrom(ctx).RecordFields(ctx, r)
}
