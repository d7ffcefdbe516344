package ndjson

import (
	"crypto/rand"
	"errors"
	"os"
)

// CreateBeside creates a temporary file beside a file, which it is going to
// replace. It has the permissions of that file, or those of a new file if there
// is none: [os.CreateTemp] would let only the user read it.
func CreateBeside(path string) (*os.File, error) {
	file, err := os.OpenFile(path+"."+rand.Text(), os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o666)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return file, nil // there is none
	}
	if err := file.Chmod(info.Mode().Perm()); err != nil {
		return nil, errors.Join(err, file.Close(), os.Remove(file.Name()))
	}
	return file, nil
}
