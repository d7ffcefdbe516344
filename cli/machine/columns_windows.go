package machine

import (
	"os"

	"golang.org/x/sys/windows"
)

// Columns returns the width of a terminal in characters, 0 if it is not known.
func Columns(terminal *os.File) int {
	var info windows.ConsoleScreenBufferInfo
	if err := windows.GetConsoleScreenBufferInfo(windows.Handle(terminal.Fd()), &info); err != nil {
		return 0
	}
	return int(info.Window.Right-info.Window.Left) + 1
}
