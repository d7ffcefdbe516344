package subject

import (
	"cmp"
	"slices"
	"strings"

	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// relatedWeight is what a word counts that is read for one of the same beginning,
// or as one of its parts, by eye.
const relatedWeight = .6

// The letters that words of one beginning have in common, those that each may have
// beyond them, and the letters of the parts of a compound. By eye.
const (
	commonLetters = 5
	ownLetters    = 3
	partLetters   = 3
)

// related returns the words that a project has for one that nothing has: the two
// that it is made of, as checkpoint is, or the nearest of the same beginning, as
// Hungary is of Hungarian.
func (a *asking) related(word string) []string {
	if len(word) < partLetters+partLetters || !isLetters(word) {
		return nil
	}
	for _, x := range a.reader.Indexes {
		for at := len(word) - partLetters; at >= partLetters; at-- {
			if first, last := partsOf(x, word[:at], word[at:]); first != "" {
				return []string{first, last}
			}
		}
	}
	return a.sameBeginning(word)
}

// isLetters reports whether a word is of letters from a to z.
func isLetters(word string) bool {
	return strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") == ""
}

// partsOf returns the words of a project that two parts of a compound are: both
// themselves, or the second behind a word of a title that begins with the first,
// as in pentest.
func partsOf(x *index.Index, first, last string) (string, string) {
	term := x.Term(x.Stem(last))
	if term == 0 || text.StopWord(last) {
		return "", ""
	}
	if x.Term(x.Stem(first)) != 0 && !text.StopWord(first) {
		return first, last
	}
	for _, posting := range x.Postings(term) {
		if before := beforeInTitle(x, posting, term); strings.HasPrefix(before, first) {
			return before, last
		}
	}
	return "", ""
}

// beforeInTitle returns the word before a term in the title of an entry, "" for
// none.
func beforeInTitle(x *index.Index, posting index.Posting, term uint32) string {
	entry := x.Entry(posting.Ordinal)
	if posting.Title == 0 || len(entry.Sentences) == 0 {
		return ""
	}
	before := ""
	for _, token := range entry.Tokens[entry.Sentences[0].First:entry.Sentences[0].Last] {
		if x.TermOf(token.Word()) == term {
			return before
		}
		before = x.WordText(token.Word())
	}
	return ""
}

// sameBeginning returns the word nearest to one of all that begin like it.
func (a *asking) sameBeginning(word string) []string {
	var stems []string
	for _, x := range a.reader.Indexes {
		stem := x.Stem(word)
		for _, term := range x.PrefixMatches(stem) {
			other := x.StemOf(term)
			common := sharedLetters(stem, other)
			if common >= commonLetters && max(len(stem), len(other))-common <= ownLetters {
				stems = append(stems, other)
			}
		}
	}
	if len(stems) == 0 {
		return nil
	}
	return []string{slices.MinFunc(stems, func(s, t string) int {
		return cmp.Or(cmp.Compare(Slips(word, s), Slips(word, t)), cmp.Compare(s, t))
	})}
}

// sharedLetters returns the number of letters with which both words begin.
func sharedLetters(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}
