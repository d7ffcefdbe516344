package obsidian_test

import (
	"testing"

	"dossier/sources/obsidian"
	"dossier/sources/sourcestest"
)

func TestGolden(t *testing.T) { sourcestest.Golden(t, &obsidian.Format) }

func TestBadInput(t *testing.T) {
	with := func(name, text string) map[string]string {
		return map[string]string{".obsidian/app.json": "{}", "Good.md": "Good", name: text}
	}
	sourcestest.Bads(t, &obsidian.Format, []sourcestest.Bad{
		{Name: "broken settings", Files: with(".obsidian/daily-notes.json", "{\n\"folder\": 7}"), Want: ".obsidian/daily-notes.json", Kept: 1},
		{Name: "half of the settings", Files: with(".obsidian/templates.json", "{\"folder\":"), Want: ".obsidian/templates.json:1: warned",
			Kept: 1},
		{Name: "empty", Files: with("Bad.md", ""), Want: "Bad.md: skipped: Bad.md is empty", Kept: 1},
		{Name: "a link to nothing", Files: with("Bad.md", "a\n[[Gone|x]]"), Want: "Bad.md:2: lost: [[Gone]]: no file is called so", Kept: 2},
		{Name: "an embedded file that is no note", Files: with("Bad.md", "![[x.png]] ![[y.canvas]]"), Want: "", Kept: 2},
		{Name: "an open link", Files: with("Bad.md", "[[Good and [[Good]]"), Want: "", Kept: 2},
		{Name: "properties that are no YAML", Files: with("Bad.md", "---\ntags: [a\nup: [[Good]]\n---\n"),
			Want: `Bad.md:2: warned: tags: "[a" is no YAML`, Kept: 2},
		{Name: "a template", Files: with("templates/T.md", "# {{title}}"), Want: "templates/T.md: skipped: templates/T.md is a template",
			Kept: 1},
		{Name: "a day that is none", Files: with("2026-13-45.md", "x"), Want: "", Kept: 2},
		{Name: "a NUL", Files: with("Bad.md", "\x00"), Want: "Bad.md: rejected: Bad.md: it has a NUL at byte 0", Kept: 1},
		{Name: "no notes", Files: map[string]string{".obsidian/app.json": "{}"}, Want: "no Markdown file has any text", Kept: 0},
	})
}

func FuzzRead(f *testing.F) {
	sourcestest.Fuzz(f, &obsidian.Format, "2026-01-02.md", map[string]string{".obsidian/app.json": "{}", "A/B.md": "[[2026-01-02]]"},
		"---\naliases: [x]\n---\nkey:: value [a:: b] [[A/B#h|t]] ![[B]] #t/u")
}
