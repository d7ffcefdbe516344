package text

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Mark is a set of properties of a word in its text.
type Mark uint8

const (
	// Capital marks a word that begins with an upper-case letter.
	Capital Mark = 1 << iota
	// Apart marks a word after punctuation other than hyphens and underscores.
	Apart
	// Whole marks an entire identifier, such as KEP-1287 or maxSurge, that
	// follows its parts. It is a search term, but not part of the sequence of
	// words.
	Whole

	markBits = 3
)

// wordLimit is the maximum length of a word in bytes. Longer words (base64, a
// run of one letter) are truncated.
const wordLimit = 64

// Word is a word of a text.
type Word struct {
	// Text is the folded word.
	Text string
	// Start and End are the word's byte offsets in the text.
	Start, End int
	// Marks are the word's properties in the text.
	Marks Mark
}

// Parts yields the words of s in order, without those that consist of other words.
func Parts(s string) iter.Seq[Word] {
	return func(yield func(Word) bool) {
		for w := range Words(s) {
			if w.Marks&Whole == 0 && !yield(w) {
				return
			}
		}
	}
}

// CountWords returns the number of words that [Words] yields.
func CountWords(s string) (n int) {
	for range Words(s) {
		n++
	}
	return n
}

// Words yields the words of s in order. Scripts without spaces between words
// yield overlapping pairs of runes.
func Words(s string) iter.Seq[Word] {
	return func(yield func(Word) bool) {
		sc := scanner{s: s, yield: yield}
		for sc.pos < len(s) && !sc.done {
			sc.step()
		}
	}
}

// scanner reads a text. apart reports whether there was punctuation after the
// last word.
type scanner struct {
	s           string
	pos         int
	apart, done bool
	yield       func(Word) bool
}

func (sc *scanner) step() {
	r, size := utf8.DecodeRuneInString(sc.s[sc.pos:])
	switch {
	case Unspaced(r):
		sc.pairs()
	case wordRune(r):
		sc.chunk()
	case r == '&':
		sc.entity()
	default:
		if r != '-' && r != '_' && !unicode.IsSpace(r) {
			sc.apart = true
		}
		sc.pos += size
	}
}

// entity skips an ampersand, with its name if it is an HTML entity such as
// &amp;.
func (sc *scanner) entity() {
	sc.apart = true
	sc.pos++
	end := sc.pos
	for end < len(sc.s) && end < sc.pos+8 && (sc.s[end] < utf8.RuneSelf && wordRune(rune(sc.s[end])) || sc.s[end] == '#') {
		end++
	}
	if end < len(sc.s) && sc.s[end] == ';' {
		sc.pos = end + 1
	}
}

func (sc *scanner) emit(start, end int, marks Mark) {
	if sc.done {
		return
	}
	raw := sc.s[start:end]
	if len(raw) > wordLimit {
		raw = strings.ToValidUTF8(raw[:wordLimit], "")
	}
	if sc.apart && marks&Whole == 0 {
		marks |= Apart
		sc.apart = false
	}
	if r, _ := utf8.DecodeRuneInString(raw); unicode.IsUpper(r) || unicode.IsTitle(r) {
		marks |= Capital
	}
	if folded := withoutApostrophes(Fold(raw)); folded != "" {
		sc.done = !sc.yield(Word{Text: folded, Start: start, End: end, Marks: marks})
	}
}

// pairs emits a run of a script without spaces as overlapping pairs, or as one
// word if it is a single rune.
func (sc *scanner) pairs() {
	first, last, count := sc.pos, sc.pos, 0
	for sc.pos < len(sc.s) && !sc.done {
		r, size := utf8.DecodeRuneInString(sc.s[sc.pos:])
		if !Unspaced(r) {
			break
		}
		sc.pos += size
		if count++; count > 1 {
			sc.emit(last, sc.pos, 0)
		}
		last = sc.pos - size
	}
	if count == 1 {
		sc.emit(first, sc.pos, 0)
	}
}

// chunk reads a run of word runes and joiners. It emits its parts and, if it is
// an identifier, the entire run.
func (sc *scanner) chunk() {
	start, part := sc.pos, sc.pos
	var identifier, digit, hyphen bool
	var prev rune
	for sc.pos < len(sc.s) {
		if c := sc.s[sc.pos]; 'a' <= c && c <= 'z' { // most are, and none of them ends a part
			prev, sc.pos = rune(c), sc.pos+1
			continue
		}
		r, size := utf8.DecodeRuneInString(sc.s[sc.pos:])
		if !wordRune(r) && !sc.joins(prev, r, size) || Unspaced(r) {
			break
		}
		digit = digit || unicode.IsDigit(r)
		switch {
		case r == '-' || r == '_':
			sc.part(part, sc.pos)
			part = sc.pos + size
			hyphen, identifier = hyphen || r == '-', identifier || r == '_'
		case unicode.IsUpper(r) && unicode.IsLower(prev):
			sc.part(part, sc.pos)
			part, identifier = sc.pos, true
		}
		prev, sc.pos = r, sc.pos+size
	}
	sc.part(part, sc.pos)
	if (identifier || hyphen && digit) && sc.pos-start <= wordLimit {
		sc.emit(start, sc.pos, Whole)
	}
}

// part emits a part of a chunk without a possessive ending.
func (sc *scanner) part(start, end int) {
	if end = start + len(withoutPossessive(sc.s[start:end])); end > start {
		sc.emit(start, end, 0)
	}
}

func withoutPossessive(s string) string {
	if s == "" || s[len(s)-1]|0x20 != 's' {
		return s
	}
	for _, possessive := range [...]string{"'s", "’s", "'S", "’S"} {
		if bare, ok := strings.CutSuffix(s, possessive); ok {
			return bare
		}
	}
	return s
}

// joins reports whether r, which is not a word rune, joins the word before it
// to the next one.
func (sc *scanner) joins(prev, r rune, size int) bool {
	next, _ := utf8.DecodeRuneInString(sc.s[sc.pos+size:])
	switch r {
	case '-', '_', softHyphen:
		return wordRune(prev) && wordRune(next) && !Unspaced(next)
	case '.':
		return unicode.IsDigit(prev) && unicode.IsDigit(next)
	case '\'', '’':
		return unicode.IsLetter(prev) && unicode.IsLetter(next)
	}
	return false
}

func wordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r))
}

// Unspaced reports whether r belongs to a script without spaces between words.
// Such scripts are split into pairs of letters.
func Unspaced(r rune) bool {
	return r >= 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// withoutApostrophes returns a word without its apostrophes: O'Brien is obrien.
func withoutApostrophes(s string) string {
	if strings.IndexByte(s, '\'') < 0 && !strings.Contains(s, "’") {
		return s
	}
	return strings.NewReplacer("'", "", "’", "").Replace(s)
}
