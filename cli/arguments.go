package cli

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"dossier/graph"
)

// flags maps the arguments that errors name to the flags and positional
// arguments of the command line, where the two are not called alike.
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
	"<fields>":              "<fields>",
	"<rel>":                 "<rel>",
	"url":                   "--db",
	"embeddings.url":        "--embeddings-url",
	"embeddings.model":      "--embeddings-model",
	"embeddings.dimensions": "--embeddings-dimensions",
}

// flagOf returns the flag of an argument, "" for none. An argument below
// others, such as input.maxTokens, has the flag of its last name.
func flagOf(argument string) string {
	if argument == "" {
		return ""
	}
	if flag, known := flags[argument]; known {
		return flag
	}
	if field, is := fieldArgument(argument); is {
		return field
	}
	name := argument[strings.LastIndexByte(argument, '.')+1:]
	if flag, known := flags[name]; known {
		return flag
	}
	return "--" + strings.ReplaceAll(graph.Snake(name), "_", "-")
}

// fieldArgument returns the field of an entity that an argument of a mutation is,
// such as input.task.title, "" for the entity as a whole.
func fieldArgument(argument string) (field string, is bool) {
	parts := strings.SplitN(argument, ".", 3)
	if len(parts) < 2 || graph.SpecOf(graph.Kind(parts[1])) == nil {
		return "", false
	}
	return strings.Join(parts[2:], ""), true
}

// An entityName is an entity as the command line names it: by a UUID, by the
// beginning of one, or by the id in its import.
type entityName string

// id returns the id of the entity, or the beginning that was given.
func (n entityName) id() string {
	if name := string(n); graph.IsShortID(name) {
		return name
	}
	return graph.ID(string(n))
}

// MarshalText implements [encoding.TextMarshaler]: GraphQL gets the id.
func (n entityName) MarshalText() ([]byte, error) { return []byte(n.id()), nil }

func entityNames(texts []string) []entityName {
	names := make([]entityName, len(texts))
	for i, text := range texts {
		names[i] = entityName(text)
	}
	return names
}

// asTyped returns an error whose text names entities as the variables of its
// request do, in the place of ids that nobody typed.
func asTyped(err error, variables any) error {
	known, is := errors.AsType[*graph.Error](err)
	if !is {
		return err
	}
	shown := *known
	for _, name := range namesIn(variables) {
		shown.Text = strings.ReplaceAll(shown.Text, name.id(), string(name))
	}
	if shown == *known {
		return err
	}
	return &shown
}

// namesIn returns the names of entities among variables.
func namesIn(variables any) (names []entityName) {
	switch value := variables.(type) {
	case entityName:
		return []entityName{value}
	case []entityName:
		return value
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(value)) {
			names = append(names, namesIn(value[key])...)
		}
	}
	return names
}

// kindNames returns kinds as GraphQL spells them, nil for none.
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

// relationNames returns relations as GraphQL spells them, nil for none.
func relationNames(names []string) ([]string, error) {
	var list []string
	for _, name := range names {
		relation, _, err := graph.ParseRelation(name)
		if err != nil {
			return nil, err
		}
		list = append(list, strings.ToUpper(string(relation)))
	}
	return list, nil
}
