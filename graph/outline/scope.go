package outline

import (
	"slices"

	"dossier/graph/ask"
	"dossier/graph/relevance/subject"
)

// period returns the period that the question names, nil for none. A long message has
// no period, because its dates are its own.
func (f *finding) period() *ask.When {
	if !f.hasRead {
		f.hasRead = true
		if !f.isLong() {
			f.when = ask.WhenOf(f.question, f.clock)
		}
	}
	return f.when
}

// isOfPeriod reports whether a word of the question is one of those of its period.
func (f *finding) isOfPeriod(i int) bool {
	p, word := f.period(), f.asked.Words[i]
	return p != nil && p.Start <= word.Start && word.End <= p.End
}

// isInPeriod reports whether the words from first to last, if there are any, are of the
// period of the question.
func (f *finding) isInPeriod(first, last int) bool {
	return last > first && f.isOfPeriod(first) && f.isOfPeriod(last-1)
}

// mostDay is the maximum number of digits of a day. A year may also be in the name of what
// is asked about: the budget of 2026.
const mostDay = 2

// ignoreDays removes the numbers that are days of the period of the question from its
// terms, so that "from 1 to 8 December" is not about what is called number 8.
func (f *finding) ignoreDays() {
	days := map[string]bool{}
	for i, word := range f.asked.Words {
		if len(word.Text) <= mostDay && isNumber(word.Text) && f.isOfPeriod(i) {
			days[word.Text] = true
		}
	}
	f.asked.Terms = slices.DeleteFunc(f.asked.Terms, func(t subject.Term) bool { return days[t.Word] })
}

// isDayOfPeriod reports whether the words from first to last are numbers that are days
// or years of the period of the question, and name nothing.
func (f *finding) isDayOfPeriod(first, last int) bool {
	isNone := slices.ContainsFunc(f.words()[first:last], func(word string) bool { return !isNumber(word) }) // before the period is read
	return !isNone && f.isInPeriod(first, last)
}

// words returns the folded words of the question. The caller must not change
// them.
func (f *finding) words() []string {
	if f.folded == nil {
		f.folded = make([]string, len(f.asked.Words))
		for i, word := range f.asked.Words {
			f.folded[i] = word.Text
		}
	}
	return f.folded
}
