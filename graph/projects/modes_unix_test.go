//go:build unix

package projects

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"dossier/flat"
)

// TestSavedFilesTakeModeOfStore saves a file beside a store, and elsewhere.
func TestSavedFilesTakeModeOfStore(t *testing.T) {
	for _, test := range []struct{ store, folder, file os.FileMode }{
		{0o666, 0o777, 0o666}, {0o664, 0o775, 0o664}, {0o660, 0o770, 0o660}, {0o640, 0o750, 0o640}, {0o600, 0o700, 0o600}, {0, 0o700, 0o600},
	} {
		t.Run(fmt.Sprintf("%o", test.store), func(t *testing.T) {
			store := filepath.Join(t.TempDir(), "x.db")
			if test.store != 0 {
				if err := os.WriteFile(store, nil, test.store); err != nil {
					t.Fatal(err)
				}
				if err := os.Chmod(store, test.store); err != nil {
					t.Fatal(err)
				}
			}
			f := &folder{path: store + ".index"}
			if err := f.write("p", "part", func(*flat.Writer) {}); err != nil {
				t.Fatal(err)
			}
			for path, want := range map[string]os.FileMode{f.path: test.folder, f.name("p", "part"): test.file} {
				info, err := os.Stat(path)
				if err != nil || info.Mode().Perm() != want {
					t.Errorf("%s: got %v, %v, want %o", path, info, err, want)
				}
			}
		})
	}
}
