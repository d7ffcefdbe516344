package outline

import (
	"slices"
	"strings"

	"dossier/graph"
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

// valueNegations negate the word of a value after them, and so do lackWords, which
// may be values themselves.
var ()
