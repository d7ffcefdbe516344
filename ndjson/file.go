package ndjson

import (
	"crypto/rand"
	"errors"
	"io/fs"
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
	if errors.Is(err, fs.ErrNotExist) {
		return file, nil
	}
	if err == nil {
		err = file.Chmod(info.Mode().Perm())
	}
	if err != nil {
		return nil, errors.Join(err, file.Close(), os.Remove(file.Name()))
	}
	return file, nil
}
