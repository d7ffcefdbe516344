package reply

import (
	"strings"

	"dossier/graph/relevance/rank"
	"dossier/graph/text"
)

// A question of a message has at least questionWords words, and the message
// [rank.MessageWords]. mostQuestions limits the cost. By eye.
const (
	mostQuestions = 4
	questionWords = 4
)

// questionsIn returns the sentences of a message that are questions, or have a label that
// says so, without what precedes a colon, as in "Two things: who …" and "Current item:
// the new weir". It returns nil if it is short.
func questionsIn(message string) (list []string) {
	if text.CountWords(message) < rank.MessageWords {
		return nil
	}
	for _, span := range text.Sentences(message) {
		sentence := strings.TrimSpace(message[span.Start:span.End])
		asks := strings.HasSuffix(sentence, "?")
		if label, after, found := strings.Cut(sentence, ": "); found && text.CountWords(after) >= questionWords {
			sentence, asks = after, asks || asksByLabel(label)
		}
		if asks && text.CountWords(sentence) >= questionWords && len(list) < mostQuestions {
			list = append(list, sentence)
		}
	}
	return list
}

// labelWords are in the label of a sentence that says what a message asks.
var labelWords = text.Stems("task item topic question subject request issue problem query goal job need needed now current")

// labelLength is the maximum number of words of a label, by eye.
const labelLength = 3

// asksByLabel reports whether a label is short and has one of labelWords.
func asksByLabel(label string) bool {
	if text.CountWords(label) > labelLength {
		return false
	}
	for word := range text.Words(label) {
		if labelWords[text.English(word.Text)] {
			return true
		}
	}
	return false
}
