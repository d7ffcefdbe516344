package outline

import (
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/relevance/corpus"
)

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
