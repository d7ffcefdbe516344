package graph

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Heading is the kind's plural as a heading: "Tasks".
func (k Kind) Heading() string {
	return Capital(SpecOf(k).Plural)
}

// Noun is the kind's name for so many: "task" for one, else "tasks".
func (k Kind) Noun(n int) string {
	if n == 1 {
		return string(k)
	}
	return SpecOf(k).Plural
}

// String is the count in words: "2 tasks".
func (c KindCount) String() string { return fmt.Sprintf("%d %s", c.Count, c.Kind.Noun(c.Count)) }

// Capital returns a text with a capital at its beginning, in any script.
func Capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if first == utf8.RuneError {
		return text
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// Line is a text on one line, white space folded, of at most limit runes; 0 for
// all of it.
func Line(text string, limit int) string {
	if !folded(text) {
		text = strings.Join(strings.Fields(text), " ")
	}
	if limit > 0 {
		text = Truncate(text, limit)
	}
	return text
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

// Plain returns the value of a column as a word.
func Plain(value any) string {
	if at, ok := value.(time.Time); ok {
		return Date(&at)
	}
	return fmt.Sprint(value)
}

// Date returns a time as prompts write it, YYYY-MM-DD in UTC; "" for none.
func Date(t *time.Time) string {
	if t == nil {
		return ""
	}
	return t.UTC().Format(time.DateOnly)
}

// Due is when the entity is due, nil if it never is.
func Due(e Entity) *time.Time {
	field := e.Self().Spec().DueField()
	if field == nil {
		return nil
	}
	if due, ok := field.Value(e).(time.Time); ok {
		return &due
	}
	return nil
}

// describing are the columns that say what an entity is about, the most
// specific first; no kind has two of them that would change places.
var describing = []string{"description", "content", "text", "summary", "payload_summary"}

// Description is what the entity is about, "" if it does not say.
func Description(e Entity) string {
	for _, name := range describing {
		if field := e.Self().Spec().Field(name); field != nil {
			text, _ := field.Value(e).(string)
			return text
		}
	}
	return ""
}
