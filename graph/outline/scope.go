package outline

import (
	"slices"

	"dossier/graph/gist"
	"dossier/graph/outline/wording"
	"dossier/graph/relevance/subject"
	"dossier/graph/text"
)

// period returns the period that the question names, nil for none. A long message has
// no period, because its dates are its own.
func (a *asking) period() *gist.When {
	if !a.hasRead {
		a.hasRead = true
		if !a.isLong() {
			a.when = gist.WhenOf(a.question, a.clock)
		}
	}
	return a.when
}

// isOfPeriod reports whether a word of the question is one of those of its period.
func (a *asking) isOfPeriod(i int) bool {
	p, word := a.period(), a.asked.Words[i]
	return p != nil && p.Start <= word.Start && word.End <= p.End
}

// wordsOf returns the range of the words of the question that are of its period.
func (a *asking) wordsOf(p *gist.When) (first, last int) {
	first = slices.IndexFunc(a.asked.Words, func(w text.Word) bool { return w.Start >= p.Start })
	last = first + 1
	for last < len(a.asked.Words) && a.asked.Words[last].End <= p.End {
		last++
	}
	return first, last
}

// isInPeriod reports whether the words from first to last, if there are any, are of the
// period of the question.
func (a *asking) isInPeriod(first, last int) bool {
	return last > first && a.isOfPeriod(first) && a.isOfPeriod(last-1)
}

// mostDay is the maximum number of digits of a day. A year may also be in the name of what
// is asked about: the budget of 2026.
const mostDay = 2

// ignoreDays removes the numbers that are days of the period of the question from its
// terms, so that "from 1 to 8 December" is not about what is called number 8.
func (a *asking) ignoreDays() {
	days := map[string]bool{}
	for i, word := range a.asked.Words {
		if len(word.Text) <= mostDay && wording.IsNumber(word.Text) && a.isOfPeriod(i) {
			days[word.Text] = true
		}
	}
	a.asked.Terms = slices.DeleteFunc(a.asked.Terms, func(t subject.Term) bool { return days[t.Word] })
}

// isDayOfPeriod reports whether the words from first to last are numbers that are days
// or years of the period of the question, and name nothing.
func (a *asking) isDayOfPeriod(first, last int) bool {
	isOther := func(word string) bool { return !wording.IsNumber(word) }
	isNone := slices.ContainsFunc(a.words()[first:last], isOther) // before the period is read
	return !isNone && a.isInPeriod(first, last)
}

// words returns the folded words of the question. The caller must not change
// them.
func (a *asking) words() []string {
	if a.folded == nil {
		a.folded = make([]string, len(a.asked.Words))
		for i, word := range a.asked.Words {
			a.folded[i] = word.Text
		}
	}
	return a.folded
}
