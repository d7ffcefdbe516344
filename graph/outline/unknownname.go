package outline

import (
	"slices"
	"strings"

	"dossier/graph/relevance/index"
	"dossier/graph/relevance/terms"
	"dossier/graph/text"
)

// leastNamed is the least number of words of a name in capitals that is looked for, by
// eye.
const leastNamed = 2

// unknownName returns a name in the question, two or more words with capitals that do
// not begin it, of which no text has two words one after the other, though it may have
// each: "Flake Garbage Tiers". It returns "" for none, and if the question names
// something, or has other capitals.
func (m *missing) unknownName() string {
	if m.named != nil || m.isLong() {
		return ""
	}
	words := m.asked.Words
	for first := 1; first < len(words); first++ {
		last := first
		for last < len(words) && words[last].Marks&text.Capital != 0 && (last == first || words[last].Marks&text.Apart == 0) {
			last++
		}
		if last-first >= leastNamed && !m.isTitleCase(first, last) && !m.hasPair(words[first:last]) {
			return strings.Join(strings.Fields(m.question[words[first].Start:words[last-1].End]), " ")
		}
		first = max(first, last-1)
	}
	return ""
}

// isTitleCase reports whether a word of the question besides the first one, and those
// from first to last, has a capital, so that capitals may say nothing.
func (m *missing) isTitleCase(first, last int) bool {
	for i, word := range m.asked.Words {
		if i > 0 && (i < first || i >= last) && word.Marks&text.Capital != 0 {
			return true
		}
	}
	return false
}

// hasPair reports whether some text has two of the words one after the other, as they
// are or as what they are misspelt for.
func (m *missing) hasPair(words []text.Word) bool {
	for i := range words[1:] {
		first, second := m.meant(words[i].Text), m.meant(words[i+1].Text)
		if slices.ContainsFunc(m.reader.Indexes, func(x *index.Index) bool { return textHas(x, first, second) }) {
			return true
		}
	}
	return false
}

// meant returns what a word is misspelt for, or the word.
func (a *asking) meant(word string) string {
	if other := a.asked.Corrected[word]; other != "" {
		return other
	}
	return word
}

// pairTexts is the number of texts with a word above which they are not read for the
// one after it: so many have the word that nothing can be said of a name with it. By
// eye: it limits the cost.
const pairTexts = 2000

// textHas reports whether a sentence of an entry has some words, one after the other.
// It is true if too many texts have them to be read, and for stop words alone.
func textHas(x *index.Index, words ...string) bool {
	numbers := make([]uint32, len(words))
	var postings []terms.Posting
	isRead := false
	for i, word := range words {
		if numbers[i] = x.Words.Number(word); numbers[i] == 0 {
			return false
		}
		if list, isWord := postingsOf(x, word); isWord && (!isRead || len(list) < len(postings)) {
			postings, isRead = list, true
		}
	}
	return !isRead || len(postings) > pairTexts || slices.ContainsFunc(postings, func(p terms.Posting) bool {
		entry := x.Entry(p.Ordinal)
		return slices.ContainsFunc(entry.Sentences, func(s text.Sentence) bool { return hasInOrder(entry.Tokens[s.First:s.Last], numbers) })
	})
}

// postingsOf returns the postings of a word. isWord is false for a stop word, which has
// none.
func postingsOf(x *index.Index, word string) (postings []terms.Posting, isWord bool) {
	stem := x.Words.Stem(word)
	if stem == "" {
		return nil, false
	}
	return x.Postings.Of(x.Words.Term(stem)), true
}

// hasInOrder reports whether a sentence has some words, one after the other.
func hasInOrder(tokens []text.Token, words []uint32) bool {
	for first := range max(0, len(tokens)-len(words)+1) {
		if slices.EqualFunc(tokens[first:first+len(words)], words, func(t text.Token, word uint32) bool { return t.Word() == word }) {
			return true
		}
	}
	return false
}
