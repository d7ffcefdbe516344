package cli

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"dossier/graph"
	"dossier/sources/syncer"
)

type syncCommand struct {
	Sources []string `arg:"" optional:"" name:"source" help:"The sources of dossier.yaml to read; all by default."`
	Force   bool     `help:"Delete what vanished from a source even if that is more than half of it."`
	Again   bool     `help:"Read all files again, also those that did not change."`
	Explain bool     `help:"Print all notes about the sources."`

	OnConflict string `enum:"source,ours,stop" default:"source" help:"What to do about a field that was changed both in the source and here: take that of the source, keep ours, or stop."`
}

// Run imports what changed.
func (c *syncCommand) Run(ctx context.Context, stores *stores, streams Streams) error {
	if err := stores.needsWorkspace(); err != nil {
		return err
	}
	store, closeStore, err := stores.openQuietly(ctx, writes)
	if err != nil {
		return err
	}
	defer closeStore()
	options := syncer.Options{
		Names: c.Sources, Force: c.Force, Again: c.Again, OnConflict: graph.OnConflict(c.OnConflict), Progress: progress("sync", streams.Err),
	}
	return printSyncs(streams, c.Explain)(stores.syncer(store).Sync(asImport(ctx), options))
}

// printSyncs returns a function that prints the reports of a sync, and returns its
// error, or that of the first source.
func printSyncs(streams Streams, all bool) func([]*syncer.Report, error) error {
	return func(reports []*syncer.Report, err error) error {
		if isTerminal(streams.Err) {
			fmt.Fprint(streams.Err, "\r\x1b[K")
		}
		for _, report := range reports {
			printNotes(streams.Err, report.Notes, all)
			if problem := printSync(streams, report); problem != nil && err == nil {
				err = problem
			}
		}
		return err
	}
}

// printSync prints the report of a source.
func printSync(streams Streams, report *syncer.Report) error {
	name := report.Source.Name
	if report.Err != nil {
		return importError(name, report.Err)
	}
	took := report.Took.Round(time.Millisecond)
	if report.Unchanged || !report.IsChange() {
		fmt.Fprintf(streams.Out, "%s: unchanged, %s (%s)\n", name, countsText(report.Counts), took)
	} else {
		fmt.Fprintf(streams.Out, "%s: %s; %s (%s)\n", name, countsText(report.Counts), changesText(report), took)
	}
	if report.Withheld > 0 {
		fmt.Fprintf(streams.Err, "%s: %s vanished, more than half of the source, and were kept; --force deletes them\n", name,
			plural(report.Withheld, "entity", "entities"))
	}
	if report.Import == nil || report.Import.Rejected == 0 {
		return nil
	}
	for _, reject := range report.Import.Rejects {
		fmt.Fprintf(streams.Err, "%s: rejected: %s%s\n", cmp.Or(reject.Place, name), fieldPrefix(reject.Field), reject.Reason)
	}
	return errRejected
}

// changesText returns what a sync changed.
func changesText(report *syncer.Report) string {
	var parts []string
	add := func(n int, what string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, what))
		}
	}
	if report.Import != nil && report.Import.Written != nil {
		counts := &report.Import.Counts
		add(counts.Created, "created")
		add(counts.Updated, "updated")
		add(counts.Kept, "kept as changed here")
		add(counts.Revived, "revived")
		add(counts.Conflicts, "conflicts")
	}
	add(report.Renamed, "renamed")
	add(report.Revived, "revived")
	add(report.Deleted, "deleted")
	if report.Import != nil {
		add(report.Import.Rejected, "rejected")
	}
	return cmp.Or(strings.Join(parts, ", "), "nothing changed")
}

type sourcesCommand struct{}

// Run lists the sources.
func (c *sourcesCommand) Run(ctx context.Context, stores *stores, streams Streams) error {
	if err := stores.needsWorkspace(); err != nil {
		return err
	}
	store, closeStore, err := stores.openQuietly(ctx, reads)
	if err != nil {
		return err
	}
	defer closeStore()
	list, err := stores.syncer(store).Sources(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(streams.Out, "project %s (%s)\n", stores.workspace.Project, stores.workspace.ID)
	for _, one := range list {
		fmt.Fprintf(streams.Out, "%s\n  format %s, path %s\n", one.Source.Name, one.Source.From, one.Source.Path)
		if one.At.IsZero() {
			fmt.Fprintln(streams.Out, "  not read yet; see dossier sync")
		} else {
			fmt.Fprintf(streams.Out, "  read %s: %s\n", one.At.UTC().Format(time.DateTime), countsText(one.Counts))
		}
		printSummary(streams, one.Summary)
	}
	return nil
}

// printSummary prints what was wrong with the last sync of a source.
func printSummary(streams Streams, last syncer.Summary) {
	if last.Err != "" {
		fmt.Fprintf(streams.Out, "  failed: %s\n", last.Err)
	}
	if last.Withheld > 0 {
		fmt.Fprintf(streams.Out, "  %s vanished and were kept; see dossier sync --force\n", plural(last.Withheld, "entity", "entities"))
	}
	for _, list := range []struct {
		what  string
		texts []string
	}{{"conflict", last.Conflicts}, {"problem", last.Problems}} {
		for _, text := range list.texts {
			fmt.Fprintf(streams.Out, "  %s: %s\n", list.what, graph.Line(text, 200))
		}
	}
}
