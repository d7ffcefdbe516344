package text

import (
	"cmp"
	"hash/maphash"
	"strings"
	"sync/atomic"

	"github.com/kljensen/snowball/english"
)

// Stemmer returns the search term of a folded word, "" for a word that is not
// searched.
type Stemmer func(word string) string

// Stemmers are the stemmers by the name of the language in a project's
// configuration.
var Stemmers = map[string]Stemmer{"english": English, "simple": Simple}

// English returns the Snowball stem of a word, "" for an English stop word.
func English(word string) string {
	if StopWord(word) {
		return ""
	}
	word = commonSpelling(word)
	if len(word) < 3 || !lettersOnly(word) {
		return word
	}
	if base, known := irregular[word]; known {
		word = base
	}
	return recentStem(word)
}

// recent has stems that were asked for last, because a question asks for those of
// its words in the index of each project. By eye: the words of a long question, in
// about 400 kB.
var recent [1 << 12]atomic.Pointer[[2]string]

var recentSeed = maphash.MakeSeed()

// recentStem returns the Snowball stem of a word, which takes 1 µs, or a
// twentieth of that if it is in recent.
func recentStem(word string) string {
	if len(word) > longestRecent {
		return english.Stem(word, true)
	}
	place := &recent[maphash.String(recentSeed, word)%uint64(len(recent))]
	if known := place.Load(); known != nil && known[0] == word {
		return known[1]
	}
	stem := cmp.Or(distinctStem(word), english.Stem(word, true))
	place.Store(&[2]string{strings.Clone(word), stem})
	return stem
}

// longestRecent is the length of a word, in bytes, up to which it may be in
// recent. By eye: words of texts are shorter.
const longestRecent = 32

// Stems returns the set of the English stems of the words of a text, without
// stop words.
func Stems(s string) map[string]bool {
	stems := map[string]bool{}
	for word := range Words(s) {
		stems[English(word.Text)] = true
	}
	delete(stems, "") // of stop words
	return stems
}

// ShareStem reports whether two sets have a stem in common.
func ShareStem(a, b map[string]bool) bool {
	for stem := range a {
		if b[stem] {
			return true
		}
	}
	return false
}

// Simple returns the common spelling of a word, without stemming.
func Simple(word string) string { return commonSpelling(word) }

// commonSpelling returns the same spelling for all spellings of a folded word:
// strasse for straße, 1.29 for v1.29.
func commonSpelling(word string) string {
	if isVersion(word) {
		return word[1:]
	}
	return strings.ReplaceAll(word, "ß", "ss")
}

// isVersion reports whether a word is a v followed by a number with a point.
// The number of v2, which has none, is too common to be searched alone.
func isVersion(word string) bool {
	return len(word) > 3 && word[0] == 'v' && strings.Contains(word[2:], ".") && strings.Trim(word[1:], "0123456789.") == ""
}

// StopWord reports whether a folded word is too common in English to be
// searched.
func StopWord(word string) bool { return stopWords[word] }

func lettersOnly(word string) bool {
	for i := range len(word) {
		if word[i] < 'a' || word[i] > 'z' {
			return false
		}
	}
	return true
}

var stopWords = wordSet(`a about above after again against all also am an and any are aren't as at be because been
before being below between both but by can cannot could couldn't did didn't do does doesn't doing don't down during each
few for from further had hadn't has hasn't have haven't having he her here hers herself him himself his how i if in into
is isn't it its itself just let me more most mustn't my myself no nor not now of off on once only or other ought our ours
ourselves out over own same she should shouldn't so some such than that the their theirs them themselves then there these
they this those through to too under until up upon us very was wasn't we were weren't what when where which while who whom
whose why will with won't would wouldn't you your yours yourself yourselves`)

func wordSet(list string) map[string]bool {
	set := make(map[string]bool)
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}
