package outline

import (
	"strings"

	"dossier/graph"
	"dossier/graph/outline/parts"
	"dossier/graph/relevance/naming"
	"dossier/graph/relevance/subject"
	"dossier/graph/text"
)

// maxNaming is the maximum number of entities of a topic by its name, by eye.
const maxNaming = 40

// naming returns the first entities of the wanted kinds, by due date and id, whose
// texts have the name of a topic.
func (l *library) naming(t *Topic, wanted func(graph.Kind) bool) (list []parts.Member) {
	x := l.reader.Indexes[t.Doc.Project]
	for _, ordinal := range x.Entry(t.Doc.Ordinal).MentionedBy {
		entry := x.Entry(ordinal)
		if !wanted(graph.Kind(entry.Kind)) {
			continue
		}
		if e := t.Graph.Entity(entry.ID); e != nil {
			list = append(list, parts.Member{Graph: t.Graph, Entity: e})
		}
	}
	return parts.First(list, maxNaming)
}

// withNaming returns groups with further members as neighbours, except those that
// the groups have.
func withNaming(groups []parts.Group, members []parts.Member) []parts.Group {
	seen, byKind := parts.IDs(groups), map[graph.Kind][]parts.Member{}
	for _, m := range members {
		if c := m.Entity.Self(); !seen[c.ID] && !c.IsScratch() {
			m.Relation = "mentions the person"
			byKind[c.Kind] = append(byKind[c.Kind], m)
		}
	}
	return parts.WithGroups(groups, byKind, true)
}

// isTitledAsRoot reports whether the named member of a family has the title of its
// root, apart from identifiers: the text of "RFC 7: Guard patterns" that is called
// guard-patterns, or "Guard patterns (full text)". The whole family is meant, because
// the root has that text, too.
func (l *library) isTitledAsRoot(s *subject.Subject) bool {
	x := l.reader.Indexes[s.Member.Project]
	root := x.Roots.Of(s.Member.Ordinal)
	if root == s.Member.Ordinal {
		return false
	}
	words := func(ordinal int32) string {
		return " " + text.Key(naming.Unidentified(x.Entry(ordinal).Title)) + " "
	}
	own, other := words(root), words(s.Member.Ordinal)
	if graph.Kind(x.Entry(s.Member.Ordinal).Kind) != graph.KindDocument {
		return own == other
	}
	more := strings.Count(other, " ") - strings.Count(own, " ")
	return strings.Contains(other, own) && more <= moreThanRoot
}

// moreThanRoot is the number of words that the title of a text has at most besides that
// of its root. By eye: "proposal", "full text".
const moreThanRoot = 2
