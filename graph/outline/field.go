package outline

import (
	"iter"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/passage"
	"dossier/graph/text"
)

// A Lack is what an entity has none of: a field of a record, or the parts of a kind.
type Lack struct{ Owner, Of string }

// weighField lowers the confidence in the answer to a question for a field of a
// record that has no value of it, while others of its type do: "phone number of
// Ann".
func (f *finding) weighField(c *Confidence, o *Outline) {
	if f.named == nil || o.List != nil || len(o.Topics) != 1 || f.isLong() {
		return
	}
	record, ok := f.named.Entity.(*graph.Record)
	if !ok {
		return
	}
	for i, word := range f.asked.Words {
		isOfName := f.named.First <= i && i < f.named.Last
		if isOfName || f.stem(word.Text) == "" || f.hasFieldCalled(f.named.Doc, word.Text) || f.mentions(f.named.Doc, word.Text) {
			continue
		}
		if slices.ContainsFunc(f.recordsOf(record.RecordType), func(m Member) bool {
			d, found := f.document(m)
			return found && f.hasFieldCalled(d, word.Text)
		}) {
			c.Lacks = &Lack{Owner: record.Label, Of: word.Text}
			c.Value = min(c.Value, belowLikely*confidenceParams.Likely)
			c.reason("%s has no %q", graph.Line(record.Label, reasonLabel), word.Text)
			return
		}
	}
}

// hasField reports whether a record has a value of a field for whose name is
// returns true.
func (f *finding) hasField(d corpus.Doc, is func(name string) bool) bool {
	return slices.ContainsFunc(f.reader.Entry(d).Fields, func(field string) bool {
		name, isField := strings.CutPrefix(field, recordField)
		return isField && is(name)
	})
}

// hasFieldCalled reports whether a record has a value of the field that a word
// calls by its whole name.
func (f *finding) hasFieldCalled(d corpus.Doc, word string) bool {
	return f.hasField(d, func(name string) bool { return f.stem(name) == f.stem(word) })
}

// hasFieldWith reports whether a record has a value of a field that has a word
// in its name.
func (f *finding) hasFieldWith(m Member, word string) bool {
	d, found := f.document(m)
	return found && f.hasField(d, func(name string) bool { return slices.Contains(nameStems(name), text.English(word)) })
}

// mentions reports whether the texts of an entity have a word.
func (f *finding) mentions(d corpus.Doc, word string) bool {
	x := f.reader.Indexes[d.Project]
	_, found := x.Posting(x.Term(x.Stem(word)), d.Ordinal)
	return found
}

// recordsByField returns the records with a field that word at of the question
// names, of the type of a record with another of its words as a value of that:
// "which permits were refused", where a place has a permit.
func (f *finding) recordsByField(at int) []Member {
	name := f.asked.Words[at].Text
	for i, word := range f.asked.Words {
		if i == at || f.stem(word.Text) == "" || onlyAsks(word.Text) {
			continue
		}
		if record := f.recordWith(name, word.Text); record != nil {
			return slices.DeleteFunc(f.recordsOf(f.stem(record.RecordType)), func(m Member) bool { return !f.hasFieldWith(m, name) })
		}
	}
	return nil
}

// recordWith returns a record in scope that has a word as a value of the field
// with a name, nil for none.
func (f *finding) recordWith(name, word string) *graph.Record {
	wanted := wantedValue{words: []string{word}}
	for m := range f.recordsHolding(word) {
		if slices.ContainsFunc(f.fieldValues(m), func(v fieldValue) bool {
			return slices.Contains(v.name, f.stem(name)) && v.has(&wanted)
		}) {
			return m.Entity.(*graph.Record)
		}
	}
	return nil
}

// recordsHolding yields the records in scope whose texts have a word or a stem, in
// the order of projects and entries. The stem of a stem may be another.
func (f *finding) recordsHolding(word string) iter.Seq[Member] {
	return func(yield func(Member) bool) {
		for i, x := range f.reader.Indexes {
			if f.called != nil && f.graphs[i] != f.called {
				continue
			}
			for m := range recordsIn(x, f.graphs[i], word) {
				if !yield(m) {
					return
				}
			}
		}
	}
}

// recordsIn yields those of one project.
func recordsIn(x *index.Index, g *graph.Graph, word string) iter.Seq[Member] {
	kind := slices.Index(x.Kinds(), string(graph.KindRecord))
	term := x.Term(word)
	if term == 0 {
		term = x.Term(x.Stem(word))
	}
	return func(yield func(Member) bool) {
		for _, p := range x.Postings(term) {
			if x.KindOf(p.Ordinal) != kind { // most are not
				continue
			}
			record, ok := g.Entity(x.Entry(p.Ordinal).ID).(*graph.Record)
			if ok && !yield(Member{Graph: g, Entity: record}) {
				return
			}
		}
	}
}

// isFieldFact reports whether a section is a value of a record that is among its
// facts: it has no heading, and at most shownValue characters.
func isFieldFact(p *passage.Passage) bool {
	return strings.HasPrefix(p.Field, recordField) && len(p.Headings) == 0 && p.End-p.Start <= shownValue
}
