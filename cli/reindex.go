package main

import (
	"fmt"

	"dossier/graph/searchtext"
)

type reindexCommand struct{}

// Run analyses anew what search cannot read. It may be stopped at any time and
// goes on from there when it is run again.
func (reindexCommand) Run(p *program) error {
	store, closeStore, err := p.open(p.db)
	if err != nil {
		return err
	}
	defer closeStore()
	count, err := searchtext.Reindex(p.ctx, store, func(projectID string, done, total int) {
		fmt.Fprintf(p.errOut, "%s: %d of %d\n", projectID, done, total)
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(p.out, "%d entities were analysed anew.\n", count)
	return nil
}
