package outline

import (
	"slices"
	"time"

	"dossier/graph"
	"dossier/graph/searchtext"
	"dossier/graph/text"
)

// datedBeside returns the records with a date in the period of a question, in a
// field that the question names, and what chooses them: "permits that expire in
// October". The question calls them by the words from first to last, and its other
// words only ask. It returns nil for both if the field has no dates.
func (f *finding) datedBeside(first, last int, members []Member) (kept []Member, filters []string) {
	p := f.period()
	if p == nil {
		return nil, nil
	}
	name := ""
	for i, word := range f.asked.Words {
		switch {
		case first <= i && i <= last, slices.Contains(p.words, word.Text), f.stem(word.Text) == "":
		case name == "" && slices.ContainsFunc(members, func(m Member) bool { return f.hasFieldWith(m, word.Text) }):
			name = word.Text
		case !onlyAsks(word.Text):
			return nil, nil
		}
	}
	anyTime := &period{}
	if !slices.ContainsFunc(members, func(m Member) bool { return dateIn(m.Entity, name, anyTime) != "" }) {
		return nil, nil
	}
	for _, m := range members {
		if field := dateIn(m.Entity, name, p); field != "" {
			m.Shown = append(slices.Clone(m.Shown), field)
			kept = append(kept, m)
		}
	}
	return kept, []string{name + " " + p.String()}
}

// dateIn returns the field of a record whose name has a word, and whose value is a
// date in a period; "" for none.
func dateIn(e graph.Entity, word string, p *period) string {
	record, ok := e.(*graph.Record)
	if !ok || word == "" {
		return ""
	}
	for _, field := range searchtext.Members(record.Fields) {
		date, err := time.Parse(time.DateOnly, field.Text)
		if err == nil && p.has(date) && slices.Contains(nameStems(field.Name), text.English(word)) {
			return field.Name
		}
	}
	return ""
}
