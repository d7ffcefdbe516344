package main

import (
	"reflect"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/rows"
)

// sharedColumns returns the columns that lines of every kind may set.
func sharedColumns() []graph.Field {
	return slices.DeleteFunc(slices.Clone(graph.SpecOf(graph.KindTask).Fields), func(f graph.Field) bool {
		return !isShared(f) || !rows.IsInput(&f)
	})
}

// ownColumns returns the columns that only lines of a kind, and of some others,
// may set.
func ownColumns(s *graph.Spec) []graph.Field {
	return slices.DeleteFunc(slices.Clone(s.Fields), func(f graph.Field) bool { return isShared(f) || !rows.IsInput(&f) })
}

func isShared(f graph.Field) bool {
	_, is := reflect.TypeFor[graph.Common]().FieldByName(structField(f))
	return is
}

// valueDoc returns what a column may have.
func valueDoc(f graph.Field) string {
	plain, required := f.Type, ""
	switch {
	case plain.Kind() == reflect.Pointer:
		plain = plain.Elem()
	case f.Name == "project_id": // of a project it is the id
		required = ", required except of a project"
	case plain.Kind() == reflect.String:
		required = ", required"
	}
	switch {
	case f.Enum != "":
		return "one of " + strings.Join(enumOf(f.Enum).Names(), ", ")
	case rows.IsReference(&f):
		return "id" + required
	}
	switch plain {
	case reflect.TypeFor[time.Time]():
		return "date or time"
	case reflect.TypeFor[int]():
		return "whole number"
	case reflect.TypeFor[float64]():
		return "number"
	case reflect.TypeFor[bool]():
		return "true or false"
	case reflect.TypeFor[[]string]():
		return "list of texts"
	case reflect.TypeFor[graph.JSON]():
		return "JSON"
	}
	return "text" + required
}

// enumOf returns the closed set with a name.
func enumOf(name string) *graph.Enum {
	return &graph.Enums[slices.IndexFunc(graph.Enums, func(e graph.Enum) bool { return e.Name == name })]
}
