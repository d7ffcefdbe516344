package outline

import (
	"cmp"
	"slices"
	"time"

	"dossier/graph"
	"dossier/graph/relevance/corpus"
	"dossier/graph/text"
)

// A dating finds the date of members by which a question orders a list.
type dating struct {
	f     *finding
	by    string // the stem of the word for the date
	field string // of records, "" for none
}

// findDated returns the outline of a question for a list in the order of a date, such as
// "tasks by due date" and "permits by expiry", whose field has dates. The earliest is the
// first. It returns nil for another question.
func findDated(r *corpus.Reader, graphs []*graph.Graph, question string, clock time.Time, keep func(graph.Kind) bool, params Params) *Outline {
	q := wordingOf(question)
	first, by := datedWords(q)
	if by == "" {
		return nil
	}
	o := Find(r, graphs, question[:q.words[first].Start], clock, keep, params)
	if o.List == nil || len(o.List.Groups) != 1 {
		return nil
	}
	members := o.List.Groups[0].Members
	d := &dating{f: &finding{reader: r, graphs: graphs}, by: by, field: dateField(members, by)}
	dated := inOrderOf(members, d.of, false)
	if len(dated) == 0 || 2*len(dated) < len(members) && !d.isColumn() {
		return nil
	}
	members = slices.Concat(dated, othersThan(members, dated))
	o.List.Groups[0].Members = members
	d.show(members)
	o.List.Filters = append(o.List.Filters, "in the order of "+question[q.words[first+1].Start:q.words[len(q.words)-1].End])
	return o
}

// datedWords returns the place of "by" before a word for a date at the end of a question,
// or of what precedes it as in "sorted by", and the word's stem; "" for none.
func datedWords(q *wording) (first int, by string) {
	last := len(q.words) - 1
	if last > 0 && q.folded[last] == "date" {
		last--
	}
	first = last - 1
	if first < 1 || q.folded[first] != "by" || len(q.words) > maxDividing {
		return 0, ""
	}
	by = text.English(q.folded[last])
	return first, by
}

// isColumn reports whether the word is for a date that columns have.
func (d *dating) isColumn() bool {
	return dueStems[d.by] || eventOf(d.by) != ""
}

// of returns the date of a member, nil for none.
func (d *dating) of(m Member) *time.Time {
	switch {
	case dueStems[d.by]:
		return graph.Due(m.Entity)
	case d.isColumn():
		return timeOf(d.begun)(m)
	}
	return dateOf(m.Entity, d.field)
}

// begun returns when a member began, by the start if that is asked.
func (d *dating) begun(m Member) *origin {
	if eventOf(d.by) == startColumn {
		return d.f.started(m)
	}
	return d.f.begun(m)
}

// othersThan returns the members that are not among some, by id.
func othersThan(members, some []Member) []Member {
	is := make(map[string]bool, len(some))
	for _, m := range some {
		is[m.Entity.Self().ID] = true
	}
	rest := slices.DeleteFunc(slices.Clone(members), func(m Member) bool { return is[m.Entity.Self().ID] })
	slices.SortFunc(rest, func(a, b Member) int { return cmp.Compare(a.Entity.Self().ID, b.Entity.Self().ID) })
	return rest
}

// show makes members show the date.
func (d *dating) show(members []Member) {
	switch {
	case dueStems[d.by]:
		return // which is among their facts
	case d.isColumn():
		d.f.showBeginnings(members, d.begun)
		return
	}
	for i := range members {
		members[i].Shown = append(slices.Clip(members[i].Shown), d.field)
	}
}
