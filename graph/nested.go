package graph

import (
	"slices"
	"strings"
)

// A Way is a relation in one of its directions, as seen from an entity.
type Way struct {
	Rel Relation // in its canonical form
	Out bool     // the entity is the source
}

// Links select the entities of some kinds that are linked to an entity.
type Links struct {
	Via   Via    // edges, the project or the owner
	Kinds []Kind // of the linked entities; empty for none
	Ways  []Way  // of edges; nil for all
}

// AreNone reports whether the links lead to no entities, whatever the graph.
func (l *Links) AreNone() bool { return len(l.Kinds) == 0 || l.Ways != nil && len(l.Ways) == 0 }

// Via is how [Links] lead from an entity to others.
type Via int

// How entities are linked.
const (
	ViaEdges   Via = iota // by edges
	ViaProject            // by the project that they belong to
	ViaOwner              // by the person who owns them
)

// A Nested is a list of linked entities in the type of a kind. Nested lists are
// determined by [Relations]; see [Spec.Nested].
type Nested struct {
	Name  string // in the schema: "tasks", "dependsOn"
	Doc   string // the description in the schema
	Of    Kind   // the kind whose type has the list
	Links Links  // what is in the list
}

// Kind returns the kind of the entities in the list, "" for several kinds.
func (n *Nested) Kind() Kind {
	if len(n.Links.Kinds) == 1 {
		return n.Links.Kinds[0]
	}
	return ""
}

// Column returns the name of the list in the form of a column: depends_on for
// dependsOn.
func (n *Nested) Column() string { return Snake(n.Name) }

// Nested returns the nested lists of the kind. A project has a list for each
// kind. Another kind has a list for each kind to which a relation is declared,
// then two for each relation that joins entities of the kind itself, one in each
// direction, which are named by the label of the relation, or as subtasks are. Relations that can
// join any kinds are left out, because they are not specific.
func (s *Spec) Nested() []Nested { return nested[s.Kind] }

// NestedList returns the nested list with a name, nil if the kind has none.
func (s *Spec) NestedList(name string) *Nested {
	lists := nested[s.Kind]
	for i := range lists {
		if lists[i].Name == name {
			return &lists[i]
		}
	}
	return nil
}

var nested = func() map[Kind][]Nested {
	lists := map[Kind][]Nested{}
	for _, spec := range Kinds {
		lists[spec.Kind] = nestedOf(spec)
	}
	return lists
}()

func nestedOf(spec *Spec) []Nested {
	var lists []Nested
	for _, other := range Kinds {
		if other.Kind == spec.Kind || other.Kind == KindProject {
			continue
		}
		links := Links{Kinds: []Kind{other.Kind}, Ways: waysBetween(spec.Kind, other.Kind)}
		doc := "The " + other.Plural + " that are linked to it: " + wording(links.Ways) + "."
		switch {
		case spec.Kind == KindProject:
			links, doc = Links{Via: ViaProject, Kinds: links.Kinds}, "Its "+other.Plural+"."
		case links.Ways == nil:
			continue
		}
		lists = append(lists, Nested{Name: other.Plural, Doc: doc, Of: spec.Kind, Links: links})
	}
	lists = append(lists, reflexive(spec.Kind)...)
	if spec.Kind == KindRecord {
		lists = append(lists, Nested{
			Name: "owns", Of: spec.Kind, Links: Links{Via: ViaOwner, Kinds: AllKinds()},
			Doc: "Everything that the person owns; nothing for records of other types that nothing names as its owner.",
		})
	}
	return lists
}

// waysBetween returns the ways between two kinds by relations that are declared
// for them, as seen from kind. If there are any, containment relations for all
// kinds are included. It returns nil for none.
func waysBetween(kind, other Kind) []Way {
	var own, open []Way
	for i := range Relations {
		r := &Relations[i]
		ways := &own
		switch {
		case r.isReflexive():
			continue
		case r.isOpen() && r.isContainment():
			ways = &open
		case r.isOpen():
			continue
		}
		if slices.Contains(r.From, kind) && slices.Contains(r.To, other) {
			*ways = append(*ways, Way{r.Name, true})
		}
		if slices.Contains(r.From, other) && slices.Contains(r.To, kind) {
			*ways = append(*ways, Way{r.Name, false})
		}
	}
	if own == nil {
		return nil
	}
	return append(own, open...)
}

// reflexive returns the lists of a kind for relations that can join entities of
// the same kind.
func reflexive(kind Kind) []Nested {
	var lists []Nested
	add := func(way Way, kinds []Kind) {
		verb := ""
		if !way.Out {
			verb = "is " // incoming labels are such as "needed by"
		}
		lists = append(lists, Nested{
			Name: lowerCamel(way.Rel.Label(way.Direction())), Doc: "What it " + verb + wording([]Way{way}) + ".",
			Of: kind, Links: Links{Kinds: kinds, Ways: []Way{way}},
		})
	}
	for i := range Relations {
		r := &Relations[i]
		if r.isNesting(kind) {
			lists = append(lists, nesting(kind, r.Name)...)
		}
		if !r.isReflexive() {
			continue
		}
		if slices.Contains(r.From, kind) {
			add(Way{r.Name, true}, r.To)
		}
		if slices.Contains(r.To, kind) {
			add(Way{r.Name, false}, r.From)
		}
	}
	return lists
}

// nesting returns the lists of a kind for a relation by which its entities contain
// others of the kind: subtasks and subtaskOf.
func nesting(kind Kind, rel Relation) []Nested {
	part, kinds := "sub"+string(kind), []Kind{kind}
	return []Nested{
		{
			Name: "sub" + SpecOf(kind).Plural, Doc: "The " + SpecOf(kind).Plural + " that it contains.", Of: kind,
			Links: Links{Kinds: kinds, Ways: []Way{{rel, true}}},
		},
		{
			Name: part + "Of", Doc: "The " + SpecOf(kind).Plural + " that it is a part of.", Of: kind,
			Links: Links{Kinds: kinds, Ways: []Way{{rel, false}}},
		},
	}
}

// isNesting reports whether entities of the kind contain others of it by the relation,
// which is declared for specific kinds.
func (s *RelationSpec) isNesting(kind Kind) bool {
	return !s.isOpen() && s.isContainment() && slices.Contains(s.From, kind) && slices.Contains(s.To, kind)
}

// isOpen reports whether one end of the relation may be of any kind.
func (s *RelationSpec) isOpen() bool { return max(len(s.From), len(s.To)) >= len(Kinds)-1 }

// isReflexive reports whether the relation is declared for specific kinds and
// can join entities of the same kind, none of which contains the other.
func (s *RelationSpec) isReflexive() bool {
	return !s.isOpen() && !s.isContainment() && slices.ContainsFunc(s.From, func(kind Kind) bool { return slices.Contains(s.To, kind) })
}

// isContainment reports whether the source of the relation contains its target.
func (s *RelationSpec) isContainment() bool { return s.Role == RoleContainment }

// Direction returns the direction of the edge, as seen from the end that is asked about.
func (w Way) Direction() Direction {
	if w.Out {
		return Outgoing
	}
	return Incoming
}

// wording returns the labels of ways, separated by commas.
func wording(ways []Way) string {
	words := make([]string, len(ways))
	for i, way := range ways {
		words[i] = way.Rel.Label(way.Direction())
	}
	return strings.Join(words, ", ")
}

// lowerCamel returns words as a name of the schema: dependsOn for "depends on".
func lowerCamel(words string) string {
	return (&Field{Name: strings.ReplaceAll(words, " ", "_")}).SchemaName()
}

// AllKinds returns all kinds, in the order of [Kinds].
func AllKinds() []Kind {
	kinds := make([]Kind, len(Kinds))
	for i, spec := range Kinds {
		kinds[i] = spec.Kind
	}
	return kinds
}

// Follow returns the ways of relations in a direction. Nil relations mean all, a
// nil direction means both. It returns nil, for all ways, if both are nil.
func Follow(relations []Relation, direction *Direction) []Way {
	if relations == nil && direction == nil {
		return nil
	}
	if relations == nil {
		for _, spec := range Relations {
			relations = append(relations, spec.Name)
		}
	}
	ways := []Way{}
	for _, rel := range relations {
		for _, out := range []bool{true, false} {
			if way := (Way{rel, out}); direction == nil || *direction == way.Direction() {
				ways = append(ways, way)
			}
		}
	}
	return ways
}
