//go:build unix

package sqlite

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"dossier/db/sqlstore"
)

// TestFilesBeside checks that the files beside a database have its permissions,
// whatever the umask is: while it is open, and in a journal.
func TestFilesBeside(t *testing.T) {
	for _, mode := range []os.FileMode{0o666, 0o664, 0o660, 0o640, 0o600, 0o644} {
		t.Run(fmt.Sprintf("%o", mode), func(t *testing.T) {
			f := newFile(t, "first")
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(f.path, mode); err != nil {
				t.Fatal(err)
			}
			f.open(sqlstore.Options{})
			f.write("second")
			f.want("written", "second")
			for _, ending := range []string{"", "-wal", "-shm"} {
				info, err := os.Stat(f.path + ending)
				if err != nil || info.Mode().Perm() != mode {
					t.Errorf("%s: got %v, %v, want %o", ending, info, err, mode)
				}
			}
		})
	}
}

// TestFaultNamesFile makes a file that SQLite needs read-only: the error names it.
func TestFaultNamesFile(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may write every file")
	}
	for _, ending := range []string{"-wal", "-shm"} {
		f := newFile(t, "first")
		waitForLog(t, f.path)
		if err := os.Chmod(f.path+ending, 0o400); err != nil {
			t.Fatal(err)
		}
		if text := atFault(f.path); !strings.Contains(text, ending) || strings.Contains(text, f.path) {
			t.Errorf("%s: got %q", ending, text)
		}
	}
}
