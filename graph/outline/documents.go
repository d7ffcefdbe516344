package outline

import (
	"cmp"
	"slices"

	"dossier/graph"
	"dossier/graph/outline/parts"
	"dossier/graph/relevance/index"
)

// mostListed is the number of listed documents from which on their sections are not
// read, by eye.
const mostListed = 5

// documentsOf returns the topic, and of the documents that are its parts those
// that have the most of the question's words by IDF: further ones if the question
// names the topic, or if each is one section of it. It returns none of many that are
// listed.
func (d *describing) documentsOf(t *Topic, named bool) []graph.Entity {
	isLongList := func(g parts.Group) bool { return g.Listed && len(g.Members) > mostListed }
	list := textsOf(t.Entity, slices.DeleteFunc(slices.Clone(t.Groups), isLongList))
	if len(list) <= d.params.Documents {
		return list
	}
	held := map[string]float64{}
	x := d.reader.Indexes[t.Doc.Project]
	for _, e := range list[1:] {
		if ordinal, found := x.Find(e.Self().ID); found {
			held[e.Self().ID] = d.heldBy(x, ordinal)
		}
	}
	slices.SortStableFunc(list[1:], func(a, b graph.Entity) int { return cmp.Compare(held[b.Self().ID], held[a.Self().ID]) })
	kept := list[:1]
	for i, e := range list[1:min(len(list), 1+d.params.Sections)] {
		if ordinal, found := x.Find(e.Self().ID); named || i+1 < d.params.Documents || found && x.Headings.IsSection(x.Entry(ordinal)) {
			kept = append(kept, e)
		}
	}
	return kept
}

// heldBy returns the IDF of the question's words that an entry has.
func (d *describing) heldBy(x *index.Index, ordinal int32) (sum float64) {
	for i := range d.asked.Terms {
		term := &d.asked.Terms[i]
		if _, has := x.Postings.Find(x.Words.Lookup(term.Word), ordinal); has {
			sum += d.contentIDF(term)
		}
	}
	return sum
}

// listDocuments lists the documents of a milestone or record, such as the proposals of a
// release: they are beside it, and not its texts. So are the texts of others that refer to
// a topic, but for a long message, which may be about them.
func (t *Topic) listDocuments(isLong bool) {
	cited := graph.RelReferences.Label(graph.Incoming)
	refers := func(m parts.Member) bool { return m.Relation == cited }
	for i := range t.Groups {
		g := &t.Groups[i]
		if g.Kind != graph.KindDocument {
			continue
		}
		if g.Listed = t.Entity.Self().Kind.IsShared(); g.Related {
			g.Listed = (t.Entity.Self().Kind != g.Kind || !isLong) && allAre(g.Members, refers)
		}
	}
}

func allAre(members []parts.Member, wanted func(parts.Member) bool) bool {
	return !slices.ContainsFunc(members, func(m parts.Member) bool { return !wanted(m) })
}
