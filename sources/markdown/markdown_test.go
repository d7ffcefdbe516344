package markdown_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"dossier/sources"
	"dossier/sources/markdown"
	"dossier/sources/sourcestest"
)

func TestGolden(t *testing.T) { sourcestest.Golden(t, &markdown.Format) }

func TestBadInput(t *testing.T) {
	const good = "# Good\n"
	with := func(name, text string) map[string]string { return map[string]string{"good.md": good, name: text} }
	sourcestest.Bads(t, &markdown.Format, []sourcestest.Bad{
		{Name: "empty", Files: with("bad.md", " \n\n"), Want: "bad.md: skipped: bad.md is empty", Kept: 1},
		{Name: "a NUL", Files: with("bad.md", "# A\x00"), Want: "bad.md: rejected: bad.md: it has a NUL at byte 3; expected text", Kept: 1},
		{Name: "half of UTF-16", Files: with("bad.md", "\xff\xfe#\x00 \x00A\x00"), Want: "bad.md: warned: bad.md is no UTF-8; read as UTF-16",
			Kept: 2},
		{Name: "Windows-1252", Files: with("bad.md", "# Stra\xdfe"), Want: "bad.md: warned: bad.md is no UTF-8; read as Windows-1252", Kept: 2},
		{Name: "an at sign in front matter", Files: with("bad.md", "---\ntitle: A\nreporter: @name\n---\n"),
			Want: `bad.md:3: warned: reporter: "@name" is no YAML; it was taken as text`, Kept: 2},
		{Name: "front matter without end", Files: with("bad.md", "---\ntitle: A\n\n# B\n"),
			Want: "bad.md:1: warned: the front matter has no end", Kept: 2},
		{Name: "a key twice", Files: with("bad.md", "---\ntitle: A\ntitle: B\n---\n"),
			Want: "bad.md:3: warned: the key title is on an earlier line already", Kept: 2},
		{Name: "no date", Files: with("bad.md", "---\ncreated: soon\n---\nText"),
			Want: `bad.md:1: warned: created_at: "soon" is no date; kept in props`, Kept: 2},
		{Name: "an unknown status", Files: with("bad.md", "---\nstatus: zzz\n---\nText"),
			Want: `bad.md:1: warned: the status "zzz" is not known`, Kept: 2},
		{Name: "a broken link", Files: with("bad.md", "# A\n\n[x](gone.md)"), Want: "bad.md:3: lost: link to gone.md: there is no such file",
			Kept: 2},
		{Name: "a broken wikilink", Files: with("bad.md", "# A\n\n[[gone]] [[good]]"), Want: "bad.md:3: lost: [[gone]]: no file is called so",
			Kept: 2},
		{Name: "requires nothing", Files: with("bad.md", "---\nrequires: gone\n---\nText"),
			Want: `bad.md:2: lost: requires: no file is called "gone"`, Kept: 2},
		{Name: "a template", Files: with("bad-template.md", "# {title}"), Want: "bad-template.md: skipped: bad-template.md is a template",
			Kept: 1},
		{Name: "one name in two spellings", Files: map[string]string{"a.md": "# A", "a.markdown": "# A"},
			Want: `the id "a" is used by a.markdown:1; this one is imported as "a~2"`, Kept: 2},
		{Name: "nothing", Files: map[string]string{"a.md": "", "b.txt": "x"}, Want: "no Markdown file has any text", Kept: 0},
		{Name: "a conflict of git", Files: with("bad.md", "---\n<<<<<<< HEAD\ntitle: A\n=======\ntitle: B\n>>>>>>> x\n---\n# C\n"),
			Want: "bad.md:5: warned: the key title is on an earlier line already", Kept: 2},
	})
}

func FuzzRead(f *testing.F) {
	sourcestest.Fuzz(f, &markdown.Format, "docs/adr/0001-x.md",
		map[string]string{"TODO.md": "- [ ] a", "docs/adr/0002-y.md": "# 2. Y\n\n## Status\n\nAccepted"},
		"# 1. X\n\nDate: 2026-01-01\n\n## Status\n\nSuperseded by [2](0002-y.md)\n\n## Context\n\nA\n\n## Decision\n\nB\n### Consequences\n",
		"---\ntitle: [a\ntags: #x\nrequires: 2\n---\n[[TODO#x|y]] [a](../../TODO.md) #t\n\n## Tasks\n- [ ] b 📅 2026-01-01\n  - [x] c\n",
		"* Status: x\n* Deciders: @a, B <b@c.d>\n\n| Status | y |\n|-|-|\n| a | b |\n")
}

// TestReadAgain checks that a second read parses only the file that changed, and has
// the same records otherwise.
func TestReadAgain(t *testing.T) {
	files := fstest.MapFS{}
	for i := range 50 {
		files[fmt.Sprintf("notes/n%d.md",
			i)] = &fstest.MapFile{Data: fmt.Appendf(nil, "# Note %d\n\n[[n%d]] #tag\n\n## Tasks\n\n- [ ] do %d\n", i, (i+1)%50, i)}
	}
	opts := sources.Options{Project: "p", Name: "P", Cache: sources.NewCache()}
	read := func() string {
		out, err := sources.Read(context.Background(), &markdown.Format, files, opts)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := sourcestest.Text(t, out, "p")
		return text
	}
	first := read()
	if again := read(); again != first {
		t.Error("an unchanged folder has other records")
	}
	files["notes/n7.md"] = &fstest.MapFile{Data: []byte("# Seven\n\n[[n9]]\n")}
	after := read()
	if !strings.Contains(after, `"title":"Seven"`) || strings.Contains(after, "Note 7") || strings.Contains(after, `"title":"do 7"`) {
		t.Errorf("the change is missing:\n%s", after)
	}
	opts.Cache = nil
	if plain := read(); plain != after {
		t.Error("without a cache the records are others")
	}
}
