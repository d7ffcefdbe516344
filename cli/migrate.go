package cli

import (
	"context"
	"fmt"
)

type migrateCommand struct{}

// Run opens the store, which migrates its tables.
func (migrateCommand) Run(ctx context.Context, stores *stores, streams Streams) error {
	_, closeStore, err := stores.open(ctx, writes)
	if err != nil {
		return err
	}
	closeStore()
	fmt.Fprintln(streams.Out, "The store is up to date.")
	return nil
}
