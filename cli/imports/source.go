package imports

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dossier/cli/terminal"
	"dossier/graph"
	"dossier/sources"
	"dossier/sources/archive"
	"dossier/sources/config"
	"dossier/sources/folder"
	"dossier/sources/formats"
)

// sourceFlags are the flags of the commands that read sources once.
type sourceFlags struct {
	From       string `complete:"format" placeholder:"FORMAT" help:"${sourceFrom}"`
	Project    string `placeholder:"NAME" help:"The name of the project, by default that of dossier.yaml or of the folder."`
	Map        string `placeholder:"FILE" help:"${sourceMap}"`
	KeepEmails bool   `help:"Keep the e-mail addresses of people."`

	unpacked []string // temporary folders of archives
}

// ndjsonFormat is the value of --from for files in the import format.
const ndjsonFormat = "ndjson"

// FromValues returns the values of --from.
func FromValues() []string { return append(formats.Names(), ndjsonFormat) }

// format returns the format that --from names.
func (f *sourceFlags) format() (*sources.Format, error) {
	format, err := formats.Named(f.From)
	if err != nil {
		return nil, graph.BadInput("from", "unknown format %q; expected one of %s", graph.Truncate(f.From, 60), strings.Join(FromValues(), ", "))
	}
	return format, nil
}

// A located source is something that a format can read.
type located struct {
	format *sources.Format
	name   string // of the source, for merging
	what   string // what it is, for reports
	fsys   fs.FS  // nil if url is set
	file   string // the only file to read, "" for all
	url    string // of a live source
	dir    string // the absolute path of fsys
}

// locate returns the sources that an argument names, none if it is a file in the
// import format.
func (f *sourceFlags) locate(argument string) ([]located, error) {
	switch {
	case f.From == ndjsonFormat:
		return nil, nil
	case argument == "-" && f.From != "":
		return nil, graph.BadInput("from", "standard input is read as NDJSON; expected a file or a folder for %s", f.From)
	case argument == "-":
		return nil, nil
	case config.IsURL(argument) && !exists(argument):
		return f.locateURL(argument)
	}
	info, err := os.Stat(argument)
	switch {
	case err != nil:
		return nil, graph.BadInput("", "open %s: %v", argument, errors.Unwrap(err))
	case info.IsDir():
		return f.locateFolder(argument)
	case !info.Mode().IsRegular():
		return nil, nil
	case archive.Is(argument):
		return f.locateArchive(argument)
	}
	return f.locateFile(argument)
}

// maxUnpacked is how many bytes the files of an archive may have, by eye.
const maxUnpacked = 4 << 30

// locateArchive returns what an archive has, as what the folder with its name would have.
// It is unpacked until removeUnpacked is called.
func (f *sourceFlags) locateArchive(argument string) ([]located, error) {
	made, err := os.MkdirTemp("", "dossier-archive-*")
	if err != nil {
		return nil, fmt.Errorf("unpack %s: %w", argument, err)
	}
	f.unpacked = append(f.unpacked, made)
	root, err := archive.Unpack(argument, argument, filepath.Join(made, ".unpacked"), maxUnpacked)
	if err != nil {
		return nil, fmt.Errorf("unpack %s: %w", argument, err)
	}
	named := filepath.Join(made, strings.TrimSuffix(filepath.Base(argument), filepath.Ext(argument)))
	if err := os.Rename(root, named); err != nil {
		return nil, fmt.Errorf("unpack %s: %w", argument, err)
	}
	if entries, err := os.ReadDir(named); err == nil && len(entries) == 1 && !entries[0].IsDir() {
		return f.locateFile(filepath.Join(named, entries[0].Name()))
	}
	return f.locateFolder(named)
}

// removeUnpacked removes the files of archives, whose records have been read.
func (f *sourceFlags) removeUnpacked() {
	for _, made := range f.unpacked {
		_ = os.RemoveAll(made) // a temporary folder
	}
	f.unpacked = nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// locateURL returns a live source.
func (f *sourceFlags) locateURL(url string) ([]located, error) {
	format := formats.At(url)
	if f.From != "" {
		named, err := f.format()
		if err != nil {
			return nil, err
		}
		if format != named {
			format = nil
		}
	}
	if format == nil {
		return nil, graph.BadInput("", "%s is of no known service; expected a file, a folder, or a URL such as github:owner/name",
			graph.Truncate(url, 100))
	}
	return []located{{format: format, name: format.Name + ":" + format.LabelOf(url), what: format.Title, url: url}}, nil
}

// locateFolder returns what a folder has, one source for each format.
func (f *sourceFlags) locateFolder(argument string) ([]located, error) {
	view, err := folder.Open(argument)
	if err != nil {
		return nil, graph.BadInput("", "open %s: %v", argument, errors.Unwrap(err))
	}
	if f.From != "" {
		format, err := f.format()
		if err != nil {
			return nil, err
		}
		return []located{{format: format, name: sourceName(format, argument), what: format.Title, fsys: view, dir: view.Root()}}, nil
	}
	found := formats.In(view)
	if len(found) == 0 {
		view, found = inFolderAround(view.Root())
	}
	if len(found) == 0 {
		return nil, graph.BadInput("", "%s has nothing of a known format; expected a folder with one of %s, or --from", argument,
			strings.Join(formats.Names(), ", "))
	}
	var list []located
	for i, one := range found {
		var others []string
		for j, other := range found {
			if i != j && other.Path != "." && other.Path != one.Path {
				others = append(others, "/"+other.Path)
			}
		}
		list = append(list, located{
			format: one.Format, name: sourceName(one.Format, argument), what: described(one),
			fsys: view.Without(others...), dir: view.Root(),
		})
	}
	return list, nil
}

// inFolderAround returns what the folder around one has in it, for a folder of a
// tool, such as .beads, that was named itself.
func inFolderAround(dir string) (*folder.Folder, []formats.Found) {
	around, err := folder.OpenOnly(filepath.Dir(dir), filepath.Base(dir))
	if err != nil {
		return nil, nil
	}
	return around, slices.DeleteFunc(formats.In(around), func(one formats.Found) bool { return one.Path == "." })
}

// described returns what was found.
func described(found formats.Found) string {
	where := found.Path
	if where == "." {
		where = "the folder"
	}
	if found.Files > 1 {
		where += fmt.Sprintf(", %d files", found.Files)
	}
	return where + ": " + cmp.Or(found.What, found.Format.Title)
}

// locateFile returns a file of a known format as a source.
func (f *sourceFlags) locateFile(argument string) ([]located, error) {
	dir, err := filepath.Abs(filepath.Dir(argument))
	if err != nil {
		return nil, err
	}
	one := located{fsys: os.DirFS(dir), file: filepath.Base(argument), dir: dir}
	if f.From != "" {
		one.format, err = f.format()
	} else if one.format, err = formats.Of(one.fsys, one.file); err != nil {
		err = graph.BadInput("from", "%v", err)
	}
	if err != nil {
		return nil, err
	}
	if one.format != nil {
		one.name, one.what = sourceName(one.format, argument), one.format.Title
		return []located{one}, nil
	}
	head, err := sources.Head(one.fsys, one.file, 64<<10)
	if err != nil || mayBeNDJSON(argument, head) {
		return nil, nil //nolint:nilerr // the import reports the error
	}
	return nil, graph.BadInput("", "%s %s; expected --from with one of %s, or a folder", argument, unknownForm(head),
		strings.Join(formats.Names(), ", "))
}

// unknownForm says what a file of no known format is.
func unknownForm(head []byte) string {
	switch text := bytes.TrimSpace(head); {
	case bytes.HasPrefix(text, []byte("PK\x03\x04")):
		return "is a document of an office, which is not read: save it as CSV, .xlsx or Markdown"
	case bytes.HasPrefix(text, []byte("<")):
		return "is XML or HTML, which is not read: export it as JSON or CSV"
	case slices.Contains([]string{"[]", "{}", "null"}, string(text)):
		return "is JSON with nothing in it"
	}
	return "is not NDJSON, and of no known format"
}

// mayBeNDJSON reports whether a file is to be read as the import format: whether
// its first line is a JSON object, or it is packed, in another encoding, or empty.
func mayBeNDJSON(name string, head []byte) bool {
	line, _, _ := bytes.Cut(bytes.TrimLeft(head, " \t\r\n"), []byte("\n"))
	switch ext := strings.ToLower(filepath.Ext(name)); {
	case ext == ".ndjson", ext == ".gz", len(line) == 0, bytes.HasPrefix(head, []byte("\x1f\x8b")), bytes.HasPrefix(head, []byte("\xff\xfe")):
		return true
	case ext == ".json":
		return bytes.Contains(line, []byte(`"kind"`))
	}
	return line[0] == '{'
}

// sourceName returns the name of a source that is no source of dossier.yaml.
func sourceName(format *sources.Format, argument string) string {
	if whole, err := filepath.Abs(argument); err == nil {
		argument = whole
	}
	return format.Name + ":" + filepath.Base(argument)
}

// general are the names of folders that say nothing about the project in them.
var general = []string{"docs", "doc", "notes", "wiki", "backlog", ".backlog", ".beads", ".taskmaster", "tasks", "src", "decisions", "adr"}

// projectName returns the name of the project of a source.
func (f *sourceFlags) projectName(one *located, workspace *config.Config) string {
	if f.Project != "" {
		return f.Project
	}
	if one.url != "" {
		return one.format.LabelOf(one.url)
	}
	if workspace != nil && (one.dir == workspace.Dir || strings.HasPrefix(one.dir, workspace.Dir+string(filepath.Separator))) {
		return workspace.Project
	}
	dir := one.dir
	for slices.Contains(general, strings.ToLower(filepath.Base(dir))) {
		dir = filepath.Dir(dir)
	}
	return filepath.Base(dir)
}

// read reads a source. joined is the project that --project names, nil if there is
// none yet.
func (f *sourceFlags) read(ctx context.Context, one *located, workspace *config.Config, joined *graph.Project) (*sources.Records, error) {
	options := sources.Options{Name: f.projectName(one, workspace), File: one.file, KeepEmails: f.KeepEmails}
	switch options.Project = config.ID(options.Name); {
	case joined != nil:
		options.Project, options.Name = graph.Or(joined.ExternalID, joined.ID), joined.Name
	case workspace != nil && options.Name == workspace.Project:
		options.Project = workspace.ID
	}
	if f.Map != "" {
		mapping, err := config.ReadMapping(f.Map)
		if err != nil {
			return nil, graph.BadInput("map", "%v", err)
		}
		options.Mapping = mapping
	}
	if one.url != "" {
		options.Live.Token = os.Getenv("GITHUB_TOKEN")
		return sources.Fetch(ctx, one.format, one.url, options)
	}
	options.Created = createdIn(ctx, one.fsys)
	return sources.Read(ctx, one.format, one.fsys, options)
}

// createdIn returns the function for the times at which files were first
// committed, or else were modified.
func createdIn(ctx context.Context, fsys fs.FS) func(path string) time.Time {
	var added map[string]time.Time
	if view, is := fsys.(*folder.Folder); is {
		added = view.Added(ctx, "")
	}
	return func(path string) time.Time {
		if at, known := added[path]; known {
			return at
		}
		info, err := fs.Stat(fsys, path)
		if err != nil {
			return time.Time{}
		}
		return info.ModTime().UTC()
	}
}

// firstShown is how many notes of a kind, and how many examples, are printed. By eye.
const firstShown = 10

// printNotes prints the notes about a source, of each kind the first ones, or all.
func printNotes(out io.Writer, notes []sources.Note, all bool) {
	for _, kind := range []sources.NoteKind{sources.Rejected, sources.Skipped, sources.Warned, sources.Lost} {
		count := 0
		for _, note := range notes {
			if note.Kind != kind {
				continue
			}
			if count++; all || count <= firstShown {
				fmt.Fprintf(out, "%s: %s: %s%s\n", cmp.Or(note.Pos.String(), "the source"), kind, note.Text, places(note.Count))
			}
		}
		if more := count - firstShown; more > 0 && !all {
			fmt.Fprintf(out, "%d more %s\n", more, kind)
		}
	}
}

// places returns in how many further places a note applies.
func places(count int) string {
	if count <= 1 {
		return ""
	}
	return fmt.Sprintf(" (%d times)", count)
}

// printExamples prints what a source becomes: the counts by kind, and the first
// entities.
func printExamples(out io.Writer, read *sources.Records) {
	fmt.Fprintln(out, countsText(read.Counts))
	for _, example := range read.Examples[:min(firstShown, len(read.Examples))] {
		fmt.Fprintln(out, exampleText(example.Pos, example.Fields))
	}
}

// exampleText returns a line about an entity.
func exampleText(pos sources.Position, fields map[string]any) string {
	kind := graph.Kind(fmt.Sprint(fields["kind"]))
	title := ""
	if spec := graph.SpecOf(kind); spec != nil {
		title, _ = fields[spec.Label].(string)
	}
	line := fmt.Sprintf("  %s %v: %s", kind, fields["id"], title)
	if state, is := fields["state_key"]; is {
		line += fmt.Sprintf(" (%v)", state)
	}
	return line + "  ← " + pos.String()
}

// countsText returns counts by kind, the entities in the order of the kinds.
func countsText(counts map[graph.Kind]int) string {
	var parts []string
	for _, spec := range graph.Kinds {
		if n := counts[spec.Kind]; n > 0 && spec.Kind != graph.KindProject {
			parts = append(parts, terminal.Plural(n, string(spec.Kind), spec.Plural))
		}
	}
	if n := counts[graph.KindEdge]; n > 0 {
		parts = append(parts, terminal.Plural(n, "edge", "edges"))
	}
	return cmp.Or(strings.Join(parts, ", "), "nothing")
}

// explain prints every line that a source becomes, with its place.
func explain(out io.Writer, read *sources.Records) error {
	lines := json.NewDecoder(read.Reader())
	for number := 1; lines.More(); number++ {
		var fields map[string]any
		if err := lines.Decode(&fields); err != nil {
			return fmt.Errorf("read a line of the source: %w", err)
		}
		switch pos := read.Position(number); {
		case fields["kind"] == string(graph.KindEdge):
			fmt.Fprintf(out, "    %v %v %v\n", fields["src_id"], fields["rel"], fields["dst_id"])
		case pos.File != "":
			fmt.Fprintln(out, exampleText(pos, fields))
		}
	}
	return nil
}

// inSource returns the path of a position in a source from the argument that names
// it.
func (l *located) inSource(argument string, pos sources.Position) string {
	if pos.File != "" && l.file == "" && l.url == "" {
		pos.File = path.Join(filepath.ToSlash(argument), pos.File)
	}
	return pos.String()
}
