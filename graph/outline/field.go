package outline

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/relevance/corpus"
)

// A Lack is a field that a record has no value of.
type Lack struct{ Record, Field string }

// weighField lowers the confidence in the answer to a question for a field of a
// record that has no value of it, while others of its type do: "phone number of
// Ann".
func (f *finding) weighField(c *Confidence, o *Outline) {
	if f.named == nil || o.List != nil || len(o.Topics) != 1 || len(f.asked.Terms) > confidenceParams.Long {
		return
	}
	record, ok := f.named.Entity.(*graph.Record)
	if !ok {
		return
	}
	for i, word := range f.asked.Words {
		isOfName := f.named.First <= i && i < f.named.Last
		if isOfName || f.stem(word.Text) == "" || f.hasField(f.named.Doc, word.Text) || f.mentions(f.named.Doc, word.Text) {
			continue
		}
		if slices.ContainsFunc(f.recordsOf(record.RecordType), func(m Member) bool {
			d, found := f.reader.Find(m.Entity.Self().ID)
			return found && f.hasField(d, word.Text)
		}) {
			c.Lacks = &Lack{Record: record.Label, Field: word.Text}
			c.Value = min(c.Value, belowLikely*confidenceParams.Likely)
			c.reason("%s has no %q", graph.Line(record.Label, reasonLabel), word.Text)
			return
		}
	}
}

// hasField reports whether a record has a value of the field with a name.
func (f *finding) hasField(d corpus.Doc, name string) bool {
	return slices.ContainsFunc(f.reader.Entry(d).Fields, func(field string) bool {
		of, isField := strings.CutPrefix(field, "fields.")
		return isField && f.stem(of) == f.stem(name)
	})
}

// mentions reports whether the texts of an entity have a word.
func (f *finding) mentions(d corpus.Doc, word string) bool {
	x := f.reader.Indexes[d.Project]
	_, found := x.Posting(x.Term(x.Stem(word)), d.Ordinal)
	return found
}
