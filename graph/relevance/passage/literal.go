package passage

import (
	"strings"

	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/terms"
	"dossier/graph/text"
)

// literalEntries is the number of entries with the rarest word of a literal above
// which they are not looked through. By eye: it limits the cost.
const literalEntries = 300

// Holding returns the sections that hold folded words one directly after the other, in
// the order of projects and entries. It returns none if more than most entries hold
// them, because they distinguish nothing then. It does not look at entries without
// headings, of which ranking quotes the best sentences, nor at props, which name entries.
func Holding(r *corpus.Reader, words []string, most int) (list []Passage) {
	entries := 0
	for project, x := range r.Indexes {
		numbers := numbersOf(x, words)
		if numbers == nil {
			continue
		}
		for _, posting := range rarest(x, numbers) {
			d := corpus.Doc{Project: int32(project), Ordinal: posting.Ordinal}
			found := holding(x, d, numbers)
			if len(found) == 0 {
				continue
			}
			list = append(list, found...)
			if entries++; entries > most {
				return nil
			}
		}
	}
	return list
}

// Headed returns the sections with text whose heading is folded words, perhaps after
// a number, in the order of projects and entries; none if there are more than most.
func Headed(r *corpus.Reader, words []string, most int) (list []Passage) {
	for project, x := range r.Indexes {
		numbers := numbersOf(x, words)
		if numbers == nil {
			continue
		}
		for _, posting := range rarest(x, numbers) {
			list = append(list, headed(x, corpus.Doc{Project: int32(project), Ordinal: posting.Ordinal}, numbers)...)
			if len(list) > most {
				return nil
			}
		}
	}
	return list
}

// headed returns the sections of an entry with text and a heading of words.
func headed(x *index.Index, d corpus.Doc, numbers []uint32) (list []Passage) {
	entry := x.Entry(d.Ordinal)
	for _, section := range entry.Sections {
		if section.Level == 0 || !isHeading(entry, entry.Sentences[section.First], numbers) {
			continue
		}
		if one := passage(x, entry, section); len(one.Sentences) > 0 {
			one.Doc, one.Held = d, 1
			list = append(list, one)
		}
	}
	return list
}

// isHeading reports whether a heading ends with words, and has one other word at most.
func isHeading(entry *index.Entry, heading text.Sentence, numbers []uint32) bool {
	left := len(numbers) // those that may be before the token
	other := 0
	for i := int(heading.Last) - 1; i >= int(heading.First) && other < 2; i-- {
		switch token := entry.Tokens[i]; {
		case token.Has(text.Whole):
		case left == 0:
			other++
		case token.Word() != numbers[left-1]:
			return false
		default:
			left--
		}
	}
	return left == 0 && other < 2
}

// numbersOf returns the numbers of words in an index, nil if it lacks one.
func numbersOf(x *index.Index, words []string) (numbers []uint32) {
	for _, word := range words {
		number := x.Words.Number(word)
		if number == 0 {
			return nil
		}
		numbers = append(numbers, number)
	}
	return numbers
}

// rarest returns the postings of the word that fewest entries have, none if these
// are too many or if all are stop words.
func rarest(x *index.Index, numbers []uint32) (list []terms.Posting) {
	least := literalEntries + 1
	for _, number := range numbers {
		term := x.Words.TermOf(number)
		if postings := x.Postings.Of(term); term != 0 && len(postings) < least {
			least, list = len(postings), postings
		}
	}
	return list
}

// holding returns the sections of an entry that hold words one after the other, each
// with the place of the first sentence that does.
func holding(x *index.Index, d corpus.Doc, numbers []uint32) (list []Passage) {
	entry := x.Entry(d.Ordinal)
	if !entry.HasHeadings() {
		return nil
	}
	for _, section := range entry.Sections {
		one := passage(x, entry, section)
		at := firstWith(entry, one.Sentences, numbers)
		isHeld := at >= 0 || firstWith(entry, one.Headings, numbers) >= 0
		if len(one.Sentences) > 0 && isHeld && !strings.HasPrefix(one.Field, "props.") {
			one.Doc, one.Held, one.Best = d, 1, max(at, 0)
			list = append(list, one)
		}
	}
	return list
}

// firstWith returns the place of the first sentence that has words one after the
// other, -1 for none.
func firstWith(entry *index.Entry, sentences []text.Sentence, numbers []uint32) int {
	for i, s := range sentences {
		at := 0 // the number of words that the tokens before end with
		for _, token := range entry.Tokens[s.First:s.Last] {
			switch {
			case token.Has(text.Whole) && len(numbers) > 1:
				continue
			case token.Word() == numbers[at]:
				at++
			case token.Word() == numbers[0]:
				at = 1
			default:
				at = 0
			}
			if at == len(numbers) {
				return i
			}
		}
	}
	return -1
}
