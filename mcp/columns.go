package mcp

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/rows"
)

// columnsOf returns the members of an item by the columns of its kind, with
// values of their types. Members that are no columns keep their names, for the
// error.
func columnsOf(spec *graph.Spec, path string, fields rows.Members, now time.Time) (rows.Members, error) {
	columns := rows.Members{}
	for name, raw := range flat(spec, fields) {
		column := nameIn(name, func(name string) bool { return spec.Field(name) != nil || slices.Contains(rows.Patches(spec), name) })
		switch field := spec.Field(column); {
		case column == "":
			column = name
		case column == "state_key":
			raw = stateValue(spec, raw)
		case field != nil:
			raw = columnValue(field, raw, now)
		case strings.HasSuffix(column, "_labels"):
			raw = texts(column, "").typed(raw)
		case column == "owner":
			raw = typed(raw, "string", "")
		}
		if before, twice := columns[column]; twice && string(before) != string(raw) {
			return nil, graph.BadInput(path+"."+column, "is given twice: %s and %s; expected it once", graph.Truncate(string(before), nameRunes),
				graph.Truncate(string(raw), nameRunes))
		}
		columns[column] = raw
	}
	return columns, nil
}

// columnValue returns a value as the type of a column.
func columnValue(field *graph.Field, raw json.RawMessage, now time.Time) json.RawMessage {
	text := textIn(raw)
	switch {
	case field.Enum != "" && text != "":
		return json.RawMessage(graph.EncodeJSON(fold(text)))
	case field.Name == "priority" && priorityWords[fold(text)] != "":
		return json.RawMessage(priorityWords[fold(text)])
	case field.Name == "labels":
		return texts(field.Name, "").typed(raw)
	case isTime(field.Type):
		raw = timeMeant(raw, now)
	}
	return typed(raw, typeOfColumn(field.Type), "string")
}

func isTime(column reflect.Type) bool {
	return column == reflect.TypeFor[time.Time]() || column == reflect.TypeFor[*time.Time]()
}

// stateValue returns the state of a kind that a value means: models also write "To Do",
// "in-progress", and done for every kind.
func stateValue(spec *graph.Spec, raw json.RawMessage) json.RawMessage {
	if state := spec.StateMeant(textIn(raw)); state != "" {
		return json.RawMessage(graph.EncodeJSON(state))
	}
	return raw
}

// typeOfColumn returns the JSON type of the values of a column.
func typeOfColumn(column reflect.Type) string {
	if column.Kind() == reflect.Pointer {
		column = column.Elem()
	}
	switch {
	case column == reflect.TypeFor[time.Time](), column.Kind() == reflect.String:
		return "string"
	case column == reflect.TypeFor[graph.JSON]():
		return "object"
	case column.Kind() == reflect.Slice:
		return "array"
	case column.Kind() == reflect.Bool:
		return "boolean"
	case column.Kind() == reflect.Int:
		return "integer"
	}
	return "number"
}

// kindIn returns the kind of an item, which may be plural or in capitals.
func kindIn(path string, fields rows.Members) (*graph.Spec, error) {
	name := fields.Text("kind")
	if name == "" {
		name = fields.Text("type")
	}
	kinds, err := someKinds([]string{strings.TrimSpace(name)})
	if err != nil {
		return nil, at(path+".kind", err)
	}
	return graph.SpecOf(kinds[0]), nil
}
