package cli

import "context"

type lensesCommand struct{ reading }

const lensesQuery = `{ lenses { name description relations kinds fields depth } }`

// Run lists the lenses, or with --json prints the data of the GraphQL answer.
func (c *lensesCommand) Run(ctx context.Context, api *api, streams Streams) error {
	var answer struct {
		Lenses []struct{ Name, Description string }
	}
	return api.answer(ctx, question{text: lensesQuery}, c.reading, &answer, func() error {
		rows := make([][]string, len(answer.Lenses))
		for i, lens := range answer.Lenses {
			rows[i] = []string{lens.Name, lens.Description}
		}
		return c.printRows(streams, []string{"NAME", "DESCRIPTION"}, rows, len(rows))
	})
}
