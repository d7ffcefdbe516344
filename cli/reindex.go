package cli

import (
	"context"
	"fmt"

	"dossier/cli/storage"
	"dossier/cli/terminal"
	"dossier/graph/searchtext"
)

type reindexCommand struct{}

// Run rebuilds the search data that this version cannot read. It may be
// interrupted; the next run continues.
func (reindexCommand) Run(ctx context.Context, stores *storage.Stores, streams terminal.Streams) error {
	store, closeStore, err := stores.Open(ctx, storage.Serves)
	if err != nil {
		return err
	}
	defer closeStore()
	count, err := searchtext.Reindex(ctx, store, func(projectID string, done, total int) {
		fmt.Fprintf(streams.Err, "%s: %d of %d\n", projectID, done, total)
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(streams.Out, "%d entities reindexed.\n", count)
	return nil
}
