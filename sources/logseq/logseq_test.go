package logseq_test

import (
	"testing"

	"dossier/sources/logseq"
	"dossier/sources/sourcestest"
)

func TestGolden(t *testing.T) { sourcestest.Golden(t, &logseq.Format) }

func TestBadInput(t *testing.T) {
	with := func(name, text string) map[string]string {
		return map[string]string{"logseq/config.edn": "{}", "pages/Good.md": "- Good", name: text}
	}
	sourcestest.Bads(t, &logseq.Format, []sourcestest.Bad{
		{Name: "half of the settings", Files: with("logseq/config.edn", "{:hidden [\"a"), Want: "", Kept: 1},
		{Name: "hidden", Files: with("drafts/A.md", "- A"), Want: "", Kept: 2},
		{Name: "empty", Files: with("pages/Bad.md", ""), Want: "pages/Bad.md: skipped: pages/Bad.md is empty", Kept: 1},
		{Name: "an empty block", Files: with("pages/Bad.md", "- \n"), Want: "pages/Bad.md: skipped: pages/Bad.md is empty", Kept: 1},
		{Name: "a date that is none", Files: with("pages/Bad.md", "- TODO a\n  DEADLINE: <2026-13-45>"), Want: "", Kept: 3},
		{Name: "a link to nothing", Files: with("pages/Bad.md", "- a\n\t- [[Gone]]"),
			Want: "pages/Bad.md:2: lost: [[Gone]]: no file is called so", Kept: 2},
		{Name: "a journal of no day", Files: with("journals/2026_13_45.md", "- x"), Want: "", Kept: 2},
		{Name: "a drawer that is not closed", Files: with("pages/Bad.md", "- TODO a\n  :LOGBOOK:\n  x"), Want: "", Kept: 3},
		{Name: "a NUL", Files: with("pages/Bad.md", "\x00"), Want: "pages/Bad.md: rejected: pages/Bad.md: it has a NUL at byte 0", Kept: 1},
		{Name: "no pages", Files: map[string]string{"logseq/config.edn": "{}"}, Want: "no Markdown file has any text", Kept: 0},
	})
}

func FuzzRead(f *testing.F) {
	sourcestest.Fuzz(f, &logseq.Format, "pages/a___b.md", map[string]string{"logseq/config.edn": "{}", "journals/2026_01_02.md": "- [[a/b]]"},
		"title:: x\ntags:: [[a]], #b\n\n- TODO [#A] b\n  SCHEDULED: <2026-01-02 Fri>\n\t- DONE c\n\t  id:: 1\n"+
			"\t  :LOGBOOK:\n\t  :END:\n- {{query x}}\n-")
}
