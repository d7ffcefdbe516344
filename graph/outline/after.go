package outline

import (
	"slices"
	"strings"
	"time"

	"dossier/graph"
)

// afterWords and beforeWords are before the name of a milestone in questions for
// those after and before it.
var (
	afterWords  = strings.Fields("after following follows past beyond")
	beforeWords = strings.Fields("before preceding precedes")
)

// comingWords are the other words of such questions.
var comingWords = strings.Fields("come comes coming happen happens milestone milestones next then reached")

// listAround returns the list of the milestones that are due after or before the
// topic, a milestone: "what comes after the fire certificate". It returns nil for
// other questions.
func (f *finding) listAround(t *Topic) *List {
	due := graph.Due(t.Entity)
	if t.Entity.Self().Kind != graph.KindMilestone || due == nil || !f.asksForNext(t) {
		return nil
	}
	at := t.First - 1
	for at > 0 && slices.Contains(allWords, f.asked.Words[at].Text) {
		at--
	}
	list := &List{Of: f.scopeName(), Kinds: map[graph.Kind]bool{graph.KindMilestone: true}}
	var wanted func(time.Time) bool
	switch word := f.asked.Words[at].Text; {
	case slices.Contains(afterWords, word):
		wanted = due.Before
	case slices.Contains(beforeWords, word):
		wanted = due.After
	default:
		return nil
	}
	list.Filters = []string{f.asked.Words[at].Text + " " + graph.Line(t.Entity.Self().Label, relationLabel)}
	var members []Member
	for _, m := range appendKind(nil, t.Graph, graph.KindMilestone) {
		if other := graph.Due(m.Entity); other != nil && wanted(*other) {
			members = append(members, m)
		}
	}
	if len(members) == 0 {
		return nil
	}
	list.Groups = []Group{{Kind: graph.KindMilestone, Members: byID(members)}}
	return list
}

// asksForNext reports whether the other words of the question only ask, and at
// least one of them asks for what comes.
func (f *finding) asksForNext(t *Topic) bool {
	isComing := func(word string) bool { return slices.Contains(comingWords, word) }
	others := f.filterWords([]*Topic{t})
	rest := slices.DeleteFunc(slices.Clone(others), isComing)
	return t.First > 0 && len(rest) < len(others) && asksNothing(rest)
}
