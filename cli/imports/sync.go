package imports

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"time"

	"dossier/cli/storage"
	"dossier/cli/terminal"
	"dossier/graph"
	"dossier/sources/syncer"
)

// Sync is the command that reads again what changed in the sources of dossier.yaml.
type Sync struct {
	Sources []string `arg:"" optional:"" name:"source" help:"The sources of dossier.yaml to read; all by default."`
	Force   bool     `help:"Delete what vanished from a source even if that is more than half of it."`
	Again   bool     `help:"Read all files again, also those that did not change."`
	Explain bool     `help:"Print all notes about the sources."`

	OnConflict string `enum:"source,ours,stop" default:"source" help:"${syncOnConflict}"`
}

// Run imports what changed.
func (c *Sync) Run(ctx context.Context, stores *storage.Stores, streams terminal.Streams) error {
	if err := stores.NeedsWorkspace(); err != nil {
		return err
	}
	store, closeStore, err := stores.OpenQuietly(ctx, storage.Writes)
	if err != nil {
		return err
	}
	defer closeStore()
	options := syncer.Options{
		Names: c.Sources, Force: c.Force, Again: c.Again, OnConflict: graph.OnConflict(c.OnConflict), Progress: progress("sync", streams.Err),
	}
	return printSyncs(streams, c.Explain)(stores.Syncer(store).Sync(graph.WithInterface(ctx, graph.InterfaceImport), options))
}

// printSyncs returns a function that prints the reports of a sync, and returns its
// error, or that of the first source.
func printSyncs(streams terminal.Streams, all bool) func([]*syncer.Report, error) error {
	return func(reports []*syncer.Report, err error) error {
		if terminal.IsTerminal(streams.Err) {
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
func printSync(streams terminal.Streams, report *syncer.Report) error {
	name := report.Source.Name
	if report.Err != nil {
		return importError(name, report.Err)
	}
	took := report.Took.Round(time.Millisecond)
	if report.Unchanged || !report.IsChange() {
		fmt.Fprintf(streams.Out, "%s: unchanged, %s (%s)\n", name, countsText(report.Counts), took)
	} else {
		fmt.Fprintf(streams.Out, "%s: %s; %s (%s)\n", name, countsText(report.Counts), report.Changes(), took)
	}
	if report.Withheld > 0 {
		fmt.Fprintf(streams.Err, "%s: %s vanished, more than half of the source, and were kept; --force deletes them\n", name,
			terminal.Plural(report.Withheld, "entity", "entities"))
	}
	if report.Import == nil || report.Import.Rejected == 0 {
		return nil
	}
	for _, reject := range report.Import.Rejects {
		fmt.Fprintf(streams.Err, "%s: rejected: %s%s\n", cmp.Or(reject.Place, name), fieldPrefix(reject.Field), reject.Reason)
	}
	return ErrRejected
}

// Sources is the command that lists the sources of dossier.yaml.
type Sources struct{ terminal.Reading }

// A sourceState is a source, and what its last sync read.
type sourceState struct {
	Name      string             `json:"name"`
	Format    string             `json:"format"`
	Path      string             `json:"path"`
	ReadAt    *time.Time         `json:"readAt"` // nil if it was not read yet
	Counts    map[graph.Kind]int `json:"counts"`
	Error     string             `json:"error"`
	Withheld  int                `json:"withheld"` // entities that vanished and were kept
	Conflicts []string           `json:"conflicts"`
	Problems  []string           `json:"problems"`
}

// Run prints a line for each source. What was wrong with its last sync goes to
// standard error.
func (c *Sources) Run(ctx context.Context, stores *storage.Stores, streams terminal.Streams) error {
	if err := stores.NeedsWorkspace(); err != nil {
		return err
	}
	form, err := c.Form()
	if err != nil {
		return err
	}
	store, closeStore, err := stores.OpenQuietly(ctx, storage.Reads)
	if err != nil {
		return err
	}
	defer closeStore()
	list, err := stores.Syncer(store).Sources(ctx)
	if err != nil {
		return err
	}
	states := make([]sourceState, len(list))
	for i, one := range list {
		states[i] = stateOf(one)
	}
	if form != "" {
		return terminal.PrintData(streams.Out, form, states)
	}
	fmt.Fprintf(streams.Err, "project %s (%s)\n", stores.Workspace.Project, stores.Workspace.ID)
	rows := make([][]string, len(states))
	for i := range states {
		rows[i] = states[i].row()
	}
	if err := c.PrintRows(streams, []string{"SOURCE", "FORMAT", "PATH", "READ", "CONTENT"}, rows, len(rows)); err != nil {
		return err
	}
	for i := range states {
		states[i].printFaults(streams.Err)
	}
	return nil
}

// stateOf returns the state of a source.
func stateOf(one syncer.Status) sourceState {
	state := sourceState{
		Name: one.Source.Name, Format: one.Source.From, Path: one.Source.Path, Counts: one.Counts,
		Error: one.Err, Withheld: one.Withheld, Conflicts: one.Conflicts, Problems: one.Problems,
	}
	if !one.At.IsZero() {
		at := one.At.UTC()
		state.ReadAt = &at
	}
	return state
}

// row returns the cells of the source.
func (s *sourceState) row() []string {
	read, content := "never", "see dossier sync"
	if s.ReadAt != nil {
		read, content = s.ReadAt.Format(time.DateTime), countsText(s.Counts)
	}
	return []string{s.Name, s.Format, s.Path, read, content}
}

// printFaults prints what was wrong with the last sync of the source.
func (s *sourceState) printFaults(out io.Writer) {
	say := func(format string, args ...any) { fmt.Fprintf(out, s.Name+": "+format+"\n", args...) }
	if s.Error != "" {
		say("failed: %s", terminal.Shown(s.Error))
	}
	if s.Withheld > 0 {
		say("%s vanished and were kept; see dossier sync --force", terminal.Plural(s.Withheld, "entity", "entities"))
	}
	for _, text := range s.Conflicts {
		say("conflict: %s", graph.Line(text, 200))
	}
	for _, text := range s.Problems {
		say("problem: %s", graph.Line(text, 200))
	}
}
