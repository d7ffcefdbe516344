package cli

import (
	"context"

	"dossier/cli/requests"
	"dossier/cli/terminal"
)

type lensesCommand struct{ terminal.Reading }

const lensesQuery = `{ lenses { name description relations kinds fields depth } }`

// Run lists the lenses, or with --json prints the data of the GraphQL answer.
func (c *lensesCommand) Run(ctx context.Context, api *requests.API, streams terminal.Streams) error {
	var answer struct {
		Lenses []struct{ Name, Description string }
	}
	return api.Answer(ctx, requests.Question{Text: lensesQuery}, c.Reading, &answer, func() error {
		rows := make([][]string, len(answer.Lenses))
		for i, lens := range answer.Lenses {
			rows[i] = []string{lens.Name, lens.Description}
		}
		return c.PrintRows(streams, []string{"NAME", "DESCRIPTION"}, rows, len(rows))
	})
}
