package outline

import (
	"dossier/graph"
	"dossier/graph/answer"
	"dossier/graph/relevance/corpus"
)

// columnNames are the names of columns in reasons, if they differ.
var columnNames = map[string]string{"due": "due date"}

// saysOf reports whether the texts of the subject have a word: they may have the answer.
func (f *finding) saysOf(word string) bool {
	return f.mentions(f.named.Doc, word) || f.mentions(f.named.Member, word)
}

// lacksColumnOf reports whether neither a topic nor its member that matched has a value of a
// column that its kind has.
func (f *finding) lacksColumnOf(t *Topic, name string) bool {
	has, known := false, false
	for _, d := range []corpus.Doc{t.Doc, t.Member} {
		e := f.graphs[d.Project].Entity(f.reader.Entry(d).ID)
		if e == nil {
			return false
		}
		value, isColumn := f.columnOf(f.graphs[d.Project], e, name)
		has, known = has || value, known || isColumn
	}
	return known && !has
}

// columnOf reports whether an entity has a value of a column, and whether its kind has the
// column.
func (f *finding) columnOf(g *graph.Graph, e graph.Entity, name string) (has, isColumn bool) {
	if name == "owner" {
		return answer.HasOwner(f.reader, g, e), !graph.IsPerson(e)
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
