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

// factNames are the names of facts in lenses, in the order in which they are beside names.
var factNames = []string{"state", "priority", "impact", "dates", "progress", "owner", "labels"}

// FactNames returns the names of the facts that [Facts] knows.
func FactNames() []string { return slices.Clone(factNames) }

// Facts returns those of the named facts that an entity has at a time, in the order of
// [FactNames]. Only full entities have owners.
func Facts(g *memory.Graph, e graph.Entity, names []string, now time.Time) []string {
	d := describer{graphs: []*memory.Graph{g}, options: Options{Now: now}}
	var facts []string
	for _, name := range factNames {
		for _, part := range lineParts[e.Self().Kind] {
			if part.lens != name || part.listed || !slices.Contains(names, name) {
				continue
			}
			if text := part.fact(d, e); text != "" {
				facts = append(facts, text)
			}
		}
	}
	return facts
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
