package cli

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"dossier/graph"
)

// flags maps the arguments in errors to flags and positional arguments, if
// their names differ.
var flags = map[string]string{
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

// flagOf returns the flag for an argument, "" for none. The flag for a path
// such as input.maxTokens or input.start.ids[1] is that of its last name.
// Positional arguments, such as <file>, are unchanged.
func flagOf(argument string) string {
	switch {
	case argument == "input": // as a whole
		return ""
	case argument == "", argument[0] == '<':
		return argument
	}
	if flag, known := flags[argument]; known {
		return flag
	}
	if field, is := fieldArgument(argument); is {
		return field
	}
	name, _, _ := strings.Cut(argument[strings.LastIndexByte(argument, '.')+1:], "[")
	if flag, known := flags[name]; known {
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
			return typedName(&spec.Fields[i]) + "." + inside, true
		} else if spec.Fields[i].InputName() == name {
			return typedName(&spec.Fields[i]), true
		}
	}
	return "", false
}

// An entityName is the name of an entity on the command line: a UUID, the
// beginning of one, or the id in its import.
type entityName string

// id returns the id of the entity, or the beginning of a UUID unchanged.
func (n entityName) id() string {
	if name := string(n); graph.IsShortID(name) {
		return name
	}
	return graph.ID(string(n))
}

// MarshalText implements [encoding.TextMarshaler]. It returns the name, which
// GraphQL reads as an id.
func (n entityName) MarshalText() ([]byte, error) { return []byte(n), nil }

// An actorName is the name of an actor on the command line: what it is called
// by, or a UUID. The server makes ids of such names as of those of entities.
type actorName string

func entityNames(texts []string) []entityName {
	names := make([]entityName, len(texts))
	for i, text := range texts {
		names[i] = entityName(text)
	}
	return names
}

// howNamed is how entities and projects are named on the command line.
const howNamed = "expected a UUID, its first eight digits, or the id in an import; dossier search and dossier ls list them"

// An unknown is the error about a name of an entity or a project that does not exist.
type unknown struct {
	err        *graph.Error
	what, name string
}

// Error implements error.
func (u *unknown) Error() string { return u.err.Error() }

// Unwrap returns the error without the name.
func (u *unknown) Unwrap() error { return u.err }

// unknownName returns the error for a name of an entity or a project that does
// not exist, with how they are named.
func unknownName(argument, what, name string) error {
	if graph.IsBlank(name) {
		return graph.BadInput(argument, "the name of the %s is blank; %s", what, howNamed)
	}
	text := graph.NotFound(what, name).Error() + "; " + howNamed
	return &unknown{&graph.Error{Code: graph.CodeNotFound, Argument: argument, Text: text}, what, name}
}

// asTyped replaces the ids in an error by the names of entities in the
// variables of the request, because users typed the names. If there is no
// entity with such a name, it adds how entities are named.
func asTyped(err error, variables any) error {
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
			if strings.HasPrefix(flagOf(known.Argument), "<") {
				place = known.Argument
			}
			return unknownName(place, what, string(name))
		}
	}
	shown := *known
	var name entityName
	shown.Text, name = textAsTyped(known.Text, variables)
	switch {
	case shown.Text == known.Text:
		return err
	case known.Code == graph.CodeNotFound:
		text, _, _ := strings.Cut(shown.Text, "; expected ")
		shown.Text = text + "; " + howNamed
		return &unknown{&shown, "entity", string(name)}
	}
	return &shown
}

// textAsTyped replaces the ids in a text by the names of entities in variables, and
// returns the last such name. In the candidates for an ambiguous name it replaces none.
func textAsTyped(text string, variables any) (shown string, typed entityName) {
	for _, name := range namesIn(variables) {
		if replaced := strings.ReplaceAll(text, name.id(), string(name)); replaced != text && !strings.Contains(text, "may be meant by") {
			text, typed = replaced, name
		}
	}
	return text, typed
}

// namesIn returns the names of entities in variables.
func namesIn(variables any) (names []entityName) {
	switch value := variables.(type) {
	case entityName:
		return []entityName{value}
	case actorName:
		return []entityName{entityName(value)}
	case []entityName:
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

// kindNames returns the names of kinds in GraphQL, nil for none.
func kindNames(names []string) ([]string, error) {
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

// relationNames returns the names of relations in GraphQL, nil for none.
func relationNames(names []string) ([]string, error) {
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
