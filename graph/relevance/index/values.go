package index

import (
	"iter"
	"strings"

	"dossier/graph/relevance/terms"
)

// Values has the terms that are or were values of entries, by term. None is
// removed, because an entry that has a term may be one of many.
type Values []bool

// Has reports whether some entry has, or had, a term as a value.
func (v Values) Has(term uint32) bool { return term > 0 && int(term) < len(v) && v[term] }

// add adds the values of an entry.
func (v *Values) add(e *Entry, words *terms.Words) {
	for i := range e.Sentences {
		sentence := &e.Sentences[i]
		if !e.IsValue(sentence) {
			continue
		}
		for _, token := range e.Tokens[sentence.First:sentence.Last] {
			term := words.TermOf(token.Word())
			if missing := int(term) + 1 - len(*v); missing > 0 {
				*v = append(*v, make([]bool, missing)...)
			}
			(*v)[term] = true
		}
	}
}

// Fields has the names of the fields in which entries have, or had, text.
type Fields map[string][]string

// fieldSeparator is between the names of fields in the keys of [Fields].
const fieldSeparator = "\x00"

// Names yields the names of the fields, in any order. One can come several times.
func (f Fields) Names() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, names := range f {
			for _, name := range names {
				if !yield(name) {
					return
				}
			}
		}
	}
}

// find returns the names of fields in memory that entries with the same fields share, and
// false if there are none. It reuses buffer.
func (f Fields) find(names []string, buffer []byte) (fields []string, key []byte, known bool) {
	key = buffer[:0]
	for i, name := range names {
		if i > 0 {
			key = append(key, fieldSeparator...)
		}
		key = append(key, name...)
	}
	fields, known = f[string(key)]
	return fields, key, known
}

// add returns the names of fields in memory that entries with the same fields share.
func (f Fields) add(names []string) []string {
	key := strings.Join(names, fieldSeparator)
	fields, known := f[key]
	if !known {
		fields = strings.Split(key, fieldSeparator)[:len(names)]
		f[key] = fields
	}
	return fields
}
