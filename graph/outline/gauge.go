package outline

import (
	"cmp"
	"encoding/json"
	"reflect"
	"slices"

	"dossier/graph"
)

// A gauge identifies a measure. recordType is "" for other kinds; name is that of
// the column, of the field, or of the neighbours.
type gauge struct {
	kind             graph.Kind
	recordType, name string
}

func (g gauge) compare(other gauge) int {
	return cmp.Or(cmp.Compare(g.kind, other.kind), cmp.Compare(g.recordType, other.recordType), cmp.Compare(g.name, other.name))
}

// gauges are measures by what identifies them.
type gauges map[gauge]*measure

func (all gauges) of(key gauge) *measure {
	if all[key] == nil {
		all[key] = &measure{gauge: key, numbers: map[string]float64{}}
	}
	return all[key]
}

// readKind adds the numbers of the neighbours that the entities of a kind have of a
// counted kind, or of their columns if that is "".
func (all gauges) readKind(g *graph.Graph, kind, counted graph.Kind) {
	if counted == "" {
		all.readColumns(g, kind)
		return
	}
	m := all.of(gauge{kind: kind, name: graph.SpecOf(counted).Plural})
	m.isCount = true
	for ord, e := range g.OfKind(kind) {
		m.numbers[e.Self().ID] = float64(neighboursOf(g, ord, e, counted))
	}
}

// readColumns adds the columns with numbers of the entities of a kind. Most kinds have
// none.
func (all gauges) readColumns(g *graph.Graph, kind graph.Kind) {
	for _, field := range graph.SpecOf(kind).Columns(graph.Light) {
		if field.Type != reflect.TypeFor[*float64]() {
			continue
		}
		m := all.of(gauge{kind: kind, name: field.Name})
		for _, e := range g.OfKind(kind) {
			if number, ok := field.Value(e).(float64); ok {
				m.numbers[e.Self().ID] = number
			}
		}
	}
}

// readRecords adds the fields of the records of a project that are of some types.
func (all gauges) readRecords(g *graph.Graph, types map[string]bool) {
	for _, e := range g.OfKind(graph.KindRecord) {
		record := e.(*graph.Record)
		if !types[record.RecordType] {
			continue
		}
		for name, value := range record.Fields.Object() {
			all.of(gauge{graph.KindRecord, record.RecordType, name}).add(record.ID, value)
		}
	}
}

// sampledRecords is the number of records of a type whose fields are looked at before
// the others are read, by eye: it limits the cost of questions about other things.
const sampledRecords = 20

// recordTypes returns the types of records that the question may ask for, by project.
// It returns nil if it asks for the number of neighbours, or if there are too many
// records of these types to read.
func (q *measuring) recordTypes(graphs []*graph.Graph) []map[string]bool {
	if q.counted() != "" {
		return nil
	}
	types, records := make([]map[string]bool, len(graphs)), 0
	for i, g := range graphs {
		counts := map[string]int{}
		types[i] = map[string]bool{}
		for _, e := range g.OfKind(graph.KindRecord) {
			record := e.(*graph.Record)
			if counts[record.RecordType]++; counts[record.RecordType] <= sampledRecords && !types[i][record.RecordType] {
				types[i][record.RecordType] = q.mayMean(record)
			}
		}
		for name, isMeant := range types[i] {
			if isMeant {
				records += counts[name]
			}
		}
	}
	if records > scannedRecords {
		return nil
	}
	return types
}

// mayMean reports whether the question names the type of a record, or has a word of the
// name of one of its fields.
func (q *measuring) mayMean(record *graph.Record) bool {
	if q.callsType(record.RecordType) {
		return true
	}
	for name := range record.Fields.Object() {
		if slices.ContainsFunc(nameStems(name), func(stem string) bool { return q.stems[stem] }) {
			return true
		}
	}
	return false
}

// neighboursOf returns the number of neighbours of an entity that are of a kind, or
// of all entities of the kind for a project.
func neighboursOf(g *graph.Graph, ord int32, e graph.Entity, kind graph.Kind) (count int) {
	if e.Self().Kind == graph.KindProject {
		return g.CountOf(kind)
	}
	for _, link := range g.Links(ord) {
		if g.At(link.Other).Self().Kind == kind {
			count++
		}
	}
	return count
}

// add adds the value of a field.
func (m *measure) add(id string, value any) {
	switch value := value.(type) {
	case json.Number:
		if number, err := value.Float64(); err == nil {
			m.numbers[id] = number
			return
		}
	case string:
		if number, ok := amountIn(value); ok {
			m.numbers[id] = number
			return
		}
	}
	m.others++
}

// amountIn returns the amount that a text is, with a unit of at most one word.
func amountIn(value string) (number float64, ok bool) {
	if len(value) > shownValue {
		return 0, false
	}
	number, unit, ok := graph.ReadAmount(value)
	return number, ok && !isTime(unit)
}
