package cli

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/rows"
)

// entityInput returns GraphQL's input of an entity for assignments such as
// due=2026-12-01.
func entityInput(spec *graph.Spec, assignments []string, isNew bool) (map[string]any, error) {
	input := map[string]any{}
	for _, assignment := range assignments {
		name, text, found := strings.Cut(assignment, "=")
		if !found {
			return nil, graph.BadInput("<fields>", "expected FIELD=VALUE; got %q", graph.Truncate(assignment, 60))
		}
		if name == "id" && isNew {
			input["id"] = text
			continue
		}
		field, err := fieldOf(spec, name)
		if err != nil {
			return nil, err
		}
		value, err := valueOf(field, text)
		if err != nil {
			return nil, err
		}
		input[field.InputName()] = value
	}
	return input, nil
}

// fieldOf returns the field with a name: its column, its name in the schema, or
// the column without its ending, such as due for due_at.
func fieldOf(spec *graph.Spec, name string) (*graph.Field, error) {
	for i := range spec.Fields {
		field := &spec.Fields[i]
		short := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(field.Name, "_at"), "_key"), "_id")
		if rows.IsInput(field) && (name == field.Name || name == field.SchemaName() || name == short) {
			return field, nil
		}
	}
	return nil, graph.BadInput("<fields>", "a %s has no field %q; expected one of %s", spec.Kind, graph.Truncate(name, 60), strings.Join(rows.Settable(spec), ", "))
}

var typeTime = reflect.TypeFor[time.Time]()

// valueOf parses the value of a field, nil for "". For a field that is
// searched, @FILE is the content of a file.
func valueOf(field *graph.Field, text string) (any, error) {
	if file, is := strings.CutPrefix(text, "@"); is && field.Searched {
		content, err := os.ReadFile(file)
		if err != nil {
			return nil, graph.BadInput("<fields>", "%s: %v", field.Name, err)
		}
		return string(content), nil
	}
	plain := field.Type
	if plain.Kind() == reflect.Pointer {
		plain = plain.Elem()
	}
	switch {
	case text == "":
		return nil, nil
	case field.Name == "state_key", field.Enum != "":
		return strings.ToUpper(text), nil
	case rows.IsReference(field):
		return entityName(text), nil
	case plain == typeTime && len(text) == len(time.DateOnly):
		return text + "T00:00:00Z", nil
	case plain == typeTime, plain.Kind() == reflect.String:
		return text, nil
	case json.Valid([]byte(text)): // a number, true, false, or other JSON
		return json.RawMessage(text), nil
	}
	return nil, graph.BadInput("<fields>", "%s: expected a number, true, false or JSON; got %q", field.Name, graph.Truncate(text, 60))
}
