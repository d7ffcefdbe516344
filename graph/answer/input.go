package answer

import (
	"reflect"
	"strings"
	"time"

	"dossier/graph/lists"
)

// Input returns a filter as the input that lists of GraphQL take, for JSON.
func Input(f lists.Filter) map[string]any { return inputOf(reflect.ValueOf(f)) }

// inputNames are the names of fields in GraphQL that differ from those in Go by more
// than the case of the first letter.
var inputNames = map[string]string{"IDs": "ids", "ExternalIDs": "externalIds", "ProjectID": "projectId"}

// enums are the fields whose values are names of enums in GraphQL, in upper case.
var enums = map[string]bool{"States": true, "Impacts": true, "Missing": true, "Kinds": true, "Relations": true, "Direction": true}

func inputOf(v reflect.Value) map[string]any {
	fields := map[string]any{}
	for i := range v.NumField() {
		field, value := v.Type().Field(i), v.Field(i)
		switch {
		case field.Anonymous:
			for name, part := range inputOf(value) {
				fields[name] = part
			}
		case value.IsZero(): // an empty list is not
		default:
			fields[inputName(field.Name)] = inputValue(value, enums[field.Name])
		}
	}
	return fields
}

func inputName(name string) string {
	if known := inputNames[name]; known != "" {
		return known
	}
	return strings.ToLower(name[:1]) + name[1:]
}

func inputValue(v reflect.Value, isEnum bool) any {
	if at, ok := v.Interface().(time.Time); ok {
		return at.Format(time.RFC3339Nano)
	}
	switch v.Kind() {
	case reflect.Pointer:
		return inputValue(v.Elem(), isEnum)
	case reflect.Struct:
		return inputOf(v)
	case reflect.Slice:
		list := make([]any, v.Len())
		for i := range list {
			list[i] = inputValue(v.Index(i), isEnum)
		}
		return list
	case reflect.String:
		if isEnum {
			return strings.ToUpper(v.String())
		}
		return v.String()
	}
	return v.Interface()
}
