package cli

import (
	"context"
	"strings"

	"github.com/alecthomas/kong"

	"dossier/cli/requests"
	"dossier/cli/terminal"
	"dossier/graph/contextdoc"
)

// viewCommands are the commands that print views, by their names.
type viewCommands struct {
	Brief    viewCommand `cmd:"" group:"Broad questions:" help:"What a project or a part of it is, where it is, what comes next."`
	Next     viewCommand `cmd:"" group:"Broad questions:" help:"What to work on next: what is urgent, and what waits for nothing."`
	Ready    viewCommand `cmd:"" group:"Broad questions:" help:"The tasks that nothing open blocks, by priority and date."`
	Risks    viewCommand `cmd:"" group:"Broad questions:" help:"The open risks, the gravest first, and what answers each."`
	Blocking viewCommand `cmd:"" group:"Broad questions:" help:"What something waits for, to the end of the chain, and who has to act."`
	Track    viewCommand `cmd:"" group:"Broad questions:" help:"Whether a date holds: the gates before it, what is late or blocked."`
	Changed  viewCommand `cmd:"" group:"Broad questions:" help:"What happened and was decided in a period: dossier changed since monday."`
	Finished viewCommand `cmd:"" group:"Broad questions:" help:"What was finished in a period: dossier finished last week."`
	Why      viewCommand `cmd:"" group:"Broad questions:" help:"A decision, its reason, and what followed from it."`
	Owner    viewCommand `cmd:"" group:"Broad questions:" help:"Who has something, and how far it is."`
	Meeting  viewCommand `cmd:"" group:"Broad questions:" help:"What to know before meeting somebody."`
	Slip     viewCommand `cmd:"" group:"Broad questions:" help:"What moves if something is late."`
	Unclear  viewCommand `cmd:"" group:"Broad questions:" help:"What is not decided, and where and when it is."`
	Compare  viewCommand `cmd:"" group:"Broad questions:" help:"${compareViews}"`
	Handover viewCommand `cmd:"" group:"Broad questions:" help:"What somebody has in hand, and who has it now."`
}

type viewCommand struct {
	asking
	About     []string `arg:"" optional:"" help:"${viewAbout}"`
	MaxTokens int      `default:"2000" help:"The token budget, 100 to 200000."`
}

// Run prints the document of the view with the name of the command, or with --json the
// data of the GraphQL answer.
func (c *viewCommand) Run(ctx context.Context, parsed *kong.Context, api *requests.API, streams terminal.Streams) error {
	return c.print(ctx, parsed.Selected().Name, api, streams)
}

func (c *viewCommand) print(ctx context.Context, name string, api *requests.API, streams terminal.Streams) error {
	return c.ask(ctx, api, contextOf{view: name, topic: strings.Join(c.About, aboutSeparator(name))}, c.MaxTokens,
		func(d *contextdoc.Document) { printText(streams.Out, d) })
}

type namedViewCommand struct {
	Name string `arg:"" complete:"view" help:"The name of the view; dossier views lists them."`
	viewCommand
}

// Run prints the document of the view, or with --json the data of the GraphQL answer.
func (c *namedViewCommand) Run(ctx context.Context, api *requests.API, streams terminal.Streams) error {
	return c.print(ctx, c.Name, api, streams)
}

type viewsCommand struct{ terminal.Reading }

const viewsQuery = `{ views { name title description about example } }`

// Run lists the views, or with --json prints the data of the GraphQL answer.
func (c *viewsCommand) Run(ctx context.Context, api *requests.API, streams terminal.Streams) error {
	var answer struct {
		Views []struct{ Name, Description, Example string }
	}
	return api.Answer(ctx, requests.Question{Text: viewsQuery}, c.Reading, &answer, func() error {
		rows := make([][]string, len(answer.Views))
		for i, v := range answer.Views {
			rows[i] = []string{v.Name, v.Description, v.Example}
		}
		return c.PrintRows(streams, []string{"NAME", "DESCRIPTION", "EXAMPLE"}, rows, len(rows))
	})
}

// aboutSeparator separates what several arguments are about: of compare, each is one
// side.
func aboutSeparator(name string) string {
	if name == "compare" {
		return " with "
	}
	return " "
}
