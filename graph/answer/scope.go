package answer

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/ask"
	"dossier/graph/lists"
	"dossier/graph/memory"
	"dossier/graph/text"
)

// scope returns the filter for the entities of a named one.
func (t *translation) scope(e *ask.Entity, spec *graph.Spec) (f lists.Filter) {
	name := text.Key(e.Label)
	switch {
	case e.Kind == graph.KindProject:
		f.Projects = []string{e.ID}
	case e.Kind == graph.KindRecord && e.ID == "":
		f.OwnerName = &name
	case e.Kind == graph.KindRecord:
		f.Or = []lists.Filter{{Owners: []string{e.ID}}}
		if strings.Contains(name, " ") { // props have owners by their whole names
			f.Or = append(f.Or, lists.Filter{OwnerName: &name})
		}
		if !t.isPerson(e.ID) {
			f.Or = append(f.Or, lists.Filter{IDs: []string{e.ID}}, lists.Filter{Linked: &lists.LinkFilter{IDs: []string{e.ID}}})
			if plans := t.plansOf(e.ID, spec.Kind); plans != nil {
				f.Or = append(f.Or, lists.Filter{Linked: &lists.LinkFilter{IDs: plans, Relations: between(spec, graph.KindPlan)}})
			}
		}
	default:
		wholes := t.wholes(e)
		f.Linked = &lists.LinkFilter{IDs: wholes, Relations: between(spec, e.Kind)}
		switch spec.Kind {
		case e.Kind: // a plan is linked to its plans, and no part of itself
			f.Not = &lists.Filter{IDs: []string{e.ID}}
		case graph.KindTask:
		default:
			if tasks := t.tasksOf(wholes); tasks != nil {
				ofTasks := &lists.LinkFilter{IDs: tasks, Relations: append(containments(), graph.RelProduces)}
				f.Or, f.Linked = []lists.Filter{{Linked: f.Linked}, {Linked: ofTasks}}, nil
			}
		}
	}
	return f
}

// tasksOf returns the ids of the tasks that some entities contain: their risks and outputs are
// those of the plan, too.
func (t *translation) tasksOf(wholes []string) (tasks []string) {
	if g := t.graphOf(wholes[0]); g != nil {
		for _, id := range wholes {
			tasks = append(tasks, contained(g, id, graph.KindTask)...)
		}
	}
	return tasks
}

// contained returns the ids of the entities of a kind that an entity contains.
func contained(g *memory.Graph, id string, kind graph.Kind) (ids []string) {
	ord, _ := g.Ordinal(id)
	for _, link := range g.Links(ord) {
		if other := g.At(link.Other).Self(); link.Outgoing && other.Kind == kind && g.EdgeAt(link.Edge).Rel.IsContainment() {
			ids = append(ids, other.ID)
		}
	}
	return ids
}

func (t *translation) isPerson(id string) bool {
	return slices.ContainsFunc(t.graphs, func(g *memory.Graph) bool { return graph.IsPerson(g.Entity(id)) })
}

// graphOf returns the graph with an entity, nil for none.
func (t *translation) graphOf(id string) *memory.Graph {
	at := slices.IndexFunc(t.graphs, func(g *memory.Graph) bool { return g.Entity(id) != nil })
	if at < 0 {
		return nil
	}
	return t.graphs[at]
}

// plansOf returns the ids of the plans that are joined to a record, if no entity of a kind
// is: tasks of a production are those of its plan.
func (t *translation) plansOf(id string, kind graph.Kind) (plans []string) {
	g := t.graphOf(id)
	if g == nil || kind == graph.KindPlan || kind == graph.KindRecord {
		return nil
	}
	ord, _ := g.Ordinal(id)
	for _, link := range g.Links(ord) {
		switch other := g.At(link.Other).Self(); other.Kind {
		case kind:
			return nil
		case graph.KindPlan:
			if g.EdgeAt(link.Edge).Rel == graph.RelRelatesTo { // not those that somebody wrote
				plans = append(plans, other.ID)
			}
		}
	}
	return plans
}

// wholes returns the ids of an entity and of those of its kind that it contains, and that
// these contain: the plans of a plan.
func (t *translation) wholes(e *ask.Entity) []string {
	ids := []string{e.ID}
	g := t.graphOf(e.ID)
	if g == nil {
		return ids
	}
	for next := 0; next < len(ids); next++ {
		for _, part := range contained(g, ids[next], e.Kind) {
			if !slices.Contains(ids, part) {
				ids = append(ids, part)
			}
		}
	}
	return ids
}
