// Package text turns prose and Markdown into what searching and ranking need: folded words, their stems, sentences
// that respect Markdown, an encoded form of the analysed text that a store keeps beside the entity, snippets, and the
// trigram similarity of Postgres. Everything runs in time linear in the length of its input, whatever the input is.
package text

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold gives the form under which words are compared: compatibility forms and accents resolved, lower case.
func Fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	return strings.Map(foldRune, norm.NFKD.String(s))
}

// foldRune drops the combining marks that decomposition split off and lowers the rest.
func foldRune(r rune) rune {
	if unicode.Is(unicode.Mn, r) {
		return -1
	}
	return unicode.ToLower(r)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// Key gives the folded words of a title joined by single spaces: two titles are the same when their keys are.
func Key(title string) string {
	var b strings.Builder
	for w := range Words(title) {
		if w.Marks&Whole != 0 {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w.Text)
	}
	return b.String()
}
