package subject

import (
	"cmp"
	"slices"
	"strings"

	"dossier/graph/lexicon"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/terms"
	"dossier/graph/text"
)

// relatedWeight is the weight of a word that was found by the beginning or the
// parts of another, by eye.
const relatedWeight = .6

// The least number of letters that words with the same beginning share, the
// most that each has after them, and the least in each part of a compound. By
// eye.
const (
	commonLetters = 5
	ownLetters    = 3
	partLetters   = 3
)

// related returns the words that a project has instead of an unknown one: the
// two parts of a compound such as checkpoint, or the nearest word with the same
// beginning, as Hungary for Hungarian.
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

// isLetters reports whether a word has only letters from a to z.
func isLetters(word string) bool {
	return strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") == ""
}

// partsOf returns the words of a project for two parts of a compound: the
// parts, or the second and the word before it in a title if that begins with
// the first, as in pentest. It returns "" for none.
func partsOf(x *index.Index, first, last string) (string, string) {
	term := x.Words.Lookup(last)
	if term == 0 || text.StopWord(last) {
		return "", ""
	}
	if x.Words.Lookup(first) != 0 && !text.StopWord(first) {
		return first, last
	}
	for _, posting := range x.Postings.Of(term) {
		if before := beforeInTitle(x, posting, term); strings.HasPrefix(before, first) {
			return before, last
		}
	}
	return "", ""
}

// beforeInTitle returns the word before a term in the title of an entry, "" for
// none.
func beforeInTitle(x *index.Index, posting terms.Posting, term uint32) string {
	entry := x.Entry(posting.Ordinal)
	if posting.Title == 0 || len(entry.Sentences) == 0 {
		return ""
	}
	before := ""
	for _, token := range entry.Tokens[entry.Sentences[0].First:entry.Sentences[0].Last] {
		if x.Words.TermOf(token.Word()) == term {
			return before
		}
		before = x.Words.Text(token.Word())
	}
	return ""
}

// sameBeginning returns the stem nearest to a word among those with the same
// beginning, nil for none.
func (a *asking) sameBeginning(word string) []string {
	var stems []string
	for _, x := range a.reader.Indexes {
		stem := x.Words.Stem(word)
		for _, term := range x.Words.PrefixMatches(stem) {
			other := x.Words.StemOf(term)
			common := sharedLetters(stem, other)
			if common >= commonLetters && max(len(stem), len(other))-common <= ownLetters && isForm(stem, other) {
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

// isForm reports whether two stems with the same beginning may be of forms of a
// word: the dictionary relates complain to complaint, but not contact to contain.
// A word that it lacks may be a name, such as Hungarian.
func isForm(stem, other string) bool {
	return !lexicon.Has(stem) || slices.ContainsFunc(lexicon.Related(stem), func(w lexicon.Word) bool { return w.Stem == other })
}

// sharedLetters returns the length of the common prefix of two words.
func sharedLetters(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}
