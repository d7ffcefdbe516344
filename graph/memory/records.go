package memory

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"dossier/graph"
	"dossier/graph/amount"
)

// A FieldShape summarizes the values of a field in the records of a type.
type FieldShape struct {
	RecordType, Name string
	IsNumber         bool // or an amount, such as 12 EUR
	IsDate, IsFlag   bool
	IsReference      bool     // to entities of the project
	Texts            []string // its first different texts, at most mostTexts
}

// mostTexts is enough to see that texts are neither yes nor no.
const mostTexts = 3

// sampledRecords is the number of records of each type whose fields are looked at. By
// eye: most records of a type have the same ones.
const sampledRecords = 20

// Records are the types of the records of a graph, and their fields. The slices are shared
// and must not be modified.
type Records struct {
	Types  []string     // ids, in order
	Fields []FieldShape // by type and name, as the first records of each type have them
}

// Dates returns the names of the fields of records of a type that are dates, by name.
func (r Records) Dates(recordType string) (names []string) {
	for _, field := range r.Fields {
		if field.RecordType == recordType && field.IsDate {
			names = append(names, field.Name)
		}
	}
	return names
}

// Refers reports whether a field of a type of records has ids of entities.
func (r Records) Refers(recordType, field string) bool {
	return slices.ContainsFunc(r.Fields, func(f FieldShape) bool { return f.RecordType == recordType && f.Name == field && f.IsReference })
}

// Records returns the shapes of the records' fields.
func (g *Graph) Records() Records { return g.records.get() }

func findRecords(g *Graph) (all Records) {
	fields, counts := map[[2]string]*FieldShape{}, map[string]int{}
	for _, e := range g.OfKind(graph.KindRecord) {
		record := e.(*graph.Record)
		id := record.RecordType
		if counts[id]++; counts[id] == 1 {
			all.Types = append(all.Types, id)
		}
		if counts[id] > sampledRecords {
			continue
		}
		for name, value := range record.Fields.Object() {
			if fields[[2]string{id, name}] == nil {
				fields[[2]string{id, name}] = &FieldShape{RecordType: id, Name: name}
			}
			fields[[2]string{id, name}].look(value)
			if text, is := value.(string); is && g.Entity(graph.ID(text)) != nil {
				fields[[2]string{id, name}].IsReference = true
			}
		}
	}
	for _, field := range fields {
		all.Fields = append(all.Fields, *field)
	}
	slices.Sort(all.Types)
	slices.SortFunc(all.Fields, func(a, b FieldShape) int {
		return cmp.Or(cmp.Compare(a.RecordType, b.RecordType), cmp.Compare(a.Name, b.Name))
	})
	return all
}

// look sets what a value shows of the field.
func (f *FieldShape) look(value any) {
	switch value := value.(type) {
	case json.Number:
		f.IsNumber = true
	case bool:
		f.IsFlag = true
	case string:
		_, _, isAmount := amount.Read(value)
		f.IsNumber, f.IsDate = f.IsNumber || isAmount, f.IsDate || IsDay(value)
		if len(f.Texts) < mostTexts && !slices.Contains(f.Texts, value) {
			f.Texts = append(f.Texts, value)
		}
	}
}

// IsDay reports whether a text begins with a day in the form of ISO 8601.
func IsDay(text string) bool {
	_, err := time.Parse(time.DateOnly, text[:min(len(text), len(time.DateOnly))])
	return err == nil
}
