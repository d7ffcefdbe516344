package naming

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dossier/graph/text"
)

// identifierLetters is the maximum number of letters of an identifier such as KEP-1287.
// By eye.
const identifierLetters = 10

// Identifier returns the identifier of a title: at its beginning, such as KEP-1287, or
// RFC 793 or MSC2675 before a colon, comma or dash, or all of the brackets at its end,
// such as BIP 152 of "Compact blocks (BIP 152)". It returns "" for none.
func Identifier(title string) string {
	if id := firstIdentifier(title); id != "" {
		return id
	}
	trimmed := strings.TrimSpace(title)
	last := max(0, len(trimmed)-1)
	open := beforeBrackets(trimmed)
	if open <= 0 || !strings.ContainsAny(trimmed[last:], ")]") {
		return ""
	}
	if inside := trimmed[open+2 : last]; firstIdentifier(inside+":") == inside {
		return inside
	}
	return ""
}

// beforeBrackets returns where a space is before the last opening bracket of a title, -1
// for none.
func beforeBrackets(title string) int {
	return max(strings.LastIndex(title, " ("), strings.LastIndex(title, " ["))
}

// Unidentified returns a title without its identifier, and without the brackets of
// that.
func Unidentified(title string) string {
	if id := firstIdentifier(title); id != "" || Identifier(title) == "" {
		return title[len(id):]
	}
	return title[:beforeBrackets(title)]
}

// firstIdentifier returns the identifier at the beginning of a title, "" for none.
func firstIdentifier(title string) string {
	end := strings.IndexAny(title, " :,")
	if end < 0 {
		end = len(title)
	}
	if letters, digits, _ := strings.Cut(title[:end], "-"); isSeries(letters) && text.IsDigits(digits) {
		return title[:end]
	}
	if letters := lettersOf(title[:end]); letters != "" && isSeparator(title[end:]) {
		return title[:end]
	}
	if end == len(title) || title[end] != ' ' || !isSeries(title[:end]) {
		return ""
	}
	digits := title[end+1:]
	rest := strings.TrimLeft(digits, "0123456789")
	if digits = digits[:len(digits)-len(rest)]; digits == "" || !isSeparator(rest) {
		return ""
	}
	return title[:end+1+len(digits)]
}

// lettersOf returns the letters of an identifier that has no mark before its
// number, such as MSC2675. It returns "" for other words.
func lettersOf(word string) string {
	letters := strings.TrimRight(word, "0123456789")
	areLetters := strings.Trim(letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
	if len(letters) < leastLetters || len(letters) == len(word) || !areLetters || !isSeries(letters) {
		return ""
	}
	return letters
}

// leastLetters is the least number of letters before the number of an identifier
// without a mark between, by eye: H2 is a size or a half of a year.
const leastLetters = 2

// isSeries reports whether a word may be the part of an identifier before its
// number.
func isSeries(letters string) bool {
	return letters != "" && len(letters) <= identifierLetters && strings.ToUpper(letters) == letters
}

// isSeparator reports whether a text begins with what separates an identifier
// from the rest of a title, so that "HTTP 404 errors" has no identifier.
func isSeparator(rest string) bool {
	rest = strings.TrimLeft(rest, " ")
	return slices.ContainsFunc([]string{":", ",", "- ", "–", "—"}, func(mark string) bool { return strings.HasPrefix(rest, mark) })
}

// Series returns the part before the number of the identifier of a title, such as "kep"
// of "KEP-1287: In-place update", or before a number that is the second word, in lower
// case; "" for other titles.
func Series(title string) string { return seriesOf(title, Identifier(title)) }

// seriesOf returns the series of a title with an identifier, which may be "".
func seriesOf(title, identifier string) string {
	if identifier != "" {
		return strings.ToLower(strings.TrimRight(identifier, "- 0123456789"))
	}
	at := strings.IndexAny(title, "-: ")
	if at <= 1 || at+1 >= len(title) || !unicode.IsDigit(rune(title[at+1])) {
		return ""
	}
	return strings.ToLower(title[:at])
}

// aroundNumber returns the series, the number and the name after it of a title
// such as "Site 19 Brno". It returns "" for other titles, and no name if what
// follows does not begin with a capital, as in "Cohort 5 accounts abroad".
func aroundNumber(title string) (series, number, name string) {
	if Series(title) == "" {
		return "", "", ""
	}
	series, rest, _ := strings.Cut(title, " ")
	number, after, _ := strings.Cut(rest, " ")
	if !text.IsDigits(number) || after == "" {
		return "", "", ""
	}
	if first, _ := utf8.DecodeRuneInString(after); unicode.IsUpper(first) {
		name = after
	}
	return series, number, name
}

// NumberMark returns the mark before the number that a name is, and the number: # and 20
// of #20. A text has no such words: it says which numbers of two digits are names.
func NumberMark(name string) (mark, number string) {
	if name == "" || !strings.ContainsAny(name[:1], "#!&") || !text.IsDigits(name[1:]) {
		return "", ""
	}
	return name[:1], name[1:]
}

// isSlug reports whether a name is several words with hyphens or underscores between
// them, such as pci-socket-affinity, and not a number in a series.
func isSlug(name string) bool {
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' })
	return len(parts) > 1 && !strings.ContainsAny(name, " .,:") && isWordy(name) && Identifier(name) != name
}

// isWordy reports whether an identifier has more letters than digits, unlike a
// date or a version.
func isWordy(identifier string) bool {
	digits := 0
	for _, r := range identifier {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	return 2*digits < len(identifier)
}
