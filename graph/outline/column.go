package outline

import (
	"cmp"
	"slices"

	"dossier/graph"
	"dossier/graph/answer"
	"dossier/graph/ask"
	"dossier/graph/relevance/corpus"
)

// weighColumn lowers the confidence if the question asks for a column of its only
// subject, such as the due date, that has no value there.
func (f *finding) weighColumn(c *Confidence, o *Outline) {
	if f.named == nil || len(o.Topics) != 1 || f.isLong() || c.Lacks != nil {
		return
	}
	isRecord := func(g Group) bool { return g.Kind == graph.KindRecord } // a record may be the owner
	knowsPeople := slices.ContainsFunc(f.named.Groups, isRecord) || f.knowsPeople(o.Sources)
	var beside []string
	for i, word := range f.words() {
		if !f.isOfName(f.named, i) {
			beside = append(beside, word)
		}
	}
	for _, column := range ask.ColumnsIn(beside) {
		if !f.lacksColumn(f.named, column.Name) || f.saysOf(column.Word) || column.Name == "owner" && knowsPeople {
			continue
		}
		c.Lacks = &Lack{Owner: f.named.Entity.Self().Label, Of: cmp.Or(columnNames[column.Name], column.Name)}
		c.Value = min(c.Value, belowLikely*confidenceParams.Likely)
		c.reason("%s has no %s", graph.Line(f.named.Entity.Self().Label, reasonLabel), c.Lacks.Of)
		return
	}
}

// columnNames are the names of columns in reasons, if they differ.
var columnNames = map[string]string{"due": "due date"}

// saysOf reports whether the texts of the subject have a word: they may have the answer.
func (f *finding) saysOf(word string) bool {
	return f.mentions(f.named.Doc, word) || f.mentions(f.named.Member, word)
}

// lacksColumn reports whether neither a topic nor its member that matched has a value of a
// column that its kind has.
func (f *finding) lacksColumn(t *Topic, name string) bool {
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
