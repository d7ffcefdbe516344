package folder

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"dossier/sources"
)

// Refresh returns the whole folder as it is now, of which only the folders with
// the given absolute paths have changed entries or files.
func (f *Folder) Refresh(changed []string) *Folder {
	fresh := &Folder{
		root: f.root, under: ".", only: f.only, ignored: maps.Clone(f.ignored), files: maps.Clone(f.files), notes: f.notes, read: newReads(),
	}
	seen := map[string]bool{}
	for _, name := range changed {
		inner := fresh.known(name)
		if inner != "" && !seen[inner] {
			seen[inner] = true
			fresh.again(inner)
		}
	}
	return fresh
}

// known returns the path of a folder, or of the nearest one around it that was
// there before, "" for what is elsewhere.
func (f *Folder) known(name string) string {
	inner, err := filepath.Rel(f.root, name)
	if err != nil || strings.HasPrefix(inner, "..") {
		return ""
	}
	for inner = filepath.ToSlash(inner); ; inner = path.Dir(inner) {
		if found := f.files[inner]; inner == "." || found != nil && found.IsDir() {
			return inner
		}
	}
}

// again rereads the entries of a folder: of the folders in it the new ones whole, the
// known ones not at all.
func (f *Folder) again(name string) {
	info, err := os.Stat(f.path(name))
	if err != nil || !info.IsDir() {
		f.forget(name)
		return
	}
	was := f.files[name]
	if was == nil {
		was = &node{FileInfo: info}
	}
	f.notes = slices.DeleteFunc(slices.Clone(f.notes),
		func(note sources.Note) bool { return path.Dir(note.Pos.File) == name || note.Pos.File == name })
	entries, err := os.ReadDir(f.path(name))
	if err != nil {
		f.note(sources.Rejected, name, reason(err))
		return
	}
	f.ignoreNew(name, was, entries)
	fresh := &node{FileInfo: info}
	f.files[name] = fresh
	for _, entry := range entries {
		if f.leavesOut(name, entry, entries) {
			continue
		}
		info, err := entry.Info()
		if err != nil {
			continue // removed since then
		}
		fresh.entries = append(fresh.entries, fs.FileInfoToDirEntry(info))
		inner := path.Join(name, entry.Name())
		if known := f.files[inner]; known == nil || !known.IsDir() || !info.IsDir() {
			_ = f.add(inner, info) // an error of the root only
		}
	}
	f.forgetOthers(name, was, fresh)
}

// ignoreNew adds which of the new entries of a folder git ignores.
func (f *Folder) ignoreNew(name string, was *node, entries []fs.DirEntry) {
	known := map[string]bool{}
	for _, entry := range was.entries {
		known[entry.Name()] = true
	}
	var names []string
	for _, entry := range entries {
		if !known[entry.Name()] {
			names = append(names, path.Join(name, entry.Name()))
		}
	}
	addIgnored(f.ignored, f.root, names)
}

// forgetOthers removes the entries that a folder had and has no longer.
func (f *Folder) forgetOthers(name string, was, is *node) {
	left := map[string]bool{}
	for _, entry := range is.entries {
		left[entry.Name()] = true
	}
	for _, entry := range was.entries {
		if !left[entry.Name()] {
			f.forget(path.Join(name, entry.Name()))
		}
	}
}

// forget removes a file, or a folder with all that it had.
func (f *Folder) forget(name string) {
	found := f.files[name]
	if found == nil || name == "." {
		return
	}
	delete(f.files, name)
	for _, entry := range found.entries {
		f.forget(path.Join(name, entry.Name()))
	}
}
