package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSaveOfSeveralTypes checks that a file with more than one object is
// refused.
func TestSaveOfSeveralTypes(t *testing.T) {
	path, db := filepath.Join(t.TempDir(), "type.json"), demoFile(t)
	for text, status := range map[string]int{
		`{"id": "shelf", "name": "Shelf", "fields": []}` + "\n":        0,
		`{"id": "shelf", "name": "Shelf", "fields": []} {"id": "box"}`: 2,
		`{"id": "shelf", "name": "Shelf", "fields": []}]`:              2,
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		got := run(t, nil, "record-type", "save", path, db)
		if got.status != status || status != 0 && !strings.Contains(got.errOut, "there is more after the object") {
			t.Errorf("%s: status %d, %s", text, got.status, got.errOut)
		}
	}
}
