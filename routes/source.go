package routes

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"

	"dossier/graph"
	"dossier/ndjson"
	"dossier/sources"
	"dossier/sources/config"
	"dossier/sources/formats"
)

// An uploadedSource is a body in another format than NDJSON. The zero value is none.
type uploadedSource struct {
	format  *sources.Format
	file    string // its name, by whose ending some formats differ
	project string // the name of the project
}

// sourceTypes are further media types of bodies in other formats. A browser does not
// send them without a preflight either.
var sourceTypes = []string{"application/json", "text/csv", "text/markdown"}

// defaultFiles are the names of files that have none, by format; others are JSON.
var defaultFiles = map[string]string{"csv": "table.csv", "markdown": "note.md", "obsidian": "note.md", "backlog": "task.md", "beads": "issues.jsonl"}

// sourceIn returns what the parameters of an import say about its format.
func sourceIn(parameters url.Values) (one uploadedSource, err error) {
	one.file, one.project = parameters.Get("file"), parameters.Get("project")
	from := parameters.Get("from")
	switch {
	case from == "" && (one.file != "" || one.project != ""):
		return one, graph.BadInput("from", "expected a format with file and project, one of csv, markdown and others; got none")
	case from == "":
		return one, nil
	case one.project == "":
		return one, graph.BadInput("project", "expected the name of the project that the source is read into; got none")
	}
	if one.format, err = formats.Named(from); err != nil {
		return one, err
	}
	if one.file == "" {
		if one.file = defaultFiles[from]; one.file == "" {
			one.file = "export.json"
		}
	}
	if one.file != filepath.Base(one.file) || !filepath.IsLocal(one.file) {
		return one, graph.BadInput("file", "expected the name of a file without folders; got %q", graph.Truncate(one.file, 60))
	}
	return one, nil
}

// read returns the records of the body that has arrived in a folder, for a project of
// the store or a new one.
func (s *uploadedSource) read(ctx context.Context, store ImportStore, folder string) (*sources.Records, error) {
	inside := filepath.Join(folder, "source")
	err := os.Mkdir(inside, 0o700)
	if err == nil {
		err = os.Rename(filepath.Join(folder, "body"), filepath.Join(inside, s.file))
	}
	if err != nil {
		return nil, graph.Unavailable("the import could not be kept in a temporary file; nothing was written", err)
	}
	options := sources.Options{Project: config.ID(s.project), Name: s.project, File: s.file}
	projects, err := store.Projects(ctx)
	if err != nil {
		return nil, fmt.Errorf("find project %q: %w", s.project, err)
	}
	switch joined, err := graph.JoinedProject(projects, s.project); {
	case err != nil:
		return nil, err
	case joined != nil:
		options.Project, options.Name = graph.Or(joined.ExternalID, joined.ID), joined.Name
	}
	records, err := sources.Read(ctx, s.format, os.DirFS(inside), options)
	if err != nil {
		return nil, fmt.Errorf("read the import: %w", err)
	}
	return records, nil
}

// firstRejected returns the first note about what could not be read, "" for none.
func firstRejected(records *sources.Records) string {
	for _, note := range records.Notes {
		if note.Kind == sources.Rejected {
			return note.Pos.String() + ": " + note.Text
		}
	}
	return ""
}

// A content is what a request imports.
type content struct {
	io.Reader
	notes []string // about what could not be read, the first ones
	close func()
}

// maxNotes is how many notes an answer has, by eye.
const maxNotes = 100

// content returns the lines to import, and sets the options that they need.
func (s *uploadedSource) content(ctx context.Context, store ImportStore, in io.Reader, folder string, options *ndjson.Options) (*content, error) {
	if s.format == nil {
		return &content{Reader: in, close: func() {}}, nil
	}
	records, err := s.read(ctx, store, folder)
	if err != nil {
		return nil, err
	}
	if rejected := firstRejected(records); rejected != "" && len(records.IDs()) == 0 {
		return nil, errors.Join(graph.BadInput("from", "nothing of %s could be read: %s", s.format.Name, rejected), records.Close())
	}
	made := &content{Reader: records.Reader(), close: func() { _ = records.Close() }} // a temporary file
	for _, note := range records.Notes[:min(len(records.Notes), maxNotes)] {
		made.notes = append(made.notes, fmt.Sprintf("%s: %s: %s", note.Pos, note.Kind, note.Text))
	}
	options.Size, options.Complete = 0, true
	options.Position = func(line int) string { return records.Position(line).String() }
	if options.Source == "" {
		options.Source = s.format.Name + ":" + s.file
	}
	return made, nil
}
