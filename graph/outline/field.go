package outline

import (
	"iter"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/outline/parts"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/passage"
	"dossier/graph/searchtext"
)

// A Lack is what an entity has none of: a field of a record, or the parts of a kind.
type Lack struct{ Owner, Of string }

// hasField reports whether a record has a value of a field for whose name is
// returns true.
func (l *library) hasField(d corpus.Doc, is func(name string) bool) bool {
	return slices.ContainsFunc(l.reader.Entry(d).Fields, func(field string) bool {
		name, isField := strings.CutPrefix(field, recordField)
		return isField && is(name)
	})
}

// hasFieldCalled reports whether a record has a value of the field that a word
// calls by its whole name.
func (l *library) hasFieldCalled(d corpus.Doc, word string) bool {
	return l.hasField(d, func(name string) bool { return l.stem(name) == l.stem(word) })
}

// mentions reports whether the texts of an entity have a word.
func (l *library) mentions(d corpus.Doc, word string) bool {
	x := l.reader.Indexes[d.Project]
	_, found := x.Postings.Find(x.Words.Lookup(word), d.Ordinal)
	return found
}

// recordsHolding yields the records in scope whose texts have a word or a stem, in
// the order of projects and entries. The stem of a stem may be another.
func (l *library) recordsHolding(word string) iter.Seq[parts.Member] {
	return func(yield func(parts.Member) bool) {
		for i, x := range l.reader.Indexes {
			for m := range recordsIn(x, l.graphs[i], word) {
				if !yield(m) {
					return
				}
			}
		}
	}
}

// recordsIn yields those of one project.
func recordsIn(x *index.Index, g *memory.Graph, word string) iter.Seq[parts.Member] {
	kind := slices.Index(x.Kinds(), string(graph.KindRecord))
	term := x.Words.Term(word)
	if term == 0 {
		term = x.Words.Lookup(word)
	}
	return func(yield func(parts.Member) bool) {
		for _, p := range x.Postings.Of(term) {
			if x.KindOf(p.Ordinal) != kind { // most are not
				continue
			}
			record, ok := g.Entity(x.Entry(p.Ordinal).ID).(*graph.Record)
			if ok && !yield(parts.Member{Graph: g, Entity: record}) {
				return
			}
		}
	}
}

// isFieldFact reports whether a section is a value of a record that is among its
// facts: it has no heading, and at most ShownValue characters.
func isFieldFact(p *passage.Passage) bool {
	return strings.HasPrefix(p.Field, recordField) && len(p.Headings) == 0 && p.End-p.Start <= ShownValue
}

// document returns the document of a member, and reports whether there is one.
func (l *library) document(m parts.Member) (d corpus.Doc, found bool) {
	id := m.Entity.Self().ID
	if project := slices.Index(l.graphs, m.Graph); project >= 0 {
		d.Project = int32(project)
		d.Ordinal, found = l.reader.Indexes[project].Find(id)
		return d, found
	}
	return l.reader.Find(id)
}

// recordsOf returns the records in scope of the type with a stem.
func (l *library) recordsOf(stem string) (list []parts.Member) {
	_, last, isCompound := strings.Cut(stem, "_")
	if !isCompound {
		last = stem
	}
	for m := range l.recordsHolding(last) {
		if l.stem(m.Entity.(*graph.Record).RecordType) == stem {
			list = append(list, m)
		}
	}
	return list
}

// ShownValue is the maximum length of a value in a list, in characters, by eye.
const ShownValue = 60

// recordField is before the name of a record's field in those of its texts, propField
// before that of a property.
const (
	recordField = searchtext.RecordField
	propField   = searchtext.PropField
)
