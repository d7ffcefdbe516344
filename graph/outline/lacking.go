package outline

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/text"
)

// lackingWords precede a kind of which the members of a list have none, as in
// "tasks without a plan" and "goals that have no tasks".
var lackingWords = strings.Fields("without no not isnt arent dont doesnt havent hasnt lack lacks lacking missing")

// lackedAt returns the kind that word i names after one of lackingWords, if the
// question also names a kind to list, and the index of that word. It returns ""
// for none.
func (f *finding) lackedAt(words []string, i int) (kind graph.Kind, first int) {
	word, first := negatedAt(words, i)
	kind = ownKind(word)
	if kind == "" || kind == graph.KindProject || !slices.Contains(lackingWords, words[first]) {
		return "", 0
	}
	for other, isNoun := range f.intent.Named {
		if isNoun && other != kind && other != graph.KindProject && other != graph.KindRecord {
			return kind, first
		}
	}
	return "", 0
}

// ignoreLacked removes the kinds that members lack from those that the question
// asks for.
func (f *finding) ignoreLacked() {
	words := f.words()
	for i := range words {
		if kind, _ := f.lackedAt(words, i); kind != "" {
			delete(f.intent.Kinds, kind)
			delete(f.intent.Named, kind)
		}
	}
}

// without returns the condition that no edge joins a member to an entity of a
// kind, of which it is none itself.
func without(kind graph.Kind, words []string) condition {
	return condition{title: "without " + kind.WithArticle(), words: words, has: func(m Member) bool {
		ord, known := m.Graph.Ordinal(m.Entity.Self().ID)
		return known && m.Entity.Self().Kind != kind && !slices.ContainsFunc(m.Graph.Links(ord), func(link graph.Link) bool {
			return m.Graph.At(link.Other).Self().Kind == kind
		})
	}}
}

// valueNegations negate the word of a value after them, and so do lackWords, which
// may be values themselves.
var (
	valueNegations = strings.Fields("no not without never")
	lackWords      = strings.Fields("lack lacks lacking missing")
)

// lacksAt reports whether the word before word i, besides words between, says that
// something is lacking.
func lacksAt(words []text.Word, i int) bool {
	negation := negationOf(words, i)
	return negation == "without" || slices.Contains(lackWords, negation)
}

// negatesValue reports whether a word negates that of a value after it.
func negatesValue(word string) bool {
	return slices.Contains(valueNegations, word) || slices.Contains(lackWords, word)
}

// areOfField reports whether two words are of the name of one field of some record,
// or the second only says that the field is a date: "without a next service date".
func areOfField(members []Member, first, second string) bool {
	return dueStems[text.English(second)] || slices.ContainsFunc(members, func(m Member) bool {
		record, ok := m.Entity.(*graph.Record)
		if !ok {
			return false
		}
		for name := range record.Fields.Object() {
			if stems := nameStems(name); slices.Contains(stems, text.English(first)) && slices.Contains(stems, text.English(second)) {
				return true
			}
		}
		return false
	})
}

// negationOf returns the word that negates word number at as a value, "not" for
// one such as "aren't", and "" for none.
func negationOf(words []text.Word, at int) string {
	if at > 0 && negatesValue(words[at-1].Text) {
		return words[at-1].Text
	}
	for at--; at >= 0; at-- {
		switch {
		case slices.Contains(nots, words[at].Text):
			return "not"
		case slices.Contains(lackWords, words[at].Text), words[at].Text == "without":
			return words[at].Text
		}
		if !slices.Contains(betweenWords, words[at].Text) {
			return ""
		}
	}
	return ""
}
