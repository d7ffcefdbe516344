package prompt

import (
	"encoding/json"
	"slices"
	"strings"

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
	{"owner", owner},
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
// word, in an order of their own. Owners are known of full entities alone.
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

// ownerLabel is how many characters of an owner's name are told.
const ownerLabel = 60

// owner is whom an entity's props name as its owner or owners: by the label of
// an entity that they name by its id, else as they stand there.
func owner(t teller, e graph.Entity) string {
	var props struct{ Owner, Owners any }
	_ = json.Unmarshal(e.Self().Props, &props) // props of another form name nobody
	var names []string
	for _, value := range append(list(props.Owner), list(props.Owners)...) {
		name, ok := value.(string)
		if !ok || strings.TrimSpace(name) == "" {
			continue
		}
		if known := t.graph.Entity(graph.ID(name)); known != nil {
			name = known.Self().Label
		}
		names = append(names, graph.Line(name, ownerLabel))
	}
	if names == nil {
		return ""
	}
	return "owner " + strings.Join(names, " and ")
}

// list is a value of JSON as a list.
func list(value any) []any {
	if values, ok := value.([]any); ok {
		return values
	}
	return []any{value}
}
