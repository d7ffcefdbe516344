package lexicon

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"

	"dossier/graph/text"
)

//go:embed phrases.txt
var phraseList string

// fillers are the articles and pronouns that are ignored inside phrases.
var fillers = map[string]bool{
	"a": true, "an": true, "the": true, "it": true, "them": true, "this": true, "that": true,
	"me": true, "us": true, "you": true, "my": true, "our": true, "your": true,
}

// phrases are the phrases of phrases.txt: their ids, the longest first, by the
// first word, and the word of headings.txt of each.
var phrases = sync.OnceValue(func() (p struct {
	starting map[string][][]string
	headings map[string][]string
}) {
	p.starting, p.headings = map[string][][]string{}, map[string][]string{}
	for line := range strings.Lines(phraseList) {
		heading, list, found := strings.Cut(line, ":")
		if !found || strings.HasPrefix(line, "#") {
			continue
		}
		for phrase := range strings.SplitSeq(list, ",") {
			ids := idsOf(phrase)
			p.starting[ids[0]] = append(p.starting[ids[0]], ids)
			id := strings.Join(ids, " ")
			p.headings[id] = append(p.headings[id], idsOf(heading)...)
		}
	}
	for _, list := range p.starting {
		slices.SortStableFunc(list, func(a, b []string) int { return cmp.Compare(len(b), len(a)) })
	}
	return p
})

// idsOf returns the ids of the words of a text.
func idsOf(s string) (ids []string) {
	for word := range text.Words(s) {
		ids = append(ids, cmp.Or(text.English(word.Text), word.Text))
	}
	return ids
}

// A Phrase is one of the phrases by which questions ask for a section or part, such
// as "watch out". First and Last are the places of its words, Last exclusive.
type Phrase struct {
	First, Last int // into the words of the question
	// Headings are the words that may head what it asks for, in no order.
	Headings []string
}

// Phrases returns the phrases among the words of a question, in order and without
// overlap. ids are those of [Headings].
func Phrases(ids []string) (found []Phrase) {
	for at := 0; at < len(ids); at++ {
		if last, id := phraseAt(ids, at); last > at {
			found = append(found, Phrase{First: at, Last: last, Headings: headingsOf(id)})
			at = last - 1
		}
	}
	return found
}

// phraseAt returns the end and the id of the longest phrase that begins at a word,
// or that place if none does.
func phraseAt(ids []string, at int) (last int, id string) {
	for _, words := range phrases().starting[ids[at]] {
		if last = after(ids, at, words); last > at {
			return last, strings.Join(words, " ")
		}
	}
	return at, ""
}

// after returns the place after some words that begin at a place, with fillers
// between them, or that place if they do not.
func after(ids []string, at int, words []string) int {
	next := at
	for i, word := range words {
		for i > 0 && next < len(ids) && ids[next] != word && fillers[ids[next]] {
			next++
		}
		if next == len(ids) || ids[next] != word {
			return at
		}
		next++
	}
	return next
}

// headingsOf returns the words that may head what a phrase asks for.
func headingsOf(id string) (words []string) {
	for _, heading := range phrases().headings[id] {
		words = append(append(words, heading), Headings(heading)...)
	}
	return words
}
