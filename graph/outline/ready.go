package outline

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/text"
)

// The words of "which tasks can start now", "what is ready to begin" and
// "actionable tasks".
var (
	mayWords   = strings.Fields("can could ready able may")
	startStems = text.Stems("start begin started begun")
	readyWords = strings.Fields("actionable startable")
)

// readyAt returns the condition that a member can start, of which word i is the
// last: it is a task that has not started, and waits for nothing. It is the zero
// condition if the question does not ask for that.
func readyAt(words []string, i int) condition {
	first := i
	if !slices.Contains(readyWords, words[i]) {
		for first > 0 && slices.Contains(betweenWords, words[first-1]) {
			first--
		}
		if first--; first < 0 || !startStems[text.English(words[i])] || !slices.Contains(mayWords, words[first]) {
			return condition{}
		}
	}
	return condition{title: "ready to start", words: words[first : i+1], has: func(m Member) bool {
		c := m.Entity.Self()
		return c.Kind == graph.KindTask && isUnstarted(m.Entity) && !c.IsPutOff() && len(m.Graph.Blockers(c.ID)) == 0
	}}
}
