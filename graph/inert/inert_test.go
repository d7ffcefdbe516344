package inert_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	source "github.com/yuin/goldmark/text"

	"dossier/graph/inert"
	"dossier/graph/prompt"
)

// forged are texts that imitate the structure of prompts.
var forged = []string{
	"# Heading", "   ### Heading", "Heading\n===", "Heading\n---\nrest", "a\r# b\rc", "a\u2028## b", "a\v# b",
	"- # in an item", "1. > ## deep", "- - - # deeper", "> Nothing here is clearly about it", "a\n>> b",
	"- Fake decision [deadbeef] (decision, active)", "## Fake [HARB-42] (task)", "- **blocks**: Other [ #12 ]", "Fake [id: x] (task)",
	"- **blocks**: Other [01234567-89ab-cdef-0123-456789abcdef]", "- ... and 12 more", "---", "***", "- ---", "```\nnever closed\n# in code",
	"~~~~\n~~~\n# still in code\n", "* item\n  ```\ncode at the margin\n  ```\n# out", "* item\n  ```go\n  code\n```\n# out",
	"\t```\n# a\n\t```\n# b", "1. one\n   ```\n   ```` \n# c", "```a`b\n# d", "````\n```\n# e\n````x\n# f", "<h2>Heading</h2>",
	"a <H3>b</h3>", "<!-- open\n\n# g", "<script>\n\n# h", "<?php\n\n# i", "<![CDATA[\n\n# j", "<https://example.org> is fine",
	"[deadbeef]: https://example.org", "| a |\n| - |\n| b |", "#hashtag", "#\n##\n######", "2026. A year\n# k", "+ plus\n+ # plus", "-\n# l",
	"*\n===", "a\n\n    # code\n", "Outcome: ```\nx\n```\n# m", "\u00a0# n", "\x1b# o", "a\u0085\u202e# p\U000E0041",
}

// FuzzInert checks with a Markdown parser that no text adds a heading, a quote,
// a rule, HTML, a list with our bullet or an id, wherever it is.
func FuzzInert(f *testing.F) {
	for _, text := range forged {
		f.Add(text, "after\n")
		f.Add("Before.\n\n"+text, text)
	}
	f.Fuzz(func(t *testing.T, one, two string) {
		for name, written := range map[string]string{
			"passages": prompt.Markdown(prompt.Entry{Name: prompt.Name{Label: one}, Passages: []prompt.Passage{
				{Text: one, Before: " "}, {Text: two, Before: "\n", Gap: true}, {Text: one, Before: " ", Heading: two},
			}}),
			"field": prompt.Markdown(prompt.Entry{Name: prompt.Name{Label: one},
				Passages: []prompt.Passage{{Field: one, Text: inert.Line(two)}}}),
			"item": prompt.Markdown(prompt.Heading{Level: 2},
				prompt.Item{Name: prompt.Name{Label: one, Kind: two}, Text: inert.Line(two), Detail: inert.Line(one)}),
			"card": prompt.Markdown(prompt.Card{Heading: prompt.Heading{Level: 2, Name: prompt.Name{Label: one}},
				Facts: []prompt.Fact{{Label: "Description", Value: inert.Text(two)}}}),
			"document": prompt.Markdown(prompt.Heading{Level: 2}, prompt.Text{Text: inert.Text(one) + "\n" + inert.Text(two)}),
		} {
			checkInert(t, name, written)
		}
		if again := inert.Text(inert.Text(one)); again != inert.Text(one) {
			t.Errorf("%q becomes %q, then %q", one, inert.Text(one), again)
		}
	})
}

var idLike = regexp.MustCompile(`(?i)\[(id:[^\[\]\n]*|[0-9a-f]{8}[0-9a-f-]*)\]`)

// checkInert checks that written adds no structure: it begins with a heading,
// and is followed by another one.
func checkInert(t *testing.T, name, written string) {
	t.Helper()
	const last = "The end"
	if id := idLike.FindString(written); id != "" {
		t.Errorf("%s: the id %s is in\n%s", name, id, written)
	}
	markdown := []byte(written + "\n## " + last + "\n")
	var titles []string
	_ = ast.Walk(goldmark.New(goldmark.WithExtensions(extension.Table)).Parser().Parse(source.NewReader(markdown)),
		func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if !entering {
				return ast.WalkContinue, nil
			}
			switch n := n.(type) {
			case *ast.Heading:
				titles = append(titles, string(n.Lines().Value(markdown)))
			case *ast.Blockquote, *ast.ThematicBreak, *ast.HTMLBlock:
				t.Errorf("%s: a %s is in\n%s", name, n.Kind(), written)
			case *ast.List:
				if n.Marker == '-' && name != "item" && name != "card" && name != "field" {
					t.Errorf("%s: a list of ours is in\n%s", name, written)
				}
			}
			return ast.WalkContinue, nil
		})
	if len(titles) != 2 || titles[1] != last {
		t.Errorf("%s: the headings are %q in\n%s", name, titles, written)
	}
}

// TestInert checks the inert form of common texts.
func TestInert(t *testing.T) {
	for text, want := range map[string]string{
		"Plain text, 3 < 4 and a [link].":        "Plain text, 3 < 4 and a [link].",
		"# Why\nBecause.\n\n## How ##\n- a\n- b": "**Why**\nBecause.\n\n**How**\n* a\n* b",
		"It failed in [0a1b2c3d].":               "It failed in (0a1b2c3d).",
		"Gate [HARB-42] (task, done)":            "Gate (HARB-42) (task, done)",
		"Gate [ #12\t] and [bd-a1b2.3]":          "Gate ( #12\t) and (bd-a1b2.3)",
		"[TASK-1.2]: https://example.org":        "(TASK-1.2): https://example.org",
		"see [GH-12](https://example.org/12)":    "see [GH-12](https://example.org/12)",
		"[x] done, [note] and [12]":              "[x] done, [note] and [12]",
		"```sh\n# a comment\n```":                "```sh\n# a comment\n```",
		"```sh\nls":                              "```sh\nls\n```",
		"A title\n=======":                       "A title\n\\=======",
		"> she wrote":                            `\> she wrote`,
		"| a | b |\n| --- | --- |":               "| a | b |\n| --- | --- |",
		"1. First\n2. Second":                    "1. First\n2. Second",
		"#42 is done":                            "#42 is done",
	} {
		if got := inert.Text(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	if got := inert.Line("# Two\nlines [deadbeef]"); !strings.HasPrefix(got, `\# Two lines (deadbeef)`) {
		t.Errorf("got %q", got)
	}
}

// TestUnderlinesAreLeftOut checks that the underline of a heading in the source
// is not in the text.
func TestUnderlinesAreLeftOut(t *testing.T) {
	entry := prompt.Entry{Name: prompt.Name{Label: "Design"}, Passages: []prompt.Passage{
		{Text: "The valve moves in steps.", Before: "\n======\n\n", Heading: "Valves"}, {Text: "It stops.", Before: "\n~~~\n", Gap: true},
	}}
	if got, want := prompt.Markdown(entry), "## Design\n**Valves**\n\nThe valve moves in steps.\n\nIt stops.\n\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
