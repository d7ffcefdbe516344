package graphtest

import (
	"strings"
	"testing"

	"dossier/graph"
)

// Must returns a function that returns value, or ends the test if err is set.
func Must[T any](value T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

// Refused fails the test unless err has a code and text. name names the case.
func Refused(t testing.TB, name string, err error, code graph.Code, text string) {
	t.Helper()
	if err == nil || graph.CodeOf(err) != code || !strings.Contains(err.Error(), text) {
		t.Errorf("%s: got %v, want %s with %q", name, err, code, text)
	}
}
