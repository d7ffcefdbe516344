package records

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"dossier/graph"
)

// emailForm is the form of an e-mail address, as far as it can be told without
// sending one.
var emailForm = regexp.MustCompile(`^[^\s@<>,;]+@[^\s@<>,;.]+(\.[^\s@<>,;.]+)+$`)

// CheckRecord is everything that is wrong with the values of a record that is
// to be written, in the order of its type's fields: BAD_USER_INPUT errors whose
// argument is record_type or the field, such as fields.email. find is the live
// entity of an id in the record's project, nil if there is none. Fields that
// the type does not have are kept as they are and are not checked.
func (t *Types) CheckRecord(r *graph.Record, find func(id string) graph.Entity) []error {
	recordType := t.Type(r.RecordType)
	if recordType == nil {
		return []error{graph.BadInput("record_type", "%q is no record type; want one of %s", graph.Truncate(r.RecordType, 60), t.targetNames())}
	}
	stored := r.Fields.Object()
	var problems []error
	for i := range recordType.Fields {
		field := &recordType.Fields[i]
		if err := t.checkValue(field, stored[field.Name], find); err != nil {
			problems = append(problems, graph.BadInput("fields."+field.Name, "%s", err))
		}
	}
	return problems
}

func (t *Types) checkValue(field *graph.RecordField, stored any, find func(id string) graph.Entity) error {
	if isUnset(stored) {
		return nil
	}
	if field.Type == typeComputed {
		return errors.New("is computed; leave it out")
	}
	items, err := itemsOf(field, stored)
	if err != nil || !isRef(field) {
		return err
	}
	for _, item := range items {
		switch entity := find(graph.ID(item)); {
		case entity == nil:
			return fmt.Errorf("%q is not there; want the id of an entity of the same project", graph.Truncate(item, 60))
		case !t.fits(field, entity):
			return fmt.Errorf("%q is a %s; want a %s", graph.Truncate(item, 60), t.nameOf(entity), wantedBy(field))
		}
	}
	return nil
}

// itemsOf are the texts or refs of a value that is set: one, or those of a list.
// A list may be stored as text separated by commas. The error says what the
// field's type wants.
func itemsOf(field *graph.RecordField, stored any) ([]string, error) {
	if field.Type == typeTextList || field.Type == typeEntityList {
		return listOf(stored)
	}
	item, isText := stored.(string)
	if !isText {
		return nil, fmt.Errorf("got %s; want a text", short(stored))
	}
	switch field.Type {
	case typeEmail:
		if !emailForm.MatchString(item) {
			return nil, fmt.Errorf("got %s; want an e-mail address", short(item))
		}
	case typeDate:
		if _, err := time.Parse(time.DateOnly, item); err != nil {
			return nil, fmt.Errorf("got %s; want a date such as 2026-01-31", short(item))
		}
	case typeSelect:
		if !slices.Contains(field.Options, item) {
			return nil, fmt.Errorf("got %s; want one of %s", short(item), strings.Join(field.Options, ", "))
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
				return nil, fmt.Errorf("has %s; want a list of texts", short(one))
			}
			items = append(items, item)
		}
	default:
		return nil, fmt.Errorf("got %s; want a list of texts", short(stored))
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

// wantedBy is the record type or kind that a field refers to.
func wantedBy(field *graph.RecordField) string {
	if field.Type == typeNote {
		return string(graph.KindDocument)
	}
	return field.EntityType
}

// nameOf is what an entity is, in a word: the name of a record's type, or the
// kind with a capital.
func (t *Types) nameOf(e graph.Entity) string {
	if record, ok := e.(*graph.Record); ok {
		if recordType := t.Type(record.RecordType); recordType != nil {
			return recordType.Name
		}
	}
	kind := string(e.Self().Kind)
	return strings.ToUpper(kind[:1]) + kind[1:]
}

// raw is a stored value as text.
func raw(stored any) string {
	if text, isText := stored.(string); isText {
		return text
	}
	text, _ := graph.NewJSON(stored) // decoded from JSON before
	return string(text)
}

// short is the beginning of a stored value, for messages.
func short(stored any) string {
	text, _ := graph.NewJSON(stored)
	return graph.Truncate(string(text), 60)
}
