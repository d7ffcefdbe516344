package prompt

import (
	"slices"

	"dossier/graph"
)

// facts are what is told of an entity in a word, by the names that lenses call
// them by.
var facts = []struct {
	name string
	part part
}{
	{"state", state}, {"priority", column("priority", "priority ")}, {"impact", column("impact", "impact ")},
	{"dates", column("decision_at", "decided ")}, {"dates", column("target_date", "target ")}, {"dates", column("due_at", "due ")},
	{"dates", column("mitigated_at", "mitigated ")}, {"dates", column("ts", "")},
	{"progress", of(graph.KindGoal, progress)}, {"progress", of(graph.KindPlan, taskCount)},
}

// FactNames are the names of the facts that [Facts] can tell.
func FactNames() []string {
	var names []string
	for _, fact := range facts {
		names = append(names, fact.name)
	}
	return slices.Compact(names)
}

// Facts are those of the named facts that an entity of a graph has, each in a
// word, in an order of their own.
func Facts(g *graph.Graph, e graph.Entity, names []string) []string {
	var told []string
	for _, fact := range facts {
		if !slices.Contains(names, fact.name) {
			continue
		}
		if text := fact.part(teller{g}, e); text != "" {
			told = append(told, text)
		}
	}
	return told
}

// of is a part of the entities of one kind.
func of(kind graph.Kind, tell part) part {
	return func(t teller, e graph.Entity) string {
		if e.Self().Kind != kind {
			return ""
		}
		return tell(t, e)
	}
}
