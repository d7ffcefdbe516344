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

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"café – 漢字 👩‍👩‍👧 مرحبا’\tx\ny":   "café – 漢字 👩‍👩‍👧 مرحبا’\tx\ny",
		"\x1b[31mred\x1b[0m \a\u009b2J":  "[31mred[0m 2J",
		"\u202eevil\u202c \u2066x\u2069": "evil x",
		"a\r\nb\rc\u2028d\u0085e":        "a\nb\nc\nd\ne",
		"hello\U000E0049\U000E0047\x00":  "hello",
	} {
		if got := Printable(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
		if IsPrintable(text) != (text == want) {
			t.Errorf("IsPrintable(%q) = %v", text, text != want)
		}
	}
}

func TestCapital(t *testing.T) {
	for text, want := range map[string]string{"task": "Task", "état": "État", "ученик": "Ученик", "漢字": "漢字", "": "", "\xff": "\xff", "ß": "ß"} {
		if got := Capital(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
