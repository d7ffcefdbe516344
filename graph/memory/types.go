package memory

import (
	"maps"
	"slices"
	"strings"

	"dossier/graph"
)

// typeOf is a type of entities of a kind; "" for none.
type typeOf struct {
	kind graph.Kind
	key  string
}

func typeOfEntity(e graph.Entity) typeOf {
	return typeOf{e.Self().Kind, graph.Or(e.Self().TypeKey, "")}
}

// typeCounts are the numbers of entities by type.
type typeCounts map[typeOf]int

// Types are the types of the entities of a graph.
type Types struct {
	counts typeCounts
	words  *once[map[string]graph.Kind]
	parts  *once[map[string][]graph.Kind]
}

// Types returns the types of the entities.
func (g *Graph) Types() Types { return Types{g.types, g.typeWords, g.typeParts} }

// Words returns the words that occur only in the types of one kind, with the kind:
// "gate" has the kind output if it is only in output.software.feature_gate. The map is
// shared and must not be modified.
func (t Types) Words() map[string]graph.Kind { return t.words.get() }

func (t typeCounts) words() map[string]graph.Kind {
	kinds := map[string]graph.Kind{} // by type: the first kind with it
	for use, count := range t {
		if kind, known := kinds[use.key]; count > 0 && (!known || use.kind.Rank() < kind.Rank()) {
			kinds[use.key] = use.kind
		}
	}
	words := map[string]graph.Kind{}
	shared := map[string]bool{}
	for key, of := range kinds {
		for _, word := range strings.FieldsFunc(key, func(r rune) bool { return r == '.' || r == '_' }) {
			if kind, known := words[word]; known && kind != of {
				shared[word] = true
			}
			words[word] = of
		}
	}
	maps.DeleteFunc(words, func(word string, _ graph.Kind) bool { return shared[word] })
	return words
}

// Parts returns the parts of the types of entities in words, such as "bug" and
// "pull request", with the kinds of entities that have them. That a type is of a kind
// is none of its parts. The map is shared and must not be modified.
func (t Types) Parts() map[string][]graph.Kind { return t.parts.get() }

func (t typeCounts) parts() map[string][]graph.Kind {
	parts := map[string][]graph.Kind{}
	for use, count := range t {
		_, variety, _ := strings.Cut(use.key, ".")
		for part := range strings.SplitSeq(variety, ".") {
			if part = strings.ReplaceAll(part, "_", " "); count > 0 && part != "" && !slices.Contains(parts[part], use.kind) {
				parts[part] = append(parts[part], use.kind)
			}
		}
	}
	return parts
}

// Where returns the types of entities that a condition wants.
func (t Types) Where(wanted func(*graph.Common) bool) (types []string) {
	key := ""
	c := &graph.Common{TypeKey: &key} // for all types, of which there are hundreds
	for use, count := range t.counts {
		if c.Kind, key = use.kind, use.key; count > 0 && wanted(c) && !slices.Contains(types, key) {
			types = append(types, key)
		}
	}
	slices.Sort(types)
	return types
}

// Stage returns the last part of an entity's type in words if other types of its
// kind differ from it only there, such as "rejected" of plan.proposal.rejected.
// It returns "" for others.
func (t Types) Stage(e graph.Entity) string {
	own := typeOfEntity(e)
	at := strings.LastIndexByte(own.key, '.')
	for use, count := range t.counts {
		isOther := count > 0 && use.kind == own.kind && use.key != own.key
		if isOther && strings.LastIndexByte(use.key, '.') == at && at > 0 && use.key[:at] == own.key[:at] && strings.Contains(own.key[:at], ".") {
			return strings.ReplaceAll(own.key[at+1:], "_", " ")
		}
	}
	return ""
}
