package outline

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/gist"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/subject"
	"dossier/graph/relevance/terms"
	"dossier/graph/text"
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
	if !isDay(titled) || asked.From.Equal(titled.From) || !m.namesYear() && isSameDay(asked.From, titled.From) {
		return ""
	}
	for form := range formsOf(asked.From) {
		if slices.ContainsFunc(m.reader.Indexes, func(x *index.Index) bool { return textHas(x, form...) }) {
			return ""
		}
	}
	return m.question[asked.Start:asked.End]
}

// ofDay returns as topics the documents whose titles have the day that the question names
// by its number, as minutes and daily notes have: at most Params.Topics, or else nil. A day
// without a year is the last one that titles have. The words for the day are no longer
// terms of the question.
func (c *choosing) ofDay() (list []*Topic) {
	if !c.namesDay() {
		return nil
	}
	asked := c.period()
	first, last := c.wordsOf(asked)
	docs := c.titledWith(asked.From)
	for _, d := range docs[:min(len(docs), c.params.Topics+1)] {
		named := subject.Subject{Doc: d, Member: d, Score: 1, Name: c.params.Subject.Named, Distinct: true}
		named.First, named.Last = first, last
		list = c.appendTopic(list, &named)
	}
	if len(list) == 0 || len(list) > c.params.Topics {
		return nil
	}
	for _, t := range list {
		t.IsOfDay = true
	}
	c.asked.Terms = slices.DeleteFunc(c.asked.Terms, func(t subject.Term) bool { return slices.Contains(c.words()[first:last], t.Word) })
	return list
}

func isOtherThanDocument(t *Topic) bool { return t.Entity.Self().Kind != graph.KindDocument }

// namesDay reports whether the question names a day by its number.
func (a *asking) namesDay() bool {
	p := a.period()
	return isDay(p) && strings.ContainsAny(a.question[p.Start:p.End], "0123456789")
}

// namesYear reports whether the day that the question names has a year.
func (a *asking) namesYear() bool {
	p := a.period()
	return strings.Contains(a.question[p.Start:p.End], p.From.Format("2006"))
}

// isSameDay reports whether two days have the same number in the same month.
func isSameDay(a, b time.Time) bool { return a.Month() == b.Month() && a.Day() == b.Day() }

// titledWith returns the documents that have a day in their titles, or that day of the last
// year that titles have, ordered by project and ordinal.
func (c *choosing) titledWith(day time.Time) (docs []corpus.Doc) {
	latest, ofYear := 0, c.namesYear()
	if ofYear {
		latest = day.Year()
	}
	for d, year := range c.titledDays(day) {
		switch {
		case year < latest || ofYear && year > latest:
			continue
		case year > latest:
			latest, docs = year, nil
		}
		docs = append(docs, d)
	}
	return docs
}

// titledDays yields the documents that have a day of any year in their titles, with the
// year, ordered by project and ordinal.
func (c *choosing) titledDays(day time.Time) iter.Seq2[corpus.Doc, int] {
	return func(yield func(corpus.Doc, int) bool) {
		for project, x := range c.reader.Indexes {
			for _, p := range c.postingsOfDay(x, day) {
				title := x.Entry(p.Ordinal).Title
				if !mayName(title, day) {
					continue
				}
				titled := gist.WhenOf(title, c.clock)
				if isDay(titled) && isSameDay(titled.From, day) &&
					!yield(corpus.Doc{Project: int32(project), Ordinal: p.Ordinal}, titled.From.Year()) {
					return
				}
			}
		}
	}
}

// mayName reports whether a title has the number of the month of a day, or a word for a
// time. It saves reading the others.
func mayName(title string, day time.Time) bool {
	month, short := day.Format("01"), day.Format("1")
	return slices.ContainsFunc(text.Folded(title), func(word string) bool {
		return word == month || word == short || gist.NamesTime(word)
	})
}

// postingsOfDay returns the documents that have the number of a day in their titles, with
// a zero before it or without, by ordinal.
func (c *choosing) postingsOfDay(x *index.Index, day time.Time) (postings []terms.Posting) {
	for _, number := range slices.Compact([]string{day.Format("02"), day.Format("2")}) {
		postings = append(postings, x.Postings.Of(x.Words.Lookup(number))...)
	}
	postings = slices.DeleteFunc(postings, func(p terms.Posting) bool {
		return p.Title == 0 || graph.Kind(x.Entry(p.Ordinal).Kind) != graph.KindDocument
	})
	slices.SortFunc(postings, func(a, b terms.Posting) int { return cmp.Compare(a.Ordinal, b.Ordinal) })
	return slices.CompactFunc(postings, func(a, b terms.Posting) bool { return a.Ordinal == b.Ordinal })
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
