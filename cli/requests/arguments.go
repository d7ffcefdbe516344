package requests

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"dossier/graph"
)

// Flags maps the arguments in errors to flags and positional arguments, if
// their names differ.
var Flags = map[string]string{
	"topic":                 "<topic>",
	"topics":                "<topic>",
	"query":                 "<words>",
	"ids":                   "--id",
	"pinIds":                "--pin",
	"mentionIds":            "--mention",
	"projectId":             "--project",
	"focusId":               "--focus",
	"includeFields":         "--fields",
	"includeSources":        "--sources",
	"includeGraph":          "--graph",
	"rel":                   "--relations",
	"keyId":                 "<key>",
	"kind":                  "<kind>",
	"srcId":                 "<src>",
	"dstId":                 "<dst>",
	"delete":                "<id>",
	"restore":               "<id>",
	"states":                "--state",
	"url":                   "--db",
	"embeddings.url":        "--embeddings-url",
	"embeddings.model":      "--embeddings-model",
	"embeddings.dimensions": "--embeddings-dimensions",
}

// FlagOf returns the flag for an argument, "" for none. The flag for a path
// such as input.maxTokens or input.start.ids[1] is that of its last name.
// Positional arguments, such as <file>, are unchanged.
func FlagOf(argument string) string {
	switch {
	case argument == "input": // as a whole
		return ""
	case argument == "", argument[0] == '<':
		return argument
	}
	if flag, known := Flags[argument]; known {
		return flag
	}
	if field, is := fieldArgument(argument); is {
		return field
	}
	name, _, _ := strings.Cut(argument[strings.LastIndexByte(argument, '.')+1:], "[")
	if flag, known := Flags[name]; known {
		return flag
	}
	return "--" + strings.ReplaceAll(graph.Snake(name), "_", "-")
}

// fieldArgument reports whether an argument of a mutation is an entity or a
// field of one, such as input.task.dueAt, and returns the field as users type
// it, "" for the entity.
func fieldArgument(argument string) (field string, is bool) {
	_, path, _ := strings.Cut(argument, ".")
	kind, path, _ := strings.Cut(path, ".")
	spec := graph.SpecOf(graph.Kind(kind))
	if spec == nil || path == "" {
		return "", spec != nil
	}
	name, inside, nested := strings.Cut(path, ".")
	for i := range spec.Fields {
		if spec.Fields[i].InputName() == name && nested {
			return TypedName(&spec.Fields[i]) + "." + inside, true
		} else if spec.Fields[i].InputName() == name {
			return TypedName(&spec.Fields[i]), true
		}
	}
	return "", false
}

// An EntityName is the name of an entity on the command line: a UUID, the
// beginning of one, or the id in its import.
type EntityName string

// id returns the id of the entity, or the beginning of a UUID unchanged.
func (n EntityName) id() string {
	if name := string(n); graph.IsShortID(name) {
		return name
	}
	return graph.ID(string(n))
}

// MarshalText implements [encoding.TextMarshaler]. It returns the name, which
// GraphQL reads as an id.
func (n EntityName) MarshalText() ([]byte, error) { return []byte(n), nil }

// An ActorName is the name of an actor on the command line: what it is called
// by, or a UUID. The server makes ids of such names as of those of entities.
type ActorName string

// EntityNames returns texts as names of entities.
func EntityNames(texts []string) []EntityName {
	names := make([]EntityName, len(texts))
	for i, text := range texts {
		names[i] = EntityName(text)
	}
	return names
}

// HowNamed is how entities and projects are named on the command line.
const HowNamed = "expected a UUID, its first eight digits, or the id in an import; dossier search and dossier ls list them"

// An unknown is the error about a name of an entity or a project that does not exist.
type unknown struct {
	err        *graph.Error
	what, name string
}

// Error implements error.
func (u *unknown) Error() string { return u.err.Error() }

// Unwrap returns the error without the name.
func (u *unknown) Unwrap() error { return u.err }

// UnknownName returns the error for a name of an entity or a project that does
// not exist, with how they are named.
func UnknownName(argument, what, name string) error {
	if graph.IsBlank(name) {
		return graph.BadInput(argument, "the name of the %s is blank; %s", what, HowNamed)
	}
	text := graph.NotFound(what, name).Error() + "; " + HowNamed
	return &unknown{&graph.Error{Code: graph.CodeNotFound, Argument: argument, Text: text}, what, name}
}

// AsTyped replaces the ids in an error by the names of entities in the
// variables of the request, because users typed the names. If there is no
// entity with such a name, it adds how entities are named.
func AsTyped(err error, variables any) error {
	known, is := errors.AsType[*graph.Error](err)
	if !is {
		return err
	}
	for _, name := range namesIn(variables) {
		if strings.HasPrefix(known.Text, "expected a UUID, ") &&
			strings.HasSuffix(known.Text, fmt.Sprintf("; got %q", graph.Truncate(string(name), 60))) {
			what := "entity"
			if strings.Contains(strings.ToLower(known.Argument), "project") {
				what = "project"
			}
			place := ""
			if strings.HasPrefix(FlagOf(known.Argument), "<") {
				place = known.Argument
			}
			return UnknownName(place, what, string(name))
		}
	}
	shown := *known
	var name EntityName
	shown.Text, name = TextAsTyped(known.Text, variables)
	switch {
	case shown.Text == known.Text:
		return err
	case known.Code == graph.CodeNotFound:
		text, _, _ := strings.Cut(shown.Text, "; expected ")
		shown.Text = text + "; " + HowNamed
		return &unknown{&shown, "entity", string(name)}
	}
	return &shown
}

// TextAsTyped replaces the ids in a text by the names of entities in variables, and
// returns the last such name. In the candidates for an ambiguous name it replaces none.
func TextAsTyped(text string, variables any) (shown string, typed EntityName) {
	for _, name := range namesIn(variables) {
		if replaced := strings.ReplaceAll(text, name.id(), string(name)); replaced != text && !strings.Contains(text, "may be meant by") {
			text, typed = replaced, name
		}
	}
	return text, typed
}

// namesIn returns the names of entities in variables.
func namesIn(variables any) (names []EntityName) {
	switch value := variables.(type) {
	case EntityName:
		return []EntityName{value}
	case ActorName:
		return []EntityName{EntityName(value)}
	case []EntityName:
		return value
	case []any:
		for _, item := range value {
			names = append(names, namesIn(item)...)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			names = append(names, namesIn(value[key])...)
		}
	}
	return names
}

// KindNames returns the names of kinds in GraphQL, nil for none.
func KindNames(names []string) ([]string, error) {
	var list []string
	for _, name := range names {
		kind, err := graph.ParseKind("kinds", name)
		if err != nil {
			return nil, err
		}
		list = append(list, strings.ToUpper(string(kind)))
	}
	return list, nil
}

// RelationNames returns the names of relations in GraphQL, nil for none.
func RelationNames(names []string) ([]string, error) {
	var list []string
	for _, name := range names {
		relation, err := graph.ParseFilter(name)
		if err != nil {
			return nil, err
		}
		list = append(list, strings.ToUpper(string(relation)))
	}
	return list, nil
}

// KindOrPlural returns the declaration of the kind with a name or a plural.
func KindOrPlural(name string) (*graph.Spec, error) {
	for _, spec := range graph.Kinds {
		if strings.EqualFold(name, spec.Plural) {
			return spec, nil
		}
	}
	kind, err := graph.ParseKind("kind", name)
	return graph.SpecOf(kind), err
}
