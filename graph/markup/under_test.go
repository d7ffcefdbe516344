package markup

import "testing"

func TestUnder(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"none", "Text - a\n", "Text - a\n"},
		{"low enough", "#### A\n", "#### A\n"},
		{"lowered", "# A\n\n## B *c*\ntext", "### A\n\n#### B *c*\ntext"},
		{"at most six", "# A\n##### B", "### A\n###### B"},
		{"underlined", "A\n===\n\nB c\n---\ntext\n", "### A\n\n#### B c\ntext\n"},
		{"in code", "```\n# no\n```\n# A\n", "```\n# no\n```\n### A\n"},
		{"in a longer fence", "````\n```\n# no\n````\n# A", "````\n```\n# no\n````\n### A"},
		{"in indented code", "a\n\n    # no\n\n# A", "a\n\n    # no\n\n### A"},
		{"in a quote", "> # no\n\n# A", "> # no\n\n### A"},
		{"no space", "#no\n# A", "#no\n### A"},
		{"a rule", "a\n\n---\n# A", "a\n\n---\n### A"},
		{"empty", "#\ntext", "###\ntext"},
	} {
		if got := Under(c.in, 3); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
