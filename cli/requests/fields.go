package requests

import (
	"cmp"
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/rows"
	"dossier/graph/states"
)

// EntityInput returns GraphQL's input of an entity for assignments such as
// due=2026-12-01.
func EntityInput(spec *graph.Spec, assignments []string, isNew bool) (map[string]any, error) {
	allowed := assignable(spec, isNew)
	input := map[string]any{}
	for _, assignment := range assignments {
		name, text, found := strings.Cut(assignment, "=")
		if !found {
			return nil, graph.BadInput("<fields>", "expected FIELD=VALUE; got %q", graph.Truncate(assignment, 60))
		}
		if isPatch, err := patch(input, name, text, isNew); isPatch || err != nil {
			if err != nil {
				return nil, err
			}
			continue
		}
		field, err := fieldOf(spec, allowed, name)
		if err != nil {
			return nil, err
		}
		if _, twice := input[field.InputName()]; twice {
			return nil, graph.BadInput("<fields>", "%s is given twice; expected it once", name)
		}
		if input[field.InputName()], err = valueOf(spec, field, text); err != nil {
			return nil, err
		}
	}
	return input, nil
}

// patch sets what changes a part of an entity in its input: labels=a,b, labels+=a,
// labels-=a, owner=NAME, props.KEY=TEXT and replace_props=JSON. It reports whether
// the assignment is one of these.
func patch(input map[string]any, name, text string, isNew bool) (isPatch bool, err error) {
	list := strings.Split(text, ",")
	key, isProp := strings.CutPrefix(name, "props.")
	switch {
	case name == "labels" && isNew:
		input["labels"] = list
	case name == "labels":
		input["replaceLabels"] = list
	case name == "labels+" && !isNew:
		input["addLabels"] = append(listIn(input, "addLabels"), list...)
	case name == "labels-" && !isNew:
		input["removeLabels"] = append(listIn(input, "removeLabels"), list...)
	case name == "owner":
		input["owner"] = text
	case name == "replace_props" && !isNew && json.Valid([]byte(text)):
		input["replaceProps"] = json.RawMessage(text)
	case isProp && key != "":
		return true, setProp(input, key, text)
	default:
		return false, nil
	}
	return true, nil
}

func listIn(input map[string]any, name string) []string {
	list, _ := input[name].([]string)
	return list
}

// setProp sets a member of the props of an input; "" removes it.
func setProp(input map[string]any, key, text string) error {
	if input["props"] == nil {
		input["props"] = map[string]any{}
	}
	props, is := input["props"].(map[string]any)
	if !is {
		return graph.BadInput("<fields>", "expected either props or props.%s; got both", graph.Truncate(key, 60))
	}
	if props[key] = any(text); text == "" {
		props[key] = nil
	}
	return nil
}

// assignable returns the fields that can be assigned. The id and the project of
// an entity are those of a new one.
func assignable(spec *graph.Spec, isNew bool) (fields []*graph.Field) {
	names := rows.Settable(spec)
	if isNew {
		names = append(names, "id", "project_id", "external_id", "created_at")
	}
	for i := range spec.Fields {
		if field := &spec.Fields[i]; rows.IsInput(field) && slices.Contains(names, field.Name) {
			fields = append(fields, field)
		}
	}
	return fields
}

// fieldOf returns the allowed field with a name: its column, its name in the
// schema, or the short name that [TypedName] returns.
func fieldOf(spec *graph.Spec, allowed []*graph.Field, name string) (*graph.Field, error) {
	var names []string
	for _, field := range allowed {
		if name == field.Name || name == field.SchemaName() || name == TypedName(field) {
			return field, nil
		}
		if field.Name != "labels" {
			names = append(names, TypedName(field))
		}
	}
	names = append(names, "labels", "owner", "props.KEY")
	return nil, graph.BadInput("<fields>", "%s has no field %q that can be set here; expected one of %s", spec.Kind.WithArticle(),
		graph.Truncate(name, 60), strings.Join(names, ", "))
}

// TypedName returns the name of a field on the command line: its column without
// the ending, such as due for due_at.
func TypedName(field *graph.Field) string {
	for _, ending := range []string{"_at", "_key", "_id"} {
		if short, has := strings.CutSuffix(field.Name, ending); has && field.Name != "external_id" {
			return short
		}
	}
	return field.Name
}

var typeTime = reflect.TypeFor[time.Time]()

// valueOf parses the value of a field, nil for "". For a field that is
// searched, @FILE is the content of a file.
func valueOf(spec *graph.Spec, field *graph.Field, text string) (any, error) {
	if file, is := strings.CutPrefix(text, "@"); is && field.Searched {
		content, err := os.ReadFile(file)
		if err != nil {
			return nil, graph.BadInput("<fields>", "%s: %v", field.Name, err)
		}
		return strings.TrimLeft(string(content), "\ufeff"), nil
	}
	plain := field.Type
	if plain.Kind() == reflect.Pointer {
		plain = plain.Elem()
	}
	switch {
	case text == "":
		return nil, nil
	case field.Name == "state_key":
		return strings.ToUpper(cmp.Or(states.Meant(spec, text), text)), nil
	case field.Enum != "":
		return strings.ToUpper(text), nil
	case rows.IsReference(field) && field.Name != "id": // the store keeps the name of a new id
		return EntityName(text), nil
	case plain == typeTime, plain.Kind() == reflect.String:
		return text, nil
	case json.Valid([]byte(text)): // a number, true, false, or other JSON
		return json.RawMessage(text), nil
	}
	return nil, graph.BadInput("<fields>", "%s: expected a number, true, false or JSON; got %q", field.Name, graph.Truncate(text, 60))
}
