package sets

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold returns a form of s that ignores differences in case, accents and white
// space.
func Fold(s string) string {
	var b strings.Builder
	s = norm.NFKD.String(s)
	b.Grow(len(s))
	space := false
	for i, r := range s {
		if isSpace(r) {
			space = true
			continue
		}
		if r >= 0x300 && norm.NFKD.PropertiesString(s[i:]).CCC() != 0 {
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(unicode.ToLower(r))
	}
	if space {
		b.WriteByte(' ')
	}
	return b.String()
}

// isSpace reports whether Python's \s matches r. It also matches the separators
// of ASCII.
func isSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }
