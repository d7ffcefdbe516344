package cli

import (
	"context"
	"fmt"
	"time"

	"dossier/cli/flags"
	"dossier/cli/storage"
	"dossier/cli/terminal"
	"dossier/graph/history"
)

type pruneCommand struct {
	History flags.Age `default:"365d" env:"DOSSIER_HISTORY_RETENTION" placeholder:"AGE" help:"Delete events older than this."`
	Audit   flags.Age `default:"90d" env:"DOSSIER_AUDIT_RETENTION" placeholder:"AGE" help:"Delete audit entries older than this."`
}

// Help describes what is kept.
func (pruneCommand) Help() string {
	return "A server does this by itself, every six hours. Of each project the last event from before that time " +
		"stays, so that its state of then is known."
}

// Run removes the older events and entries.
func (c *pruneCommand) Run(ctx context.Context, stores *storage.Stores, streams terminal.Streams) error {
	store, closeStore, err := stores.Open(ctx, storage.Serves)
	if err != nil {
		return err
	}
	defer closeStore()
	now := stores.Now()
	pruned, err := store.Prune(ctx, history.Retention{Events: now.Add(-time.Duration(c.History)), Audit: now.Add(-time.Duration(c.Audit))})
	if err == nil {
		fmt.Fprintf(streams.Out, "removed %d events, %d entries of the audit, %d ids of mutations\n", pruned.Events, pruned.Audit,
			pruned.Mutations)
	}
	return err
}
