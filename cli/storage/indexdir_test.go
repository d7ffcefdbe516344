package storage

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestIndexFolder(t *testing.T) {
	t.Setenv("HOME", "/home/ada")
	t.Setenv("XDG_CACHE_HOME", "")
	for _, test := range []struct {
		url, given string
		readOnly   bool
		want       string // "*" stands for the name of a store
	}{
		{"sqlite:a.db", "", false, "a.db.index"},
		{"SQLite:a.db", "", false, "a.db.index"},
		{"sqlite:a.db", "none", false, ""},
		{"sqlite:a.db", "", true, ""},
		{"sqlite:a.db", "/kept", true, "/kept/*"},
		{"sqlite::memory:", "/kept", false, ""},
		{"managed", "", false, "dossier-postgres/index"},
		{"managed:pg", "", false, "pg/index"},
		{"postgres://ada:secret@db/x", "/kept", false, "/kept/*"},
		{"postgres://ada:secret@db/x", "", false, "/home/ada/.cache/dossier/index/*"},
	} {
		got := (&Stores{URL: test.url, ReadOnly: test.readOnly, IndexDir: test.given}).IndexFolder()
		want := filepath.FromSlash(test.want)
		if prefix, is := strings.CutSuffix(want, "*"); is && strings.HasPrefix(got, prefix) && len(got) == len(prefix)+16 {
			continue
		}
		if got != want {
			t.Errorf("%s in %q: got %q, want %q", test.url, test.given, got, want)
		}
	}
	one, same, other := &Stores{URL: "postgres://a:b@db/x"}, &Stores{URL: "postgres://a:c@db/x"}, &Stores{URL: "postgres://a:b@db/y"}
	if one.storeName() != same.storeName() || one.storeName() == other.storeName() {
		t.Error("the name of a store depends on the password, or not on the database")
	}
}
