package convert

import (
	"strings"
	"testing"
)

// FuzzToMarkdown checks that other forms keep their lines, so that places are right.
func FuzzToMarkdown(f *testing.F) {
	for _, text := range []string{
		"===\na\n===\n\nb\n~~~\n", "** TODO [#A] x :a:b:\nDEADLINE: <2026-01-01>\n:P:\n#+END_SRC\n", "= a\n----\n* b\n",
		".. note:: a\n   b::\n\n      c\n.. d\n\n.. toctree::\n   e", "x 2026-01-01 a +b t:1\n\n(A) c",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range []string{"a.rst", "a.adoc", "a.org", "todo.txt", "a.md"} {
			if got, want := strings.Count(string(ToMarkdown(name, []byte(text))), "\n"), strings.Count(text, "\n"); got != want {
				t.Errorf("%s: %d lines, want %d: %q", name, got, want, text)
			}
		}
	})
}
