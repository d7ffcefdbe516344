package outline

import (
	"iter"
	"slices"
	"strings"
	"time"

	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// unknownDate returns the day that the question names if the title of its best topic
// has another day, and no text has this one: the minutes of 17 November, of which
// those of 24 March are here. It returns "" for none.
func (f *finding) unknownDate(o *Outline) string {
	if len(o.Topics) == 0 || f.isLong() {
		return ""
	}
	asked := f.period()
	titled := periodOf(text.Folded(f.reader.Entry(o.Topics[0].Member).Title), f.clock, false)
	if !asked.isDay() || !titled.isDay() || asked.from.Equal(titled.from) {
		return ""
	}
	first := slices.IndexFunc(f.asked.Words, func(word text.Word) bool { return word.Text == asked.words[0] })
	if first < 0 || first+len(asked.words) > len(f.asked.Words) {
		return ""
	}
	words := f.asked.Words[first : first+len(asked.words)]
	for form := range formsOf(asked.from) {
		if slices.ContainsFunc(f.reader.Indexes, func(x *index.Index) bool { return textHas(x, form...) }) {
			return ""
		}
	}
	return strings.TrimSpace(f.question[words[0].Start:words[len(words)-1].End])
}

// formsOf yields the words of a day as texts write it, without the year if they name
// the month.
func formsOf(day time.Time) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		if !yield(strings.Split(day.Format(time.DateOnly), "-")) {
			return
		}
		for _, layout := range []string{"2 January", "02 January", "January 2", "2 Jan", "02 Jan", "Jan 2"} {
			if !yield(strings.Fields(strings.ToLower(day.Format(layout)))) {
				return
			}
		}
	}
}

// isDay reports whether a period is one day of some month, named by several words.
func (p *period) isDay() bool {
	return p != nil && len(p.words) > 1 && p.to.Equal(p.from.AddDate(0, 0, 1))
}
