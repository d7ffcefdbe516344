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

// A RelationSpec is what is declared of a relation.
type RelationSpec struct {
	Name     Relation
	From, To []Kind // the kinds its ends may have
	Outgoing string // how it reads from its source
	Incoming string // how it reads from its target
}

// Relations are the relations. Where several join the same two entities, the
// one that stands first here is told first.
var Relations = []RelationSpec{
	relation("contains", "project plan milestone", "*", "contains", "part of"),
	relation("has_plan", "project goal milestone", "plan", "has plan", "plan of"),
	relation("has_task", "plan milestone goal project", "task", "has task", "task of"),
	relation("has_goal", "project", "goal", "has goal", "goal of"),
	relation("has_milestone", "project goal", "milestone", "has milestone", "milestone of"),
	relation("has_context_document", "project", "document", "has context document", "context document of"),
	relation("has_document", "project", "document", "has document", "document of"),
	relation("has_output", "project", "output", "has output", "output of"),
	relation("has_risk", "project goal milestone plan task", "risk", "has risk", "risk of"),
	relation("has_decision", "project goal milestone plan task", "decision", "has decision", "decision of"),
	relation("has_requirement", "project goal milestone plan task decision", "requirement", "has requirement", "requirement of"),
	relation("supports_goal", "task plan", "goal", "supports goal", "supported by"),
	relation("targets_milestone", "task plan", "milestone", "targets milestone", "targeted by"),
	relation("depends_on", "task plan goal", "task plan goal", "depends on", "needed by"),
	relation("requires", "task plan goal", "task plan", "requires", "required by"),
	relation("blocks", "task", "task", "blocks", "blocked by"),
	relation("references", "*", "!project", "references", "referenced by"),
	relation("produces", "task goal milestone", "output", "produces", "produced by"),
	relation("mitigates", "task plan", "risk", "mitigates", "mitigated by"),
	relation("addresses", "task plan", "risk", "addresses", "addressed by"),
	relation("threatens", "risk", "*", "threatens", "threatened by"),
	relation("addressed_in", "risk", "plan document", "addressed in", "addresses"),
	relation("documented_in", "risk", "plan document", "documented in", "documents"),
	relation("derived_from", "insight", "signal", "derived from", "source of"),
	relation("relates_to", "*", "*", "relates to", "relates to"),
}

// A Synonym is another name of a relation, which input may use.
type Synonym struct {
	Name  string
	For   Relation
	Swaps bool // source and target stand the other way round
}

// Synonyms are the names that are accepted on input and stored canonically.
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

func relation(name Relation, from, to, outgoing, incoming string) RelationSpec {
	return RelationSpec{name, kindsNamed(from), kindsNamed(to), outgoing, incoming}
}

// kindsNamed reads a list of kinds, "*" for all and "!kind" for all but one.
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

// Spec is what is declared of the relation, nil when it is unknown.
func (r Relation) Spec() *RelationSpec {
	if i := r.Rank(); i < len(Relations) {
		return &Relations[i]
	}
	return nil
}

var relationRanks = ranksOf(Relations, func(s RelationSpec) Relation { return s.Name })

// Rank is the relation's place in [Relations], behind all of them when it is
// unknown.
func (r Relation) Rank() int {
	if rank, known := relationRanks[r]; known {
		return rank
	}
	return len(Relations)
}

// IsContainment reports whether the relation says that its source holds its
// target.
func (r Relation) IsContainment() bool {
	return r == RelContains || strings.HasPrefix(string(r), "has_")
}

// Vague reports whether the relation says that two entities have to do with each
// other, and not what.
func (r Relation) Vague() bool {
	return r == RelRelatesTo || r == RelReferences || r.Spec() == nil
}

// Label is how the relation reads from its source or, incoming, from its
// target.
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

// A Direction is how an edge is seen from one of its ends.
type Direction string

// The directions of an edge.
const (
	Outgoing Direction = "OUTGOING"
	Incoming Direction = "INCOMING"
)

// ParseRelation is the canonical relation of a name or synonym, and whether
// the ends change places. The error names the nearest known relation.
func ParseRelation(name string) (rel Relation, swap bool, err error) {
	if Relation(name).Spec() != nil {
		return Relation(name), false, nil
	}
	for _, synonym := range Synonyms {
		if synonym.Name == name {
			return synonym.For, synonym.Swaps, nil
		}
	}
	return "", false, BadInput("rel", "unknown relation %q; the nearest known one is %q", Truncate(name, 60), nearestRelation(name))
}

// Canonical is the edge with the canonical name and direction of its relation.
// A relation that is not known stays as it is.
func (e Edge) Canonical() Edge {
	rel, swap, err := ParseRelation(string(e.Rel))
	if err != nil {
		return e
	}
	e.Rel = rel
	if swap {
		e.Src, e.Dst = e.Dst, e.Src
	}
	return e
}

// Allows checks that the relation may join entities of these kinds.
func (s *RelationSpec) Allows(src, dst Kind) error {
	if !slices.Contains(s.From, src) {
		return BadInput("src_id", "%s cannot start at a %s; it starts at %s", s.Name, src, oneOf(s.From))
	}
	if !slices.Contains(s.To, dst) {
		return BadInput("dst_id", "%s cannot end at a %s; it ends at %s", s.Name, dst, oneOf(s.To))
	}
	return nil
}

func oneOf[T ~string](list []T) string {
	names := make([]string, len(list))
	for i, item := range list {
		names[i] = string(item)
	}
	return strings.Join(names, ", ")
}

func nearestRelation(name string) string {
	names := []string{}
	for _, spec := range Relations {
		names = append(names, string(spec.Name))
	}
	for _, synonym := range Synonyms {
		names = append(names, synonym.Name)
	}
	return nearest(strings.ToLower(name), names)
}

// nearest is the name of the smallest edit distance from text; of several, the
// first.
func nearest(text string, names []string) string {
	return slices.MinFunc(names, func(a, b string) int { return editDistance(text, a) - editDistance(text, b) })
}

// editDistance is the Levenshtein distance in bytes between two short texts.
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
