package outline

import (
	"cmp"
	"maps"
	"slices"

	"dossier/graph"
	"dossier/graph/outline/parts"
	"dossier/graph/outline/wording"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/rank"
	"dossier/graph/text"
)

// mostMeant is the number of words of a question beside the names of its topic above which
// neither one of them nor a phrase says what is asked, by eye: "can an operator rely on one
// port for several protocols" does not ask for requirements.
const mostMeant = 5

// mean sets Meant of the groups of a topic, unless the question asks for one of
// them by words other than the topic's name. A long message has words of every kind.
func (d *describing) mean(t *Topic) {
	d.meanTypes(t)
	asked := d.kindsAsked(t)
	if d.isLong() || slices.ContainsFunc(t.Groups, func(g parts.Group) bool { return asked[g.Kind] }) {
		return
	}
	words := slices.Clone(d.asked.Unknown)
	for _, term := range d.otherTerms(t) {
		words = append(words, term.Word)
	}
	if len(words) > mostMeant {
		return
	}
	kinds := rank.Phrased(d.unnamed(t))
	for _, word := range words {
		maps.Copy(kinds, rank.Related(word))
	}
	for i := range t.Groups {
		group := &t.Groups[i]
		group.Meant = group.Meant || !group.Related && group.IsOther() && kinds[group.Kind]
	}
}

// unnamed returns the stems of the words of the question that are not in the topic's
// names, in order. A stop word is its own stem.
func (d *describing) unnamed(t *Topic) (ids []string) {
	names := map[string]bool{}
	for _, name := range d.namesOf(t) {
		for _, word := range text.Folded(name) {
			names[cmp.Or(d.stem(word), word)] = true
		}
	}
	for _, word := range d.asked.Words {
		if id := cmp.Or(d.stem(word.Text), word.Text); !names[id] {
			ids = append(ids, id)
		}
	}
	return ids
}

// meanTypes sets Meant of the groups with parts of a type whose plural the question has,
// such as the threads of a proposal, and orders these parts first. A word of a heading
// of the topic asks for its section instead.
func (d *describing) meanTypes(t *Topic) {
	for _, term := range d.otherTerms(t) {
		if !wording.IsPlural(term.Word) || wording.KindOf(term.Word) != "" || d.heads(t, term.Word) {
			continue
		}
		isOther := func(m parts.Member) bool { return !d.isCalled(m, []string{term.Word}) }
		for i := range t.Groups {
			group := &t.Groups[i]
			called := slices.DeleteFunc(slices.Clone(group.Members), isOther)
			if group.Related || len(called) == 0 {
				continue
			}
			others := slices.DeleteFunc(slices.Clone(group.Members), func(m parts.Member) bool { return !isOther(m) })
			group.Meant, group.Members = true, slices.Concat(called, others)
		}
	}
}

// heads reports whether a heading in the texts of a topic has a word.
func (d *describing) heads(t *Topic, word string) bool {
	x := d.reader.Indexes[t.Doc.Project]
	term := x.Words.Lookup(word)
	if x.Headings.With(term) == 0 {
		return false // before the documents are looked at
	}
	return slices.ContainsFunc(textsOf(t.Entity, t.Groups), func(e graph.Entity) bool {
		doc, found := d.reader.Find(e.Self().ID)
		return found && slices.ContainsFunc(x.Entry(doc.Ordinal).Sections, func(s index.Section) bool { return slices.Contains(s.Terms, term) })
	})
}

// textsOf returns an entity and the documents that are its parts.
func textsOf(e graph.Entity, groups []parts.Group) []graph.Entity {
	list := []graph.Entity{e}
	for _, group := range groups {
		if group.Kind == graph.KindDocument && !group.Related {
			for _, m := range group.Members {
				list = append(list, m.Entity)
			}
		}
	}
	return list
}
