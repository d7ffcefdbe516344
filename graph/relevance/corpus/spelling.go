package corpus

import (
	"slices"

	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// SpellingParams are the constants of correcting unknown words.
type SpellingParams struct {
	// Unknown is the share of a question's words that must be unknown for any
	// to be corrected. A few unknown words in a long question more likely name
	// something that the corpus lacks.
	Unknown float64
	// Words is the maximum number of words that are corrected, the first ones.
	// PerWord is the maximum number of corrections of each.
	Words, PerWord int
}

func spellingDefaults() SpellingParams {
	return SpellingParams{
		Unknown: 1. / 3, // by eye
		Words:   8,      // by eye: limits the cost
		PerWord: 1,      // by eye
	}
}

// CompletionParams are the constants of completing an unfinished last word.
type CompletionParams struct {
	MinLetters int     // the least length of a word that is completed
	Most       int     // the maximum number of completions in all projects together
	Weight     float64 // of a completion in BM25, relative to a whole word
}

// Correction is an unknown word with the words that are searched too, the most
// similar first.
type Correction struct {
	Word    string   // as in the question
	Instead []string // words of titles, folded
}

// correct adds words of titles that are spelt like words that no entry
// contains. Their weight in BM25 is their similarity.
func (a *analysis) correct() {
	if !a.mostlyUnknown() {
		return
	}
	tried := 0
	for _, word := range a.Words {
		if word.Term != noTerm || text.StopWord(word.Text) || tried == a.params.Spelling.Words {
			continue
		}
		tried++
		var instead []string
		for _, correction := range a.corrections(word.Text) {
			if !slices.Contains(instead, correction.Word) && a.add(correction.Word, correction.Similarity) {
				instead = append(instead, correction.Word)
			}
		}
		if len(instead) > 0 {
			a.Corrections = append(a.Corrections, Correction{word.Text, instead})
		}
	}
}

// mostlyUnknown reports whether enough of the question's words are unknown to
// suggest misspelling.
func (a *analysis) mostlyUnknown() bool {
	unknown, all := 0, 0
	for _, word := range a.Words {
		if text.StopWord(word.Text) {
			continue
		}
		all++
		if word.Term == noTerm {
			unknown++
		}
	}
	return unknown > 0 && float64(unknown) >= a.params.Spelling.Unknown*float64(all)
}

// corrections returns the words of titles that are spelt like a word, the most
// similar first.
func (a *analysis) corrections(word string) []index.Correction {
	limit := a.params.Spelling.PerWord
	var list []index.Correction
	for _, x := range a.Reader.Indexes {
		list = append(list, x.Spelling.Corrections(word, limit)...)
	}
	index.SortCorrections(list)
	list = slices.Compact(list)
	return list[:min(limit, len(list))]
}

// complete adds the words with which an unfinished one may end: of the most
// frequent completions of each project, those that most entries contain. The
// number is limited for all projects together, because each word is looked up
// in all of them, so that a limit per project would make the cost quadratic.
func (a *analysis) complete(prefix string) {
	params := a.params.Completion
	if params.Most == 0 || len(prefix) < params.MinLetters {
		return
	}
	entries := make(map[string]int)
	for _, x := range a.Reader.Indexes {
		for _, one := range x.Completions(prefix, params.Most) {
			entries[one.Word] += one.Entries
		}
	}
	list := make([]index.Completion, 0, len(entries))
	for word, number := range entries {
		list = append(list, index.Completion{Word: word, Entries: number})
	}
	index.SortCompletions(list)
	for _, one := range list[:min(params.Most, len(list))] {
		a.add(one.Word, params.Weight)
	}
}
