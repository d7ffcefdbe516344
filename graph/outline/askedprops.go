package outline

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/outline/wording"
)

// asksPropOf reports whether a question asks for a property of a topic that has several
// words, or is called after who does something, such as reporter, and is no owner.
func (d *describing) asksPropOf(t *Topic) bool {
	return slices.ContainsFunc(d.reader.Entry(t.Doc).Fields, func(field string) bool {
		name, isProp := strings.CutPrefix(field, propField)
		isDoer := wording.Deed(name) != "" && !graph.IsOwnerKey(name)
		return isProp && (strings.Contains(name, "_") || isDoer) && wording.AsksFor(name, d.askedStems())
	})
}

// askedStems returns the result of [wording.AskedStems] for the question.
func (a *asking) askedStems() map[string]bool {
	if a.askedFor == nil {
		a.askedFor = wording.AskedStems(a.question)
	}
	return a.askedFor
}
