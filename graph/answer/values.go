package answer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dossier/graph"
	"dossier/graph/amount"
	"dossier/graph/ask"
	"dossier/graph/filter"
	"dossier/graph/lists"
	"dossier/graph/memory"
	"dossier/graph/people"
	"dossier/graph/relevance/corpus"
	"dossier/graph/text"
)

// values returns the values of a property of an entity, or of a field of a record, which
// graphs have in memory.
func values(r *corpus.Reader, e graph.Entity, name string) []string {
	switch e := e.(type) {
	case *graph.Record:
		if value, has := e.Fields.Object()[name]; has {
			return asFields(texts(value))
		}
	case *graph.Signal:
		if name == ask.Channel {
			return texts(e.Channel)
		}
	}
	return asFields(indexed(r, e, name))
}

// asFields returns values in the folded words of an index, of which dates have the form
// of fields, so that they can be compared.
func asFields(values []string) []string {
	list := slices.Clone(values)
	for i, value := range list {
		if date := strings.ReplaceAll(value, " ", "-"); memory.IsDay(date) {
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
		if _, isNumber := lists.FieldNumber(value); isNumber || memory.IsDay(value) {
			continue
		}
		if n, _, ok := amount.Read(value); ok {
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
		if _, _, isAmount := amount.Read(value); isAmount {
			return []string{value}
		}
		return []string{text.Key(value)}
	}
	return []string{fmt.Sprint(value)}
}

// persons finds the people whom names mean, and keeps those that it found.
type persons struct {
	graphs []*memory.Graph
	found  map[string]*graph.Record // by name, nil for none
}

// called returns the person of a graph that a folded name means, or else the one of any
// graph with the least id; nil for none.
func (p *persons) called(g *memory.Graph, name string) *graph.Record {
	if own := people.Called(g, name); own != nil {
		return own
	}
	found, known := p.found[name]
	if known {
		return found
	}
	for _, g := range p.graphs {
		if record := people.Called(g, name); record != nil && (found == nil || record.ID < found.ID) {
			found = record
		}
	}
	p.found[name] = found
	return found
}

// HasOwner reports whether an entity of a graph has an owner. The reader has the index of
// the graph.
func HasOwner(r *corpus.Reader, g *memory.Graph, e graph.Entity) bool {
	return len(owners(r, g, func(string) *graph.Record { return nil }, e)) > 0
}

// owners returns all owners of a light entity: those in its props, otherwise the people
// from whose records edges lead to it. person returns the record of a name, nil for none.
func owners(r *corpus.Reader, g *memory.Graph, person func(name string) *graph.Record, e graph.Entity) (list []graph.Owner) {
	names := ownersInProps(r, e)
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
