package records

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/prompt"
)

// A Project is a project's graph with what it takes to read its records.
type Project struct {
	Graph  *graph.Graph
	Types  *Types
	Labels *Labels // of Graph; only mentions need it
}

// computedShown is how many results of a computed field are shown.
const computedShown = 10

// labelLimit is how many characters of a label are shown.
const labelLimit = prompt.LabelLimit

// Fields are the values of a record that are set: those of its type's fields in
// their order, then the others by name, as stored. A value that does not fit
// its type is shown as stored, too, with a warning.
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

// read is the value of a field, without text if it is unset.
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

// untyped is a value as it is stored.
func untyped(name string, stored any) graph.RecordFieldValue {
	return graph.RecordFieldValue{Name: name, Text: raw(stored), Entities: []graph.Entity{}}
}

// fill reads a value that is set.
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

// refer turns the refs in items into text and keeps what they lead to.
func (p *Project) refer(field *graph.RecordField, items []string, value *graph.RecordFieldValue) error {
	for i, item := range items {
		entity := p.Graph.Entity(graph.ID(item))
		switch {
		case entity == nil:
			items[i] = "(deleted)"
			continue
		case !p.Types.fits(field, entity):
			return fmt.Errorf("%q is a %s; expected a %s", graph.Truncate(item, 60), p.Types.nameOf(entity), wantedBy(field))
		case field.Type == typeNote:
			value.Document, _ = entity.(*graph.Document)
		default:
			value.Entities = append(value.Entities, entity)
		}
		items[i] = reference(entity, field.Type == typeNote)
	}
	return nil
}

// compute runs the query of a computed field.
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

// Text returns a value as prompts have it, on one line: ids are those of what
// refs lead to, and no other text looks like one.
func Text(value graph.RecordFieldValue) string {
	if len(value.Entities) > 0 || value.Document != nil {
		return graph.Line(value.Text, 0)
	}
	return prompt.InertLine(value.Text)
}

// reference returns a ref as prompts write it: @Name [id], or [[Title]] [id]
// for a note.
func reference(e graph.Entity, note bool) string {
	name := prompt.InertLine(label(e))
	text := "@" + name + " [" + e.Self().ID + "]"
	if note {
		text = "[[" + name + "]] [" + e.Self().ID + "]"
	}
	if isArchived(e) {
		text += " (archived)"
	}
	return text
}

func label(e graph.Entity) string { return graph.Line(e.Self().Label, labelLimit) }

// isArchived reports whether an entity is an archived document.
func isArchived(e graph.Entity) bool {
	return e.Self().Kind == graph.KindDocument && e.Self().State() == "archived"
}
