// Package machine measures what a process may use of its machine. Numbers that a
// system does not have are -1.
package machine

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Makeable returns an error unless a file can be made in a folder, which need not
// exist. It makes no folder.
func Makeable(folder string) error {
	info, err := os.Stat(folder)
	switch parent := filepath.Dir(folder); {
	case err == nil && !info.IsDir(), errors.Is(err, syscall.ENOTDIR):
		return fmt.Errorf("%s is or is in a file; expected a folder: %w", folder, fs.ErrInvalid)
	case errors.Is(err, fs.ErrNotExist) && parent != folder:
		return Makeable(parent)
	case err != nil:
		return err
	}
	return Writable(folder)
}

// Writable returns an error unless a file can be made in a folder.
func Writable(folder string) error {
	file, err := os.CreateTemp(folder, ".dossier-*")
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), os.Remove(file.Name()))
}
