package cli

import (
	"strings"
	"unicode"

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
	name := argument[strings.LastIndexByte(argument, '.')+1:]
	if flag, known := flags[name]; known {
		return flag
	}
	return "--" + kebab(name)
}

// kebab writes a camelCase name with hyphens.
func kebab(name string) string {
	var out strings.Builder
	for _, letter := range name {
		if unicode.IsUpper(letter) {
			out.WriteByte('-')
		}
		out.WriteRune(unicode.ToLower(letter))
	}
	return out.String()
}

// entityID returns the id of an entity that the command line names by a UUID,
// by the beginning of one, or by the id in its import.
func entityID(name string) string {
	if graph.IsShortID(name) {
		return name
	}
	return graph.ID(name)
}

func entityIDs(names []string) []string {
	ids := make([]string, len(names))
	for i, name := range names {
		ids[i] = entityID(name)
	}
	return ids
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
