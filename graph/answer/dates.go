package answer

import (
	"slices"

	"dossier/graph/ask"
)

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
		for _, field := range g.Records().Fields {
			if field.RecordType == recordType && field.IsDate {
				names = append(names, field.Name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
