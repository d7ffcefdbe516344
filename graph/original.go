package graph

import "strings"

// Original returns the relation by which a source names the edge: that of props, if
// the graph has none of that name, and otherwise the relation.
func (e *Edge) Original() string {
	if len(e.Props) == 0 {
		return string(e.Rel)
	}
	props := e.Props.Object()
	for _, key := range []string{"original_rel", "rel"} {
		if name, ok := props[key].(string); ok {
			return name
		}
	}
	return string(e.Rel)
}

// Label returns the relation in words, as seen from one end of the edge. That of an
// edge whose relation is not one of [Relations] is the name that its source has:
// "supersedes" and "superseded by". A task of a task is a subtask.
func (e *Edge) Label(direction Direction) string {
	if e.Rel == RelHasTask && e.Src.Kind == KindTask {
		return map[Direction]string{Outgoing: "has subtask", Incoming: "subtask of"}[direction]
	}
	if !e.Rel.Vague() {
		return e.Rel.Label(direction)
	}
	return OriginalLabel(e.Original(), direction)
}

// IsVague reports whether neither the relation nor the name that the source of the
// edge has for it describes how its ends are related.
func (e *Edge) IsVague() bool { return e.Rel.Vague() && e.Original() == string(e.Rel) }

// OriginalLabel returns the relation of a source in words, as seen from one end.
func OriginalLabel(name string, direction Direction) string {
	if spec := Relation(name).Spec(); spec != nil {
		return spec.Name.Label(direction)
	}
	for _, pair := range originalLabels {
		switch {
		case name == pair.name || name == underscored(pair.outgoing):
			return pair.label(direction)
		case name == underscored(pair.incoming):
			return pair.label(direction.Opposite())
		}
	}
	if direction == Outgoing {
		return strings.ReplaceAll(name, "_", " ")
	}
	return RelRelatesTo.Label(direction)
}

// originalLabels are the labels of relations of sources. Of others the name is only
// that of the outgoing direction.
var originalLabels = []originalLabel{
	{"parent_of", "contains", "part of"},
	{"supersedes", "supersedes", "superseded by"},
	{"replaces", "replaces", "replaced by"},
	{"obsoletes", "obsoletes", "obsoleted by"},
	{"amends", "amends", "amended by"},
	{"extends", "extends", "extended by"},
	{"clarifies", "clarifies", "clarified by"},
	{"implements", "implements", "implemented by"},
	{"duplicates", "duplicates", "duplicated by"},
	{"duplicate_of", "duplicate of", "has duplicate"},
	{"clones", "clones", "cloned by"},
	{"causes", "causes", "caused by"},
	{"fixes", "fixes", "fixed by"},
	{"closes", "closes", "closed by"},
	{"tests", "tests", "tested by"},
	{"validates", "validates", "validated by"},
	{"tracks", "tracks", "tracked by"},
	{"discovered_from", "discovered from", "led to"},
	{"replies_to", "replies to", "has reply"},
	{"next", "before", "after"},
	{"follows", "follows", "followed by"},
}

type originalLabel struct{ name, outgoing, incoming string }

func (l originalLabel) label(direction Direction) string {
	if direction == Outgoing {
		return l.outgoing
	}
	return l.incoming
}

// Opposite returns the other direction.
func (d Direction) Opposite() Direction {
	if d == Outgoing {
		return Incoming
	}
	return Outgoing
}

func underscored(label string) string { return strings.ReplaceAll(label, " ", "_") }
