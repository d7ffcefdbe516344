package terminal

import (
	"bytes"
	"testing"
)

func TestWrapped(t *testing.T) {
	for name, test := range map[string]struct {
		text    string
		columns int
		want    string
	}{
		"fits":      {"# A\n- one two\n", 40, "# A\n- one two\n"},
		"paragraph": {"one two three four five six seven eight nine\n", 40, "one two three four five six seven eight\nnine\n"},
		"item":      {"- one two three four five six seven eight nine\n", 40, "- one two three four five six seven\n  eight nine\n"},
		"nested":    {"  - one two three four five six seven eight\n", 40, "  - one two three four five six seven\n    eight\n"},
		"detail":    {"  Needed by: one two three four five six seven\n", 40, "  Needed by: one two three four five six\n  seven\n"},
		"quote":     {"> one two three four five six seven eight nine\n", 40, "> one two three four five six seven\n> eight nine\n"},
		"long word": {"- 0123456789012345678901234567890123456789012 b\n", 40, "- 0123456789012345678901234567890123456789012\n  b\n"},
		"wide":      {"一二三四五六七八九十一二三四五六七八九 abc\n", 40, "一二三四五六七八九十一二三四五六七八九\nabc\n"},
		"combining": {"e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301 bbbbbbbbbb cccccccccc 1234567\n", 40,
			"e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301e\u0301 bbbbbbbbbb cccccccccc 1234567\n"},
		"code": {"```\none two three four five six seven eight nine\n```\none two three four five six seven eight nine\n", 40,
			"```\none two three four five six seven eight nine\n```\none two three four five six seven eight\nnine\n"},
		"table":   {"| one two three four five six seven eight | nine |\n", 40, "| one two three four five six seven eight | nine |\n"},
		"no end":  {"one two three four five six seven eight nine", 40, "one two three four five six seven eight\nnine"},
		"narrow":  {"one two three four five six seven\n", 10, "one two three four five six seven\n"},
		"unknown": {"one two three four five six seven\n", 0, "one two three four five six seven\n"},
	} {
		if got := (&wrapper{columns: test.columns}).text(test.text); got != test.want {
			t.Errorf("%s: got\n%q, expected\n%q", name, got, test.want)
		}
	}
}

// TestPipesAreNotWrapped checks that another program reads lines as they are.
func TestPipesAreNotWrapped(t *testing.T) {
	text := "- one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen\n"
	out := &bytes.Buffer{}
	if PrintDocument(out, text); out.String() != text {
		t.Errorf("%q", out)
	}
}
