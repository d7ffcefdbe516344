// Package archive unpacks archives of folders (ZIP), as exports and pages send them.
package archive

import (
	"archive/zip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dossier/graph"
)

// maxFiles is how many files an archive may have, by eye: each costs the disk more
// than its bytes.
const maxFiles = 20_000

// Is reports whether a file is an archive, by its name.
func Is(file string) bool { return strings.EqualFold(filepath.Ext(file), ".zip") }

// Unpack writes the files of an archive, which may have most bytes together, into a
// new folder, with the times of their last changes, and returns the folder that has
// them: the only one in it, if there is nothing else. It leaves out links and other files
// that are not regular. An archive of archives alone, as Notion exports large workspaces,
// has the files of all. Errors of the archive name argument.
func Unpack(argument, archive, folder string, most int64) (root string, err error) {
	u := unpacking{argument: argument, folder: folder, most: most, left: most}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", fmt.Errorf("make a folder for the archive: %w", err)
	}
	if err := u.unpack(archive); err != nil {
		return "", err
	}
	if err := u.unpackInner(); err != nil {
		return "", err
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return "", fmt.Errorf("read the folder of the archive: %w", err)
	}
	if len(entries) == 1 && entries[0].IsDir() && !strings.HasPrefix(entries[0].Name(), ".") {
		return filepath.Join(folder, entries[0].Name()), nil
	}
	return folder, nil
}

// An unpacking is the state of Unpack.
type unpacking struct {
	argument, folder string
	most, left       int64 // bytes
	files            int   // of all archives
}

// unpackInner unpacks the files of a folder if all of them are archives.
func (u *unpacking) unpackInner() error {
	entries, err := os.ReadDir(u.folder)
	if err != nil {
		return fmt.Errorf("read the folder of the archive: %w", err)
	}
	if slices.ContainsFunc(entries, func(entry os.DirEntry) bool { return entry.IsDir() || !Is(entry.Name()) }) {
		return nil
	}
	for _, entry := range entries {
		inner := filepath.Join(u.folder, entry.Name())
		if err := u.unpack(inner); err != nil {
			return err
		}
		if err := os.Remove(inner); err != nil {
			return fmt.Errorf("remove the archive in an archive: %w", err)
		}
	}
	return nil
}

func (u *unpacking) unpack(archive string) error {
	r, err := zip.OpenReader(archive)
	if err != nil {
		return graph.BadInput(u.argument, "expected an archive: %v", err)
	}
	defer r.Close()
	if u.files += len(r.File); u.files > maxFiles {
		return &graph.Error{Code: graph.CodeLimitExceeded,
			Text: fmt.Sprintf("expected an archive of at most %d files; got %d", maxFiles, u.files)}
	}
	for _, f := range r.File {
		if !f.Mode().IsRegular() || strings.HasPrefix(f.Name, "__MACOSX/") {
			continue
		}
		if !filepath.IsLocal(filepath.FromSlash(f.Name)) {
			return graph.BadInput(u.argument, "expected names of files below the archive's folder; got %q", graph.Truncate(f.Name, 60))
		}
		if err := u.unpackFile(f, filepath.Join(u.folder, filepath.FromSlash(f.Name))); err != nil {
			return err
		}
		if u.left < 0 {
			return &graph.Error{Code: graph.CodeLimitExceeded, Text: fmt.Sprintf(
				"the files of the archive have more bytes than an import may have, %d MiB (--max-import of a server): split it", u.most>>20)}
		}
	}
	return nil
}

// unpackFile writes a file of an archive, at most one byte more than are left.
func (u *unpacking) unpackFile(f *zip.File, path string) error {
	in, err := f.Open()
	if err != nil {
		return graph.BadInput(u.argument, "%s cannot be unpacked: %v", graph.Truncate(f.Name, 60), err)
	}
	defer in.Close()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("make the folder of %s: %w", f.Name, err)
	}
	out, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("unpack %s: %w", f.Name, err)
	}
	defer out.Close()
	n, err := io.Copy(out, io.LimitReader(in, u.left+1))
	u.left -= n
	if err != nil {
		return graph.BadInput(u.argument, "%s cannot be unpacked: %v", graph.Truncate(f.Name, 60), err)
	}
	if !f.Modified.IsZero() {
		_ = os.Chtimes(path, f.Modified, f.Modified) // the time of unpacking is no worse than none
	}
	return nil
}
