package graph

import (
	"slices"
	"strings"
)

// A Relation names a relation, in its canonical form and direction.
type Relation string

// Relations that the code refers to by name.
const (
	RelContains           Relation = "contains"
	RelHasTask            Relation = "has_task"
	RelHasContextDocument Relation = "has_context_document"
	RelSupportsGoal       Relation = "supports_goal"
	RelDependsOn          Relation = "depends_on"
	RelRequires           Relation = "requires"
	RelBlocks             Relation = "blocks"
	RelProduces           Relation = "produces"
	RelDerivedFrom        Relation = "derived_from"
	RelRelatesTo          Relation = "relates_to"
	RelReferences         Relation = "references"
)

// A RelationRole describes the order of the two ends of a relation. Ranking
// propagates scores along edges with the roles containment and sequence.
type RelationRole string

// The roles.
const (
	RoleNone        RelationRole = ""
	RoleContainment RelationRole = "containment" // the source contains the target
	RolePart        RelationRole = "part"        // the source is part of the target; only of [OtherRoles]
	RoleSequence    RelationRole = "sequence"    // one end follows the other
	RoleReference   RelationRole = "reference"   // the source only refers to the target
)

// A RelationSpec declares a relation.
type RelationSpec struct {
	Name     Relation     // unique
	Role     RelationRole // the order of its ends
	From, To []Kind       // the kinds of its ends
	Outgoing string       // how it reads from its source
	Incoming string       // how it reads from its target
}

// Relations are the relations. If several join the same two entities, the first
// one in this list comes first.
var Relations = []RelationSpec{
	relation("contains", RoleContainment, "project plan milestone", "*", "contains", "part of"),
	relation("has_plan", RoleContainment, "project goal milestone", "plan", "has plan", "plan of"),
	relation("has_task", RoleContainment, "plan milestone goal project task", "task", "has task", "task of"),
	relation("has_goal", RoleContainment, "project", "goal", "has goal", "goal of"),
	relation("has_milestone", RoleContainment, "project goal", "milestone", "has milestone", "milestone of"),
	relation("has_context_document", RoleContainment, "project", "document", "has context document", "context document of"),
	relation("has_document", RoleContainment, "project", "document", "has document", "document of"),
	relation("has_output", RoleContainment, "project", "output", "has output", "output of"),
	relation("has_risk", RoleContainment, "project goal milestone plan task", "risk", "has risk", "risk of"),
	relation("has_decision", RoleContainment, "project goal milestone plan task", "decision", "has decision", "decision of"),
	relation("has_requirement", RoleContainment, "project goal milestone plan task decision", "requirement", "has requirement",
		"requirement of"),
	relation("supports_goal", RoleNone, "task plan", "goal", "supports goal", "supported by"),
	relation("targets_milestone", RoleNone, "task plan", "milestone", "targets milestone", "targeted by"),
	relation("depends_on", RoleNone, "task plan goal milestone", "task plan goal milestone", "depends on", "needed by"),
	relation("requires", RoleNone, "task plan goal", "task plan", "requires", "required by"),
	relation("blocks", RoleNone, "task plan goal milestone", "task plan goal milestone", "blocks", "blocked by"),
	relation("references", RoleReference, "*", "!project", "references", "referenced by"),
	relation("produces", RoleNone, "task goal milestone", "output", "produces", "produced by"),
	relation("mitigates", RoleNone, "task plan", "risk", "mitigates", "mitigated by"),
	relation("addresses", RoleNone, "task plan", "risk", "addresses", "addressed by"),
	relation("threatens", RoleNone, "risk", "*", "threatens", "threatened by"),
	relation("addressed_in", RoleNone, "risk", "plan document", "addressed in", "addresses"),
	relation("documented_in", RoleNone, "risk", "plan document", "documented in", "documents"),
	relation("derived_from", RoleNone, "insight", "signal", "derived from", "source of"),
	relation("relates_to", RoleReference, "*", "*", "relates to", "relates to"),
}

// A Synonym is another name of a relation in input.
type Synonym struct {
	Name  string   // what input may use
	For   Relation // what is stored in its place
	Swaps bool     // source and target change places
}

// Synonyms are the names that input may use. The canonical name is stored.
var Synonyms = []Synonym{
	{"belongs_to_plan", "has_task", true},
	{"part_of", "contains", true},
	{"referenced_by", "references", true},
	{"produced_by", "produces", true},
	{"mitigated_by", "mitigates", true},
	{"blocked_by", "blocks", true},
	{"supported_by", "supports_goal", true},
	{"achieved_by", "supports_goal", true},
	{"supports", "supports_goal", false},
	{"builds_on", "depends_on", false},
}

// OtherRoles are the roles of relations that are not in [Relations], of edges
// that other programs stored, or that were imported as relates_to with the name
// in props.original_rel.
var OtherRoles = map[Relation]RelationRole{
	"part_of": RolePart, "belongs_to": RolePart, "child_of": RolePart, "in": RolePart, "within": RolePart,

	"parent_of": RoleContainment, "includes": RoleContainment, "has_part": RoleContainment, "has_child": RoleContainment,
	"has_member": RoleContainment, "has_section": RoleContainment, "has_step": RoleContainment, "has_item": RoleContainment,

	"next": RoleSequence, "previous": RoleSequence, "follows": RoleSequence, "followed_by": RoleSequence, "follow_up": RoleSequence,
	"follow_up_to": RoleSequence, "precedes": RoleSequence, "preceded_by": RoleSequence, "reply": RoleSequence, "reply_to": RoleSequence,
	"in_reply_to": RoleSequence, "next_version": RoleSequence, "previous_version": RoleSequence,
}

func relation(name Relation, role RelationRole, from, to, outgoing, incoming string) RelationSpec {
	return RelationSpec{name, role, kindsNamed(from), kindsNamed(to), outgoing, incoming}
}

// kindsNamed parses a list of kinds: "*" for all, "!kind" for all but one.
func kindsNamed(list string) []Kind {
	var kinds []Kind
	for _, spec := range Kinds {
		name := string(spec.Kind)
		except, excluding := strings.CutPrefix(list, "!")
		switch {
		case list == "*", excluding && name != except, slices.Contains(strings.Fields(list), name):
			kinds = append(kinds, spec.Kind)
		}
	}
	return kinds
}

// Spec returns the declaration of the relation, nil for an unknown one.
func (r Relation) Spec() *RelationSpec {
	if i := r.Rank(); i < len(Relations) {
		return &Relations[i]
	}
	return nil
}

var relationRanks = ranksOf(Relations, func(s RelationSpec) Relation { return s.Name })

// Rank returns the relation's index in [Relations], or the length of that for
// an unknown relation.
func (r Relation) Rank() int {
	if rank, known := relationRanks[r]; known {
		return rank
	}
	return len(Relations)
}

// Role returns the relation's role, empty for none.
func (r Relation) Role() RelationRole {
	if spec := r.Spec(); spec != nil {
		return spec.Role
	}
	return OtherRoles[r]
}

// IsContainment reports whether the source of the relation contains its target.
func (r Relation) IsContainment() bool { return r.Role() == RoleContainment }

// Vague reports whether the relation does not describe how two entities are
// related.
func (r Relation) Vague() bool { return r.Role() == RoleReference || r.Spec() == nil }

// work are the kinds that tasks may be parts of, apart from projects.
var work = slices.DeleteFunc(slices.Clone(RelHasTask.Spec().From), func(kind Kind) bool { return kind == KindProject })

// IsWork reports whether entities of the kind are work: they may have tasks and wait for others.
func (k Kind) IsWork() bool { return slices.Contains(work, k) }

// IsScope reports whether lists are of what belongs to an entity of the kind: work that has
// parts of another kind.
func (k Kind) IsScope() bool { return k != KindTask && k.IsWork() }

// IsOfWork reports whether entities of the kind are work, or parts of work by a relation of
// their own.
func (k Kind) IsOfWork() bool { return slices.Contains(ofWork, k) }

var ofWork = func() []Kind {
	kinds := slices.Clone(work)
	for i := range Relations {
		r := &Relations[i]
		if !r.isOpen() && r.isContainment() && slices.ContainsFunc(r.From, Kind.IsWork) {
			kinds = append(kinds, r.To...)
		}
	}
	return kinds
}()

// Label returns the relation in words, as seen from its source or, if the
// direction is incoming, from its target.
func (r Relation) Label(direction Direction) string {
	spec := r.Spec()
	switch {
	case spec == nil:
		return strings.ReplaceAll(string(r), "_", " ")
	case direction == Incoming:
		return spec.Incoming
	default:
		return spec.Outgoing
	}
}

// A Direction is the direction of an edge, as seen from one of its ends.
type Direction string

// The directions of an edge.
const (
	Outgoing Direction = "OUTGOING"
	Incoming Direction = "INCOMING"
)

// ParseRelation returns the canonical relation for a name or synonym in any case,
// such as HAS_TASK, and whether the ends are swapped. The error names a known relation
// with a similar name, or else all of them.
func ParseRelation(name string) (rel Relation, swap bool, err error) {
	if rel, swap := relationOf(strings.ToLower(name)); rel != "" {
		return rel, swap, nil
	}
	if IsBlank(name) {
		return "", false, BadInput("rel", "is blank; expected a relation, such as %s", Relations[0].Name)
	}
	if near := nearestRelation(name); near != "" {
		return "", false, BadInput("rel", "unknown relation %q; the nearest known one is %q", Truncate(name, 60), near)
	}
	var known []Relation
	for _, spec := range Relations {
		known = append(known, spec.Name)
	}
	return "", false, BadInput("rel", "unknown relation %q; expected one of %s", Truncate(name, 60), OneOf(known))
}

// relationOf returns the relation with a name or synonym, "" if there is none, and
// whether the ends are swapped.
func relationOf(name string) (rel Relation, swap bool) {
	if Relation(name).Spec() != nil {
		return Relation(name), false
	}
	for _, synonym := range Synonyms {
		if synonym.Name == name {
			return synonym.For, synonym.Swaps
		}
	}
	return "", false
}

// ParseFilter is like [ParseRelation] for a filter of links. It refuses the
// synonyms that swap the ends, which are a relation and a direction.
func ParseFilter(name string) (Relation, error) {
	rel, swap, err := ParseRelation(name)
	if err == nil && swap {
		err = BadInput("rel", "%s is %s from its other end; expected %s with the direction %s", name, rel, rel, strings.ToLower(string(Incoming)))
	}
	return rel, err
}

// Canonical returns the edge with the canonical name and direction of its
// relation. An edge with an unknown relation is returned unchanged.
func (e Edge) Canonical() Edge {
	rel, swap := relationOf(string(e.Rel))
	if rel == "" {
		return e
	}
	e.Rel = rel
	if swap {
		e.Src, e.Dst = e.Dst, e.Src
	}
	return e
}

// Allows returns an error if the relation cannot join entities of these kinds.
func (s *RelationSpec) Allows(src, dst Kind) error {
	if !slices.Contains(s.From, src) {
		return BadInput("src_id", "%s cannot start at %s; it starts at %s", s.Name, src.WithArticle(), OneOf(s.From))
	}
	if !slices.Contains(s.To, dst) {
		return BadInput("dst_id", "%s cannot end at %s; it ends at %s", s.Name, dst.WithArticle(), OneOf(s.To))
	}
	return nil
}

// OneOf returns the values that an error offers, as a list.
func OneOf[T ~string](list []T) string {
	names := make([]string, len(list))
	for i, item := range list {
		names[i] = string(item)
	}
	return strings.Join(names, ", ")
}

// nearestRelation returns the relation or synonym with the most similar name, "" if
// that differs in more than a third of the letters, by eye: "supported_by" is no hint
// for "authored_by".
func nearestRelation(name string) string {
	names := []string{}
	for _, spec := range Relations {
		names = append(names, string(spec.Name))
	}
	for _, synonym := range Synonyms {
		names = append(names, synonym.Name)
	}
	lower := strings.ToLower(name)
	near := nearest(lower, names)
	if 3*editDistance(lower, near) > len(lower) {
		return ""
	}
	return near
}

// nearest returns the first name with the smallest edit distance from text.
func nearest(text string, names []string) string {
	return slices.MinFunc(names, func(a, b string) int { return editDistance(text, a) - editDistance(text, b) })
}

// editDistance returns the Levenshtein distance in bytes of two short texts.
func editDistance(a, b string) int {
	a = a[:min(len(a), 64)]
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

func ranksOf[T any, K comparable](list []T, key func(T) K) map[K]int {
	ranks := make(map[K]int, len(list))
	for i, item := range list {
		ranks[key(item)] = i
	}
	return ranks
}
