// Package csv reads tables of text, such as exports of issue trackers and of
// spreadsheets. It guesses the separator, the encoding and the meaning of columns.
package csv

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/sources"
)

// Format reads a table of which a row is an entity.
var Format = sources.Format{
	Name:   "csv",
	Title:  "a table of tasks, or of another kind (*.csv, *.tsv, *.xlsx)",
	Detect: detect,
	Match:  match,
	Read: func(ctx context.Context, fsys fs.FS, opts sources.Options, out *sources.Records) error {
		return read(ctx, fsys, opts, Tracker{}, out)
	},
}

// A Tracker has the conventions of a tracker's tables.
type Tracker struct {
	Issue, Epic string                   // the marks before numbers in ids
	Single      bool                     // a cell is one sprint or version, also with commas: further ones have columns of their own
	Plans       bool                     // also a single project is a plan
	Markdown    func(text string) string // returns a text in Markdown
}

func detect(fsys fs.FS) (sources.Finding, bool) {
	isOther := func(file string) bool { // an export that another format reads
		head, err := sources.Head(fsys, file, headSize)
		return err == nil && (IsOfJira(head) || IsOfLinear(head) || IsOfGitLab(head) || isOfTodoist(head))
	}
	return sources.FoundFiles(slices.DeleteFunc(filesIn(fsys), isOther), "a task for each row")
}

// headSize is how many bytes of a table say what it is.
const headSize = 64 << 10

// maxFiles is how many tables of a folder are looked at, by eye.
const maxFiles = 20

// filesIn returns the tables of a folder that have a title and something else of a
// task, or dated decisions and the like. A folder of measurements is none of tasks.
func filesIn(fsys fs.FS) []string {
	all := withoutViews(append(sources.FilesIn(fsys, ".", false, ".csv", ".tsv", ".xlsx", ".xlsm"), notionIn(fsys)...))
	return slices.DeleteFunc(all[:min(len(all), maxFiles)], func(file string) bool {
		size := int64(headSize)
		if isWorkbook(file) {
			size = maxUnpacked
		}
		head, err := sources.Head(fsys, file, size)
		if err != nil {
			return true
		}
		tables, err := tablesOf(file, head)
		return err != nil || !slices.ContainsFunc(tables, (*table).hasWork)
	})
}

// hasWork reports whether a table has titles and something else of tasks, or is of another kind
// and has dates.
func (t *table) hasWork() bool {
	isKnown := t.named >= 2 || t.isUnnamed && t.has(status)
	isWork := isKnown && (t.has(status) || t.has(owner) || t.has(due) || t.has(priority) || t.hasTypes())
	return t.has(title) && (isWork || t.kind() != "" && t.has(created))
}

// tablesOf returns the tables of a file: the sheets of a workbook, or one.
func tablesOf(file string, data []byte) ([]*table, error) {
	if bytes.HasPrefix(data, []byte("PK\x03\x04")) {
		return sheetsOf(file, data)
	}
	t := parse(data)
	t.file, t.name = file, strings.TrimSpace(strings.TrimSuffix(ofNotion.ReplaceAllString(path.Base(file), ""), path.Ext(file)))
	return []*table{t}, nil
}

// IsOfJira reports whether a table that begins with head is an export of Jira.
func IsOfJira(head []byte) bool { return beginsWith(head, "Issue key", "Summary") }

// IsOfLinear reports whether a table that begins with head is an export of Linear.
func IsOfLinear(head []byte) bool { return beginsWith(head, "Team", "Title", "Cycle") }

// IsOfGitLab reports whether a table that begins with head is an export of GitLab.
func IsOfGitLab(head []byte) bool {
	return beginsWith(head, "Issue ID", "Author Username", "Created At (UTC)")
}

func isOfTodoist(head []byte) bool { return bytes.HasPrefix(head, []byte("TYPE,CONTENT,")) }

// beginsWith reports whether the first line of a table has all of some names.
func beginsWith(head []byte, names ...string) bool {
	first, _, _ := bytes.Cut(head, []byte("\n"))
	return !slices.ContainsFunc(names, func(name string) bool { return !bytes.Contains(first, []byte(name)) })
}

func match(file string, head []byte) bool {
	switch strings.ToLower(path.Ext(file)) {
	case ".csv", ".tsv", ".xlsx", ".xlsm":
		return true
	case ".txt":
		t := parse(head)
		return t.has(title) && t.has(status)
	}
	return false
}

// read reads a table, or the tables of a folder, for formats whose exports are
// tables.
func read(ctx context.Context, fsys fs.FS, opts sources.Options, tracker Tracker, out *sources.Records) error {
	files := []string{opts.File}
	if opts.File == "" {
		files = filesIn(fsys)
	}
	if len(files) == 0 {
		return graph.BadInput("path", "no table with a title and a status, an owner, a due date or a priority; expected such a .csv file")
	}
	for _, file := range files {
		text, err := fs.ReadFile(fsys, file)
		if err != nil {
			return fmt.Errorf("read %s: %w", file, err)
		}
		tables, err := tablesOf(file, text)
		if err != nil {
			out.Note(sources.Rejected, sources.Position{File: file}, err.Error())
			continue
		}
		pages := pagesOf(fsys, file)
		for _, t := range tables {
			t.tracker, t.isOneOfMany = tracker, len(tables) > 1
			if err := t.read(ctx, pages, opts, out); err != nil {
				return err
			}
		}
	}
	return nil
}

// ReadSome reads those of some files of a tracker that are tables, and returns the
// others.
func ReadSome(ctx context.Context, fsys fs.FS, files []string, opts sources.Options, tracker Tracker,
	out *sources.Records) (others []string,
	err error) {
	for _, file := range files {
		if !strings.EqualFold(path.Ext(file), ".csv") {
			others = append(others, file)
			continue
		}
		opts.File = file
		if err := read(ctx, fsys, opts, tracker, out); err != nil {
			return nil, err
		}
	}
	return others, nil
}

// read adds the rows of the table.
func (t *table) read(ctx context.Context, pages map[string]string, opts sources.Options, out *sources.Records) error {
	t.mapColumns(opts.Mapping.Fields)
	t.dropSums()
	if problem := t.unreadable(); problem != "" {
		kind := sources.Rejected
		if t.isOneOfMany { // beside tables there are remarks, charts and lists of choices
			kind, problem = sources.Skipped, "the sheet "+t.name+": "+problem
		}
		out.Note(kind, sources.Position{File: t.file, Line: t.headerLine}, problem)
		return nil
	}
	for _, problem := range t.problems {
		out.Note(problem.kind, sources.Position{File: t.file, Line: problem.line}, problem.text)
	}
	r := newReading(t, opts, out)
	r.pages = pages
	if opts.Mapping.Kind == "" && t.isRecords() {
		r.addRecords()
		return nil
	}
	return r.read(ctx)
}

// unreadable returns why no row of the table can be read, "" if they can.
func (t *table) unreadable() string {
	switch {
	case len(t.rows) == 0:
		return "no rows; expected a row of names of columns, and rows below it"
	case !t.has(title) && !t.has(id):
		return fmt.Sprintf("no column is known as a title or an id among %s; expected one, or fields of the mapping",
			graph.Truncate(strings.Join(t.header, ", "), 200))
	}
	return ""
}

// A Row is a row of a table that is no text: its cells, as many as there are columns, and the
// line at which it begins.
type Row struct {
	Cells []string
	Line  int
}

// ReadRows reads a table with the names of its columns, as a file of it is read.
func ReadRows(ctx context.Context, file string, header []string, rows []Row, opts sources.Options, out *sources.Records) error {
	t := &table{file: file, header: header, written: header}
	for _, r := range rows {
		t.rows = append(t.rows, row{r.Cells, r.Line})
	}
	t.guess()
	t.mapColumns(opts.Mapping.Fields)
	return newReading(t, opts, out).read(ctx)
}

// IsWork reports whether names of columns are those of work: when it is due or who has it,
// how far it is, and something more.
func IsWork(header []string) bool {
	found := map[role]bool{}
	for _, name := range header {
		of, _ := roleOf(name)
		found[of] = true
	}
	isOver := found[status] || found[completed] || found[isDone]
	others := 0
	for _, of := range []role{owner, due, priority, labels, created, updated, id} {
		if found[of] {
			others++
		}
	}
	return isOver && others >= 2 || found[owner] && found[due]
}
