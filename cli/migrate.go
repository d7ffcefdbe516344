package cli

import (
	"context"
	"fmt"

	"dossier/cli/storage"
	"dossier/cli/terminal"
)

type migrateCommand struct {
	GrantTo string `placeholder:"ROLE" help:"${migrateGrantTo}"`
}

// Run opens the store, which migrates its tables.
func (c *migrateCommand) Run(ctx context.Context, stores *storage.Stores, streams terminal.Streams) error {
	_, closeStore, err := stores.Open(ctx, storage.Writes)
	if err != nil {
		return err
	}
	closeStore()
	if c.GrantTo != "" {
		if err := stores.GrantTo(ctx, c.GrantTo); err != nil {
			return err
		}
		fmt.Fprintf(streams.Out, "The role %s may use the tables.\n", c.GrantTo)
	}
	fmt.Fprintln(streams.Out, "The store is up to date.")
	return nil
}
