package prompt

import (
	"unicode"
	"unicode/utf8"
)

// roughTokens estimates the tokens of a text where no counter is at hand: more
// than the usual encodings count, for prose and ids by about a tenth.
func roughTokens(text string) int {
	halves, letters := 0, 0 // halves of a token; letters of the word so far
	endWord := func() {
		if letters > 12 { // more likely a code than a word
			halves += letters
		} else {
			halves += (4*letters + 6) / 7
		}
		letters = 0
	}
	for _, r := range text {
		switch {
		case unicode.IsLower(r) && r <= unicode.MaxASCII:
			letters++
			continue
		case unicode.IsUpper(r) && r <= unicode.MaxASCII:
			endWord()
			letters = 1
			continue
		}
		endWord()
		switch {
		case r == ' ':
		case unicode.IsDigit(r) && r <= unicode.MaxASCII:
			halves++
		case r <= unicode.MaxASCII:
			halves += 2
		default:
			halves += 2 * max(2, utf8.RuneLen(r)) // a rare character costs a token per byte or two
		}
	}
	endWord()
	return (halves + 1) / 2
}
