package ndjson_test

import (
	"os"
	"path/filepath"
	"testing"

	"dossier/ndjson"
)

// TestCreateBeside checks that the file has the permissions of the file that it
// replaces, and otherwise those of any new file.
func TestCreateBeside(t *testing.T) {
	folder := t.TempDir()
	plain, private := filepath.Join(folder, "plain"), filepath.Join(folder, "private")
	for path, mode := range map[string]os.FileMode{plain: 0o666, private: 0o600} {
		file, err := os.OpenFile(path, os.O_CREATE, mode)
		if err != nil {
			t.Fatal(err)
		}
		file.Close()
	}
	for path, like := range map[string]string{filepath.Join(folder, "new"): plain, private: private} {
		file, err := ndjson.CreateBeside(path)
		if err != nil {
			t.Fatal(err)
		}
		file.Close()
		got, want := permissions(t, file.Name()), permissions(t, like)
		if got != want || filepath.Dir(file.Name()) != folder {
			t.Errorf("%s for %s has %s, want %s", file.Name(), path, got, want)
		}
	}
	if _, err := ndjson.CreateBeside(filepath.Join(folder, "nowhere", "file")); err == nil {
		t.Error("a file in a folder that does not exist")
	}
}

func permissions(t *testing.T, path string) os.FileMode {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode().Perm()
}
