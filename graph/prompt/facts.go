package prompt

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"dossier/graph"
)

// lensFacts are the facts, by their names in lenses.
var lensFacts = []struct {
	name string
	fact fact
}{
	{"state", state}, {"priority", column("priority", "priority ")}, {"impact", column("impact", "impact ")},
	{"dates", column("decision_at", "decided ")}, {"dates", column("target_date", "target ")}, {"dates", column("due_at", "due ")},
	{"dates", column("mitigated_at", "mitigated ")}, {"dates", column("ts", "")},
	{"progress", of(graph.KindGoal, progress)}, {"progress", of(graph.KindPlan, taskCount)},
	{"owner", owner}, {"owner", of(graph.KindRecord, recordRole)},
}

// FactNames returns the names of the facts that [Facts] knows.
func FactNames() []string {
	var names []string
	for _, fact := range lensFacts {
		names = append(names, fact.name)
	}
	return slices.Compact(names)
}

// Facts returns those of the named facts that an entity has, in the order of
// [FactNames]. Only full entities have owners.
func Facts(g *graph.Graph, e graph.Entity, names []string) []string {
	var facts []string
	for _, fact := range lensFacts {
		if !slices.Contains(names, fact.name) {
			continue
		}
		if text := fact.fact(describer{graphs: []*graph.Graph{g}}, e); text != "" {
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

// owner returns the owners in an entity's props. An owner that is the id of an
// entity, or the handle of a person, is replaced by the label of that entity.
func owner(d describer, e graph.Entity) string {
	var props struct{ Owner, Owners any }
	_ = json.Unmarshal(e.Self().Props, &props) // props of another form name no owner
	var names []string
	for _, value := range append(list(props.Owner), list(props.Owners)...) {
		name, ok := value.(string)
		if !ok || strings.TrimSpace(name) == "" {
			continue
		}
		if known := cmp.Or(d.graphOf(e).Entity(graph.ID(name)), d.graphOf(e).Person(name)); known != nil {
			name = known.Self().Label
		}
		names = append(names, InertLine(graph.Line(name, ownerLabel)))
	}
	if names == nil {
		return ""
	}
	return "owner " + strings.Join(names, " and ")
}

// list returns a JSON value as a list, of one element if it is not an array.
func list(value any) []any {
	if values, ok := value.([]any); ok {
		return values
	}
	return []any{value}
}
