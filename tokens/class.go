package tokens

import (
	"unicode"
	"unicode/utf8"
)

// class is a set of the properties by which the split rules distinguish runes.
type class uint8

// Every rune is exactly one of letter, number, space and symbol; the others
// refine these.
const (
	letter  class = 1 << iota // \p{L}
	number                    // \p{N}
	space                     // \s
	symbol                    // [^\s\p{L}\p{N}]
	newline                   // [\r\n]
	upper                     // [\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]: may begin a word of o200k_base
	lower                     // [\p{Ll}\p{Lm}\p{Lo}\p{M}]: may end it
)

// asciiClasses avoids looking up most text in the Unicode tables. It is
// read-only.
var asciiClasses = func() (table [utf8.RuneSelf]class) {
	for r := range table {
		table[r] = classify(rune(r))
	}
	return table
}()

// classAt returns the class and the size in bytes of the rune at text[i:]; 0, 0
// at the end of the text.
func classAt(text string, i int) (class, int) {
	if i >= len(text) {
		return 0, 0
	}
	if b := text[i]; b < utf8.RuneSelf {
		return asciiClasses[b], 1
	}
	r, size := utf8.DecodeRuneInString(text[i:])
	return classify(r), size
}

func classify(r rune) class {
	switch {
	case unicode.Is(unicode.Ll, r):
		return letter | lower
	case unicode.Is(unicode.Lu, r), unicode.Is(unicode.Lt, r):
		return letter | upper
	case unicode.IsLetter(r):
		return letter | upper | lower
	case r == '\r' || r == '\n':
		return space | newline
	case unicode.IsSpace(r):
		return space
	case unicode.IsNumber(r):
		return number
	case unicode.IsMark(r):
		return symbol | upper | lower
	}
	return symbol
}

// run returns the end of the longest run of runes at i that have a property in
// mask, or i if there is none.
func run(text string, i int, mask class) int {
	for {
		c, size := classAt(text, i)
		if c&mask == 0 {
			return i
		}
		i += size
	}
}
