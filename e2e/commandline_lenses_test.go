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
	own := "--lenses=" + writeFile(t, filepath.Join(dir, "own.yaml"),
		"- name: releases\n  relations: {produces: 3}\n  kinds: [output]\n  fields: [state]\n  depth: 1\n")
	views := "--lenses=" + writeFile(t, filepath.Join(dir, "views.yaml"),
		"- name: reading\n  title: To read\n  description: What is written.\n  sections:\n"+
			"    - {of: scope, heading: Documents, kinds: [document], order: links}\n")
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
		{[]string{"views", views}, 0, "reading\tWhat is written."},
		{[]string{"view", "reading", "--project=airnet", views}, 0, "# To read: Halvorsund air"},
		{[]string{"view", "reading", "calibration in two seasons", views}, 0, "# To read: Calibration in two seasons"},
		{[]string{"view", "reading"}, 2, `unknown view "reading"; expected one of `},
		{[]string{"compare", "--project=airnet"}, 2, "the view compare needs to know what it is about: two of plan"},
		{[]string{"meeting"}, 2, `as in "I have a meeting with Marek about the batteries"; here, for example: `},
		{[]string{"lenses", "--lenses=" + filepath.Join(dir, "none.yaml")}, 2, "--lenses: open "},
		{[]string{"lenses", "--lenses=" + dir}, 2, "--lenses: open "},
	} {
		got := command(t, "", append(test.args, db)...)
		if got.status != test.status || !strings.Contains(got.out+got.errOut, test.want) {
			t.Errorf("%s: status %d, wrote %.300s%s, want %d and %s", test.args, got.status, got.out, got.errOut, test.status, test.want)
		}
	}
}
