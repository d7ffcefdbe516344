package managed_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"dossier/db/managed"
	"dossier/db/managed/managedtest"
)

// install creates an imitation of an installation and returns its folder.
func install(t *testing.T, root, version string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the programs are shell scripts")
	}
	bin := filepath.Join(root, version, "bin")
	write(t, filepath.Join(bin, "initdb"), "#!/bin/sh\n")
	write(t, filepath.Join(bin, "postgres"), fmt.Sprintf("#!/bin/sh\necho 'postgres (PostgreSQL) %s (Some OS)'\n", version))
	return bin
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o755); err != nil {
		t.Fatal(err)
	}
}

func TestNewestInstallationComesFirst(t *testing.T) {
	t.Setenv("PG_BIN", "")
	t.Setenv("PATH", "")
	root := t.TempDir()
	old, newest, middle := install(t, root, "9.6.24"), install(t, root, "18beta1"), install(t, root, "15.18")
	write(t, filepath.Join(root, "19", "bin", "psql"), "#!/bin/sh\n") // a client only
	found, err := managed.Installations(filepath.Join(root, "*", "bin"))
	if want := []string{newest, middle, old}; err != nil || !slices.Equal(found, want) {
		t.Errorf("found %v (%v), want %v", found, err, want)
	}
}

func TestPGBINIsTheOnlyFolderSearched(t *testing.T) {
	root := t.TempDir()
	install(t, root, "18.1")
	chosen := install(t, root, "14.2")
	t.Setenv("PG_BIN", chosen)
	if bin, err := managed.Find(); err != nil || bin != chosen {
		t.Errorf("found %s (%v), want %s", bin, err, chosen)
	}
}

func TestNotInstalledSaysWhereItSearchedAndWhatToDo(t *testing.T) {
	t.Setenv("PG_BIN", "")
	t.Setenv("PATH", "")
	empty := t.TempDir()
	_, err := managed.Installations(empty)
	wantError(t, err, managed.ErrNotInstalled, "PG_BIN (not set)", "pg_config", empty, "install")

	t.Setenv("PG_BIN", empty)
	_, err = managed.Find()
	wantError(t, err, managed.ErrNotInstalled, "PG_BIN="+empty)
	folder := t.TempDir()
	_, err = managed.Start(t.Context(), folder, managed.Options{})
	wantError(t, err, managed.ErrNotInstalled, folder)
}

func TestDataOfAnotherVersionIsRefused(t *testing.T) {
	managedtest.Installation(t)
	folder := t.TempDir()
	write(t, filepath.Join(folder, "data", "PG_VERSION"), "7\n")
	_, err := managed.Start(t.Context(), folder, managed.Options{})
	wantError(t, err, managed.ErrNotInstalled, folder, "version 7")
}

// wantError checks that an error is of a kind, any if it is nil, and that its
// text has all parts.
func wantError(t *testing.T, err, kind error, parts ...string) {
	t.Helper()
	if err == nil || kind != nil && !errors.Is(err, kind) {
		t.Fatalf("got error %v, want %v", err, kind)
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error %q does not name %q", err, part)
		}
	}
}
