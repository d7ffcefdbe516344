package outline

import (
	"slices"
	"strings"

	"dossier/graph/text"
)

// vagueWords call what did something without saying what it is.
var vagueWords = strings.Fields("a an the another other others later newer new more recent different one ones something someone else")

// isBehindBy reports whether word i is one of vagueWords behind "by", or the noun
// that follows them and calls what the question lists: "superseded by a later one",
// or "by another proposal". Such words choose nothing.
func (f *finding) isBehindBy(i int) bool {
	words := f.asked.Words
	at := i
	for at > 0 && slices.Contains(vagueWords, words[at-1].Text) {
		at--
	}
	switch {
	case at == 0 || words[at-1].Text != "by":
		return false
	case slices.Contains(vagueWords, words[i].Text):
		return true
	}
	return at < i && f.repeats(i)
}

// repeats reports whether the question has the stem of word i before it.
func (f *finding) repeats(i int) bool {
	return slices.ContainsFunc(f.asked.Words[:i], func(word text.Word) bool { return f.stem(word.Text) == f.stem(f.asked.Words[i].Text) })
}
