package graph

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"dossier/glyphs"
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

// LabelLimit is the maximum length of a label in a text, in characters; by eye.
const LabelLimit = 160

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

// IsBlank reports whether a text shows nothing: it has only spaces, and
// characters that do not show, such as spaces of no width.
func IsBlank(text string) bool { return strings.TrimSpace(glyphs.Shown(text)) == "" }

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

// A KindCount is the number of entities of a kind. Lists have only kinds with
// entities, in the order of [Kinds].
type KindCount struct {
	Kind  Kind
	Count int // at least 1
}
