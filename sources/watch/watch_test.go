package watch_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"dossier/sources/watch"
)

// TestNext makes changes and waits for the folders to be reported. There are no
// other waits, so that a slow machine is only slow.
func TestNext(t *testing.T) {
	root := t.TempDir()
	inner := filepath.Join(root, "inner")
	must(t, os.Mkdir(inner, 0o755))
	w := watch.New(root, watch.Options{Quiet: time.Millisecond, Most: time.Minute, Poll: time.Minute})
	t.Cleanup(func() { _ = w.Close() })
	w.Watch([]string{root, inner})
	for _, step := range []struct {
		name   string
		change func() error
		want   string
	}{
		{"a new file", func() error { return os.WriteFile(filepath.Join(inner, "a"), []byte("a"), 0o600) }, inner},
		{"a renamed file", func() error { return os.Rename(filepath.Join(inner, "a"), filepath.Join(inner, "b")) }, inner},
		{"a removed file", func() error { return os.Remove(filepath.Join(inner, "b")) }, inner},
		{"a new folder", func() error { return os.Mkdir(filepath.Join(root, "new"), 0o755) }, root},
		{"a removed folder", func() error { return os.Remove(inner) }, root},
	} {
		must(t, step.change())
		if got := next(t, w); !slices.Contains(got, step.want) {
			t.Errorf("%s: got %v, want %s", step.name, got, step.want)
		}
	}
	must(t, os.Mkdir(inner, 0o755))
	next(t, w)
	w.Watch([]string{root, inner})
	must(t, os.WriteFile(filepath.Join(inner, "again"), nil, 0o600))
	if got := next(t, w); !slices.Contains(got, inner) {
		t.Errorf("a folder that is there again: got %v", got)
	}
	must(t, os.WriteFile(filepath.Join(root, ".gitignore"), nil, 0o600))
	if got := next(t, w); got != nil {
		t.Errorf("another .gitignore: got %v, want unknown folders", got)
	}
}

// TestNextEnds checks that waiting ends with the context.
func TestNextEnds(t *testing.T) {
	w := watch.New(t.TempDir(), watch.Defaults)
	t.Cleanup(func() { _ = w.Close() })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// next returns the folders of the next change.
func next(t *testing.T, w *watch.Watcher) []string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	folders, err := w.Next(ctx)
	if err != nil {
		t.Fatal(err)
	}
	return folders
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
