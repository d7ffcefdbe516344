package ndjson

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"dossier/graph"
)

// CreateBeside creates a temporary file beside a file, which [replace] is going to
// replace. It has the permissions of that file, or of the file that it is named
// after, as FILE.rejected.ndjson is after FILE, or those of a new file if there is
// none: [os.CreateTemp] would let only the user read it.
func CreateBeside(path string) (*os.File, error) {
	beside := target(path)
	if isDevice(path) {
		beside = filepath.Join(os.TempDir(), filepath.Base(path))
	}
	file, err := os.OpenFile(beside+"."+rand.Text(), os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o666)
	if err != nil {
		return nil, err
	}
	info := namesake(path)
	if info == nil {
		return file, nil
	}
	if err := file.Chmod(info.Mode().Perm()); err != nil {
		return nil, errors.Join(err, file.Close(), os.Remove(file.Name()))
	}
	return file, nil
}

// replace moves a file that [CreateBeside] created to the path, or to the file that it is a
// link to. To a device or a pipe, such as /dev/stdout, the file is copied.
func replace(path, by string) error {
	if !isDevice(path) {
		return os.Rename(by, target(path))
	}
	in, err := os.Open(by)
	if err != nil {
		return err
	}
	out, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err == nil {
		_, err = io.Copy(out, in)
		err = errors.Join(err, out.Close())
	}
	return errors.Join(err, in.Close(), os.Remove(by))
}

// WriteFile writes to a temporary file, which replaces the file when it is complete.
func WriteFile(file string, write func(io.Writer) error) error {
	out, err := CreateBeside(file)
	if err != nil {
		return graph.BadInput("output", "create %s: %v", file, errors.Unwrap(err))
	}
	err = errors.Join(write(out), out.Close())
	if err == nil {
		err = replace(file, out.Name())
	}
	if err != nil {
		os.Remove(out.Name())
		return fmt.Errorf("write %s: %w", file, err)
	}
	return nil
}

// isDevice reports whether a path is that of something that is no file and no folder.
func isDevice(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// target returns the path to which a link leads.
func target(path string) string {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		return to
	}
	return path
}

// namesake returns the file at a path, or the one whose name with further endings
// is the path, nil if there is none.
func namesake(path string) fs.FileInfo {
	for {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return info
		}
		ending := filepath.Ext(path)
		if ending == "" || ending == filepath.Base(path) {
			return nil
		}
		path = strings.TrimSuffix(path, ending)
	}
}
