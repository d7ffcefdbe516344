package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dossier/sources/config"
)

var formats = []string{"backlog", "beads", "markdown"}

// TestRead checks the errors of bad files: each names the line and what would
// be right.
func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"project: Shop\nsources:\n- from: markdown\n": "",
		"project: Shop\n": "",
		"":                ":1: project is missing",
		"# nothing\n":     ":1: project is missing",
		"project: ' '\n":  ":1: project is missing",
		"project: Shop\nsource:\n- from: markdown\n":                   `:2: unknown field "source"; expected project`,
		"project: Shop\nsources:\n- from: markdown\n  excludes: [a]\n": `:4: unknown field "excludes"`,
		"project: Shop\nsources:\n- form: markdown\n":                  `:3: unknown field "form"`,
		"project: Shop\nsources:\n" +
			"- path: docs\n": ":3: from is missing; expected one of backlog, beads, markdown",
		"project: Shop\nsources:\n- from: markdown\n- from: bead\n":                `:4: from: unknown format "bead"; expected one of backlog`,
		"project: Shop\nsources:\n- from: markdown\n  path: ../other\n":            ":3: path: got \"../other\"; expected a path in the folder",
		"project: Shop\nsources:\n- from: markdown\n  path: /etc\n":                ":3: path: got \"/etc\"",
		"project: Shop\nsources:\n- from: markdown\n- from: markdown\n":            `:4: a source called "markdown" is above`,
		"project: Shop\nsources:\n- from: markdown\n  exclude: ['[a']\n":           ":3: exclude: \"[a\" is no pattern",
		"project: Shop\nsources: markdown\n":                                       ":2: ",
		"project: Shop\nsources:\n- from: markdown\n   path: docs\n":               ":3: mapping value",
		"project: Shop\nproject: Other\n":                                          ":2: ",
		"project: [a, b]\n":                                                        ":1: ",
		"project: Shop\nsources:\n- from: markdown\n  map: {stated: {a: b}}\n":     `:4: unknown field "stated"`,
		"project: Shop\nsources:\n- from: markdown\n  keep-emails: perhaps\n":      ":4: ",
		"project: Shop\nsources:\n- from: beads\n  path: github:owner/name\n":      "",
		"project: Shop\nsources:\n- from: beads\n  path: postgres://ann@host/db\n": "",
		"project: Shop\nsources:\n- from: beads\n  path: postgres://a:b@host/db\n": ":3: path: the URL has a password",
		"project: Shop\nsources:\n- from: beads\n- from: beads\n  path: other\n":   "",
		"\xef\xbb\xbfproject: Shop\r\nsources:\r\n- from: markdown\r\n  path: a\n": "",
	} {
		got, err := config.Read("dossier.yaml", []byte(text), formats)
		for i := 0; err == nil && i < len(got.Sources); i++ {
			err = got.Sources[i].Err
		}
		switch {
		case want == "" && err != nil:
			t.Errorf("%q: %v", text, err)
		case want != "" && (err == nil || !strings.HasPrefix(err.Error(), "dossier.yaml"+want)):
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// TestWrite checks that what Write writes is read as it was, from a folder below,
// and has only what differs from the defaults.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	inner := filepath.Join(dir, "a", "b")
	if err := os.MkdirAll(inner, 0o755); err != nil {
		t.Fatal(err)
	}
	written := &config.Config{Dir: dir, Project: "Our: shop", ID: "our-shop", Sources: []config.Source{
		{Name: "markdown", From: "markdown", Path: "."}, {Name: "beads:sub", From: "beads", Path: "sub"},
	}}
	if err := written.Write(); err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile(filepath.Join(dir, config.Name))
	if _, body, _ := strings.Cut(string(text),
		"map.\n"); body != "project: \"Our: shop\"\nsources:\n- from: markdown\n- from: beads\n  path: sub\n" {
		t.Errorf("wrote %s", body)
	}
	got, err := config.Find(inner, formats)
	if err != nil || got.ID != "our-shop" || got.Dir != dir || len(got.Sources) != 2 || got.Sources[1].Name != "beads:sub" {
		t.Errorf("got %+v, %v", got, err)
	}
	if err := written.Write(); err == nil {
		t.Error("a file was overwritten")
	}
}

// TestID checks ids of projects.
func TestID(t *testing.T) {
	for name, want := range map[string]string{
		"Our shop": "our-shop", "dossier": "dossier", "Möbel & Co.": "möbel-co", "owner/repo": "owner-repo", "…": "project", "A--B": "a-b",
	} {
		if got := config.ID(name); got != want {
			t.Errorf("%q: got %s, want %s", name, got, want)
		}
	}
}

func TestFindInNoFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{file, file + "/deeper", file + ".gone"} {
		if found, err := config.Find(dir, nil); err == nil || found != nil || !strings.Contains(err.Error(), "is no folder") {
			t.Errorf("%s: got %v, %v; want an error", dir, found, err)
		}
	}
}
