package cli

import (
	"context"
	"fmt"
)

type lensesCommand struct{ reading }

const lensesQuery = `{ lenses { name description relations kinds fields depth } }`

// Run lists the lenses, or with --json prints the data of the GraphQL answer.
func (c *lensesCommand) Run(ctx context.Context, api *api, streams Streams) error {
	var answer struct {
		Lenses []struct{ Name, Description string }
	}
	return api.answer(ctx, question{text: lensesQuery}, c.reading, &answer, func() error {
		for _, lens := range answer.Lenses {
			fmt.Fprintf(streams.Out, "%-14s %s\n", shown(lens.Name), shown(lens.Description))
		}
		return nil
	})
}
