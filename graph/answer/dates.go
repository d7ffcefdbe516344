package answer

import (
	"maps"
	"slices"

	"dossier/graph"
	"dossier/graph/ask"
	"dossier/graph/filter"
)

// sampled is the number of records of a type in each graph whose fields are looked at, by
// eye.
const sampled = 20

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
	c.Of = slices.Clone(c.Of)
	for i := range c.Of {
		c.Of[i] = datesIn(c.Of[i], fields)
	}
	if c.Op != ask.Date || c.Name != "main" {
		return c
	}
	one := ask.Cond{Op: ask.Or}
	for _, field := range fields {
		one.Of = append(one.Of, ask.Cond{Op: ask.Date, Name: field, Period: c.Period})
	}
	return one
}

// dateFields returns the fields of records of a type that are dates, in order.
func (e *Evaluator) dateFields(recordType string) []string {
	found := map[string]bool{}
	for _, g := range e.graphs {
		n := 0
		for _, entity := range g.OfKind(graph.KindRecord) {
			record := entity.(*graph.Record)
			if record.RecordType != recordType {
				continue
			}
			if n++; n > sampled {
				break
			}
			for name := range record.Fields.Object() {
				for _, value := range filter.Values(record, name) {
					found[name] = found[name] || isDate(value)
				}
			}
		}
	}
	maps.DeleteFunc(found, func(_ string, is bool) bool { return !is })
	return slices.Sorted(maps.Keys(found))
}
