package syncer

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"dossier/ndjson"
	"dossier/sources"
	"dossier/sources/folder"
)

// maxEarly is how many files are read before the whole folder is, by eye: an editor
// saves one or a few at once.
const maxEarly = 20

// early imports what entities of the files that changed became, if they have the same
// names as before, so that the next answer has it while the whole folder is read. That
// finds all else: what is new, what vanished, and links. An entity that this cannot
// import is left to it, too, and so are errors.
func (r *run) early(ctx context.Context) error {
	files := r.edited()
	format, err := r.Format(r.source.From)
	if err != nil || format.Again == nil || len(files) == 0 || len(files) > maxEarly || r.file != "" || r.isPending() {
		return nil
	}
	records, is := sources.Again(format, r.view, r.readOptions(ctx), files)
	defer func() { _ = records.Close() }() // a temporary file
	if !is {
		return nil
	}
	known, d := r.updates(records, files)
	if len(d.lines) == 0 {
		return nil
	}
	if err := r.importLines(ctx, records, d); err != nil {
		return err
	}
	if r.report.Import.Rejected == 0 {
		for i, at := range known {
			r.state.Records[at].Hash = d.fresh[i].Hash
		}
	}
	return nil
}

// edited returns the files of the folders that changed that have another size or time
// than they had.
func (r *run) edited() (files []string) {
	for _, changed := range r.options.Changed {
		inner, err := filepath.Rel(r.view.Root(), changed)
		if err != nil {
			continue
		}
		entries, err := r.view.ReadDir(filepath.ToSlash(inner))
		if err != nil {
			continue // it is elsewhere, or gone
		}
		for _, entry := range entries {
			name := filepath.ToSlash(filepath.Join(inner, entry.Name()))
			info, err := entry.Info()
			if was := r.state.file(name); err == nil && was != nil && was.Read && (was.Size != info.Size() || !was.Time.Equal(info.ModTime())) {
				files = append(files, name)
			}
		}
	}
	return files
}

// file returns the file with a path, nil for none.
func (s *State) file(path string) *file {
	at, is := slices.BinarySearchFunc(s.Files, path, func(one file, path string) int { return strings.Compare(one.Path, path) })
	if !is {
		return nil
	}
	return &s.Files[at]
}

// updates returns the lines of entities of some files that changed and whose entities are
// known, and the indexes of these in the state.
func (r *run) updates(read *sources.Records, files []string) (known []int, d *diff) {
	of := map[string]int{} // the indexes by their keys
	for i := range r.state.Records {
		if one := &r.state.Records[i]; one.isEntity() && slices.Contains(files, one.File) {
			of[one.key()] = i
		}
	}
	d = &diff{kept: r.state.Records}
	for number, line := range linesOf(read.Reader()) {
		one, err := recordOf(line)
		at, is := of[one.key()]
		if err != nil || !is {
			continue
		}
		was := &r.state.Records[at]
		one.Hash, one.ID, one.File = folder.HashOf(line), was.ID, was.File
		if one.Hash != was.Hash {
			known, d.lines, d.fresh = append(known, at), append(d.lines, number), append(d.fresh, one)
		}
	}
	return known, d
}

// withEarly adds to the report of an import what was imported early.
func withEarly(report, early *ndjson.Report) *ndjson.Report {
	if early == nil {
		return report
	}
	report.Lines += early.Lines
	report.Counts.Updated += early.Counts.Updated
	report.Counts.Kept += early.Counts.Kept
	report.Counts.Revived += early.Counts.Revived
	report.Counts.Conflicts += early.Counts.Conflicts
	report.Conflicts = slices.Concat(early.Conflicts, report.Conflicts)
	return report
}
