package outline

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/relevance/subject"
	"dossier/graph/text"
)

// A period is a span of time that a question names. A zero bound is no limit;
// to is not part of the period.
type period struct {
	from, to time.Time
	// words are the words of the question that name the period.
	words []string
	// isAhead means that the question asks for what comes next, whenever that is.
	isAhead bool
}

// eventStems are the stems of words for events, by the column with the time of
// the event.
var eventStems = map[string]map[string]bool{
	"decision_at":  text.Stems("made decided"),
	"mitigated_at": text.Stems("mitigated"),
	"completed_at": text.Stems("done completed finished achieved reached shipped closed"),
	"created_at":   text.Stems("received created creation added raised opened reported identified written proposed submitted discovered"),
	"start_at":     text.Stems("started began begun"),
}

// AsksCreation reports whether a word that has one of the given stems is about how
// something came to be.
func AsksCreation(stems map[string]bool) bool {
	return text.ShareStem(eventStems["created_at"], stems)
}

// eventOf returns the column with the time of the event that a word names, ""
// for none.
func eventOf(word string) string {
	stem := text.English(word)
	for column, stems := range eventStems { // no stem is in two
		if stems[stem] {
			return column
		}
	}
	return ""
}

// isDateOfEvent reports whether word i is the date of the event or kind that the word
// before it names, as in "start date" and "decision date".
func (f *finding) isDateOfEvent(i int) bool {
	words := f.words()
	return i > 0 && (words[i] == "date" || words[i] == "dates") && (eventOf(words[i-1]) != "" || ownKind(words[i-1]) != "")
}

// pastWords say that a period is in the past.
var pastWords = strings.Fields("did was were had")

// modals say that what a question asks for is ahead: "can we ship on Friday".
var modals = strings.Fields("will would shall can could must may might")

// isPast reports whether a question asks for the past.
func isPast(words []string) bool {
	for i, word := range words {
		isMonth := word == "may" && i > 0 && slices.Contains(bounds, words[i-1])
		if slices.Contains(modals, word) && !isMonth {
			return false
		}
	}
	return slices.ContainsFunc(words, func(word string) bool { return slices.Contains(pastWords, word) || eventOf(word) != "" })
}

// periodOf returns the first period that the words of a question name, nil for
// none. If past is set, a recurring day such as Friday is the last one,
// otherwise the next.
func periodOf(words []string, clock time.Time, past bool) *period {
	today := dayOf(clock)
	for i, word := range words {
		if span, length := spanAt(words[i:], today, past); length > 0 {
			span.words = words[i : i+length]
			return span
		}
		if span, length := withinAt(words[i+1:], today, past); length > 0 && (word == "in" || word == "within") {
			span.words = words[i : i+1+length]
			return span
		}
		if day := agoAt(words[i+1:], today); day != nil && (word == "over" || word == "than") {
			return &period{to: day.from, words: words[i : i+1+agoWords]}
		}
		if span := ofYearAt(words, i); span != nil {
			return span
		}
		if !slices.Contains(bounds, word) {
			continue
		}
		after := i + 1
		bound := word
		if isEither := word == "on" && after+1 < len(words) && words[after] == "or"; isEither {
			bound = orBounds[words[after+1]]
			after += 2
		}
		bound, more := orSide(words, after, bound, today, past)
		if span, length := boundedAt(words[min(after, len(words)):], bound, today, past); length > 0 {
			span.words = words[i : after+length+more]
			return span
		}
	}
	return nil
}

// ofYearAt returns the year behind word i if that is the "of" of "decisions of 2025",
// nil otherwise.
func ofYearAt(words []string, i int) *period {
	if words[i] != "of" || i == 0 || !isPlural(words[i-1]) {
		return nil
	}
	span, length := yearAt(words[i+1:])
	if length == 0 {
		return nil
	}
	span.words = words[i : i+1+length]
	return span
}

// orBounds are the bounds that "on or after" and "on or before" mean.
var orBounds = map[string]string{"after": "since", "before": "to"}

// The words behind a span that select a side of it, as in "in 2025 or later" and "from May
// onwards", with what they mean.
var (
	sidesOr = map[string]string{
		"later": "since", "after": "since", "newer": "since", "afterwards": "since", "earlier": "to", "before": "to", "older": "to",
	}
	onwards = strings.Fields("onward onwards on upward upwards")
)

// orSide returns the bound that the words behind the span at a place select, and the
// number of these words; otherwise the given one.
func orSide(words []string, at int, bound string, today time.Time, past bool) (of string, length int) {
	_, n := boundedAt(words[min(at, len(words)):], bound, today, past || bound == "from")
	if n == 0 {
		return bound, 0
	}
	switch rest := words[at+n:]; {
	case len(rest) > 1 && (rest[0] == "or" || rest[0] == "and") && sidesOr[rest[1]] != "":
		return sidesOr[rest[1]], 2
	case len(rest) > 0 && bound == "from" && slices.Contains(onwards, rest[0]):
		return "since", 1
	}
	return bound, 0
}

// boundedAt returns the side of the span at the beginning of words that a word before
// it selects, and the number of their words.
func boundedAt(words []string, bound string, today time.Time, past bool) (span *period, length int) {
	isPast := past || bound == "since" || bound == "after"
	span, length = rangeAt(words, today, isPast)
	if length == 0 {
		span, length = spanAt(words, today, isPast && bound != "by" && bound != "until")
	}
	if length == 0 {
		span, length = monthAt(words, today, isPast)
	}
	if length == 0 {
		span, length = seasonAt(words, today, isPast)
	}
	if length == 0 {
		span, length = yearAt(words)
	}
	if length == 0 {
		return nil, 0
	}
	return span.bounded(bound, today), length
}

// aheadWords ask for what comes next.
var aheadWords = []string{"next", "upcoming", "forthcoming", "coming", "ahead", "soon"}

// periodAhead returns the period from today on if one of the words asks for what
// comes next, nil otherwise.
func periodAhead(words []string, clock time.Time) *period {
	at := slices.IndexFunc(words, func(word string) bool { return slices.Contains(aheadWords, word) })
	if at < 0 {
		return nil
	}
	return &period{from: dayOf(clock), words: words[at : at+1], isAhead: true}
}

// dayOf returns the date of a time in the time zone of its location, as dates are
// stored.
func dayOf(clock time.Time) time.Time { return graph.DayOf(clock).Date }

// bounds are the words that may precede a span and select a side of it.
var bounds = []string{"since", "after", "before", "by", "until", "in", "on", "during", "from", "between"}

// bounded returns the period that a word and the span after it mean. What is from
// a month or a year is of that time, and what is from a day may be later.
func (p *period) bounded(word string, today time.Time) *period {
	if isDay := !p.to.After(p.from.AddDate(0, 0, 1)); word == "from" && isDay {
		word = "since"
	}
	switch word {
	case "since":
		return &period{from: p.from}
	case "after":
		return &period{from: p.to}
	case "before":
		return &period{to: p.from}
	case "to":
		return &period{to: p.to}
	case "by", "until":
		return &period{from: today, to: p.to}
	default:
		return p
	}
}

// The words before a milestone that select what is before or after its date, and
// the words between.
var (
	upToWords    = strings.Fields("before by until till")
	sinceWords   = strings.Fields("since after")
	articleWords = strings.Fields("the our a an")
)

// periodOfMilestone returns the period before or after the date of a milestone of
// which the question has the whole name after such a word: "open tasks before the
// launch". It returns nil for other questions, and if work belongs to the
// milestone, because the question is about that.
func (f *finding) periodOfMilestone(subjects []subject.Subject) *period {
	words := f.words()
	for i := range subjects {
		s := &subjects[i]
		milestone, ok := f.graphs[s.Doc.Project].Entity(f.reader.Entry(s.Doc).ID).(*graph.Milestone)
		if !ok || s.Last == s.First || hasWork(f.graphs[s.Doc.Project], milestone) {
			continue
		}
		first := s.First - 1
		for first > 0 && slices.Contains(articleWords, words[first]) {
			first--
		}
		at := cmp.Or(milestone.CompletedAt, milestone.DueAt)
		if first < 0 || at == nil {
			continue
		}
		switch day := dayOf(*at); {
		case slices.Contains(upToWords, words[first]):
			return &period{to: day.AddDate(0, 0, 1), words: words[first:s.Last]}
		case slices.Contains(sinceWords, words[first]):
			return &period{from: day, isAhead: day.After(f.clock), words: words[first:s.Last]}
		}
	}
	return nil
}

// isNameOfMonth reports whether the period of the question is a month alone that is part
// of the name of a subject, as in "tasks of Jan Bakker".
func (f *finding) isNameOfMonth(subjects []subject.Subject) bool {
	p := f.period()
	if p == nil || len(p.words) != 1 {
		return false
	}
	at := slices.Index(f.words(), p.words[0])
	return slices.ContainsFunc(subjects, func(s subject.Subject) bool { return s.Name > 0 && s.First <= at && at < s.Last && s.Last-s.First > 1 })
}

// hasWork reports whether an edge joins an entity to one, other than a project,
// that can be done.
func hasWork(g *graph.Graph, e graph.Entity) bool {
	ord, _ := g.Ordinal(e.Self().ID)
	return slices.ContainsFunc(g.Links(ord), func(link graph.Link) bool {
		kind := g.At(link.Other).Self().Kind
		return kind != graph.KindProject && len(graph.SpecOf(kind).Done) > 0
	})
}
