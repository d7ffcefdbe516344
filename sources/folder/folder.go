// Package folder reads the files of a folder that are its user's own: without
// those of version control, of dependencies, and those that git ignores.
package folder

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"dossier/sources"
)

// A Folder is a file system with the names, sizes and times that a folder had at
// one moment. Only the contents of files are read later. It implements
// [fs.ReadDirFS], [fs.ReadFileFS] and [fs.StatFS].
type Folder struct {
	root    string
	under   string // the part of the folder that is seen, "." for all
	hidden  []string
	ignored map[string]bool // paths that git ignores
	only    string          // the only entry of root that is seen, "" for all
	files   map[string]*node
	notes   []sources.Note

	read *reads
}

// A node is a file or a folder.
type node struct {
	fs.FileInfo
	entries []fs.DirEntry // of a folder, by name
}

// reads are the files that were looked at, with the hash of those whose whole
// content was read.
type reads struct {
	mu    sync.Mutex
	paths map[string]Hash
}

// A Hash identifies the content of a file; the zero Hash is unknown.
type Hash [16]byte

// HashOf returns the hash of a content.
func HashOf(data []byte) (hash Hash) {
	sum := sha256.Sum256(data)
	copy(hash[:], sum[:])
	return hash
}

// Open reads the names in a folder and below. It follows root if that is a
// symbolic link, and no other.
func Open(root string) (*Folder, error) { return OpenOnly(root, "") }

// OpenOnly is like Open, but only sees one of the entries of root.
func OpenOnly(root, entry string) (*Folder, error) {
	root, err := filepath.Abs(root)
	if err == nil {
		root, err = filepath.EvalSymlinks(root)
	}
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(root)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: root, Err: errors.New("expected a folder; got a file")}
	}
	f := &Folder{root: root, under: ".", only: entry, ignored: ignoredByGit(root), files: map[string]*node{}, read: newReads()}
	return f, f.add(".", info)
}

func newReads() *reads { return &reads{paths: map[string]Hash{}} }

// Root returns the path of the folder.
func (f *Folder) Root() string { return filepath.Join(f.root, filepath.FromSlash(f.under)) }

// Notes returns a note for each file that was left out unexpectedly.
func (f *Folder) Notes() []sources.Note { return f.notes }

// add adds a file or a folder with everything in it. It returns an error only
// if the whole folder cannot be read.
func (f *Folder) add(name string, info fs.FileInfo) error {
	added := &node{FileInfo: info}
	f.files[name] = added
	if !info.IsDir() {
		return nil
	}
	entries, err := os.ReadDir(f.path(name))
	if err != nil && name == "." {
		return err
	}
	if err != nil {
		f.note(sources.Rejected, name, reason(err))
		return nil
	}
	for _, entry := range entries {
		if f.leavesOut(name, entry, entries) {
			continue
		}
		info, err := entry.Info()
		if err != nil {
			continue // removed since then
		}
		added.entries = append(added.entries, fs.FileInfoToDirEntry(info))
		_ = f.add(path.Join(name, entry.Name()), info) // an error of the root only
	}
	return nil
}

// leavesOut reports whether an entry of a folder is not its user's own, or no
// file or folder.
func (f *Folder) leavesOut(folder string, entry fs.DirEntry, siblings []fs.DirEntry) bool {
	name := path.Join(folder, entry.Name())
	switch {
	case f.only != "" && folder == "." && entry.Name() != f.only:
		return true
	case entry.IsDir() && isExcluded(entry.Name(), siblings):
		return true
	case f.ignored[name] && !slices.Contains(trackers, entry.Name()):
		return true
	case entry.Type()&fs.ModeSymlink != 0:
		f.note(sources.Skipped, name, "is a symbolic link; name its target as a source of its own")
		return true
	}
	return !entry.IsDir() && !entry.Type().IsRegular()
}

// trackers are the folders of trackers, which many users let git ignore because
// they are their own.
var trackers = []string{".beads", ".backlog", "backlog", ".taskmaster"}

// excluded are folders that have copies or tools, but nothing that a person
// wrote about the project.
var excluded = []string{".git", ".hg", ".svn", ".jj", "node_modules", "bower_components", ".dossier", ".venv", "__pycache__", ".tox"}

// manifests are files beside a folder called vendor that has dependencies.
var manifests = []string{"go.mod", "composer.json", "Gemfile", "Cargo.toml"}

func isExcluded(name string, siblings []fs.DirEntry) bool {
	isManifest := func(entry fs.DirEntry) bool { return slices.Contains(manifests, entry.Name()) }
	return slices.Contains(excluded, name) || name == "vendor" && slices.ContainsFunc(siblings, isManifest)
}

func (f *Folder) note(kind sources.NoteKind, name, text string) {
	f.notes = append(f.notes, sources.Note{Kind: kind, Pos: sources.Position{File: name}, Text: text})
}

// reason returns an error without the path, which notes have already.
func reason(err error) string {
	if failed, is := errors.AsType[*fs.PathError](err); is {
		return failed.Err.Error()
	}
	return err.Error()
}

// Without returns the folder without what patterns match, as in .gitignore: a
// pattern with a slash is for a path from the folder, another for the names of
// files and folders at any depth.
func (f *Folder) Without(patterns ...string) *Folder {
	view := *f
	view.hidden = slices.Clone(f.hidden)
	for _, pattern := range patterns {
		pattern = strings.TrimSuffix(strings.TrimPrefix(pattern, "**/"), "/")
		if strings.Contains(pattern, "/") {
			pattern = "/" + f.inner(strings.TrimSuffix(strings.TrimPrefix(pattern, "/"), "/**"))
		}
		view.hidden = append(view.hidden, pattern)
	}
	view.read = newReads()
	return &view
}

// In returns a folder in the folder.
func (f *Folder) In(name string) (*Folder, error) {
	info, err := f.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("expected a folder; got a file")}
	}
	view := *f
	view.under, view.read = f.inner(name), newReads()
	return &view, nil
}

// Sub implements [fs.SubFS].
func (f *Folder) Sub(name string) (fs.FS, error) {
	view, err := f.In(name)
	if err != nil {
		return nil, err
	}
	view.read = f.read
	return view, nil
}

// inner returns a name as f.files has it.
func (f *Folder) inner(name string) string {
	if f.under == "." && fs.ValidPath(name) { // as path.Join does, in less time
		return name
	}
	return path.Join(f.under, name)
}

func (f *Folder) path(inner string) string { return filepath.Join(f.root, filepath.FromSlash(inner)) }

// find returns what is at a name.
func (f *Folder) find(op, name string) (*node, string, error) {
	if !fs.ValidPath(name) {
		return nil, "", &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	inner := f.inner(name)
	found := f.files[inner]
	if found == nil || f.isHidden(inner) {
		return nil, "", &fs.PathError{Op: op, Path: name, Err: fs.ErrNotExist}
	}
	return found, inner, nil
}

func (f *Folder) isHidden(inner string) bool {
	return slices.ContainsFunc(f.hidden, func(pattern string) bool { return matches(pattern, inner) })
}

// matches reports whether a path, or a folder that it is in, matches a pattern.
func matches(pattern, name string) bool {
	whole, anchored := strings.CutPrefix(pattern, "/")
	for ; name != "."; name = path.Dir(name) {
		matched := path.Base(name)
		if anchored {
			matched = name
		}
		if is, _ := path.Match(whole, matched); is {
			return true
		}
	}
	return false
}

// ReadDir implements [fs.ReadDirFS].
func (f *Folder) ReadDir(name string) ([]fs.DirEntry, error) {
	found, inner, err := f.find("readdir", name)
	if err != nil {
		return nil, err
	}
	if !found.IsDir() {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: errors.New("expected a folder; got a file")}
	}
	if len(f.hidden) == 0 {
		return slices.Clone(found.entries), nil
	}
	isHidden := func(entry fs.DirEntry) bool { return f.isHidden(path.Join(inner, entry.Name())) }
	return slices.DeleteFunc(slices.Clone(found.entries), isHidden), nil
}

// Stat implements [fs.StatFS].
func (f *Folder) Stat(name string) (fs.FileInfo, error) {
	found, inner, err := f.find("stat", name)
	if err != nil {
		return nil, err
	}
	if !found.IsDir() {
		f.read.add(inner, Hash{})
	}
	return found.FileInfo, nil
}

func (r *reads) add(inner string, hash Hash) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, known := r.paths[inner]; !known || hash != (Hash{}) {
		r.paths[inner] = hash
	}
}

// maxText is the size of the largest text file that is read. A longer one is
// the output of a program, which no person reads either. By eye.
const maxText = 16 << 20

// texts are the ends of names of files that people write.
var texts = []string{".md", ".markdown", ".txt", ".mdx"}

// ReadFile implements [fs.ReadFileFS]. It refuses texts that are binary or
// larger than a person writes them.
func (f *Folder) ReadFile(name string) ([]byte, error) {
	found, inner, err := f.find("read", name)
	if err != nil {
		return nil, err
	}
	f.read.add(inner, Hash{})
	isText := slices.Contains(texts, strings.ToLower(path.Ext(name)))
	if isText && found.Size() > maxText {
		return nil, &fs.PathError{
			Op: "read", Path: name, Err: fmt.Errorf("has %d MiB; expected a text of at most %d", found.Size()>>20, maxText>>20),
		}
	}
	data, err := os.ReadFile(f.path(inner))
	if err == nil {
		f.read.add(inner, HashOf(data))
	}
	if err == nil && isText && bytes.IndexByte(data[:min(len(data), 8000)], 0) >= 0 && !isUTF16(data) {
		err = &fs.PathError{Op: "read", Path: name, Err: errors.New("is binary; expected text")}
	}
	return data, err
}

func isUTF16(data []byte) bool {
	return bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff"))
}

// Open implements [fs.FS].
func (f *Folder) Open(name string) (fs.File, error) {
	found, inner, err := f.find("open", name)
	if err != nil {
		return nil, err
	}
	if found.IsDir() {
		entries, err := f.ReadDir(name)
		return &openFolder{found.FileInfo, entries}, err
	}
	f.read.add(inner, Hash{})
	return os.Open(f.path(inner))
}

// An openFolder is an open folder.
type openFolder struct {
	info fs.FileInfo
	rest []fs.DirEntry
}

// Stat implements [fs.File].
func (o *openFolder) Stat() (fs.FileInfo, error) { return o.info, nil }

// Read implements [fs.File].
func (o *openFolder) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: o.info.Name(), Err: errors.New("is a folder")}
}

// Close implements [fs.File].
func (o *openFolder) Close() error { return nil }

// ReadDir implements [fs.ReadDirFile].
func (o *openFolder) ReadDir(n int) ([]fs.DirEntry, error) {
	if n > 0 && len(o.rest) == 0 {
		return nil, io.EOF
	}
	if n <= 0 || n > len(o.rest) {
		n = len(o.rest)
	}
	first := o.rest[:n]
	o.rest = o.rest[n:]
	return first, nil
}

// A File is a file of a folder at one moment.
type File struct {
	Path string // from the folder
	Size int64
	Time time.Time
	Read bool // whether somebody looked at more than its name
	Hash Hash // of the content that was read, zero if that was not all
}

// Files returns all files that are seen, in the order of their paths.
func (f *Folder) Files() []File {
	var list []File
	for inner, one := range f.files {
		name, within := f.outer(inner)
		if !within || one.IsDir() || f.isHidden(inner) {
			continue
		}
		hash, read := f.read.paths[inner]
		list = append(list, File{name, one.Size(), one.ModTime(), read, hash})
	}
	slices.SortFunc(list, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return list
}

// Folders returns the paths of all folders, for a watcher.
func (f *Folder) Folders() []string {
	var list []string
	for inner, one := range f.files {
		if one.IsDir() {
			list = append(list, f.path(inner))
		}
	}
	slices.Sort(list)
	return list
}

// outer returns the name of a path of f.files, and whether the folder has it.
func (f *Folder) outer(inner string) (string, bool) {
	if f.under == "." {
		return inner, true
	}
	return strings.CutPrefix(inner, f.under+"/")
}
