// Package syncer keeps the project of a folder in a store as its sources have
// it: only what changed since the last time is imported, and what vanished is
// deleted.
package syncer

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"dossier/graph"
	"dossier/graph/lists"
	"dossier/ndjson"
	"dossier/sources"
	"dossier/sources/config"
	"dossier/sources/folder"
)

// A Store is the part of the store that a Syncer needs.
type Store interface {
	ndjson.Store
	// List returns a page of a kind.
	List(ctx context.Context, list lists.List) (*lists.Page, error)
	// Revisions returns the revisions of projects.
	Revisions(ctx context.Context, ids []string) ([]graph.Revision, error)
	// Changes returns what was written to projects after revisions.
	Changes(ctx context.Context, since []graph.Revision) ([]graph.Changes, error)
}

// A Setup has the store, the configuration and the folders of a [Syncer].
type Setup struct {
	Store  Store
	Config *config.Config
	// States is the folder for files that say what was read into the store.
	States string
	// Mode is the mode of these files, as they have texts of the store; 0 is that of
	// new files.
	Mode fs.FileMode
	// Format returns the format with a name.
	Format func(name string) (*sources.Format, error)
	// Token signs in at live sources, "" for none.
	Token string
	// Now returns the current time.
	Now func() time.Time
	// Analyse returns the search text of an entity.
	Analyse func(graph.Entity) []byte
}

// A Syncer reads the sources of a folder into a store. It is safe for concurrent
// use: one sync runs at a time.
type Syncer struct {
	Setup

	mu     sync.Mutex
	folder *folder.Folder // as of the last sync, nil before the first
	held   map[string]*held
}

// held is what is kept of a source between two syncs.
type held struct {
	state *State
	cache *sources.Cache
	file  os.FileInfo // of the state, as it was read or written
}

// New returns a Syncer.
func New(setup Setup) *Syncer { return &Syncer{Setup: setup, held: map[string]*held{}} }

// Options say how a sync is done.
type Options struct {
	Names      []string // of the sources, all if there are none
	Changed    []string // the absolute paths of the only folders that changed since the last sync; nil for unknown
	Force      bool     // delete what vanished even if that is more than half
	Again      bool     // read everything again
	OnConflict graph.OnConflict
	Progress   func(ndjson.Progress)
}

// A Report is the result of the sync of a source.
type Report struct {
	Source    *config.Source
	Unchanged bool           // nothing was read
	Import    *ndjson.Report // of the lines that changed, nil if there were none
	Deleted   int            // entities that vanished from the source
	Withheld  int            // entities that vanished and were not deleted, because they are more than half
	Renamed   int            // entities of files that were renamed
	Revived   int            // entities that vanished, and are there again
	Pending   bool           // a file may be about to be written; another sync is needed after [Settled]
	Counts    map[graph.Kind]int
	Notes     []sources.Note
	Took      time.Duration
	Err       error // why the source could not be read
}

// IsChange reports whether the sync wrote anything.
func (r *Report) IsChange() bool {
	return r.Deleted+r.Renamed+r.Revived > 0 || r.Import != nil && r.Import.Written != nil && r.Import.Lines > 0
}

// Changes returns what the sync changed, in words.
func (r *Report) Changes() string {
	var parts []string
	add := func(n int, what string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, what))
		}
	}
	if r.Import != nil && r.Import.Written != nil {
		counts := &r.Import.Counts
		add(counts.Created, "created")
		add(counts.Updated, "updated")
		add(counts.Kept, "kept as changed here")
		add(counts.Revived, "revived")
		add(counts.Conflicts, "conflicts")
	}
	add(r.Renamed, "renamed")
	add(r.Deleted, "deleted")
	if r.Import != nil {
		add(r.Import.Rejected, "rejected")
	}
	return cmp.Or(strings.Join(parts, ", "), "nothing changed")
}

// Sync reads the sources again. An error of one of them is in its report, and does
// not keep the others from being read.
func (s *Syncer) Sync(ctx context.Context, options Options) ([]*Report, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	chosen, err := s.Config.Find(options.Names)
	if err != nil {
		return nil, graph.BadInput("", "%v", err)
	}
	if err := s.open(options.Changed); err != nil {
		return nil, err
	}
	project, err := s.project(ctx)
	if err != nil {
		return nil, err
	}
	var reports []*Report
	for i := range chosen {
		report := s.sync(ctx, &chosen[i], project, &options)
		reports = append(reports, report)
		if err := ctx.Err(); err != nil {
			return reports, err
		}
		if project == "" {
			if project, err = s.project(ctx); err != nil {
				return reports, err
			}
		}
	}
	return reports, nil
}

// open reads the names in the folder, or those that changed.
func (s *Syncer) open(changed []string) (err error) {
	if s.folder != nil && changed != nil {
		s.folder = s.folder.Refresh(changed)
		return nil
	}
	if s.folder, err = folder.Open(s.Config.Dir); err != nil {
		return graph.BadInput("", "open the folder of %s: %v", config.Name, err)
	}
	return nil
}

// Warm reads sources again that no sync of this Syncer read, without importing them, so
// that the first change is read as fast as later ones.
func (s *Syncer) Warm(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.Config.Sources {
		source := &s.Config.Sources[i]
		held := s.held[source.Name]
		format, err := s.Format(source.From)
		if err != nil || !format.Keeps || source.IsLive() || held == nil || held.state == nil || !held.cache.IsEmpty() || ctx.Err() != nil {
			continue
		}
		r := &run{Syncer: s, source: source, options: &Options{}, state: held.state, cache: held.cache, report: &Report{}}
		if r.view, r.file, err = s.viewOf(source); err != nil {
			continue // the sync reported it
		}
		if records, err := r.read(ctx); err == nil {
			_ = records.Close() // a temporary file
		}
	}
}

// Watched returns the folders to watch.
func (s *Syncer) Watched() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.folder == nil {
		return nil
	}
	return s.folder.Folders()
}

// sync reads a source again. project is the id of its project, "" if the store has
// none.
func (s *Syncer) sync(ctx context.Context, source *config.Source, project string, options *Options) *Report {
	started := s.Now()
	report := &Report{Source: source}
	held, path := s.hold(source, project)
	if source.Err != nil {
		report.Err, report.Counts = source.Err, held.state.Last.Counts
		return report
	}
	run := &run{Syncer: s, source: source, project: project, options: options, state: held.state, cache: held.cache, report: report}
	changed, err := run.do(ctx)
	if err != nil {
		report.Err = err
		held.state.Last.Err = err.Error()
		changed = changed || ctx.Err() == nil
	}
	if changed {
		if err := held.state.save(path, s.Mode); err != nil && report.Err == nil {
			report.Err = err
		}
		held.file, _ = os.Stat(path)
	}
	report.Counts, report.Took = held.state.Last.Counts, s.Now().Sub(started)
	return report
}

// hold returns the state of a source, from its file if another process wrote it
// since. The state of a project that the store lacks is empty.
func (s *Syncer) hold(source *config.Source, project string) (*held, string) {
	path := filepath.Join(s.States, fileName(source.Name))
	info, _ := os.Stat(path)
	known := s.held[source.Name]
	if known == nil {
		known = &held{cache: sources.NewCache()}
		s.held[source.Name] = known
	}
	isSame := info != nil && known.file != nil && info.ModTime().Equal(known.file.ModTime()) && info.Size() == known.file.Size()
	settings := settingsOf(s.Config.Project+"\x00"+s.Config.ID, source)
	switch {
	case project == "":
		known.state = load("", settings)
	case known.state == nil || !isSame:
		known.state = load(path, settings)
	}
	known.file = info
	return known, path
}

// fileName returns the name of the file of a source's state.
func fileName(source string) string {
	return fmt.Sprintf("%x.gob", folder.HashOf([]byte(source)))
}

// project returns the id of the project in the store, "" for none.
func (s *Syncer) project(ctx context.Context) (string, error) {
	found, err := s.find(ctx, nil, graph.KindProject, []string{s.Config.ID})
	if err != nil {
		return "", fmt.Errorf("find the project: %w", err)
	}
	return found[s.Config.ID], nil
}

// find returns the ids of live entities of a kind by the names that imports gave
// them.
func (s *Syncer) find(ctx context.Context, project *string, kind graph.Kind, names []string) (map[string]string, error) {
	ids := map[string]string{}
	for some := range slices.Chunk(names, lists.MaxPage) {
		page, err := s.Store.List(ctx, lists.List{
			Kind: kind, First: lists.MaxPage, Order: []lists.Order{{Field: lists.OrderCreated}},
			Filter: lists.Filter{ProjectID: project, ExternalIDs: some}, Columns: []string{"external_id"},
		})
		if err != nil {
			return nil, err
		}
		for _, e := range page.Entities {
			if name := e.Self().ExternalID; name != nil {
				ids[*name] = e.Self().ID
			}
		}
	}
	return ids, nil
}

// Sources returns the last sync of each source.
func (s *Syncer) Sources(ctx context.Context) ([]Status, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	project, err := s.project(ctx)
	if err != nil {
		return nil, err
	}
	var list []Status
	for i := range s.Config.Sources {
		source := &s.Config.Sources[i]
		held, _ := s.hold(source, project)
		status := Status{source, project, held.state.At, held.state.Last}
		if source.Err != nil {
			status.Summary.Err = source.Err.Error()
		}
		list = append(list, status)
	}
	return list, nil
}

// A Status is the last sync of a source.
type Status struct {
	Source    *config.Source
	ProjectID string    // "" if the store has no project yet
	At        time.Time // zero if it was not read yet
	Summary
}

// kindsOf returns the names of entities by their kinds.
func kindsOf(names map[string]graph.Kind) map[graph.Kind][]string {
	byKind := map[graph.Kind][]string{}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		byKind[names[name]] = append(byKind[names[name]], name)
	}
	return byKind
}

// findAll returns the ids of live entities by their names.
func (s *Syncer) findAll(ctx context.Context, project string, names map[string]graph.Kind) (map[string]string, error) {
	ids := map[string]string{}
	byKind := kindsOf(names)
	for _, kind := range slices.Sorted(maps.Keys(byKind)) {
		within := &project
		if kind == graph.KindProject {
			within = nil
		}
		found, err := s.find(ctx, within, kind, byKind[kind])
		if err != nil {
			return nil, err
		}
		maps.Copy(ids, found)
	}
	return ids, nil
}
