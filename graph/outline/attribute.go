package outline

import (
	"maps"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/outline/parts"
	"dossier/graph/outline/wording"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/passage"
	"dossier/graph/relevance/rank"
	"dossier/graph/relevance/subject"
	"dossier/graph/searchtext"
	"dossier/graph/text"
)

// asksOnlyDate reports whether the question asks when its only topic is, which has a
// date, and nothing else.
func (m *missing) asksOnlyDate(o *Outline) bool {
	if len(o.Topics) != 1 || !m.intent.Dated || len(m.asked.Unknown)+len(m.otherTerms(o.Topics[0])) > 0 {
		return false
	}
	return hasDate(o.Topics[0].Entity)
}

// hasDate reports whether a column of an entity says when it is due, begins, ends or was.
func hasDate(e graph.Entity) bool {
	spec := e.Self().Spec()
	return graph.Due(e) != nil || slices.ContainsFunc(strings.Fields("start_at end_at completed_at decision_at ts"), func(name string) bool {
		column := spec.Field(name)
		return column != nil && column.Value(e) != nil
	})
}

// has reports whether a topic has the parts or the section that the question
// asks for. It is true if the question asks for neither.
func (m *missing) has(t *Topic) bool {
	if t.Introduction > 0 || m.hasCalled(t) || m.hasFieldAsked(t) {
		return true
	}
	p := confidenceParams
	asked := 0.0
	for _, one := range t.Passages {
		asked = max(asked, one.Asked)
	}
	kinds := m.kindsAsked(t)
	delete(kinds, t.Entity.Self().Kind) // the rollback plan of a plan is a section
	if len(kinds) > 0 {
		isAsked := func(g parts.Group) bool { return kinds[g.Kind] }
		return slices.ContainsFunc(t.Groups, isAsked) || asked >= p.Asked || m.headsAny(t, kinds)
	}
	expected := passage.Expected(m.reader, m.about(t, true), t.Doc.Project, m.params.Passage)
	return expected < p.Asked || asked >= p.Lacks*expected
}

// lacksKind returns what the only topic, which the question names whole, lacks if the
// question asks for one kind, by the plural of its name, and for no other. It returns
// nil for other questions: a word that is related to a kind may ask for something else.
func (m *missing) lacksKind(topics []*Topic) *Lack {
	if len(topics) != 1 || topics[0].Name < m.params.Subject.Named || topics[0].Entity.Self().Kind == graph.KindDocument {
		return nil
	}
	kinds := m.kindsAsked(topics[0])
	delete(kinds, topics[0].Entity.Self().Kind) // "which risks has the plan France"
	if len(kinds) != 1 {
		return nil
	}
	for i, word := range m.asked.Words {
		kind := graph.Kind(strings.TrimSuffix(word.Text, "s"))
		if kinds[kind] && wording.IsPlural(word.Text) && !m.isOfName(topics[0], i) {
			return &Lack{Owner: topics[0].Entity.Self().Label, Of: word.Text}
		}
	}
	return nil
}

// otherTerms returns the terms of the question that neither name the topic nor
// only ask.
func (d *describing) otherTerms(t *Topic) (list []*subject.Term) {
	x := d.reader.Indexes[t.Doc.Project]
	skipped := map[uint32]bool{}
	for _, name := range d.namesOf(t) {
		for word := range text.Words(name) {
			skipped[x.Words.Lookup(word.Text)] = true
		}
	}
	delete(skipped, 0) // of stop words; the project may lack a word of the question
	for i := range d.asked.Terms {
		term := &d.asked.Terms[i]
		if !term.Asks && !skipped[x.Words.Lookup(term.Word)] && !OnlyAsks(term.Word) {
			list = append(list, term)
		}
	}
	return list
}

// fieldsOf returns the stems of the words in the names of the fields of a topic
// and of the member that matched: the columns of the topic's kind, and the fields
// and props that have a value.
func (m *missing) fieldsOf(t *Topic) map[string]bool {
	stems := map[string]bool{}
	add := func(name string) {
		for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == '.' || r == '_' }) {
			stems[m.stem(strings.ToLower(word))] = true
		}
	}
	for _, d := range []corpus.Doc{t.Doc, t.Member} {
		for _, name := range m.reader.Entry(d).Fields {
			add(name)
		}
	}
	for _, field := range t.Entity.Self().Spec().Fields {
		add(field.Name)
	}
	delete(stems, "") // of stop words
	return stems
}

// hasFieldAsked reports whether a topic that is a record has a field that a word of the
// question names, or one that means the same, as "telephone" does for a phone.
func (m *missing) hasFieldAsked(t *Topic) bool {
	record, ok := t.Entity.(*graph.Record)
	if !ok {
		return false
	}
	fields := map[string]bool{}
	for _, field := range searchtext.Values(record.Fields) {
		for _, stem := range wording.NameStems(field.Name) {
			fields[stem] = true
		}
	}
	return slices.ContainsFunc(m.words(), func(word string) bool {
		stem := m.stem(word)
		return stem != "" && (fields[stem] || slices.ContainsFunc(rank.Near(stem), func(other string) bool { return fields[other] }))
	})
}

// hasCalled reports whether a member of a topic's groups is called by a plural of the
// question that is not of the topic's name, such as the proposals of an author.
func (m *missing) hasCalled(t *Topic) bool {
	var words []string
	for i, word := range m.words() {
		if wording.IsPlural(word) && wording.KindOf(word) == "" && !m.isOfName(t, i) {
			words = append(words, word)
		}
	}
	return len(words) > 0 && slices.ContainsFunc(t.Groups, func(g parts.Group) bool {
		first := g.Members[:min(len(g.Members), askedMembers)]
		return slices.ContainsFunc(first, func(other parts.Member) bool { return m.isCalled(other, words) })
	})
}

// hasNeighbour reports whether the title of a member of the topic's groups has a
// term. It looks at the first members, to limit the cost.
func (m *missing) hasNeighbour(t *Topic, number uint32) bool {
	return slices.ContainsFunc(t.Groups, func(g parts.Group) bool {
		return slices.ContainsFunc(g.Members[:min(len(g.Members), askedMembers)], func(other parts.Member) bool {
			d, found := m.document(other)
			return found && slices.Contains(m.reader.TitleTerms(d, nil), number)
		})
	})
}

// headsAny reports whether a heading in the topic's documents is for one of the
// kinds: minutes have a section of decisions.
func (m *missing) headsAny(t *Topic, kinds map[graph.Kind]bool) bool {
	return slices.ContainsFunc(t.Passages, func(p passage.Passage) bool {
		for kind := range rank.IntentOf(m.lastHeading(p)).Named {
			if kinds[kind] {
				return true
			}
		}
		return false
	})
}

// lastHeading returns the folded words of the heading of a section, "" for none.
func (m *missing) lastHeading(p passage.Passage) string {
	d, found := m.reader.Find(p.DocID)
	if !found || len(p.Headings) == 0 {
		return ""
	}
	x, heading := m.reader.Indexes[d.Project], p.Headings[len(p.Headings)-1]
	var words []string
	for _, token := range m.reader.Entry(d).Tokens[heading.First:heading.Last] {
		words = append(words, x.Words.Text(token.Word()))
	}
	return strings.Join(words, " ")
}

// unasked returns the kinds that the question means only by words in the names of
// its topics.
func (d *describing) unasked(o *Outline) (kinds []graph.Kind) {
	if !o.Named {
		return nil
	}
	asked := d.kindsBeside(o.Topics)
	for _, spec := range graph.Kinds {
		if d.intent.Kinds[spec.Kind] && !asked[spec.Kind] {
			kinds = append(kinds, spec.Kind)
		}
	}
	return kinds
}

// kindsBeside returns the kinds that the question asks for by words beside the names
// of topics: "Data migration" is a name, even if projects are of the type migration.
// Without a name, the words may ask for more than the question does: "what is settled
// for" asks for goals.
func (d *describing) kindsBeside(topics []*Topic) map[graph.Kind]bool {
	var others []string
	for i, word := range d.words() {
		if !slices.ContainsFunc(topics, func(t *Topic) bool { return d.isOfName(t, i) }) {
			others = append(others, word)
		}
	}
	kinds := rank.IntentOf(strings.Join(others, " ")).Kinds
	maps.DeleteFunc(kinds, func(kind graph.Kind, _ bool) bool { return !d.intent.Kinds[kind] })
	return kinds
}

// isOfName reports whether word i of the question is of the name of a topic: in the
// name that the question has, or else in one of the topic's names.
func (d *describing) isOfName(t *Topic, i int) bool {
	if t.Last > t.First {
		return t.First <= i && i < t.Last
	}
	return slices.ContainsFunc(d.namesOf(t), func(name string) bool { return slices.Contains(text.Folded(name), d.words()[i]) })
}

// kindsAsked returns the kinds of the graph that the question asks for beside the
// topic's name: by their names, or by words that occur in the types of only one kind.
// A kind without entities is omitted, so that a graph without records lacks no people.
func (d *describing) kindsAsked(t *Topic) map[graph.Kind]bool {
	kinds := d.kindsBeside([]*Topic{t})
	maps.DeleteFunc(kinds, func(kind graph.Kind, _ bool) bool { return t.Graph.CountOf(kind) == 0 })
	types := t.Graph.Types().Words()
	for i, word := range d.words() {
		if kind, known := types[word]; known && !d.isOfName(t, i) {
			kinds[kind] = true
		}
	}
	return kinds
}

// hasAny reports whether a topic has anything that the question says about it. It
// looks for the words that neither name the topic nor only ask, in its family, in
// the titles of its neighbours and in the names of its fields. It returns true if
// there are no such words.
func (m *missing) hasAny(t *Topic) bool {
	if t.Introduction > 0 || m.hasCalled(t) || m.hasFieldAsked(t) {
		return true
	}
	x := m.reader.Indexes[t.Doc.Project]
	fields := m.fieldsOf(t)
	family := m.reader.Root(t.Doc)
	words := 0
	for _, word := range m.asked.Unknown {
		if !wording.IsOrdinal(word) {
			words++
		}
		if fields[m.stem(word)] {
			return true
		}
	}
	for _, term := range m.otherTerms(t) {
		if words++; fields[m.stem(term.Word)] || m.hasTerm(family, term) || m.hasNeighbour(t, x.Words.Lookup(term.Word)) {
			return true
		}
	}
	return words == 0
}
