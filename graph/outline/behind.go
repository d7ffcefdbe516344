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

// listWords begin the part of a question that asks for a list, and ofWords with
// theseWords are behind one that asks more about its members.
var (
	listWords  = slices.Concat(requests, strings.Fields("which what who whose where how any give name"))
	ofWords    = strings.Fields("of among")
	theseWords = strings.Fields("them those these")
)

// leastAside is the least number of words of a sentence before the one that asks, by
// eye: fewer are a name, as in "Night shift: which tasks are open?".
const leastAside = 4

// asking returns the range of the words of a question that choose members of a list. The
// others say who asks, and why: the sentences before "which …", "as a diver I want …" and
// "… so that I can plan". Others ask more about the members: "which tasks are
// in it, and which of them are late?" wants all.
func (f *finding) asking() (first, last int) {
	words := f.words()
	first, last = f.afterAside(), len(words)
	for i := first + 1; i+2 < len(words); i++ {
		isMore := slices.Contains(listWords, words[i]) && slices.Contains(ofWords, words[i+1]) && slices.Contains(theseWords, words[i+2])
		if isMore || f.says(i, "so that") || f.says(i, "in order to") {
			return first, i
		}
	}
	return first, last
}

// afterAside returns the first word behind what precedes the part of the question that
// asks.
func (f *finding) afterAside() int {
	words := f.words()
	if len(words) > 1 && words[0] == "as" && slices.Contains(articleWords, words[1]) {
		if who := slices.IndexFunc(words, func(word string) bool { return word == "i" || word == "we" }); who > 0 {
			return who + 1
		}
	}
	for i, word := range words {
		isAsking := slices.Contains(listWords, word)
		if i >= leastAside && isAsking && strings.ContainsAny(f.question[f.asked.Words[i-1].End:f.asked.Words[i].Start], ".:!?;\n") {
			return i
		}
		if isAsking || ownKind(word) != "" {
			return 0
		}
	}
	return 0
}
