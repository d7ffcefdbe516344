package index

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"dossier/graph/text"
)

// spellingParams are the constants of spellings.
var spellingParams = struct {
	// Similarity is the least trigram similarity of two words that are spelt
	// alike.
	Similarity float64
}{
	Similarity: .3, // the default of pg_trgm.similarity_threshold
}

// spelling finds the words of titles that are spelt like a given word.
type spelling struct {
	words map[uint64][]uint32 // by trigram
	sizes map[uint32]int      // number of trigrams by word
	uses  map[uint32]int      // number of titles by word
	pairs int                 // number of pairs of a trigram and a word
}

func newSpelling() spelling {
	return spelling{words: make(map[uint64][]uint32), sizes: make(map[uint32]int), uses: make(map[uint32]int)}
}

// countTitle adds uses to the number of titles for each word of an entry's
// title.
func (x *Index) countTitle(ordinal int32, uses int) {
	for word := range text.Words(x.entries[ordinal].Title) {
		number := x.vocabulary.add(word.Text)
		if x.TermOf(number) == 0 {
			continue
		}
		x.spelling.uses[number] += uses
		if _, known := x.spelling.sizes[number]; known {
			continue
		}
		trigrams := text.TrigramsOf(word.Text)
		x.spelling.sizes[number] = len(trigrams)
		x.spelling.pairs += len(trigrams)
		for _, trigram := range trigrams {
			x.spelling.words[trigram] = append(x.spelling.words[trigram], number)
		}
	}
}

// Correction is a word of titles that is spelt like another word.
type Correction struct {
	Word       string  // folded
	Similarity float64 // of the trigrams, 0 to 1
}

// Corrections returns at most limit words of titles that are spelt like a word,
// the most similar first.
func (x *Index) Corrections(word string, limit int) []Correction {
	trigrams := text.TrigramsOf(word)
	var list []Correction
	for number, common := range x.commonTrigrams(trigrams) {
		if x.spelling.uses[number] == 0 {
			continue
		}
		if similarity := float64(common) / float64(len(trigrams)+x.spelling.sizes[number]-common); similarity >= spellingParams.Similarity {
			list = append(list, Correction{x.WordText(number), similarity})
		}
	}
	SortCorrections(list)
	return list[:min(limit, len(list))]
}

// SortCorrections sorts corrections by descending similarity, then by word.
func SortCorrections(list []Correction) {
	slices.SortFunc(list, func(a, b Correction) int {
		return cmp.Or(cmp.Compare(b.Similarity, a.Similarity), cmp.Compare(a.Word, b.Word))
	})
}

// perSlip is the maximum number of trigrams of a word that a slip changes: two
// letters that are swapped are in four.
const perSlip = 4

// TitleWordsLike returns words of titles, in no order, among which are all that
// differ from word by at most slips letters and share a trigram with it.
func (x *Index) TitleWordsLike(word string, slips int) []string {
	trigrams := text.TrigramsOf(word)
	least := max(1, len(trigrams)-perSlip*slips)
	var words []string
	for number, common := range x.commonTrigrams(trigrams) {
		if common < least || x.spelling.uses[number] == 0 || x.spelling.sizes[number]-common > perSlip*slips {
			continue
		}
		if other := x.WordText(number); len(other)-len(word) <= slips && len(word)-len(other) <= slips {
			words = append(words, other)
		}
	}
	return words
}

// HeadingWordsLike returns words that headings have, in no order, among which
// are all that differ from word by at most slips letters, not the first one.
func (x *Index) HeadingWordsLike(word string, slips int) []string {
	if word == "" {
		return nil
	}
	_, first := utf8.DecodeRuneInString(word)
	var words []string
	for _, number := range x.beginnings.of(word[:first], x.vocabulary.names) {
		other := x.WordText(number)
		if x.HeadingsWith(x.TermOf(number)) > 0 && len(other)-len(word) <= slips && len(word)-len(other) <= slips {
			words = append(words, other)
		}
	}
	return words
}

// commonTrigrams returns, by word of titles, how many of the trigrams it has.
func (x *Index) commonTrigrams(trigrams text.Trigrams) map[uint32]int {
	common := make(map[uint32]int)
	for _, trigram := range trigrams {
		for _, word := range x.spelling.words[trigram] {
			common[word]++
		}
	}
	return common
}

// TitleTrigrams returns, by ordinal, how many of the trigrams the words of each
// title have. It is exact for a single word and an estimate for several.
func (x *Index) TitleTrigrams(trigrams text.Trigrams) []int {
	terms := make(map[uint32]int)
	for word, common := range x.commonTrigrams(trigrams) {
		term := x.TermOf(word)
		terms[term] = max(terms[term], common)
	}
	commons := make([]int, x.Size())
	for term, common := range terms {
		for _, posting := range x.Postings(term) {
			if posting.Title > 0 {
				commons[posting.Ordinal] += common
			}
		}
	}
	return commons
}

// A Completion is a possible end of an unfinished word, and the number of
// entries with its term.
type Completion struct {
	Word    string // folded
	Entries int    // the number of entries with its term
}

// Completions returns at most limit words that are longer than prefix and begin
// with it, those in the most entries first.
func (x *Index) Completions(prefix string, limit int) []Completion {
	var list []Completion
	for _, number := range x.beginnings.of(prefix, x.vocabulary.names) {
		word := x.WordText(number)
		if len(word) == len(prefix) {
			continue
		}
		if holding := x.Postings(x.TermOf(number)); len(holding) > 0 {
			list = append(list, Completion{word, len(holding)})
		}
	}
	SortCompletions(list)
	return list[:min(limit, len(list))]
}

// SortCompletions sorts completions by descending number of entries, then by
// word.
func SortCompletions(list []Completion) {
	slices.SortFunc(list, func(a, b Completion) int {
		return cmp.Or(cmp.Compare(b.Entries, a.Entries), cmp.Compare(a.Word, b.Word))
	})
}
