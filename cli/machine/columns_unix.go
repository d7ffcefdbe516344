//go:build unix

package machine

import (
	"os"

	"golang.org/x/sys/unix"
)

// Columns returns the width of a terminal in characters, 0 if it is not known.
func Columns(terminal *os.File) int {
	size, err := unix.IoctlGetWinsize(int(terminal.Fd()), unix.TIOCGWINSZ)
	if err != nil {
		return 0
	}
	return int(size.Col)
}
