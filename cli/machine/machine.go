// Package machine measures what a process may use of its machine. Numbers that a
// system does not have are -1.
package machine

import (
	"errors"
	"os"
)

// Writable returns an error unless a file can be made in a folder.
func Writable(folder string) error {
	file, err := os.CreateTemp(folder, ".dossier-*")
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), os.Remove(file.Name()))
}
