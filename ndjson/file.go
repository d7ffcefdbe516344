package ndjson

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// CreateBeside creates a temporary file beside a file, which it is going to
// replace. It has the permissions of that file, or of the file that it is named
// after, as FILE.rejected.ndjson is after FILE, or those of a new file if there is
// none: [os.CreateTemp] would let only the user read it.
func CreateBeside(path string) (*os.File, error) {
	file, err := os.OpenFile(path+"."+rand.Text(), os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o666)
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
