package outline

import (
	"slices"
	"sync"

	"dossier/graph"
	"dossier/graph/relevance/subject"
	"dossier/graph/text"
)

// periodWords returns the words of the period that the question names, nil for none.
func (f *finding) periodWords() []string {
	if when := f.period(); when != nil {
		return when.words
	}
	return nil
}

// period returns the period that the question names, nil for none. The next
// entities of a kind are those that are due from now on. A long message has no
// period, because its dates are its own.
func (f *finding) period() *period {
	if f.when == nil {
		f.when = sync.OnceValue(f.readPeriod)
	}
	return f.when()
}

func (f *finding) readPeriod() *period {
	if f.isLong() {
		return nil
	}
	words := f.words()
	isOfPast := f.isOfReports()
	p := periodOf(words, f.clock, f.intent.Recent || isPast(words) || isOfPast)
	if p == nil && (len(f.kindsNamed()) > 0 || isOfPast) {
		if p = periodAhead(words, f.clock); p == nil {
			p = f.monthNamed(isOfPast)
		}
	}
	return p
}

// isOfReports reports whether a question asks for signals by the plural of their channel
// or kind, which report what has happened.
func (f *finding) isOfReports() bool {
	return slices.ContainsFunc(f.words(), func(word string) bool { return ownKind(word) == graph.KindSignal || f.isChannel(word) })
}

// ignoreDays removes the numbers that are days or years of the period of the question
// from its terms, so that "from 1 to 8 December" is not about what is called number 8.
func (f *finding) ignoreDays() {
	p := f.readPeriod()
	if p == nil {
		return
	}
	f.asked.Terms = slices.DeleteFunc(f.asked.Terms, func(t subject.Term) bool { return isNumber(t.Word) && slices.Contains(p.words, t.Word) })
}

// isDayOfPeriod reports whether the words from first to last are numbers that are days
// or years of the period of the question, and name nothing.
func (f *finding) isDayOfPeriod(first, last int) bool {
	p := f.period()
	if p == nil || slices.ContainsFunc(f.words()[first:last], func(word string) bool { return !isNumber(word) }) {
		return false
	}
	for at := range f.words() {
		end := at + len(p.words)
		if at <= first && last <= end && end <= len(f.words()) && slices.Equal(f.words()[at:end], p.words) {
			return true
		}
	}
	return false
}

// monthNamed returns the month that a question names without a word before it, as
// in "December deadlines", the last such one if past is set; nil for none. A month that is also another word, or is
// cut short, must have a capital.
func (f *finding) monthNamed(past bool) *period {
	for i, word := range f.asked.Words {
		isClear := len(word.Text) > len("sept") && word.Text != "march" || word.Marks&text.Capital != 0
		if span, length := monthAt(f.words()[i:], dayOf(f.clock), past); length > 0 && isClear {
			span.words = f.words()[i : i+length]
			return span
		}
	}
	return nil
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

// isOver reports whether nothing more is expected of an entity: it is done or was
// dropped.
func isOver(e graph.Entity) bool { return e.Self().Spec().IsOver(e.Self().State()) }
