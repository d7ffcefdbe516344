package records

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/inert"
	"dossier/graph/memory"
)

// A Project is a project's graph with the types of its records.
type Project struct {
	Graph  *memory.Graph // where records and what they refer to are
	Types  *Types        // of the deployment
	Labels *Labels       // of Graph; only mentions need it
}

// computedShown is the maximum number of results of a computed field.
const computedShown = 10

// Fields returns the values of a record that are set: first the fields of its
// type in order, then the others by name, as stored. A value that does not fit
// its type is returned as stored with a warning.
func (p *Project) Fields(r *graph.Record) []graph.RecordFieldValue {
	stored := r.Fields.Object()
	values := []graph.RecordFieldValue{}
	if recordType := p.Types.Type(r.RecordType); recordType != nil {
		for i := range recordType.Fields {
			field := &recordType.Fields[i]
			value := p.read(r, field, stored[field.Name])
			delete(stored, field.Name)
			if value.Text != "" || value.Warning != "" {
				values = append(values, value)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(stored)) {
		if !isUnset(stored[name]) {
			values = append(values, untyped(name, stored[name]))
		}
	}
	return values
}

// read returns the value of a field, without text if it is unset.
func (p *Project) read(r *graph.Record, field *graph.RecordField, stored any) graph.RecordFieldValue {
	value := graph.RecordFieldValue{Name: field.Name, Type: field.Type, Entities: []graph.Entity{}}
	var err error
	switch {
	case field.Type == typeComputed:
		err = p.compute(r, field, &value)
	case isUnset(stored):
	default:
		err = p.fill(field, stored, &value)
	}
	if err != nil {
		value = untyped(field.Name, stored)
		value.Type, value.Warning = field.Type, field.Name+": "+err.Error()
	}
	return value
}

// untyped returns a value as stored.
func untyped(name string, stored any) graph.RecordFieldValue {
	return graph.RecordFieldValue{Name: name, Text: raw(stored), Entities: []graph.Entity{}}
}

// fill sets value from stored, which is set.
func (p *Project) fill(field *graph.RecordField, stored any, value *graph.RecordFieldValue) error {
	items, err := itemsOf(field, stored)
	if err != nil {
		return err
	}
	if isRef(field) {
		if err := p.refer(field, items, value); err != nil {
			return err
		}
	}
	value.Text = strings.Join(items, ", ")
	return nil
}

// refer replaces the refs in items with text and adds their entities to value.
func (p *Project) refer(field *graph.RecordField, items []string, value *graph.RecordFieldValue) error {
	for i, item := range items {
		entity := p.Graph.Entity(graph.ID(item))
		switch {
		case entity == nil:
			items[i] = "(deleted)"
			continue
		case !p.Types.fits(field, entity):
			return fmt.Errorf("%q is a %s; expected a %s", graph.Truncate(item, 60), p.Types.NameOf(entity), wantedBy(field))
		case field.Type == typeNote:
			value.Document, _ = entity.(*graph.Document)
		default:
			value.Entities = append(value.Entities, entity)
		}
		items[i] = reference(entity, field.Type == typeNote)
	}
	return nil
}

// compute sets value to the result of a computed field's query.
func (p *Project) compute(r *graph.Record, field *graph.RecordField, value *graph.RecordFieldValue) error {
	query := p.Types.queries[field]
	if query == nil {
		_, err := p.Types.Compile(field.Query)
		return fmt.Errorf("its query cannot be run: %w", err)
	}
	found := query.Run(p.Graph, r.ID)
	value.Entities = found[:min(computedShown, len(found))]
	texts := make([]string, len(value.Entities))
	for i, entity := range value.Entities {
		texts[i] = reference(entity, false)
	}
	value.Text = strings.Join(texts, ", ")
	return nil
}

// Text returns a value on one line for a prompt. The only ids in it are those
// of the entities that refs lead to: text that looks like an id is made inert.
func Text(value graph.RecordFieldValue) string {
	if len(value.Entities) > 0 || value.Document != nil {
		return graph.Line(value.Text, 0)
	}
	return inert.Line(value.Text)
}

// reference renders a ref for prompts: @Name [id], or [[Title]] [id] for a
// note.
func reference(e graph.Entity, note bool) string {
	name := inert.Line(Label(e))
	text := "@" + name + " [" + e.Self().ID + "]"
	if note {
		text = "[[" + name + "]] [" + e.Self().ID + "]"
	}
	if IsArchived(e) {
		text += " (archived)"
	}
	return text
}

// Label returns the label of an entity on one line, truncated for texts.
func Label(e graph.Entity) string { return graph.Line(e.Self().Label, graph.LabelLimit) }

// IsArchived reports whether an entity is an archived document.
func IsArchived(e graph.Entity) bool {
	return e.Self().Kind == graph.KindDocument && e.Self().State() == "archived"
}
