package cli

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"

	"dossier/cli/manual"
	"dossier/cli/serving"
	"dossier/cli/terminal"
)

type manCommand struct{}

// Help returns an example.
func (manCommand) Help() string {
	return "Example:\n  dossier man > /usr/local/share/man/man1/dossier.1"
}

// Run prints the manual page.
func (manCommand) Run(parsed *kong.Context, streams terminal.Streams) error {
	summary, rest, _ := strings.Cut(description, "\n\n")
	usual, statuses, _ := strings.Cut(rest, "\n\nExit status: ")
	_, err := fmt.Fprint(streams.Out, manual.Page(parsed.Model, serving.Version(), strings.TrimSuffix(summary, "."),
		manual.Section{Title: "Exit status", Text: strings.ReplaceAll(statuses, "\n", " ")},
		manual.Section{Title: "Files", Text: configCommand{}.Help()},
		manual.Section{Title: "Examples", Text: strings.TrimPrefix(usual, "Examples:\n")},
	))
	return err
}
