package serving

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"dossier/cli/storage"
	"dossier/db/sqlstore"
	"dossier/graph"
	"dossier/ndjson"
	"dossier/problems"
	"dossier/sources/syncer"
	"dossier/sources/watch"
)

// A follower syncs a folder whenever it changes.
type follower struct {
	syncer   *syncer.Syncer
	watcher  *watch.Watcher
	problems *problems.List
	log      *slog.Logger
	imported func(report *ndjson.Report, err error) // nil for nothing
	first    chan struct{}                          // closed after the first sync
}

// run syncs at once, and then after each change, until ctx is done.
func (f *follower) run(ctx context.Context) {
	defer func() { _ = f.watcher.Close() }() // nothing is lost
	pending, limited := f.sync(ctx, nil), false
	close(f.first)
	f.syncer.Warm(ctx)
	for ctx.Err() == nil {
		if err := f.watcher.Limited(); err != nil && !limited {
			limited = true
			f.log.Warn("the folder is read again every few seconds, because it cannot be watched", "error", err)
		}
		changed, err := f.next(ctx, pending)
		if err == nil {
			pending = f.sync(ctx, changed)
		}
	}
}

// next waits for a change, or if something is pending only so long.
func (f *follower) next(ctx context.Context, pending bool) ([]string, error) {
	if !pending {
		return f.watcher.Next(ctx)
	}
	limited, cancel := context.WithTimeout(ctx, syncer.Settled)
	defer cancel()
	changed, err := f.watcher.Next(limited)
	if err != nil {
		return nil, ctx.Err()
	}
	return changed, nil
}

// sync syncs the folders that changed, nil for unknown ones, and watches those that
// are there then. It reports whether another sync is needed later.
func (f *follower) sync(ctx context.Context, changed []string) (pending bool) {
	for {
		reports, err := f.syncer.Sync(ctx, syncer.Options{Changed: changed})
		if err != nil && ctx.Err() == nil {
			f.log.Warn("the sources could not be read", "error", err)
		}
		for _, report := range reports {
			f.report(ctx, report)
			pending = pending || report.Pending
		}
		// What changed before a folder was watched is found by another look at it.
		if changed = f.watcher.Watch(f.syncer.Watched()); len(changed) == 0 || ctx.Err() != nil {
			return pending
		}
	}
}

// report logs what changed.
func (f *follower) report(ctx context.Context, report *syncer.Report) {
	name := slog.String("source", report.Source.Name)
	found := problems.Found{}
	if report.Err != nil && ctx.Err() == nil {
		found[problems.LeftOut("source", report.Source.Name)] = report.Err
	}
	f.problems.Set(ctx, "source "+report.Source.Name, found)
	if f.imported != nil && (report.Err != nil || report.IsChange()) {
		f.imported(report.Import, report.Err)
	}
	switch {
	case report.Err != nil:
		return
	case report.Withheld > 0:
		f.log.Warn("more than half of a source vanished, and was kept; dossier sync --force deletes it", name, "entities", report.Withheld)
	}
	if report.IsChange() {
		f.log.Info("a source was read again", name, "changes", report.Changes(), "took", report.Took)
	}
}

// Follow keeps the project of the folder's dossier.yaml up to date in the
// background, if there is one. stop ends that and waits for its end.
func Follow(ctx context.Context, s *storage.Stores, store *sqlstore.Store, log *slog.Logger) (stop func()) {
	if s.Workspace == nil || s.ReadOnly {
		return func() {}
	}
	ctx, cancel := context.WithCancel(graph.WithInterface(ctx, graph.InterfaceImport))
	f := &follower{
		syncer: s.Syncer(store), problems: s.Problems, watcher: watch.New(s.Workspace.Dir, watch.Defaults), log: log, imported: s.Imported,
		first: make(chan struct{}),
	}
	var following sync.WaitGroup
	following.Go(func() { f.run(ctx) })
	if empty, err := store.IsEmpty(ctx); err == nil && empty {
		select { // answers from nothing would be wrong
		case <-f.first:
		case <-time.After(maxFirst):
		case <-ctx.Done():
		}
	}
	return func() {
		cancel()
		following.Wait()
	}
}

// maxFirst is how long a server waits for the first sync of a folder, by eye: clients of
// agents wait for thirty seconds or more.
const maxFirst = 15 * time.Second
