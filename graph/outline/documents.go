package outline

import (
	"cmp"
	"slices"

	"dossier/graph"
	"dossier/graph/relevance/index"
)

// documentsOf returns the topic, and of the documents that are its parts those
// that have the most of the question's words by IDF. It returns none of many that
// are listed.
func (f *finding) documentsOf(t *Topic) []graph.Entity {
	list := []graph.Entity{t.Entity}
	for _, group := range t.Groups {
		if group.Listed && len(group.Members) > f.params.Documents {
			continue
		}
		if group.Kind == graph.KindDocument && !group.Related {
			for _, member := range group.Members {
				list = append(list, member.Entity)
			}
		}
	}
	if len(list) <= f.params.Documents {
		return list
	}
	held := map[string]float64{}
	x := f.reader.Indexes[t.Doc.Project]
	for _, e := range list[1:] {
		if ordinal, found := x.Ordinal(e.Self().ID); found {
			held[e.Self().ID] = f.heldBy(x, ordinal)
		}
	}
	slices.SortStableFunc(list[1:], func(a, b graph.Entity) int { return cmp.Compare(held[b.Self().ID], held[a.Self().ID]) })
	return list[:f.params.Documents]
}

// heldBy returns the IDF of the question's words that an entry has.
func (f *finding) heldBy(x *index.Index, ordinal int32) (sum float64) {
	for i := range f.asked.Terms {
		term := &f.asked.Terms[i]
		if _, has := x.Posting(x.Term(x.Stem(term.Word)), ordinal); has {
			sum += f.contentIDF(term)
		}
	}
	return sum
}

// listDocuments lists the documents of a milestone or record, such as the
// proposals of a release: they are beside it, and not its texts.
func (t *Topic) listDocuments() {
	for i := range t.Groups {
		g := &t.Groups[i]
		g.Listed = g.Kind == graph.KindDocument && !g.Related && t.Entity.Self().Kind.IsShared()
	}
}
