package prompt

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/inert"
	"dossier/graph/memory"
)

// lensFacts are the facts, by their names in lenses.
var lensFacts = []struct {
	name string
	fact fact
}{
	{"state", state}, {"priority", column("priority", "priority ")}, {"impact", column("impact", "impact ")},
	{"dates", decidedAt}, {"dates", column("target_date", "target ")}, {"dates", column("due_at", "due ")},
	{"dates", column("mitigated_at", "mitigated ")}, {"dates", column("ts", "")},
	{"progress", of(graph.KindGoal, progress)}, {"progress", of(graph.KindPlan, taskCount)},
	{"owner", owner}, {"owner", of(graph.KindRecord, recordRole)}, {"labels", labelsOf},
}

// FactNames returns the names of the facts that [Facts] knows.
func FactNames() []string {
	var names []string
	for _, fact := range lensFacts {
		names = append(names, fact.name)
	}
	return slices.Compact(names)
}

// Facts returns those of the named facts that an entity has at a time, in the order of
// [FactNames]. Only full entities have owners.
func Facts(g *memory.Graph, e graph.Entity, names []string, now time.Time) []string {
	var facts []string
	for _, fact := range lensFacts {
		if !slices.Contains(names, fact.name) {
			continue
		}
		if text := fact.fact(describer{graphs: []*memory.Graph{g}, options: Options{Now: now}}, e); text != "" {
			facts = append(facts, text)
		}
	}
	return facts
}

// of restricts a fact to entities of one kind.
func of(kind graph.Kind, known fact) fact {
	return func(d describer, e graph.Entity) string {
		if e.Self().Kind != kind {
			return ""
		}
		return known(d, e)
	}
}

// ownerLabel is the maximum length of an owner's name, in characters; by eye.
const ownerLabel = 60

// owner returns the owners in an entity's props, after what the props call them,
// such as "lead". An owner that is the id of an entity, or the handle of a
// person, is replaced by the label of that entity. An author owns nothing.
func owner(d describer, e graph.Entity) string {
	key, owners := graph.OwnersInProps(e)
	if owners == nil || strings.HasPrefix(key, "author") {
		return ""
	}
	for i, name := range owners {
		if known := cmp.Or(d.graphOf(e).Entity(graph.ID(name)), d.graphOf(e).Person(name)); known != nil {
			name = known.Self().Label
		}
		owners[i] = inert.Line(graph.Line(name, ownerLabel))
	}
	return strings.TrimSuffix(key, "s") + " " + strings.Join(owners, " and ")
}
