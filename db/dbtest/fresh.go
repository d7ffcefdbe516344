package dbtest

import (
	"os"
	"testing"
)

// Fresh checks that a generated file is what it is generated from, or writes it
// if update is set.
func Fresh(t *testing.T, path, want string, update bool) {
	t.Helper()
	if update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not what the kinds say; run go test with -update", path)
	}
}
