package rank

import (
	"regexp"
	"slices"
	"strings"

	"dossier/graph/text"
)

// The forms of greetings and closings, as parts of regular expressions. lastThanks are
// closings also without a mark before them, as the last word.
const (
	greetings  = `dear|hi|hello|hey|hallo|liebe|lieber|servus|sehr geehrte|good (?:morning|afternoon|evening)|greetings`
	closings   = `regards|wishes|greetings|yours|sincerely|danke|grüße|grüßen|gruß|gruss|mfg|` + lastThanks
	lastThanks = `thanks|thank you|thx|cheers`
	// beforeClosing are the words before the noun of a closing, as in "kind regards".
	beforeClosing = `(?:(?:with|many|kind|kindest|best|warm|warmest|viele|vielen|mit|herzliche|freundlichen)[ \t]+)*`
)

var (
	// greeting is one at the beginning of a question, with names, up to a mark.
	greeting = regexp.MustCompile(`(?i)^\s*(?:` + greetings + `)(?:[ \t]+[^\s,!:.;–—]+){0,3}\s*[,!:.;\n–—]`)
	// closing is one behind a mark, or thanks as the last word. The mark is its group.
	closing = regexp.MustCompile(`(?i)(?:([,!?.;\n–—])\s*` + beforeClosing + `(?:(?:` + closings + `)(?:[^\pL]|\z)|best,)|\s` + beforeClosing +
		`(?:` + lastThanks + `)[\s.!]*\z)`)
)

// closingWords is the maximum number of words of a closing with a signature, by eye.
const closingWords = 7

// withoutCourtesy returns a short question with spaces in place of its greeting, of "can
// you send me", and of thanks and a signature at its end.
func withoutCourtesy(question string) string {
	for _, end := range []func(string) int{greetingEnd, orderEnd} {
		if at := end(question); text.CountWords(question[at:]) > 0 {
			question = blanked(question, 0, at)
		}
	}
	if at := closingStart(question); text.CountWords(question[:at]) > 0 {
		question = blanked(question, at, len(question))
	}
	return question
}

// greetingEnd returns where a greeting ends, 0 for none.
func greetingEnd(question string) int {
	if at := greeting.FindStringIndex(question); at != nil {
		return at[1]
	}
	return 0
}

// closingStart returns where a closing begins, behind the mark before it. It returns the
// length of the question for none.
func closingStart(question string) int {
	for _, at := range closing.FindAllStringSubmatchIndex(question, -1) {
		start := at[0]
		if at[2] >= 0 && question[at[2]:at[3]] != "," {
			start = at[3]
		}
		if text.CountWords(question[start:]) <= closingWords {
			return start
		}
	}
	return len(question)
}

// orderVerbs are before "me" or "us" in "can you send me the open tasks", politeWords
// before them.
var (
	orderVerbs  = strings.Fields("send get fetch bring pull print mail email compile prepare")
	politeWords = strings.Fields("just kindly please")
)

// orderWords is the maximum number of words before "me", by eye.
const orderWords = 4

// orderEnd returns where the words of such an order end, 0 for none.
func orderEnd(question string) int {
	words := newRewriter(question).words
	for i := 1; i < min(len(words)-1, orderWords+1); i++ {
		before := words[i-1].Text
		if slices.Contains(orderVerbs, before) && (words[i].Text == "me" || words[i].Text == "us") {
			return words[i].End
		}
		if !text.StopWord(before) && !slices.Contains(politeWords, before) {
			return 0
		}
	}
	return 0
}

// blanked returns a text with spaces in place of some bytes.
func blanked(s string, first, last int) string {
	b := []byte(s)
	blank(b[first:last])
	return string(b)
}
