package answer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dossier/graph"
	"dossier/graph/filter"
	"dossier/graph/relevance/corpus"
	"dossier/graph/text"
	"dossier/graph/vocabulary"
)

// values returns the values of a property of an entity, or of a field of a record, which
// graphs have in memory.
func values(v *vocabulary.Vocabulary, e graph.Entity, name string) []string {
	if record, ok := e.(*graph.Record); ok {
		if value, has := record.Fields.Object()[name]; has {
			return asFields(texts(value))
		}
	}
	return asFields(v.Values(e, name))
}

// asFields returns values in the folded words of an index, of which dates have the form
// of fields, so that they can be compared.
func asFields(values []string) []string {
	list := slices.Clone(values)
	for i, value := range list {
		if date := strings.ReplaceAll(value, " ", "-"); graph.IsDay(date) {
			list[i] = date
		}
	}
	return list
}

// withNumbers returns values with the numbers that amounts such as "12 EUR" are, so that
// these can be compared.
func withNumbers(values []string) []string {
	list := values
	for _, value := range values {
		if _, isNumber := graph.FieldNumber(value); isNumber || graph.IsDay(value) {
			continue
		}
		if n, _, ok := graph.ReadAmount(value); ok {
			list = append(slices.Clone(list), strconv.FormatFloat(n, 'f', -1, 64))
		}
	}
	return list
}

func texts(value any) (list []string) {
	switch value := value.(type) {
	case nil:
		return nil
	case []any:
		for _, item := range value {
			list = append(list, texts(item)...)
		}
		return list
	case string:
		if _, _, isAmount := graph.ReadAmount(value); isAmount {
			return []string{value}
		}
		return []string{text.Key(value)}
	}
	return []string{fmt.Sprint(value)}
}

// people finds the people whom names mean, and keeps those that it found.
type people struct {
	graphs []*graph.Graph
	found  map[string]*graph.Record // by name, nil for none
}

// called returns the person of a graph that a folded name means, or else the one of any
// graph with the least id; nil for none.
func (p *people) called(g *graph.Graph, name string) *graph.Record {
	if own := vocabulary.Person(g, name); own != nil {
		return own
	}
	found, known := p.found[name]
	if known {
		return found
	}
	for _, g := range p.graphs {
		if record := vocabulary.Person(g, name); record != nil && (found == nil || record.ID < found.ID) {
			found = record
		}
	}
	p.found[name] = found
	return found
}

// HasOwner reports whether an entity has an owner. g is its graph, which is one of the
// graphs of the reader's indexes.
func HasOwner(r *corpus.Reader, graphs []*graph.Graph, g *graph.Graph, e graph.Entity) bool {
	return len(owners(vocabulary.New(r, graphs), g, func(string) *graph.Record { return nil }, e)) > 0
}

// owners returns all owners of a light entity: those in its props, otherwise the people
// from whose records edges lead to it. person returns the record of a name, nil for none.
func owners(v *vocabulary.Vocabulary, g *graph.Graph, person func(name string) *graph.Record, e graph.Entity) (list []graph.Owner) {
	names := v.Owners(e)
	if record, ok := e.(*graph.Record); ok && len(names) == 0 {
		if name := graph.NamedOwner(record); name != "" {
			names = []string{text.Key(name)}
		}
	}
	for _, name := range names {
		owner := graph.Owner{Name: name}
		if record := person(name); record != nil {
			owner = graph.Owner{ID: record.ID, Name: record.Name}
		}
		list = append(list, owner)
	}
	if list != nil {
		return list
	}
	return filter.PeopleOf(g, e)
}
