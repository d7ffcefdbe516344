package outline

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/relevance/subject"
	"dossier/graph/text"
)

// listOfTopic returns the list of those parts and neighbours of the topic that
// the question names, or calls by a type, of which it requires more than their kind: what is due,
// done, open, or in a period. A question that names no kind may ask for all of
// them. If the topic has none of the kind, the list is that of a project that the
// question names as well, or else empty if the topic has other parts. It returns
// nil for other questions.
func (f *finding) listOfTopic(t *Topic, subjects []subject.Subject) *List {
	if f.isLong() {
		return nil
	}
	kinds := f.kindsOf(t)
	var by call
	if len(kinds) == 0 {
		by = f.typed()
		kinds = by.kinds
	}
	if len(kinds) == 0 {
		return f.listOfWork(t)
	}
	base, hasParts := f.within(t, func(g Group) bool { return kinds[g.Kind] })
	if by.isTyped {
		base = slices.DeleteFunc(base, func(m Member) bool { return !f.isCalled(m, by.words) })
	}
	isEmpty, isStateless := len(base) == 0, len(base) > 0 && !slices.ContainsFunc(base, hasStates)
	if isEmpty && len(f.anchors(subjects)) > 0 {
		return f.list(subjects)
	}
	c := f.choosing(f.askingWords([]*Topic{t}), base)
	if isStateless && len(c.base) == 0 && c.when == nil {
		return nil // "unresolved questions" that are insights, of which none is known to be resolved
	}
	states := f.states(c, kinds)
	if !c.filters() && (len(states) == 0 || isEmpty) || isEmpty && !hasParts {
		return nil
	}
	list := &List{Of: t.Entity.Self().Label, Kinds: kinds}
	f.groupBy(list, c, states, nil)
	c.finish(list)
	list.Filters = slices.Concat(by.words, list.Filters)
	return list
}

// hasStates reports whether a member is of a kind with states.
func hasStates(m Member) bool { return len(m.Entity.Self().Spec().States) > 0 }

// kindsOf returns the kinds other than the topic's own that the question names.
func (f *finding) kindsOf(t *Topic) map[graph.Kind]bool {
	kinds := map[graph.Kind]bool{}
	for _, word := range f.asked.Words {
		if kind := ownKind(word.Text); kind != "" && kind != t.Entity.Self().Kind {
			kinds[kind] = true
		}
	}
	return kinds
}

// listOfWork returns the list of all parts of a topic that can be done, of which
// the question requires a state or a time: "what is still open for …". It returns
// nil if the question has other words, or asks for the state of the topic itself.
func (f *finding) listOfWork(t *Topic) *List {
	asksForAll := slices.Contains(allOfWords, f.asked.Words[0].Text)
	isPlaced := t.First > 0 && slices.ContainsFunc(f.asked.Words[:t.First], func(word text.Word) bool {
		return slices.Contains(placeWords, word.Text) || slices.Contains(untilWords, word.Text)
	})
	if !asksForAll || !isPlaced && t.Last > 0 {
		return nil
	}
	base, _ := f.within(t, func(g Group) bool { return !g.Related && len(graph.SpecOf(g.Kind).Done) > 0 })
	hasParts := len(base) > 0
	c := f.choosing(f.askingWords([]*Topic{t}), base)
	states := f.states(c, nil)
	c.drop(func(word string) bool {
		return slices.Contains(states, word) || slices.Contains(allOfWords, word) || dueStems[text.English(word)]
	})
	if !hasParts || !asksNothing(c.words) || !c.filters() && len(states) == 0 {
		return nil
	}
	list := &List{Of: t.Entity.Self().Label}
	f.groupBy(list, c, states, nil)
	c.finish(list)
	return list
}

// allOfWords begin questions for entities without a noun for their kind.
var allOfWords = strings.Fields("what whats which anything everything list show")

// untilWords are before what the rest of the work is for: "what is left until …".
var untilWords = append(slices.Clone(upToWords), "to")

// within returns the members of the wanted groups of a topic, and of what it
// contains. hasParts reports whether the topic has parts.
func (f *finding) within(t *Topic, wanted func(Group) bool) (members []Member, hasParts bool) {
	groups := f.groupsOf(t)
	for _, group := range slices.Concat(groups, groupsWithin(t, groups)) {
		hasParts = hasParts || !group.Related
		if wanted(group) {
			members = append(members, group.Members...)
		}
	}
	return members, hasParts
}

// groupsWithin returns the parts of the neighbours that a topic contains, such
// as the plans of a programme, without what is in the topic's own groups.
func groupsWithin(t *Topic, groups []Group) (within []Group) {
	seen := map[string]bool{}
	for _, group := range groups {
		for _, m := range group.Members {
			seen[m.Entity.Self().ID] = true
		}
	}
	for _, group := range groups {
		for _, m := range group.Members {
			if !group.Related || !t.contains(m) {
				continue
			}
			for _, inner := range groupsOf(m.Graph, m.Entity) {
				inner.Members = slices.DeleteFunc(inner.Members, func(part Member) bool { return inner.Related || seen[part.Entity.Self().ID] })
				within = append(within, inner)
			}
		}
	}
	return within
}

// contains reports whether the last edge to a neighbour is from its container,
// the topic. To what only names the topic there is none.
func (t *Topic) contains(m Member) bool {
	if len(m.Edges) == 0 {
		return false
	}
	edge := m.Graph.SnapshotEdge(m.Edges[len(m.Edges)-1])
	return edge.Rel.IsContainment() && edge.SrcID == t.Entity.Self().ID
}
