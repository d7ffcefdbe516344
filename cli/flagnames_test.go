package cli

import (
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"dossier/cli/requests"
)

// TestFlagsExist checks that every flag that errors name is declared.
func TestFlagsExist(t *testing.T) {
	names := namesOf(model(t).Node)
	for argument, flag := range requests.Flags {
		if !slices.Contains(names, flag) {
			t.Errorf("%s is named %s; the command line has %s", argument, flag, strings.Join(names, ", "))
		}
	}
}

// namesOf returns the names of the flags and arguments of a command and its
// subcommands.
func namesOf(command *kong.Node) (names []string) {
	for _, flag := range command.Flags {
		names = append(names, "--"+flag.Name)
	}
	for _, positional := range command.Positional {
		names = append(names, "<"+positional.Name+">")
	}
	for _, child := range command.Children {
		names = append(names, namesOf(child)...)
	}
	return names
}
