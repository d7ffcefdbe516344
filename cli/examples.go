package cli

import (
	_ "embed"
	"fmt"
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

// printHelp prints the help of the selected command, or of the program. That of a
// command has its own flags, since it would else be mostly those of all commands.
func printHelp(options kong.HelpOptions, parsed *kong.Context) error {
	if parsed.Selected() == nil {
		return kong.DefaultHelpPrinter(options, parsed)
	}
	for _, flag := range parsed.Model.Flags {
		flag.Hidden = flag.Name != "help"
	}
	if err := kong.DefaultHelpPrinter(options, parsed); err != nil {
		return err
	}
	_, err := fmt.Fprintln(parsed.Stdout, "\nThe flags of all commands, of the store, a server, the log and embeddings: dossier --help")
	return err
}
