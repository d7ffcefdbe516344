package index

import (
	"cmp"
	"slices"

	"dossier/flat"
	"dossier/graph/relevance/terms"
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

// Spelling finds the words of titles that are spelt like a given word.
type Spelling struct {
	dictionary *terms.Words
	words      map[uint64][]uint32 // by trigram
	sizes      []int32             // number of trigrams by word
	uses       []int32             // number of titles by word
	pairs      int                 // number of pairs of a trigram and a word
}

func newSpelling(words *terms.Words) Spelling {
	return Spelling{dictionary: words, words: make(map[uint64][]uint32)}
}

// count adds uses to the number of titles for each word of a title.
func (s *Spelling) count(words []uint32, uses int32) {
	for _, word := range words {
		if s.dictionary.TermOf(word) == 0 {
			continue
		}
		if missing := int(word) + 1 - len(s.uses); missing > 0 {
			s.uses, s.sizes = append(s.uses, make([]int32, missing)...), append(s.sizes, make([]int32, missing)...)
		}
		s.uses[word] += uses
		if s.sizes[word] > 0 {
			continue
		}
		trigrams := text.TrigramsOf(s.dictionary.Text(word))
		s.sizes[word] = int32(len(trigrams))
		s.pairs += len(trigrams)
		for _, trigram := range trigrams {
			s.words[trigram] = append(s.words[trigram], word)
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
func (s *Spelling) Corrections(word string, limit int) []Correction {
	trigrams := text.TrigramsOf(word)
	var list []Correction
	for number, common := range s.common(trigrams) {
		if s.uses[number] == 0 {
			continue
		}
		if similarity := float64(common) / float64(len(trigrams)+int(s.sizes[number])-common); similarity >= spellingParams.Similarity {
			list = append(list, Correction{s.dictionary.Text(number), similarity})
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

// Like returns words of titles, in no order, among which are all that
// differ from word by at most slips letters and share a trigram with it.
func (s *Spelling) Like(word string, slips int) []string {
	trigrams := text.TrigramsOf(word)
	least := max(1, len(trigrams)-perSlip*slips)
	var words []string
	for number, common := range s.common(trigrams) {
		if common < least || s.uses[number] == 0 || int(s.sizes[number])-common > perSlip*slips {
			continue
		}
		if other := s.dictionary.Text(number); len(other)-len(word) <= slips && len(word)-len(other) <= slips {
			words = append(words, other)
		}
	}
	return words
}

// common returns, by word of titles, how many of the trigrams it has.
func (s *Spelling) common(trigrams text.Trigrams) map[uint32]int {
	common := make(map[uint32]int)
	for _, trigram := range trigrams {
		for _, word := range s.words[trigram] {
			common[word]++
		}
	}
	return common
}

func (s *Spelling) save(w *flat.Writer) {
	flat.WriteListMap(w, s.words)
	flat.Write(w, s.sizes)
	flat.Write(w, s.uses)
}

func (s *Spelling) load(r *flat.Reader) {
	s.words = flat.ReadListMap[uint64, uint32](r)
	s.sizes = flat.Read[int32](r)
	s.uses = flat.ReadN[int32](r, len(s.sizes))
	for _, words := range s.words {
		s.pairs += len(words)
	}
}

func (s *Spelling) memory() int {
	return flat.MapMemory(s.words) + flat.Memory(s.sizes) + flat.Memory(s.uses) + s.pairs*flat.Size[uint32]()
}

// TitleTrigrams returns, by ordinal, how many of the trigrams the words of each
// title have. It is exact for a single word and an estimate for several.
func (x *Index) TitleTrigrams(trigrams text.Trigrams) []int {
	terms := make(map[uint32]int)
	for word, common := range x.Spelling.common(trigrams) {
		term := x.Words.TermOf(word)
		terms[term] = max(terms[term], common)
	}
	commons := make([]int, x.Size())
	for term, common := range terms {
		for _, posting := range x.Postings.Of(term) {
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
	for _, number := range x.Words.Beginning(prefix) {
		word := x.Words.Text(number)
		if len(word) == len(prefix) {
			continue
		}
		if holding := x.Postings.Of(x.Words.TermOf(number)); len(holding) > 0 {
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
