package outline

import (
	"dossier/graph"
	"dossier/graph/answer"
	"dossier/graph/ask"
	"dossier/graph/memory"
	"dossier/graph/relevance/corpus"
)

// columnNames are the names of columns in reasons, if they differ.
var columnNames = map[string]string{"due": "due date"}

// saysOf reports whether the texts of the subject have a word: they may have the answer.
func (m *missing) saysOf(word string) bool {
	return m.mentions(m.named.Doc, word) || m.mentions(m.named.Member, word)
}

// lacksColumnOf reports whether neither a topic nor its member that matched has a value of a
// column that its kind has.
func (m *missing) lacksColumnOf(t *Topic, name string) bool {
	has, known := false, false
	for _, d := range []corpus.Doc{t.Doc, t.Member} {
		e := m.graphs[d.Project].Entity(m.reader.Entry(d).ID)
		if e == nil {
			return false
		}
		value, isColumn := m.columnOf(m.graphs[d.Project], e, name)
		has, known = has || value, known || isColumn
	}
	return known && !has
}

// columnOf reports whether an entity has a value of a column, and whether its kind has the
// column.
func (m *missing) columnOf(g *memory.Graph, e graph.Entity, name string) (has, isColumn bool) {
	if name == ask.OwnerColumn {
		return answer.HasOwner(m.reader, g, e), !graph.IsPerson(e)
	}
	field := e.Self().Spec().Field(name)
	if name == "due" {
		field = e.Self().Spec().DueField()
	}
	if field == nil || !field.Light {
		return false, false
	}
	return field.Value(e) != nil, true
}
