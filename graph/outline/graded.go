package outline

import (
	"slices"
	"strings"

	"dossier/graph/text"
)

// graveWords ask for what has the most impact.
var graveWords = strings.Fields("severe serious grave")

// logWords ask for all records of a type that one word calls.
var logWords = slices.Concat(showWords, strings.Fields("log history register status project work works working involved member members"))

// isCalledAlone reports whether a question that calls records by word at has no
// other words than those that only ask: "budget overview", "are we over budget".
func (f *finding) isCalledAlone(at int) bool { return f.hasOnly(at, at, logWords) }

// unvalued returns the records that the question calls by the words from first to
// last, if it chooses among them only by a gravity, or by what is open, for which
// none of them has a word: "serious incidents", "unresolved incidents". They are all,
// or those without a value that says that they are done, because a list with values
// answers more than None. It returns nil for other questions.
func (f *finding) unvalued(first, last int, members []Member) (kept []Member, filters []string) {
	isOpen, isGrave := false, false
	for i, word := range f.asked.Words {
		switch {
		case first <= i && i <= last, f.isOfCalled(i), text.StopWord(word.Text), slices.Contains(showWords, word.Text):
		case slices.Contains(openWords, word.Text):
			isOpen = true
		case slices.Contains(graveWords, word.Text):
			isGrave = true
		default:
			return nil, nil
		}
	}
	if isOpen {
		isDone := func(m Member) bool {
			return slices.ContainsFunc(f.fieldValues(m), func(v fieldValue) bool { return v.isDone() })
		}
		kept = slices.DeleteFunc(slices.Clone(members), isDone)
		if len(kept) < len(members) {
			return kept, []string{"open"}
		}
		return nil, nil
	}
	if isGrave {
		return members, nil
	}
	return nil, nil
}
