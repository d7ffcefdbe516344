// Package disk says why a write to a file failed, which the driver of SQLite does not.
package disk

import (
	"errors"
	"os"
	"syscall"
)

// probe is the size of what is written to find out whether there is room, by eye: a few pages
// of a database.
const probe = 64 << 10

// NoRoom writes to a file that was opened with an error, nil for none, and closes it. It returns
// the error that the disk or the quota has no room, nil if it has, or if the file says nothing of it.
func NoRoom(file *os.File, err error) error {
	if err == nil {
		_, err = file.Write(make([]byte, probe))
		err = errors.Join(err, file.Close())
	}
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return err
	}
	return nil
}
