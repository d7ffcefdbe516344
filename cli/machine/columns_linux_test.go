package machine_test

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"dossier/cli/machine"
)

func TestColumns(t *testing.T) {
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	defer terminal.Close()
	if err := unix.IoctlSetWinsize(int(terminal.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 25, Col: 93}); err != nil {
		t.Fatal(err)
	}
	if got := machine.Columns(terminal); got != 93 {
		t.Errorf("a terminal: got %d, expected 93", got)
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if got := machine.Columns(file); got != 0 {
		t.Errorf("a file: got %d, expected 0", got)
	}
}
