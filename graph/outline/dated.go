package outline

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/searchtext"
	"dossier/graph/text"
)

// datedBeside returns the records with a date in the period of a question, and what
// chooses them: "permits that expire in October". The question names the field of
// the date, or the records have only one such field, as in "incidents in October".
// It calls them by the words from first to last, and its other words only ask. It
// returns nil for both if the field has no dates.
func (f *finding) datedBeside(first, last int, members []Member) (kept []Member, filters []string) {
	p := f.periodOfRecords(false)
	if p == nil || slices.ContainsFunc(f.words(), negatesValue) {
		return nil, nil
	}
	name := ""
	for i, word := range f.asked.Words {
		switch {
		case first <= i && i <= last, f.isOfCalled(i), slices.Contains(p.words, word.Text), f.stem(word.Text) == "":
		case f.callsType(word.Text, members):
		case name == "" && slices.ContainsFunc(members, func(m Member) bool { return f.hasFieldWith(m, word.Text) }):
			name = word.Text
		case !onlyAsks(word.Text) && !dateVerbs[text.English(word.Text)]:
			return nil, nil
		}
	}
	field := dateField(members, name)
	if called := f.asked.Words[last].Text; field == "" && name == "" {
		field = dateField(members, called) // "contracts that end in March", of which suppliers have the end
	}
	if field == "" {
		return nil, nil
	}
	if kept = withDate(members, field, p); len(kept) == 0 {
		past := f.periodOfRecords(true)
		if kept = withDate(members, field, past); len(kept) > 0 {
			p = past
		}
	}
	return kept, []string{strings.TrimSpace(name + " " + p.String())}
}

// callsType reports whether a word, or what it is misspelt for, is the type of some
// records.
func (f *finding) callsType(word string, members []Member) bool {
	if other := f.asked.Corrected[word]; other != "" {
		word = other
	}
	return f.stem(word) == f.stem(members[0].Entity.(*graph.Record).RecordType)
}

// dateVerbs are the stems of what happens at a date of a record.
var dateVerbs = text.Stems("end expire lapse run start begin renew due")

// periodOfRecords returns the period that the question names, also by a month
// alone: the last such one if past is set.
func (f *finding) periodOfRecords(past bool) *period {
	p := f.period()
	if past {
		p = periodOf(f.words(), f.clock, true)
	}
	if p == nil && !past {
		p = periodAhead(f.words(), f.clock)
	}
	if p != nil {
		return p
	}
	return f.monthNamed(past)
}

// withDate returns the members with a date in a period in a field, which is shown,
// by date and id.
func withDate(members []Member, field string, p *period) (kept []Member) {
	if p == nil {
		return nil
	}
	for _, m := range members {
		if at := dateOf(m.Entity, field); at != nil && p.has(*at) {
			m.Shown = append(slices.Clone(m.Shown), field)
			kept = append(kept, m)
		}
	}
	slices.SortFunc(kept, func(a, b Member) int {
		return cmp.Or(dateOf(a.Entity, field).Compare(*dateOf(b.Entity, field)), cmp.Compare(a.Entity.Self().ID, b.Entity.Self().ID))
	})
	return kept
}

// recordsDatedBy returns the records in scope with a date in a field that word at
// names, if the question has a period: "upcoming renewals". It returns nil if there
// are too many records to look at.
func (f *finding) recordsDatedBy(at int) []Member {
	if f.periodOfRecords(false) == nil {
		return nil
	}
	return f.recordsScanned(func(m Member) bool { return dateField([]Member{m}, f.asked.Words[at].Text) != "" })
}

// dateField returns the field of records that has dates and whose name has a word,
// or the only field with dates if the word is "". It returns "" for none.
func dateField(members []Member, word string) (name string) {
	for _, m := range members {
		record, ok := m.Entity.(*graph.Record)
		if !ok {
			continue
		}
		for _, field := range searchtext.Members(record.Fields) {
			isNamed := word == "" || slices.Contains(nameStems(field.Name), text.English(word))
			if !isNamed || field.Name == name || dateIn(field.Text) == nil {
				continue
			}
			if name != "" {
				return "" // it does not say which
			}
			name = field.Name
		}
	}
	return name
}

// dateOf returns the date in a field of a record, nil for none.
func dateOf(e graph.Entity, name string) *time.Time {
	record, ok := e.(*graph.Record)
	if !ok {
		return nil
	}
	for _, field := range searchtext.Members(record.Fields) {
		if field.Name == name {
			return dateIn(field.Text)
		}
	}
	return nil
}

// dateIn returns the day that a text is, nil for another.
func dateIn(value string) *time.Time {
	at, err := time.Parse(time.DateOnly, value)
	if err != nil {
		return nil
	}
	return &at
}
