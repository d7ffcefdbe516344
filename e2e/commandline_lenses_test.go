package e2e_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestCustomLenses writes context documents with a lens from a file, and checks
// the errors of an invalid lens, which is left out, and of files that cannot be read.
func TestCustomLenses(t *testing.T) {
	db, dir := demoFile(t), t.TempDir()
	own := "--lenses=" + writeFile(t, filepath.Join(dir, "own.yaml"), "- name: releases\n  relations: {produces: 3}\n  kinds: [output]\n  fields: [state]\n  depth: 1\n")
	wrong := "--lenses=" + writeFile(t, filepath.Join(dir, "wrong.yaml"), "- name: releases\n  colour: red\n")
	for _, test := range []struct {
		args   []string
		status int
		want   string // part of the output
	}{
		{[]string{"lenses", own}, 0, "releases"},
		{[]string{"context", "offline queue", "--lens=releases", own}, 0, "lens releases · depth 1"},
		{[]string{"context", "offline queue", "--lens=releases", "--depth=0", own}, 0, "lens releases · depth 0"},
		{[]string{"context", "offline queue", "--lens=coding", own}, 0, "lens coding · depth 2"},
		{[]string{"context", "offline queue", "--lens=releases"}, 2, `--lens: unknown lens "releases"`},
		{[]string{"context", "offline queue", wrong}, 0, `wrong.yaml:2: unknown key \"colour\"; expected one of depth, `},
		{[]string{"context", "offline queue", "--lens=releases", wrong}, 2, `--lens: unknown lens "releases"`},
		{[]string{"lenses", "--lenses=" + filepath.Join(dir, "none.yaml")}, 2, "--lenses: open "},
		{[]string{"lenses", "--lenses=" + dir}, 2, "--lenses: open "},
	} {
		got := command(t, "", append(test.args, db)...)
		if got.status != test.status || !strings.Contains(got.out+got.errOut, test.want) {
			t.Errorf("%s: status %d, wrote %.300s%s, want %d and %s", test.args, got.status, got.out, got.errOut, test.status, test.want)
		}
	}
}
