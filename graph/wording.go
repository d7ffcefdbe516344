package graph

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Heading returns the kind's plural as a heading: "Tasks".
func (k Kind) Heading() string {
	return Capital(SpecOf(k).Plural)
}

// Noun returns the kind's name for a number of entities: "task" for 1,
// otherwise "tasks".
func (k Kind) Noun(n int) string {
	if n == 1 {
		return string(k)
	}
	return SpecOf(k).Plural
}

// String returns the count in words: "2 tasks".
func (c KindCount) String() string { return fmt.Sprintf("%d %s", c.Count, c.Kind.Noun(c.Count)) }

// Capital returns a text with its first letter in upper case.
func Capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if first == utf8.RuneError {
		return text
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// Line returns a text on one line, with white space folded, truncated to limit
// runes; 0 is no limit.
func Line(text string, limit int) string {
	if !folded(text) {
		text = fold(text)
	}
	if limit > 0 {
		text = Truncate(text, limit)
	}
	return text
}

// fold returns the words of a text with single spaces between them.
func fold(text string) string {
	var line strings.Builder
	line.Grow(len(text))
	for word := range strings.FieldsSeq(text) {
		if line.Len() > 0 {
			line.WriteByte(' ')
		}
		line.WriteString(word)
	}
	return line.String()
}

// folded reports whether a text is plain ASCII with single spaces between its
// words, as most sentences are.
func folded(text string) bool {
	last := byte(' ')
	for i := range len(text) {
		b := text[i]
		if b < ' ' || b >= utf8.RuneSelf || b == ' ' && last == ' ' {
			return false
		}
		last = b
	}
	return last != ' '
}

// hidden are the characters without a shape that change how others are shown, or
// that only programs read: marks that override the direction of text, and tags.
var hidden = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x202A, Hi: 0x202E, Stride: 1}, {Lo: 0x2066, Hi: 0x2069, Stride: 1}},
	R32: []unicode.Range32{{Lo: 0xE0000, Hi: 0xE007F, Stride: 1}},
}

// Printable returns a text without hidden characters, and without control
// characters but line breaks and tabs, so that the text of an entity does not
// change how a terminal shows what follows. What some reader takes for the end
// of a line becomes a line break.
func Printable(text string) string {
	if IsPrintable(text) {
		return text
	}
	return strings.Map(printable, strings.ReplaceAll(text, "\r\n", "\n"))
}

// IsBlank reports whether a text shows nothing: it has only spaces, and control
// and format characters, such as spaces of no width.
func IsBlank(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return !unicode.IsSpace(r) && !unicode.In(r, unicode.Cc, unicode.Cf) }) < 0
}

func printable(r rune) rune {
	switch r {
	case '\n', '\t':
		return r
	case '\r', '\v', '\f', '\u0085', '\u2028', '\u2029':
		return '\n'
	}
	if unicode.IsControl(r) || unicode.Is(hidden, r) {
		return -1
	}
	return r
}

// IsPrintable reports whether Printable changes nothing in a text.
func IsPrintable(text string) bool {
	for i := range len(text) {
		switch b := text[i]; {
		case b < ' ' && b != '\n' && b != '\t', b == 0x7F:
			return false
		case b == 0xC2 || b == 0xE2 || b == 0xF3:
			if r, _ := utf8.DecodeRuneInString(text[i:]); printable(r) != r {
				return false
			}
		}
	}
	return true
}

// Plain returns the value of a column as text. Times are dates.
func Plain(value any) string {
	if at, ok := value.(time.Time); ok {
		return Date(&at)
	}
	return fmt.Sprint(value)
}

// Date returns a time in the form of prompts, YYYY-MM-DD in UTC; "" for nil.
func Date(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.UTC().Format(time.DateOnly)
}

// Due returns the due date of the entity, nil if it has none. It must not be
// modified.
func Due(e Entity) *time.Time {
	if field := e.Self().Spec().DueField(); field != nil {
		return *fieldAt[*time.Time](e.Self(), field.offset)
	}
	return nil
}

// describing are the columns that describe an entity, the most specific first.
// Of a kind, only the first of them is used.
var describing = []string{"description", "content", "text", "summary", "payload_summary"}

// DescribedBy returns the name of the column that describes the entity, "" for
// none.
func DescribedBy(e Entity) string {
	for _, name := range describing {
		if e.Self().Spec().Field(name) != nil {
			return name
		}
	}
	return ""
}

// Description returns the description of the entity, "" if it has none.
func Description(e Entity) string {
	field := e.Self().Spec().Field(DescribedBy(e))
	if field == nil {
		return ""
	}
	text, _ := field.Value(e).(string)
	return text
}
