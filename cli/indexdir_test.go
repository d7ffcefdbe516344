package cli

import (
	"os"
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
		got := (&stores{url: test.url, readOnly: test.readOnly}).indexFolder(test.given)
		want := filepath.FromSlash(test.want)
		if prefix, is := strings.CutSuffix(want, "*"); is && strings.HasPrefix(got, prefix) && len(got) == len(prefix)+16 {
			continue
		}
		if got != want {
			t.Errorf("%s in %q: got %q, want %q", test.url, test.given, got, want)
		}
	}
	one, same, other := &stores{url: "postgres://a:b@db/x"}, &stores{url: "postgres://a:c@db/x"}, &stores{url: "postgres://a:b@db/y"}
	if one.storeName() != same.storeName() || one.storeName() == other.storeName() {
		t.Error("the name of a store depends on the password, or not on the database")
	}
}

// TestCommandsSave asks the same of a store before and after its projects are
// saved.
func TestCommandsSave(t *testing.T) {
	db := demoFile(t)
	folder := strings.TrimPrefix(db, "--db=sqlite:") + ".index"
	var answers []string
	for _, index := range []string{"none", "", ""} {
		args := []string{"context", "what blocks the app-store submission?", db}
		if index != "" {
			args = append(args, "--index-dir="+index)
		}
		got := run(t, nil, args...)
		if got.status != 0 || got.errOut != "" {
			t.Fatalf("%v: %+v", args, got)
		}
		if answers = append(answers, got.out); answers[0] != got.out {
			t.Errorf("%v: got\n%s\nwant\n%s", args, got.out, answers[0])
		}
		_, err := os.Stat(folder)
		if saved := err == nil; saved != (index == "") {
			t.Errorf("%v: saved %t", args, saved)
		}
	}
	if saved, _ := filepath.Glob(filepath.Join(folder, "*.index")); len(saved) == 0 {
		t.Error("no index is saved")
	}
}
