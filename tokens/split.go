package tokens

import (
	"strings"
	"unicode/utf8"
)

// splitter returns the end of the piece at i < len(text): what the regular
// expression of an encoding would match there. text must be valid UTF-8. A
// piece is never empty, and tokens never cross the end of a piece.
type splitter func(text string, i int) int

// nextO200k is the split rule of o200k_base. WORD stands for an optional rune
// that is no letter, number or line break, letters in which lower case follows
// upper case, and an optional contraction:
//
//	WORD | \p{N}{1,3} | ?[^\s\p{L}\p{N}]+[\r\n/]* | \s*[\r\n]+ | \s+(?!\S) | \s+
func nextO200k(text string, i int) int {
	c, size := classAt(text, i)
	if c&letter != 0 {
		end, _ := cased(text, i)
		return end + contraction(text, end, true)
	}
	if c&(number|newline) == 0 {
		start := i + size
		end, hasLower := cased(text, start)
		if c&lower != 0 && !hasLower { // a mark before upper case is a separate word, not the first rune of one
			end = start
		}
		if c&lower != 0 || end > start {
			return end + contraction(text, end, true)
		}
	}
	return unworded(text, i, "\r\n/")
}

// nextCl100k is the split rule of cl100k_base:
//
//	(?i:'s|'t|'re|'ve|'m|'ll|'d) | [^\r\n\p{L}\p{N}]?\p{L}+ | \p{N}{1,3} | ?[^\s\p{L}\p{N}]+[\r\n]* | \s*[\r\n]+ | \s+(?!\S) | \s+
func nextCl100k(text string, i int) int {
	if n := contraction(text, i, true); n > 0 {
		return i + n
	}
	start := i
	if c, size := classAt(text, i); c&(letter|number|newline) == 0 {
		start += size
	}
	if end := run(text, start, letter); end > start {
		return end
	}
	return unworded(text, i, "\r\n")
}

// nextGPT2 is the split rule of the older encodings:
//
//	's|'t|'re|'ve|'m|'ll|'d | ?\p{L}+ | ?\p{N}+ | ?[^\s\p{L}\p{N}]+ | \s+(?!\S) | \s+
func nextGPT2(text string, i int) int {
	if n := contraction(text, i, false); n > 0 {
		return i + n
	}
	for _, mask := range [...]class{letter, number, symbol} {
		if end := spaced(text, i, mask); end > i {
			return end
		}
	}
	return blank(text, i, 0)
}

// cased returns the end of the o200k_base word at i without its contraction, or
// i if there is none. With U for upper and D for lower it matches U*D+ | U+D*;
// hasLower reports whether the first of the two matched.
func cased(text string, i int) (end int, hasLower bool) {
	capitals := run(text, i, upper)
	if end = run(text, capitals, lower); end > capitals {
		return end, true
	}
	for end > i { // U* matched everything; give back runes until D+ matches one that is both
		r, size := utf8.DecodeLastRuneInString(text[i:end])
		if classify(r)&lower != 0 {
			return end, true
		}
		end -= size
	}
	return capitals, false
}

// contraction returns the size of the English contraction ('s, 'll, …) at i, or
// 0. Case folds only in ASCII: the number of bytes compared is that of the
// suffix, and U+017F, which folds to s, has two.
func contraction(text string, i int, anyCase bool) int {
	if i+1 >= len(text) || text[i] != '\'' {
		return 0
	}
	for _, suffix := range [...]string{"s", "t", "re", "ve", "m", "ll", "d"} {
		end := i + 1 + len(suffix)
		if end > len(text) {
			continue
		}
		found := text[i+1 : end]
		if found == suffix || anyCase && strings.EqualFold(found, suffix) {
			return end - i
		}
	}
	return 0
}

// unworded returns the end of the piece at i if there is no word at i: up to
// three numbers, symbols followed by any bytes in trailing, or white space.
func unworded(text string, i int, trailing string) int {
	if end := numbers(text, i); end > i {
		return end
	}
	if end := spaced(text, i, symbol); end > i {
		for end < len(text) && strings.IndexByte(trailing, text[end]) >= 0 {
			end++
		}
		return end
	}
	return blank(text, i, newline)
}

// numbers returns the end of up to three numbers at i.
func numbers(text string, i int) int {
	for range 3 {
		c, size := classAt(text, i)
		if c&number == 0 {
			break
		}
		i += size
	}
	return i
}

// spaced returns the end of a run of mask at i, which may follow one space, or
// i if there is no such run.
func spaced(text string, i int, mask class) int {
	start := i
	if text[i] == ' ' {
		start++
	}
	if end := run(text, start, mask); end > start {
		return end
	}
	return i
}

// blank returns the end of the white space at i. That is after its last rune of
// the class breaking, if it has one. Otherwise it is before the last of several
// runes, which belongs to the word that follows, or at the end of the text.
func blank(text string, i int, breaking class) int {
	end, last, lines := i, i, i
	for {
		c, size := classAt(text, end)
		if c&space == 0 {
			break
		}
		last, end = end, end+size
		if c&breaking != 0 {
			lines = end
		}
	}
	switch {
	case lines > i:
		return lines
	case last > i && end < len(text):
		return last
	}
	return end
}
