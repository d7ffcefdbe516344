package markdown

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"dossier/sources"
	"dossier/sources/markdown/convert"
)

// maxFile is the size above which a file is no text that somebody wrote, by eye.
const maxFile = 16 << 20

// detect looks at the names in a folder.
func detect(fsys fs.FS) (sources.Finding, bool) {
	if exists(fsys, ".obsidian") || exists(fsys, "logseq/config.edn") {
		return sources.Finding{}, false
	}
	count := countIn(fsys)
	if count.all == 0 {
		return sources.Finding{}, false
	}
	return sources.Finding{Path: ".", Files: count.all, What: count.String()}, true
}

// Find returns the finding of a folder of pages in another program's form, given what they
// become. It counts up to some thousand, and reports whether there is any.
func Find(fsys fs.FS, what string) (sources.Finding, bool) {
	found := countIn(fsys).all
	if found == 0 {
		return sources.Finding{}, false
	}
	return sources.Finding{Path: ".", Files: found, What: what}, true
}

func countIn(fsys fs.FS) *counted {
	count := &counted{}
	left := 20_000 // by eye: a tenth of a second
	_ = fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if left--; left < 0 {
			return fs.SkipAll
		}
		switch {
		case err != nil:
			return skipDir(d)
		case d.IsDir() && name != "." && ignoredDir(fsys, name) != "":
			return fs.SkipDir
		case !d.IsDir() && isText(name):
			count.add(name)
		}
		return nil
	})
	return count
}

func skipDir(d fs.DirEntry) error {
	if d != nil && d.IsDir() {
		return fs.SkipDir
	}
	return nil
}

// counted are the numbers of files by what they become.
type counted struct {
	all, decisions, proposals int
	decisionDir, proposalDir  string
	todo                      string
}

func (c *counted) add(name string) {
	c.all++
	numbered := numberOf(name).digits != ""
	switch {
	case numbered && inDecisions(name):
		c.decisions++
		c.decisionDir = path.Dir(name)
	case numbered && inProposals(name):
		c.proposals++
		c.proposalDir = topProposals(name)
	case isTodo(stem(name)):
		c.todo = name
	}
}

func (c *counted) String() string {
	parts := []string{"documents with their links"}
	if c.decisions > 0 {
		parts = append(parts, fmt.Sprintf("%d decisions of %s", c.decisions, c.decisionDir))
	}
	if c.proposals > 0 {
		parts = append(parts, fmt.Sprintf("%d proposals of %s", c.proposals, c.proposalDir))
	}
	if c.todo != "" {
		parts = append(parts, "the tasks of "+c.todo)
	}
	return strings.Join(parts, ", ")
}

// A finding finds the files of a folder.
type finding struct {
	*folder
	isOfRow func(file string) bool
}

// find lists the files to read.
func (f *finding) find() error {
	if f.opts.File != "" {
		f.files = []string{f.opts.File}
		return nil
	}
	err := fs.WalkDir(f.fsys, ".", f.visit)
	if err != nil {
		return fmt.Errorf("list the folder: %w", err)
	}
	return nil
}

func (f *finding) visit(name string, d fs.DirEntry, err error) error {
	switch {
	case err != nil && name == ".":
		return err
	case err != nil:
		f.out.Note(sources.Rejected, sources.Position{File: name}, fmt.Sprintf("%s: %v", name, reason(err)))
		return skipDir(d)
	case d.IsDir():
		return f.enter(name)
	case !isText(name), strings.HasPrefix(path.Base(name), "."):
		return nil
	case d.Type()&fs.ModeSymlink != 0:
		f.skipped(name, "is a symbolic link")
	case !d.Type().IsRegular():
		f.skipped(name, "is no file")
	case f.isOfRow(name):
		f.out.Note(sources.Skipped, sources.Position{File: name}, "pages of rows of tables; read these by csv")
	default:
		f.file(name, d)
	}
	return nil
}

func (f *finding) enter(name string) error {
	if name == "." {
		return nil
	}
	why := ignoredDir(f.fsys, name)
	if why == "" && f.rules.Skip != nil {
		why = f.rules.Skip(name)
	}
	if why == "" {
		return nil
	}
	if why != hidden && (why != testFiles || hasMarkdown(f.fsys, name)) {
		f.skipped(name, why)
	}
	return fs.SkipDir
}

// hasMarkdown reports whether a folder has a Markdown file.
func hasMarkdown(fsys fs.FS, folder string) bool {
	sub, err := fs.Sub(fsys, folder)
	return err == nil && countIn(sub).all > 0
}

func (f *finding) file(name string, d fs.DirEntry) {
	if f.rules.Skip != nil {
		if why := f.rules.Skip(name); why != "" {
			f.skipped(name, why)
			return
		}
	}
	if info, err := d.Info(); err == nil && info.Size() > maxFile {
		f.out.Note(sources.Rejected, sources.Position{File: name},
			fmt.Sprintf("%s has %d bytes; expected at most %d", name, info.Size(), maxFile))
		return
	}
	f.files = append(f.files, name)
}

// reason returns an error without the path, which a note has already.
func reason(err error) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	return err
}

// isText reports whether a file has text that is read: Markdown, or another form.
func isText(name string) bool {
	return isMarkdown(name) || convert.HasForm(name) || isPlainProposal(name) || convert.IsTodo(name)
}

func isMarkdown(name string) bool {
	return slices.Contains([]string{".md", ".markdown", ".mdown", ".mkd", ".mdx"}, strings.ToLower(path.Ext(name)))
}

// isPlainProposal reports whether a file is a proposal in reStructuredText, as
// those of Python are.
func isPlainProposal(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return (ext == ".rst" || ext == ".txt") && numberOf(name).digits != "" && inProposals(name)
}

const (
	hidden    = "is hidden" // the reason for folders that are not even mentioned
	testFiles = "has data of tests"
)

var foreignDirs = map[string]string{
	"node_modules": hidden, "bower_components": hidden, "vendor": hidden, "third_party": hidden, "__pycache__": hidden,
	"site-packages": hidden, "venv": hidden,
	"testdata": testFiles, "test-data": testFiles, "test_data": testFiles, "fixtures": testFiles,
	"__fixtures__": testFiles, "__tests__": testFiles, "__snapshots__": testFiles,
}

// ignoredDir returns why a folder is left out, "" if it is not.
func ignoredDir(fsys fs.FS, name string) string {
	base := path.Base(name)
	switch {
	case strings.HasPrefix(base, "."):
		return hidden
	case foreignDirs[base] != "":
		return foreignDirs[base]
	case isRecordsDir(base) && inTests(name):
		return testFiles
	case exists(fsys, path.Join(name, ".obsidian")):
		return "is a vault of its own; read it by obsidian"
	case exists(fsys, path.Join(name, "logseq/config.edn")):
		return "is a graph of its own; read it by logseq"
	case base == "backlog" && (exists(fsys, path.Join(name, "config.yml")) || exists(fsys, path.Join(name, "tasks"))):
		return "is a folder of Backlog.md; read it by backlog"
	}
	return ""
}

// inTests reports whether a folder is in one of tests.
func inTests(name string) bool {
	return slices.ContainsFunc(strings.Split(path.Dir(name), "/"), func(part string) bool { return part == "tests" || part == "test" })
}

func exists(fsys fs.FS, name string) bool {
	_, err := fs.Stat(fsys, name)
	return err == nil
}
