package answer

import (
	"slices"

	"dossier/graph/ask"
)

// withOwnDates returns a query of records of a type in whose words for dates are its own fields of
// dates: those without a date, and, if only one says when it happened, the newest.
func (e *Evaluator) withOwnDates(q ask.Query) ask.Query {
	if q.RecordType == "" {
		return q
	}
	fields := e.dateFields(q.RecordType)
	if len(fields) == 0 {
		return q
	}
	q.Where = q.Where.Each(func(c ask.Cond) ask.Cond {
		if c.Op != ask.Missing || c.Name != "due" {
			return c
		}
		all := ask.Cond{Op: ask.And}
		for _, field := range fields {
			all.Of = append(all.Of, ask.Cond{Op: ask.Missing, Name: field})
		}
		if len(fields) == 1 {
			return all.Of[0]
		}
		return all
	})
	happened := slices.DeleteFunc(fields, ask.IsExpiry)
	q.Order = slices.Clone(q.Order)
	for i := range q.Order {
		if order := &q.Order[i]; len(happened) == 1 && order.Column == "created" && order.Count == nil {
			order.Column = happened[0]
		}
	}
	return q
}

// ownDates returns a condition on records of a type whose main date is any of the fields
// that are dates: the records were created when they were imported.
func (e *Evaluator) ownDates(c ask.Cond, recordType string) ask.Cond {
	if recordType == "" || !c.Has(ask.Date) {
		return c
	}
	if fields := e.dateFields(recordType); len(fields) > 0 {
		return datesIn(c, fields)
	}
	return c
}

func datesIn(c ask.Cond, fields []string) ask.Cond {
	return c.Each(func(c ask.Cond) ask.Cond {
		if c.Op != ask.Date || c.Name != "main" {
			return c
		}
		one := ask.Cond{Op: ask.Or}
		for _, field := range fields {
			one.Of = append(one.Of, ask.Cond{Op: ask.Date, Name: field, Period: c.Period})
		}
		return one
	})
}

// dateFields returns the fields of records of a type that are dates, in order.
func (e *Evaluator) dateFields(recordType string) (names []string) {
	for _, g := range e.graphs {
		names = append(names, g.Records().Dates(recordType)...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
