package wording

import (
	"slices"
	"strings"

	"dossier/graph/text"
)

// comparing are the words before the sides of a comparison; sideWords those between its
// sides; versus those that make one without a word before them; and sideVerbs the verbs
// between its sides or behind them.
var (
	comparing = strings.Fields("compare comparing comparison difference differences unterschied unterschiede")
	sideWords = strings.Fields("and with to from against und mit zu gegen")
	versus    = strings.Fields("vs versus")
	sideVerbs = strings.Fields("differ differs compare compares compared")
)

// behindSides is the maximum number of words behind a verb that is behind the sides of a
// comparison, as in "differ as projects", by eye.
const behindSides = 2

// Sides returns the two sides of a comparison, nil for another question.
func Sides(question string) []string {
	first, last, after := 0, 0, 0 // the ends of the words before and between the sides
	for word := range text.Words(question) {
		switch {
		case slices.Contains(versus, word.Text), first > 0 && last == 0 && word.Start > first+1 && slices.Contains(sideWords, word.Text):
			last, after = word.Start, word.End
		case last == 0 && (slices.Contains(comparing, word.Text) || first > 0 && word.Text == "between"):
			first = word.End
		}
	}
	if last == 0 {
		return sidesAround(question)
	}
	return []string{question[first:last], question[after:]}
}

// sidesAround returns the sides of a comparison whose verb is between them or behind
// them, as in "how does A differ from B" and "how do A and B compare".
func sidesAround(question string) []string {
	var words []text.Word
	for word := range text.Words(question) {
		words = append(words, word)
	}
	verb := slices.IndexFunc(words, func(word text.Word) bool { return slices.Contains(sideVerbs, word.Text) })
	between := slices.IndexFunc(words, func(word text.Word) bool { return slices.Contains(sideWords, word.Text) })
	switch {
	case verb < 1 || between < 1:
		return nil
	case between == verb+1 && between+1 < len(words):
		return []string{question[:words[verb].Start], question[words[between].End:]}
	case between+1 < verb && len(words)-verb-1 <= behindSides:
		return []string{question[:words[between].Start], question[words[between].End:words[verb].Start]}
	}
	return nil
}
