package cli

import (
	_ "embed"
	"strings"

	"github.com/alecthomas/kong"
)

// examples are command lines, for the help of commands that have none of their own.
//
//go:embed examples.txt
var examples string

// addExamples adds the examples of each command to its help.
func addExamples(model *kong.Application) {
	for _, command := range model.Leaves(true) {
		if strings.Contains(command.Detail, "Example") {
			continue
		}
		text := ""
		for line := range strings.Lines(examples) {
			if strings.HasPrefix(strings.TrimSuffix(line, "\n")+" ", "dossier "+named(command)+" ") {
				text += "  " + line
			}
		}
		if text != "" {
			command.Detail = strings.TrimPrefix(command.Detail+"\n\nExamples:\n"+strings.TrimSuffix(text, "\n"), "\n\n")
		}
	}
}

// named returns the words that name a command.
func named(command *kong.Node) string {
	if command.Parent == nil || command.Parent.Type == kong.ApplicationNode {
		return command.Name
	}
	return named(command.Parent) + " " + command.Name
}
