package outline

import (
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/rank"
	"dossier/graph/text"
)

// The words of a greeting at the beginning of a question, of a closing at its end, and
// those before the noun of a closing, as in "kind regards".
var (
	greetings    = strings.Fields("hello hi hey dear hallo good greetings")
	closings     = strings.Fields("thanks thank thx cheers regards wishes greetings")
	beforeClosed = strings.Fields("kind kindest best warm warmest many with")
)

// The maximum number of words of a greeting with its names, and of those after the first
// of a closing, by eye.
const (
	greetingWords = 4
	closingWords  = 6
)

// withoutCourtesy returns a short question without its greeting, up to a comma or the
// like, and without thanks and a signature at its end. It returns a longer text as it is:
// that is read as a message.
func withoutCourtesy(question string) string {
	if text.CountWords(question) >= rank.MessageWords {
		return question
	}
	if rest := question[greetingEnd(wordingOf(question)):]; text.CountWords(rest) > 0 {
		question = rest
	}
	if rest := question[orderEnd(wordingOf(question)):]; text.CountWords(rest) > 0 {
		question = rest
	}
	if rest := question[:closingStart(wordingOf(question))]; text.CountWords(rest) > 0 {
		question = rest
	}
	return question
}

// greetingEnd returns where a greeting ends, 0 for none.
func greetingEnd(q *wording) int {
	if len(q.words) == 0 || !slices.Contains(greetings, q.folded[0]) {
		return 0
	}
	for i := range q.words[:min(len(q.words)-1, greetingWords)] {
		mark := strings.IndexAny(q.question[q.words[i].End:max(q.words[i].End, q.words[i+1].Start)], ",!:.;\n–—")
		if mark >= 0 {
			return q.words[i+1].Start
		}
	}
	return 0
}

// orderVerbs are before "me" or "us" in "can you send me the open tasks".
var orderVerbs = strings.Fields("send get fetch bring pull print mail email compile prepare")

// orderEnd returns where the words of such an order end, 0 for none.
func orderEnd(q *wording) int {
	for i := 1; i < min(len(q.words)-1, greetingWords+1); i++ {
		isOrder := slices.Contains(orderVerbs, q.folded[i-1]) && (q.folded[i] == "me" || q.folded[i] == "us")
		if isOrder {
			return q.words[i].End
		}
		if !text.StopWord(q.folded[i-1]) && !slices.Contains(fillerWords, q.folded[i-1]) {
			return 0
		}
	}
	return 0
}

// closingStart returns where a closing begins: after a mark, or as the last word.
func closingStart(q *wording) int {
	for i := max(1, len(q.words)-closingWords); i < len(q.words); i++ {
		if !slices.Contains(closings, q.folded[i]) {
			continue
		}
		first := i
		for first > 1 && slices.Contains(beforeClosed, q.folded[first-1]) {
			first--
		}
		if i == len(q.words)-1 || strings.ContainsAny(q.before(first), ",!?.;\n–—") {
			return q.words[first-1].End
		}
	}
	return len(q.question)
}

// everywhereWords ask for a list without a limit to some projects. occasions are what a
// list is for, with "my" or "our" before them.
var (
	everywhereWords = strings.Fields("everywhere anywhere")
	occasions       = strings.Fields("meeting meetings call report standup slides presentation talk boss manager notes newsletter agenda sync review mail email")
)

// occasionWords is the maximum number of words of an occasion, by eye.
const occasionWords = 6

// findPlain returns the outline of a question for a list, without the words at its end
// that choose nothing from it: "blocked tasks everywhere", "open risks in all three
// projects", "late milestones for my Monday meeting". It returns nil for another question.
func findPlain(r *corpus.Reader, graphs []*graph.Graph, question string, clock time.Time, keep func(graph.Kind) bool, params Params) *Outline {
	q := wordingOf(question)
	first := plainEnd(q)
	if first <= 0 || first == len(q.words) {
		return nil
	}
	plain := Find(r, graphs, question[:q.words[first-1].End], clock, keep, params)
	if plain.List == nil {
		return nil
	}
	return plain
}

// plainEnd returns the number of words before those at the end that choose nothing.
func plainEnd(q *wording) int {
	end := len(q.words)
	if end == 0 {
		return 0
	}
	switch last := q.folded[end-1]; {
	case slices.Contains(everywhereWords, last):
		return end - 1
	case ownKind(last) == graph.KindProject && isPlural(last):
		return lastOf(q, placeWords, func(word string) bool { return slices.Contains(allWords, word) || countOf(word) > 0 || word == "of" })
	case slices.Contains(occasions, last):
		return lastOf(q, []string{"for"}, func(string) bool { return true })
	}
	return end
}

// lastOf returns the place of the last of some words near the end, if those between it
// and the last word are as wanted, and one of allWords is among them; otherwise the number
// of words.
func lastOf(q *wording, before []string, wanted func(string) bool) int {
	end := len(q.words)
	isAll := false
	for i := end - 2; i >= max(1, end-occasionWords); i-- {
		switch word := q.folded[i]; {
		case isAll && slices.Contains(before, word):
			return i
		case !wanted(word):
			return end
		default:
			isAll = isAll || slices.Contains(allWords, word)
		}
	}
	return end
}
