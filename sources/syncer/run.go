package syncer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"dossier/graph"
	"dossier/ndjson"
	"dossier/sources"
	"dossier/sources/config"
	"dossier/sources/folder"
)

// A run is the sync of one source.
type run struct {
	*Syncer
	source  *config.Source
	project string // its id, "" if the store has none yet
	options *Options
	state   *State
	cache   *sources.Cache
	report  *Report

	view  *folder.Folder       // nil for a live source
	file  string               // the only file to read, "" for all
	head  string               // the commit that is checked out, once added was called
	added map[string]time.Time // when files were committed
}

// do reads the source, and reports whether the state changed.
func (r *run) do(ctx context.Context) (changed bool, err error) {
	if r.options.Again {
		r.state.At, r.state.Files, r.state.Live = time.Time{}, nil, nil
	}
	if err := r.follow(ctx); err != nil {
		return false, err
	}
	if !r.source.IsLive() {
		if r.view, r.file, err = r.viewOf(r.source); err != nil {
			return false, err
		}
		if unchanged, touched := r.state.isUnchanged(r.view, r.cache); unchanged && !r.isPending() {
			return r.leave(touched), nil
		}
		if err := r.early(ctx); err != nil {
			return false, err
		}
	}
	isPart := r.state.Live != nil
	records, err := r.read(ctx)
	if err != nil {
		return false, err
	}
	defer func() { _ = records.Close() }() // a temporary file
	r.report.Notes = records.Notes
	if r.view != nil {
		r.report.Notes = append(r.view.Notes(), r.report.Notes...)
	}
	d, err := r.compare(records, isPart)
	if err != nil {
		return false, err
	}
	return true, r.apply(ctx, records, d)
}

// leave reports that the files of the source did not change. If their times did,
// the state has new ones.
func (r *run) leave(touched bool) (changed bool) {
	r.report.Unchanged = true
	if touched {
		r.state.At = r.Now()
	}
	return touched
}

// isPending reports whether something of the last sync is left to be done, which
// this one can do.
func (r *run) isPending() bool {
	return r.state.Last.Err != "" || r.state.Last.Pending || r.options.Force && r.state.Last.Withheld > 0
}

// viewOf returns the folder of a source, without what other sources read, and its
// file if it is only one.
func (s *Syncer) viewOf(source *config.Source) (view *folder.Folder, file string, err error) {
	info, err := s.folder.Stat(source.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", fmt.Errorf("%s does not exist, or is left out; expected the path of source %q in %s",
			source.Path, source.Name, config.Name)
	}
	if err != nil {
		return nil, "", err
	}
	dir := source.Path
	if !info.IsDir() {
		dir, file = path.Split(source.Path)
		dir = path.Clean(dir)
	}
	if view, err = s.folder.In(dir); err != nil {
		return nil, "", err
	}
	return view.Without(append(s.claimed(source, dir), source.Exclude...)...), file, nil
}

// claimed returns the folders in a folder that belong to more particular
// sources: those with a path of their own, and those of tools. Exports leave the rest of
// their folder to others.
func (s *Syncer) claimed(source *config.Source, dir string) (patterns []string) {
	for i := range s.Config.Sources {
		other := &s.Config.Sources[i]
		if other.Name == source.Name || other.IsLive() {
			continue
		}
		claimed := other.Path
		if view, err := s.folder.In(other.Path); err == nil {
			if format, err := s.Format(other.From); err == nil {
				finding, _ := format.Detect(view)
				if finding.Top {
					continue
				}
				claimed = path.Join(other.Path, finding.Path)
			}
		}
		if inner, is := within(claimed, dir); is {
			patterns = append(patterns, "/"+inner)
		}
	}
	return patterns
}

// within returns a path from a folder that it is in.
func within(name, dir string) (string, bool) {
	if dir == "." {
		return name, name != "."
	}
	return strings.CutPrefix(name, dir+"/")
}

// read reads the source.
func (r *run) read(ctx context.Context) (*sources.Records, error) {
	format, err := r.Format(r.source.From)
	if err != nil {
		return nil, err
	}
	options := r.readOptions(ctx)
	if r.source.IsLive() {
		return sources.Fetch(ctx, format, r.source.Path, options)
	}
	return sources.Read(ctx, format, r.view, options)
}

// readOptions returns how the source is read.
func (r *run) readOptions(ctx context.Context) sources.Options {
	options := sources.Options{
		Project: r.Config.ID, Name: r.Config.Project, File: r.file,
		Mapping: r.source.Map, KeepEmails: r.source.KeepEmails, KeepBots: r.source.KeepBots, Cache: r.cache,
	}
	if r.source.IsLive() {
		options.Live = sources.Live{Token: r.Token, State: r.state.Live}
	} else {
		options.Created = r.state.createdIn(r.view, func() map[string]time.Time { return r.history(ctx) })
	}
	return options
}

// history returns when the files were committed that are new since the state. It
// reads the history once.
func (r *run) history(ctx context.Context) map[string]time.Time {
	if r.added == nil {
		r.added = map[string]time.Time{}
		if r.head = r.view.Head(); r.head != r.state.Head {
			r.added = r.view.Added(ctx, r.state.Head)
		}
	}
	return r.added
}

// apply writes what changed.
func (r *run) apply(ctx context.Context, records *sources.Records, d *diff) error {
	if err := r.settle(ctx, records, d); err != nil {
		return err
	}
	if err := r.importLines(ctx, records, d); err != nil {
		return err
	}
	if err := r.setRevision(ctx); err != nil {
		return err
	}
	r.state.Records = d.all()
	r.state.At = r.Now()
	if r.view != nil {
		r.state.setFiles(r.view)
	}
	if r.head != "" {
		r.state.Head = r.head
	}
	r.state.Live = records.State
	r.report.Withheld = d.withheld
	r.state.Last = Summary{
		Counts: countsOf(r.state.Records), Problems: problems(r.report.Notes), Withheld: d.withheld, Pending: r.report.Pending,
	}
	if r.report.Import != nil {
		for _, reject := range r.report.Import.Rejects {
			r.state.Last.Problems = append(r.state.Last.Problems, reject.Place+": "+reject.Reason)
		}
		r.state.Last.Conflicts = conflicts(r.report.Import.Conflicts)
	}
	return nil
}

// settle gives what is new its ids, and finds what vanished.
func (r *run) settle(ctx context.Context, records *sources.Records, d *diff) error {
	if err := (&moving{r}).move(ctx, records, d); err != nil {
		return err
	}
	r.withhold(d)
	if err := r.identify(ctx, d); err != nil {
		return err
	}
	return r.relink(records, d)
}

// countsOf returns the numbers of records by kind.
func countsOf(records []record) map[graph.Kind]int {
	counts := map[graph.Kind]int{}
	for i := range records {
		counts[records[i].Kind]++
	}
	return counts
}

// importLines imports the lines that changed, and deletes what vanished. Lines that
// are rejected are not known afterwards, so that the next sync tries them again.
func (r *run) importLines(ctx context.Context, records *sources.Records, d *diff) error {
	vanished := r.vanished(d)
	isFirst := len(r.state.Records) == 0 && records.State == nil && len(r.unread()) == 0
	if len(d.lines)+len(vanished) == 0 {
		return nil
	}
	rejected := map[int]bool{}
	report, err := ndjson.Import(ctx, r.Store, d.reader(records, d.ids()), ndjson.Options{
		Source: r.source.Name, Complete: true, OnConflict: r.options.OnConflict, OnError: ndjson.Skip, Analyse: r.Analyse,
		Progress: r.options.Progress,
		Prune:    r.project != "" && (isFirst || len(vanished) > 0), Project: r.project, Vanished: vanished, Force: r.options.Force ||
			len(vanished) > 0, Withhold: true,
		Position: func(line int) string {
			rejected[line] = true
			return r.place(records.Position(d.lines[line-1]))
		},
	})
	if err != nil {
		return fmt.Errorf("import %s: %w", r.source.Name, err)
	}
	for _, conflict := range report.Conflicts {
		delete(rejected, conflict.Line) // only its place was asked for
	}
	r.count(report, d)
	good := d.fresh[:0]
	for i, one := range d.fresh {
		if !rejected[i+1] {
			good = append(good, one)
		}
	}
	d.fresh = good
	return nil
}

// count adds what was imported to the report, and what vanished to the state.
func (r *run) count(report *ndjson.Report, d *diff) {
	r.report.Import = withEarly(report, r.report.Import)
	for i := range d.gone {
		if one := &d.gone[i]; one.isNode() {
			r.state.Removed[one.key()] = one.id()
		}
	}
	for i := range d.fresh {
		delete(r.state.Removed, d.fresh[i].key())
	}
	if report.Written == nil {
		return
	}
	d.withheld += report.Written.Withheld
	for _, spec := range graph.Kinds {
		r.report.Deleted += report.Written.Deleted[spec.Kind]
		r.report.Revived += report.Written.Revived[spec.Kind]
	}
}

// place returns a position in the source as a path from the folder of
// dossier.yaml.
func (r *run) place(pos sources.Position) string {
	if pos.File == "" {
		return ""
	}
	if dir := r.source.Path; !r.source.IsLive() && dir != "." && r.file == "" {
		pos.File = path.Join(dir, pos.File)
	} else if r.file != "" {
		pos.File = path.Join(path.Dir(dir), pos.File)
	}
	return pos.String()
}
