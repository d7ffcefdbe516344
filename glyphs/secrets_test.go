package glyphs_test

import (
	"testing"

	"dossier/glyphs"
)

func TestMasked(t *testing.T) {
	for text, want := range map[string]string{
		"":                                    "",
		"no URL: ann@example.org?":            "no URL: ann@example.org?",
		"https://example.org/a":               "https://example.org/a",
		"https://ann:hush@example.org/a":      "https://example.org/a",
		"postgres://ann@db:5432/d":            "postgres://db:5432/d",
		"postgres://ann:hu@sh@db/d":           "postgres://db/d",
		"postgres://:hush@db/d?sslmode=off":   "postgres://db/d?…",
		"at https://h/v1?key=hush, or later":  "at https://h/v1?…, or later",
		`Get "https://a:b@h/j?k=hush": gone`:  `Get "https://h/j?…": gone`,
		"https://a:hush@one,https://b:hush@b": "https://one,https://b",
		"https://h/@ann/x":                    "https://h/@ann/x",
		"https://h/a#b?c":                     "https://h/a#b?c",
		"git+ssh://git:hush@h/x":              "git+ssh://h/x",
	} {
		if got := glyphs.Masked(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
