package routes

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"dossier/graph"
	"dossier/graph/called"
	"dossier/ndjson"
	"dossier/sources"
	"dossier/sources/archive"
	"dossier/sources/config"
	"dossier/sources/folder"
	"dossier/sources/formats"
)

// An uploadedSource is a body in another format than NDJSON. The zero value is none.
type uploadedSource struct {
	format  *sources.Format // nil for that which is found in an archive
	file    string          // its name, by whose ending some formats differ
	project string          // the name of the project
	zipped  bool            // whether the body is an archive of a folder
	others  []string        // further formats that were found in the archive
}

// zipType is the media type of an archive, as pages send a folder.
const zipType = "application/zip"

// sourceTypes are further media types of bodies in other formats. A browser does not
// send them without a preflight either.
var sourceTypes = []string{"application/json", "text/csv", "text/markdown"}

// defaultFiles are the names of files that have none, by format; others are JSON.
var defaultFiles = map[string]string{"csv": "table.csv", "markdown": "note.md", "obsidian": "note.md", "logseq": "page.md",
	"backlog": "task.md", "beads": "issues.jsonl"}

// sourceIn returns what a request says about the format of its body.
func sourceIn(r *http.Request) (one uploadedSource, err error) {
	parameters := r.URL.Query()
	one.file, one.project = parameters.Get("file"), parameters.Get("project")
	one.zipped = mediaOf(r) == zipType
	from := parameters.Get("from")
	switch {
	case one.zipped && one.file != "":
		return one, graph.BadInput("file", "expected none for an archive, whose files have names; got %q", graph.Truncate(one.file, 60))
	case from == "" && !one.zipped && (one.file != "" || one.project != ""):
		return one, graph.BadInput("from", "expected a format with file and project, one of csv, markdown and others; got none")
	case from == "" && !one.zipped:
		return one, nil
	case one.project == "":
		return one, graph.BadInput("project", "expected the name of the project that the source is read into; got none")
	case from != "":
		one.format, err = formats.Named(from)
	}
	if err != nil || one.zipped {
		return one, err
	}
	return one, one.nameFile()
}

// nameFile gives the file a name, unless the request has given it one.
func (s *uploadedSource) nameFile() error {
	s.file = cmp.Or(s.file, defaultFiles[s.format.Name], "export.json")
	if s.file != filepath.Base(s.file) || !filepath.IsLocal(s.file) {
		return graph.BadInput("file", "expected the name of a file without folders; got %q", graph.Truncate(s.file, 60))
	}
	return nil
}

// read returns the records of the body that has arrived in a folder, for a project of
// the store or a new one.
func (s *uploadedSource) read(ctx context.Context, store ImportStore, folder string, most int64) (*sources.Records, error) {
	fsys, err := s.files(folder, most)
	if err != nil {
		return nil, err
	}
	options := sources.Options{Project: config.ID(s.project), Name: s.project, File: s.file}
	projects, err := store.Projects(ctx)
	if err != nil {
		return nil, fmt.Errorf("find project %q: %w", s.project, err)
	}
	switch joined, err := called.JoinedProject(projects, s.project); {
	case err != nil:
		return nil, err
	case joined != nil:
		options.Project, options.Name = graph.Or(joined.ExternalID, joined.ID), joined.Name
	}
	records, err := sources.Read(ctx, s.format, fsys, options)
	if err != nil {
		return nil, fmt.Errorf("read the import: %w", err)
	}
	return records, nil
}

// files returns the files of the body that has arrived in a folder.
func (s *uploadedSource) files(folder string, most int64) (fs.FS, error) {
	body, inside := filepath.Join(folder, "body"), filepath.Join(folder, "source")
	err := os.Mkdir(inside, 0o700)
	if err == nil && s.zipped {
		if inside, err = archive.Unpack("body", body, inside, most); err == nil {
			return s.detect(inside)
		}
	} else if err == nil {
		err = os.Rename(body, filepath.Join(inside, s.file))
	}
	if _, refused := errors.AsType[*graph.Error](err); err != nil && !refused {
		err = graph.Unavailable("the import could not be kept in a temporary file; nothing was written", err)
	}
	return os.DirFS(inside), err
}

// detect finds the format of an archive's files, unless the request has named it, and
// returns those that are of it.
func (s *uploadedSource) detect(inside string) (fs.FS, error) {
	view, err := folder.Open(inside)
	if err != nil {
		return nil, fmt.Errorf("open the archive's folder: %w", err)
	}
	found := formats.In(view)
	if s.format == nil && len(found) == 0 {
		return view, s.detectFile(view)
	}
	if s.format == nil {
		s.format = found[0].Format
	}
	var without []string
	for _, other := range found {
		if other.Format == s.format {
			continue
		}
		s.others = append(s.others, other.Format.Name)
		if other.Path != "." {
			without = append(without, "/"+other.Path)
		}
	}
	return view.Without(without...), nil
}

// detectFile finds the format of the only file of an archive.
func (s *uploadedSource) detectFile(view fs.FS) error {
	entries, err := fs.ReadDir(view, ".")
	if err == nil && len(entries) == 1 && !entries[0].IsDir() {
		s.file = entries[0].Name()
		s.format, err = formats.Of(view, s.file)
	}
	if err != nil {
		return fmt.Errorf("read the archive's folder: %w", err)
	}
	if s.format == nil {
		return graph.BadInput("body", "nothing in it is of a known format; expected an archive with one of %s",
			strings.Join(formats.Names(), ", "))
	}
	return nil
}

// A content is the content of an import request.
type content struct {
	io.Reader
	notes  []string // about what could not be read, the first ones
	others []string // formats of the archive that are not read
	close  func()
}

// maxNotes is how many notes an answer has, by eye.
const maxNotes = 100

// content returns the lines to import, and sets the options that they need.
func (s *uploadedSource) content(ctx context.Context, store ImportStore, in io.Reader, folder string,
	options *ndjson.Options) (*content, error) {
	if s.format == nil && !s.zipped {
		return &content{Reader: in, close: func() {}}, nil
	}
	records, err := s.read(ctx, store, folder, options.MaxUnpacked)
	if err != nil {
		return nil, err
	}
	if nothing := records.Nothing(); nothing != nil {
		return nil, errors.Join(nothing, records.Close())
	}
	made := &content{Reader: records.Reader(), others: s.others, close: func() { _ = records.Close() }} // a temporary file
	for _, note := range records.Notes[:min(len(records.Notes), maxNotes)] {
		made.notes = append(made.notes, fmt.Sprintf("%s: %s: %s", note.Pos, note.Kind, note.Text))
	}
	options.Size, options.Complete = 0, true
	options.Position = func(line int) string { return records.Position(line).String() }
	if options.Source == "" {
		options.Source = s.format.Name + ":" + cmp.Or(s.file, s.project)
	}
	return made, nil
}
