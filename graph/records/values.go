package records

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"dossier/graph"
)

// emailForm matches what may be an e-mail address.
var emailForm = regexp.MustCompile(`^[^\s@<>,;]+@[^\s@<>,;.]+(\.[^\s@<>,;.]+)+$`)

// A Lookup returns the live entity with an id. If there is none, its error says
// so and what is expected.
type Lookup func(id string) (graph.Entity, error)

// CheckRecord returns all problems with the values of a record that is about to
// be written, in the order of its type's fields, as BAD_USER_INPUT errors.
// Their argument is record_type or the field, such as fields.email. Fields that
// the type does not have are not checked.
func (t *Types) CheckRecord(r *graph.Record, find Lookup) []error {
	recordType := t.Type(r.RecordType)
	if recordType == nil {
		return []error{t.unknownType(r.RecordType)}
	}
	stored := r.Fields.Object()
	var problems []error
	for i := range recordType.Fields {
		field := &recordType.Fields[i]
		items, err := checkValue(field, stored[field.Name])
		if err == nil && isRef(field) {
			err = t.checkRefs(r, field, items, find)
		}
		if err != nil {
			problems = append(problems, problemOf(field, err))
		}
	}
	return problems
}

// problemOf returns the error about a field's value: NOT_FOUND if an entity that
// the value refers to is, and BAD_USER_INPUT otherwise.
func problemOf(field *graph.RecordField, err error) error {
	code := graph.CodeBadUserInput
	if graph.CodeOf(err) == graph.CodeNotFound {
		code = graph.CodeNotFound
	}
	return &graph.Error{Code: code, Argument: "fields." + field.Name, Text: err.Error()}
}

func (t *Types) unknownType(id string) error {
	if len(t.byID) == 0 {
		return graph.BadInput("record_type", "%q is no record type, and none is there; define it first", graph.Truncate(id, 60))
	}
	return graph.BadInput("record_type", "%q is no record type; expected one of %s", graph.Truncate(id, 60), strings.Join(t.ids(), ", "))
}

// Refs returns the ids of the entities that a record's fields refer to. It
// ignores fields with invalid values.
func (t *Types) Refs(r *graph.Record) (ids []string) {
	recordType := t.Type(r.RecordType)
	if recordType == nil {
		return nil
	}
	stored := r.Fields.Object()
	for i := range recordType.Fields {
		field := &recordType.Fields[i]
		if !isRef(field) {
			continue
		}
		items, _ := checkValue(field, stored[field.Name]) // no items if the value is invalid
		for _, item := range items {
			ids = append(ids, graph.ID(item))
		}
	}
	return ids
}

// checkValue checks a value without following refs, and returns its texts or
// refs, none if it is unset.
func checkValue(field *graph.RecordField, stored any) ([]string, error) {
	switch {
	case isUnset(stored):
		return nil, nil
	case field.Type == typeComputed:
		return nil, errors.New("is computed; leave it out")
	}
	return itemsOf(field, stored)
}

// checkRefs checks the entities that the refs of a record's field lead to.
func (t *Types) checkRefs(r *graph.Record, field *graph.RecordField, refs []string, find Lookup) error {
	for _, ref := range refs {
		entity, err := find(graph.ID(ref))
		short := graph.Truncate(ref, 60)
		switch {
		case err != nil:
			return fmt.Errorf("%q %w", short, err)
		case entity.Self().ProjectID != r.ProjectID:
			return fmt.Errorf("%q is in another project; expected the id of an entity of the record's", short)
		case !t.fits(field, entity):
			return fmt.Errorf("%q is a %s; expected a %s", short, t.NameOf(entity), wantedBy(field))
		}
	}
	return nil
}

// itemsOf returns the texts or refs of a value that is set: one, or those of a
// list. A list may be stored as text separated by commas, and a text as a number,
// because there is no type for numbers. The error says what the field's type
// expects.
func itemsOf(field *graph.RecordField, stored any) ([]string, error) {
	if field.Type == typeTextList || field.Type == typeEntityList {
		return listOf(stored)
	}
	item, isText := stored.(string)
	if number, isNumber := stored.(json.Number); isNumber && field.Type == typeText {
		item, isText = number.String(), true
	}
	if !isText {
		return nil, fmt.Errorf("got %s; expected a text", short(stored))
	}
	switch field.Type {
	case typeEmail:
		if !emailForm.MatchString(item) {
			return nil, fmt.Errorf("got %s; expected an e-mail address", short(item))
		}
	case typeDate:
		if _, err := time.Parse(time.DateOnly, item); err != nil {
			return nil, fmt.Errorf("got %s; expected a date such as 2026-01-31", short(item))
		}
	case typeSelect:
		if !slices.Contains(field.Options, item) {
			return nil, fmt.Errorf("got %s; expected one of %s", short(item), strings.Join(field.Options, ", "))
		}
	}
	return []string{item}, nil
}

func listOf(stored any) ([]string, error) {
	var items []string
	switch stored := stored.(type) {
	case string:
		items = strings.Split(stored, ",")
	case []any:
		for _, one := range stored {
			item, isText := one.(string)
			if !isText {
				return nil, fmt.Errorf("has %s; expected a list of texts", short(one))
			}
			items = append(items, item)
		}
	default:
		return nil, fmt.Errorf("got %s; expected a list of texts", short(stored))
	}
	for i := range items {
		items[i] = strings.TrimSpace(items[i])
	}
	return slices.DeleteFunc(items, func(item string) bool { return item == "" }), nil
}

// isUnset reports whether a field has no value.
func isUnset(stored any) bool {
	switch stored := stored.(type) {
	case nil:
		return true
	case string:
		return strings.TrimSpace(stored) == ""
	case []any:
		return len(stored) == 0
	}
	return false
}

// isRef reports whether a field's value is stored as refs.
func isRef(field *graph.RecordField) bool {
	return field.Type == typeEntity || field.Type == typeEntityList || field.Type == typeNote
}

// fits reports whether a field may refer to an entity.
func (t *Types) fits(field *graph.RecordField, e graph.Entity) bool {
	wanted, known := t.target(wantedBy(field))
	return known && wanted.has(e)
}

// wantedBy returns the record type or kind that a field refers to.
func wantedBy(field *graph.RecordField) string {
	if field.Type == typeNote {
		return string(graph.KindDocument)
	}
	return field.EntityType
}

// NameOf returns the name of a record's type, or the capitalized kind of
// another entity.
func (t *Types) NameOf(e graph.Entity) string {
	if record, ok := e.(*graph.Record); ok {
		if recordType := t.Type(record.RecordType); recordType != nil {
			return recordType.Name
		}
	}
	return graph.Capital(string(e.Self().Kind))
}

// raw returns a stored value as text.
func raw(stored any) string {
	if text, isText := stored.(string); isText {
		return text
	}
	text, _ := graph.NewJSON(stored) // cannot fail: decoded from JSON
	return string(text)
}

// short returns a prefix of a stored value as JSON, for messages.
func short(stored any) string {
	text, _ := graph.NewJSON(stored)
	return graph.Truncate(string(text), 60)
}
