package graph

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestLineFoldsWhiteSpace(t *testing.T) {
	near := rapid.StringOf(rapid.RuneFrom([]rune("ab   \t\n\u00a0—é")))
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(near, rapid.String()).Draw(t, "text")
		if got, want := Line(text, 0), strings.Join(strings.Fields(text), " "); got != want {
			t.Fatalf("Line(%q) = %q, want %q", text, got, want)
		}
	})
}

func TestCapital(t *testing.T) {
	for text, want := range map[string]string{"task": "Task", "état": "État", "ученик": "Ученик", "漢字": "漢字", "": "", "\xff": "\xff",
		"ß": "ß"} {
		if got := Capital(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
