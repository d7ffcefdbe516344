package index

import (
	"strings"
	"unicode"

	"dossier/graph/text"
)

// shortValue is the maximum number of words of a value in props, by eye: a
// longer one is a text.
const shortValue = 4

// IsValue reports whether a sentence is a value: the type of the entity, or a
// short text in its props.
func (e *Entry) IsValue(sentence *text.Sentence) bool {
	field := e.Fields[sentence.Field]
	return field == "type_key" || strings.HasPrefix(field, "props.") && sentence.Last-sentence.First <= shortValue
}

// values has the terms that are or were values of entries, or before the numbers
// of their identifiers, by term. None is removed, because an entry that has a
// term may be one of many.
type values []bool

func (v *values) add(term uint32) {
	if missing := int(term) + 1 - len(*v); missing > 0 {
		*v = append(*v, make([]bool, missing)...)
	}
	(*v)[term] = true
}

// addValues adds the values of an entry.
func (x *Index) addValues(entry *Entry) {
	for i := range entry.Sentences {
		sentence := &entry.Sentences[i]
		if !entry.IsValue(sentence) {
			continue
		}
		for _, token := range entry.Tokens[sentence.First:sentence.Last] {
			x.values.add(x.TermOf(token.Word()))
		}
	}
	if series := Series(entry.Title); series != "" {
		x.values.add(x.Term(x.Stem(series)))
	}
}

// MayBeValue reports whether some entry has, or had, a term as a value or before
// the number of its identifier.
func (x *Index) MayBeValue(term uint32) bool {
	return term > 0 && int(term) < len(x.values) && x.values[term]
}

// Series returns what is before the number of an identifier at the beginning of
// a title, such as "kep" of "KEP-1287: In-place update", in lower case; "" for
// other titles.
func Series(title string) string {
	at := strings.IndexAny(title, "-: ")
	if at <= 1 || at+1 >= len(title) || !unicode.IsDigit(rune(title[at+1])) {
		return ""
	}
	return strings.ToLower(title[:at])
}
