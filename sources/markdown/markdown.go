// Package markdown reads folders of Markdown: documents, decision records,
// proposals, lists of tasks, and the links between them.
package markdown

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"dossier/sources"
	"dossier/sources/csv"
	"dossier/sources/frontmatter"
)

// Format reads a folder of Markdown.
var Format = sources.Format{
	Name:   "markdown",
	Title:  "Markdown files, also .rst, .adoc and .org: documents with their links, decision records, proposals, to-do lists",
	Detect: detect,
	Match:  func(path string, _ []byte) bool { return isText(path) },
	Keeps:  true,
	Again:  Again,
	Read: func(ctx context.Context, fsys fs.FS, opts sources.Options, out *sources.Records) error {
		return Read(ctx, fsys, opts, out, Rules{})
	},
}

// Rules are the additions of a convention for notes to Markdown.
type Rules struct {
	// Notes is set if titles are the names of files, #tags are labels, and
	// "key:: value" are fields.
	Notes bool

	// Skip returns why a file is left out, "" if it is not. It may be nil.
	Skip func(path string) string

	// Day returns the day of a daily note, as 2026-01-31. It may be nil.
	Day func(path string) (day string, ok bool)

	// Text changes the lines of a file to the Markdown that they mean, and returns what is
	// in them as in front matter. It may be nil.
	Text func(path string, lines []string) []frontmatter.Field
}

// Read reads the Markdown files of a folder, or the one file that the options
// name.
func Read(ctx context.Context, fsys fs.FS, opts sources.Options, out *sources.Records, rules Rules) error {
	f := &folder{fsys: fsys, opts: opts, out: out, rules: rules}
	if err := (&finding{f, csv.PagesOfRows(fsys)}).find(); err != nil {
		return err
	}
	if err := f.parse(ctx); err != nil {
		return err
	}
	if len(f.pages) == 0 {
		return errors.New("no Markdown file has any text; expected files such as README.md")
	}
	f.index()
	f.setRecent()
	for _, p := range f.pages {
		f.add(p)
	}
	for _, p := range f.pages {
		f.link(p)
	}
	f.contain()
	f.keep()
	return nil
}

// A folder is the folder that is read.
type folder struct {
	fsys  fs.FS
	opts  sources.Options
	out   *sources.Records
	rules Rules

	files []string
	pages []*page
	names names
	tags  bool // whether #tags are labels

	recent string // the day from which on minutes ask somebody to do something
}

// page is a file that was read.
type page struct {
	*parsed
	path   string
	class  class
	title  string
	number number
	day    string // in its name, of the daily note, or of the meeting; "" for none
	id     string // of the entity that it became

	featureName string   // of a proposal, besides its title
	refs        []ref    // edges that its fields ask for
	tasks       []listed // of its lists
}

// A class is the kind of entity that a file becomes.
type class int

const (
	document class = iota
	decision
	proposal
	todo
	daily
	work
)

func (p *page) pos(line int) sources.Position { return sources.Position{File: p.path, Line: line} }

// lineOf returns the line of the file at an offset of the body.
func (p *parsed) lineOf(offset int) int { return p.head.BodyLine + p.doc.Line(offset) - 1 }

func (p *page) dir() string { return path.Dir(p.path) }

// stem returns the name of the file without its extension.
func (p *page) stem() string { return stem(p.path) }

func stem(name string) string {
	base := path.Base(name)
	return strings.TrimSuffix(base, path.Ext(base))
}

func withoutExt(name string) string { return strings.TrimSuffix(name, path.Ext(name)) }

// isIndex reports whether the page is about the folder that it is in.
func (p *page) isIndex() bool { return isIndexName(p.stem()) || p.stem() == path.Base(p.dir()) }

func isIndexName(stem string) bool {
	return slices.Contains([]string{"readme", "index", "_index"}, strings.ToLower(stem))
}

// add adds what a page becomes.
func (f *folder) add(p *page) {
	switch p.class {
	case decision:
		decisionAdder{f}.addDecision(p)
	case proposal:
		f.addProposal(p)
	case daily:
		f.addDay(p)
	default:
		f.addPlain(p)
	}
	taskAdder{f}.addTasks(p)
	f.addDecided(p)
}

// contain adds edges from the page about a folder to the others in it.
func (f *folder) contain() {
	indexes := map[string]*page{}
	for _, p := range f.pages {
		if p.isIndex() && indexes[p.dir()] == nil && p.class == document {
			indexes[p.dir()] = p
		}
	}
	for _, p := range f.pages {
		dir := p.dir()
		if indexes[dir] == p {
			dir = path.Dir(dir)
		}
		if above := indexes[dir]; above != nil && above != p && p.path != "." {
			f.out.Edge(p.pos(0), sources.Parent, above.id, p.id, nil)
		}
	}
}

// addDay adds a daily note.
func (f *folder) addDay(p *page) {
	day, _ := f.rules.Day(p.path)
	p.id = f.out.Entity(p.pos(1), "signal", withoutExt(p.path), map[string]any{
		"channel": "daily note", "ts": day, "created_at": day, "labels": f.labels(p),
		"payload": map[string]any{"title": p.title, "text": strings.TrimSpace(p.doc.Source)},
	})
	f.names.add(p.path, p)
}

func (f *folder) skipped(file, reason string) {
	f.out.Note(sources.Skipped, sources.Position{File: file}, file+" "+reason)
}
