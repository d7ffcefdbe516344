package outline

import (
	"iter"
	"slices"
	"strings"
	"time"

	"dossier/graph/gist"
	"dossier/graph/relevance/index"
)

// unknownDate returns the day that the question names if the title of its best topic
// has another day, and no text has this one: the minutes of 17 November, of which
// those of 24 March are here. It returns "" for none.
func (m *missing) unknownDate(o *Outline) string {
	if len(o.Topics) == 0 || m.isLong() {
		return ""
	}
	asked := m.period()
	if !isDay(asked) {
		return ""
	}
	titled := gist.WhenOf(m.reader.Entry(o.Topics[0].Member).Title, m.clock)
	if !isDay(titled) || asked.From.Equal(titled.From) {
		return ""
	}
	for form := range formsOf(asked.From) {
		if slices.ContainsFunc(m.reader.Indexes, func(x *index.Index) bool { return textHas(x, form...) }) {
			return ""
		}
	}
	return m.question[asked.Start:asked.End]
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

// isDay reports whether a period is one day of some month.
func isDay(p *gist.When) bool {
	return p != nil && !p.Weekly && p.To.Equal(p.From.AddDate(0, 0, 1))
}
