// Package text analyses prose and Markdown for searching and ranking: folded
// words, their stems, sentences that respect Markdown, snippets, the trigram
// similarity of Postgres, and the encoded form of an analysed text that a store
// keeps with its entity. All functions take linear time, whatever the input.
package text

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold returns the form in which words are compared: in lower case, without
// accents and compatibility forms.
func Fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	return strings.Map(foldRune, norm.NFKD.String(s))
}

// softHyphen is the place where a word may be broken at the end of a line. It is
// in texts from word processors and pages.
const softHyphen = '\u00ad'

// foldRune drops combining marks, which decomposition separates, and soft
// hyphens, and maps other runes to lower case.
func foldRune(r rune) rune {
	if r == softHyphen || unicode.Is(unicode.Mn, r) {
		return -1
	}
	return unicode.ToLower(r)
}

// IsDigits reports whether a word consists of digits.
func IsDigits(word string) bool { return word != "" && strings.Trim(word, "0123456789") == "" }

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// Folded returns the folded words of s in order, without whole identifiers.
func Folded(s string) (words []string) {
	for w := range Parts(s) {
		words = append(words, w.Text)
	}
	return words
}

// Key returns the folded words of a title joined by single spaces. Two titles
// are the same if their keys are.
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
