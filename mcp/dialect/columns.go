package dialect

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/rows"
	"dossier/graph/states"
	"dossier/mcp/schema"
)

// ColumnsOf returns the members of an item by the columns of its kind, with
// values of their types. Members that are no columns keep their names, for the
// error.
func ColumnsOf(spec *graph.Spec, path string, fields rows.Members, now time.Time) (rows.Members, error) {
	columns := rows.Members{}
	for name, raw := range flat(spec, fields) {
		column := NameIn(name, func(name string) bool { return spec.Field(name) != nil || slices.Contains(rows.Patches(spec), name) })
		switch field := spec.Field(column); {
		case column == "":
			column = name
		case column == "state_key":
			raw = StateValue(spec, raw)
		case field != nil:
			raw = columnValue(field, raw, now)
		case strings.HasSuffix(column, "_labels"):
			raw = valueOf(schema.Texts(column, ""), raw)
		case column == "owner":
			raw = Typed(raw, "string", "")
		}
		if before, twice := columns[column]; twice && string(before) != string(raw) {
			return nil, graph.BadInput(path+"."+column, "is given twice: %s and %s; expected it once", graph.Truncate(string(before), NameRunes),
				graph.Truncate(string(raw), NameRunes))
		}
		columns[column] = raw
	}
	return columns, nil
}

// columnValue returns a value as the type of a column.
func columnValue(field *graph.Field, raw json.RawMessage, now time.Time) json.RawMessage {
	text := TextIn(raw)
	switch {
	case field.Enum != "" && text != "":
		return json.RawMessage(graph.EncodeJSON(Fold(text)))
	case field.Name == "priority" && priorityWords[Fold(text)] != "":
		return json.RawMessage(priorityWords[Fold(text)])
	case field.Name == "labels":
		return valueOf(schema.Texts(field.Name, ""), raw)
	case isTime(field.Type):
		raw = timeMeant(raw, now)
	}
	return Typed(raw, typeOfColumn(field.Type), "string")
}

func isTime(column reflect.Type) bool {
	return column == reflect.TypeFor[time.Time]() || column == reflect.TypeFor[*time.Time]()
}

// StateValue returns the state of a kind that a value means: models also write "To Do",
// "in-progress", and done for every kind.
func StateValue(spec *graph.Spec, raw json.RawMessage) json.RawMessage {
	if state := states.Meant(spec, TextIn(raw)); state != "" {
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

// KindIn returns the kind of an item, which may be plural or in capitals.
func KindIn(path string, fields rows.Members) (*graph.Spec, error) {
	name := fields.Text("kind")
	if name == "" {
		name = fields.Text("type")
	}
	kinds, err := SomeKinds([]string{strings.TrimSpace(name)})
	if err != nil {
		return nil, At(path+".kind", err)
	}
	return graph.SpecOf(kinds[0]), nil
}
