package sources

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Head returns the first bytes of a file, without a byte order mark.
func Head(fsys fs.FS, path string, size int64) ([]byte, error) {
	file, err := fsys.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	defer func() { _ = file.Close() }() // only read
	head, err := io.ReadAll(io.LimitReader(file, size))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return bytes.TrimLeft(head, "\ufeff"), nil
}

// Has reports whether a folder has a file or folder with a path.
func Has(fsys fs.FS, path string) bool {
	_, err := fs.Stat(fsys, path)
	return err == nil
}

// FilesIn returns the paths of the files in a folder, and in the folders below it
// if deep is set, whose names end with one of some endings. Hidden files are left
// out. They are sorted.
func FilesIn(fsys fs.FS, folder string, deep bool, endings ...string) []string {
	var found []string
	_ = fs.WalkDir(fsys, folder, func(at string, entry fs.DirEntry, err error) error { // what cannot be read has no files
		name := path.Base(at)
		switch {
		case err != nil, at != folder && strings.HasPrefix(name, "."):
			return skipped(entry)
		case entry.IsDir():
			if at != folder && (!deep || name == "node_modules") {
				return fs.SkipDir
			}
		case slices.ContainsFunc(endings, func(ending string) bool { return strings.HasSuffix(strings.ToLower(name), ending) }):
			found = append(found, at)
		}
		return nil
	})
	slices.Sort(found)
	return found
}

func skipped(entry fs.DirEntry) error {
	if entry != nil && entry.IsDir() {
		return fs.SkipDir
	}
	return nil
}

// maxLine is the maximum length of a line of JSON, as of an import.
const maxLine = 16 << 20

// EachLine calls f with each line of a file that is not blank, and its position.
// Lines without bound are noted and skipped.
func EachLine(ctx context.Context, fsys fs.FS, path string, out *Records, f func(pos Position, line []byte)) error {
	file, err := fsys.Open(path)
	if err != nil {
		return fmt.Errorf("open %s: %w", path, err)
	}
	defer func() { _ = file.Close() }() // only read
	lines := bufio.NewReaderSize(file, 1<<20)
	for pos := (Position{path, 1}); ; pos.Line++ {
		line, err := longLine(lines)
		line = bytes.TrimSpace(bytes.TrimLeft(line, "\ufeff"))
		switch {
		case len(line) > maxLine:
			out.Note(Rejected, pos, fmt.Sprintf("longer than %d MiB; expected shorter lines", maxLine>>20))
		case len(line) > 0:
			f(pos, line)
		}
		if errors.Is(err, io.EOF) {
			return ctx.Err()
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", path, err)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

// longLine returns the next line, cut after maxLine bytes.
func longLine(lines *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := lines.ReadSlice('\n')
		if room := maxLine + 1 - len(line); room > 0 {
			line = append(line, part[:min(room, len(part))]...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// LineOf returns the line at which a text is no JSON, from 1, by the error of
// [ParseJSON].
func LineOf(text []byte, err error) int {
	offset := int64(len(text))
	if syntax, is := errors.AsType[*json.SyntaxError](err); is {
		offset = min(syntax.Offset, offset)
	}
	return 1 + bytes.Count(text[:offset], []byte("\n"))
}
