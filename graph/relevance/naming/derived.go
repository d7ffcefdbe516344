package naming

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dossier/graph/text"
)

// abbreviation returns the abbreviation in the brackets at the end of a title,
// as in "Online schema changes (OSC)": the initials of words before it, in order.
// It returns "" for other brackets, such as those of "Freeze the schema (API)".
func abbreviation(title string) string {
	before, inside, _ := strings.Cut(strings.TrimSpace(title), " (")
	short, isLast := strings.CutSuffix(inside, ")")
	if !isLast || len(short) < 2 || strings.ToUpper(short) != short {
		return ""
	}
	left := strings.ToLower(short)
	for word := range text.Parts(before) {
		_, size := utf8.DecodeRuneInString(word.Text)
		left = strings.TrimPrefix(left, word.Text[:size])
	}
	if left != "" {
		return ""
	}
	return short
}

// initialed are the kinds of entities that are called by the initials of their
// titles. Titles of tasks, risks and the like are sentences.
var initialed = []string{projectKind, planKind, "goal", "milestone", documentKind, "output"}

// The number of words of a title that is called by its initials, by eye: PR and
// longer ones mean something else.
const (
	leastInitials = 3
	mostInitials  = 6
)

// initials returns the initials of the words of the entity's title after its
// identifier, as CDR of "Critical design review". It returns "" for another kind,
// another number of words, words that are no letters, and scripts without spaces.
func (a *Analyst) initials() string {
	if !slices.Contains(initialed, a.entity.Kind) {
		return ""
	}
	var short [mostInitials * utf8.UTFMax]byte
	words, length := 0, 0
	for word := range text.Parts(Unidentified(a.entity.Title)) {
		first, _ := utf8.DecodeRuneInString(word.Text)
		if words++; words > mostInitials || !unicode.IsLetter(first) || text.Unspaced(first) {
			return ""
		}
		length += utf8.EncodeRune(short[length:], first)
	}
	if words < leastInitials {
		return ""
	}
	return string(short[:length])
}

// codeNames returns the names in a title that are written as one word of code,
// such as InPlaceResize, each followed by its form with separate words.
func codeNames(title string) []string {
	if !mayHaveCode(title) {
		return nil
	}
	var names []string
	inside := func(r rune) bool { return r == '_' || r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	for word := range strings.FieldsFuncSeq(title, func(r rune) bool { return !inside(r) }) {
		if apart := wordsApart(word); apart != word {
			names = append(names, word, apart)
		}
	}
	return names
}

// mayHaveCode reports whether a title has an underscore, or an upper-case letter within
// a word, as all code names have.
func mayHaveCode(title string) bool {
	isInside := false
	for _, r := range title {
		if r == '_' || isInside && unicode.IsUpper(r) {
			return true
		}
		isInside = unicode.IsLetter(r) || unicode.IsDigit(r)
	}
	return false
}

// wordsApart returns a name with spaces between its words, which camel case or
// underscores separate.
func wordsApart(name string) string {
	runes := []rune(name)
	var out strings.Builder
	for i, r := range runes {
		switch {
		case r == '_':
			r = ' '
		case i > 0 && beginsWord(runes, i):
			out.WriteByte(' ')
		}
		out.WriteRune(r)
	}
	return out.String()
}

// beginsWord reports whether a word of camel case begins at i: an upper-case
// letter after a letter or digit that is not upper-case, or before a lower-case
// letter. The plural of an abbreviation, as in GPUs, is no word.
func beginsWord(runes []rune, i int) bool {
	if !unicode.IsUpper(runes[i]) || !unicode.IsLetter(runes[i-1]) && !unicode.IsDigit(runes[i-1]) {
		return false
	}
	isPlural := i+2 == len(runes) && runes[i+1] == 's'
	return !unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1]) && !isPlural
}
