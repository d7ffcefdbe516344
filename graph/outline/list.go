package outline

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"dossier/graph/text"
)

// List has the entities that a question asks for.
type List struct {
	Groups []Group
	// None is the text of the list if it is empty.
	None string
}

// filterWords returns the words of the question that name neither an anchor, a
// field of it, nor the project that the question calls, each once, without stop
// words, numbers, versions, what is behind "by", requests for a list, and unknown
// verbs: all risks "could kill the launch".
func (f *finding) filterWords(anchors []*Topic) []string {
	return f.filterWordsIn(anchors, 0, len(f.asked.Words))
}

func (f *finding) filterWordsIn(anchors []*Topic, first, last int) []string {
	named := map[string]bool{}
	for _, t := range anchors {
		for _, word := range f.asked.Words[t.First:t.Last] {
			named[text.English(word.Text)] = true
		}
		for word := range text.Words(t.Entity.Self().Label) {
			named[text.English(word.Text)] = true
		}
	}
	var words []string
	seen := map[string]bool{}
	noun := f.otherNoun()
	for i := first; i < last; i++ {
		word := f.asked.Words[i]
		stem := text.English(word.Text)
		if seen[word.Text] || word.Text == noun || f.choosesNothing(i) {
			continue
		}
		seen[word.Text] = true
		if stem == "" || named[stem] || slices.Contains(f.calledBy, stem) || isNumber(strings.TrimPrefix(word.Text, "v")) {
			continue
		}
		if !slices.ContainsFunc(anchors, func(t *Topic) bool { return f.hasFieldCalled(t.Doc, word.Text) }) {
			words = append(words, word.Text)
		}
	}
	return words
}

// choosesNothing reports whether word i is behind "by", a request for a list, an
// unknown verb, or a word for the changes and dates of a period.
func (f *finding) choosesNothing(i int) bool {
	word := f.asked.Words[i].Text
	isUnknownVerb := i > 0 && slices.Contains(modals, f.asked.Words[i-1].Text) && slices.Contains(f.asked.Unknown, word)
	isOfPeriod := f.period() != nil && (slices.Contains(changeWords, word) || f.isDateOfEvent(i))
	return isUnknownVerb || isOfPeriod || f.isBehindBy(i) || f.isRequest(i)
}

// isOrdinary reports whether a word has neither capitals nor digits.
func isOrdinary(word text.Word) bool {
	return word.Marks&text.Capital == 0 && !strings.ContainsFunc(word.Text, unicode.IsDigit)
}

func isNumber(word string) bool {
	_, err := strconv.ParseFloat(word, 64)
	return err == nil
}
