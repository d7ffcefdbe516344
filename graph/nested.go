package graph

import (
	"slices"
	"strings"
)

// A Way is a relation as it is followed from an entity.
type Way struct {
	Rel Relation
	Out bool
}

// Links are what some entities are to an entity: those of some kinds that edges
// lead to.
type Links struct {
	Via   Via
	Kinds []Kind // at least one
	Ways  []Way  // of edges; none for all
}

// Via is how [Links] lead from an entity to others.
type Via int

// The ways to be linked.
const (
	ViaEdges   Via = iota // by edges
	ViaProject            // by belonging to the project
	ViaOwner              // by being owned by the person
)

// A Nested is a list on the type of a kind: what is linked to its entities.
// Nested lists follow from [Relations]; see [Spec.Nested].
type Nested struct {
	Name  string // in the schema: "tasks", "dependsOn"
	Doc   string
	Of    Kind
	Links Links
}

// Kind is the kind of everything in the list, "" for several kinds.
func (n *Nested) Kind() Kind {
	if len(n.Links.Kinds) == 1 {
		return n.Links.Kinds[0]
	}
	return ""
}

// Column is the list's name as columns have theirs: dependsOn is depends_on.
func (n *Nested) Column() string { return Snake(n.Name) }

// Nested are the nested lists of the kind: of a project, all kinds that belong
// to it; of other kinds, first a list for each kind that relations declared for
// the two join to it, then one for each relation that can join a kind to itself,
// named as the relation reads. What relations between any kinds join is not
// among them: such relations do not say enough.
func (s *Spec) Nested() []Nested { return nested[s.Kind] }

// NestedList is the nested list of a name, nil if the kind has none of it.
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

// waysBetween are the ways from one kind to another along relations that are
// declared for the two, containment in anything included where there are such;
// nil for none.
func waysBetween(kind, other Kind) []Way {
	var own, open []Way
	for i := range Relations {
		r := &Relations[i]
		ways := &own
		switch {
		case r.isReflexive():
			continue
		case r.isOpen() && r.IsContainment():
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

// reflexive are the lists of a kind along relations that can join a kind to
// itself.
func reflexive(kind Kind) []Nested {
	var lists []Nested
	add := func(way Way, kinds []Kind) {
		lists = append(lists, Nested{
			Name: lowerCamel(way.Rel.Label(way.direction())), Doc: "What it " + wording([]Way{way}) + ".",
			Of: kind, Links: Links{Kinds: kinds, Ways: []Way{way}},
		})
	}
	for i := range Relations {
		r := &Relations[i]
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

// isOpen reports whether one end of the relation may be of any kind.
func (s *RelationSpec) isOpen() bool { return max(len(s.From), len(s.To)) >= len(Kinds)-1 }

// isReflexive reports whether the relation is declared for some kinds and can
// join a kind to itself.
func (s *RelationSpec) isReflexive() bool {
	return !s.isOpen() && slices.ContainsFunc(s.From, func(kind Kind) bool { return slices.Contains(s.To, kind) })
}

// IsContainment reports whether the source of the relation contains its target.
func (s *RelationSpec) IsContainment() bool { return s.Role == RoleContainment }

func (w Way) direction() Direction {
	if w.Out {
		return Outgoing
	}
	return Incoming
}

// wording is how ways read, separated by commas.
func wording(ways []Way) string {
	words := make([]string, len(ways))
	for i, way := range ways {
		words[i] = way.Rel.Label(way.direction())
	}
	return strings.Join(words, ", ")
}

// lowerCamel is words as a name of the schema: "depends on" is dependsOn.
func lowerCamel(words string) string {
	return (&Field{Name: strings.ReplaceAll(words, " ", "_")}).SchemaName()
}

// AllKinds are all kinds, in their order.
func AllKinds() []Kind {
	kinds := make([]Kind, len(Kinds))
	for i, spec := range Kinds {
		kinds[i] = spec.Kind
	}
	return kinds
}

// Follow are the ways along relations, in a direction or both; none of both for
// all ways.
func Follow(relations []Relation, direction *Direction) []Way {
	if len(relations) == 0 && direction == nil {
		return nil
	}
	if len(relations) == 0 {
		for _, spec := range Relations {
			relations = append(relations, spec.Name)
		}
	}
	var ways []Way
	for _, rel := range relations {
		for _, out := range []bool{true, false} {
			if way := (Way{rel, out}); direction == nil || *direction == way.direction() {
				ways = append(ways, way)
			}
		}
	}
	return ways
}
