package index

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"unicode"

	"dossier/graph/text"
)

// longStatus is the maximum number of words of a status, which may have its dates.
// By eye.
const longStatus = 12

// longList is the maximum number of words of a list of people or labels. By eye.
const longList = 60

// IsValue reports whether a sentence is a value: the type of the entity, or a
// short text in its props.
func (e *Entry) IsValue(sentence *text.Sentence) bool {
	field := e.Fields[sentence.Field]
	key, isProp := strings.CutPrefix(field, "props.")
	most := text.ValueWords
	switch {
	case slices.Contains(text.StatusKeys, key):
		most = longStatus
	case slices.Contains(text.PeopleKeys, key), slices.Contains(text.LabelKeys, key):
		most = longList
	}
	return field == "type_key" || field == "labels" || isProp && int(sentence.Last-sentence.First) <= most
}

// IsFieldValue reports whether a sentence is a short text in a field of a record.
func (e *Entry) IsFieldValue(sentence *text.Sentence) bool {
	return strings.HasPrefix(e.Fields[sentence.Field], "fields.") && sentence.Last-sentence.First <= text.ValueWords
}

// HasValue reports whether some entry has a word as a value of a property with a
// name.
func (x *Index) HasValue(name, word string) bool {
	field, number := "props."+name, x.Word(word)
	if number == 0 || !x.HasField(field) {
		return false
	}
	for _, posting := range x.Postings(x.Term(x.Stem(word))) {
		e := &x.entries[posting.Ordinal]
		for i := range e.Sentences {
			if s := &e.Sentences[i]; e.Fields[s.Field] == field && e.IsValue(s) && slices.ContainsFunc(e.Tokens[s.First:s.Last],
				func(t text.Token) bool { return t.Word() == number }) {
				return true
			}
		}
	}
	return false
}

// KindsWithNumber returns the kinds of entries that have a field which is a number.
func (x *Index) KindsWithNumber(field string) (kinds []string) {
	for i := range x.entries {
		e := &x.entries[i]
		has := func(n text.Number) bool { return e.Fields[n.Field] == field }
		if slices.ContainsFunc(e.Numbers, has) && !slices.Contains(kinds, e.Kind) {
			kinds = append(kinds, e.Kind)
		}
	}
	return kinds
}

// values has the terms that are or were values of entries, by term. None is
// removed, because an entry that has a term may be one of many.
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
}

// A seriesOf is an English stem before the numbers of identifiers of a kind.
type seriesOf struct {
	kind uint16 // into Index.kinds
	stem string
}

func (s seriesOf) compare(other seriesOf) int {
	return cmp.Or(cmp.Compare(s.kind, other.kind), cmp.Compare(s.stem, other.stem))
}

// A series counts entries, by kind, and by what is before the numbers of their
// identifiers.
type series struct {
	kinds   []int // by index into Index.kinds
	with    map[seriesOf]int
	inProps map[seriesOf]int // of identifiers in props, of entries without one in the title
}

// countSeries adds an entry to the counts if by is 1, and removes it if it is -1.
func (x *Index) countSeries(ordinal int32, by int) {
	kind := x.attributes[ordinal].kind
	if missing := int(kind) + 1 - len(x.series.kinds); missing > 0 {
		x.series.kinds = append(x.series.kinds, make([]int, missing)...)
	}
	x.series.kinds[kind] += by
	entry, counts := &x.entries[ordinal], x.series.with
	name := Series(entry.Title)
	if name == "" {
		name, counts = x.seriesInProps(entry), x.series.inProps
	}
	of := seriesOf{kind, text.English(name)}
	if of.stem == "" {
		return
	}
	if counts[of] += by; counts[of] == 0 {
		delete(counts, of)
	}
}

// seriesInProps returns what is before the number of the first identifier in the props
// of an entry, such as "msc" of MSC2675 and "adr" of ADR-12; "" for none.
func (x *Index) seriesInProps(entry *Entry) string {
	for words := range entry.NamesInProps() {
		first := x.WordText(words[0])
		letters := strings.TrimRight(first, "0123456789")
		isOne := len(words) == 1 && len(letters) < len(first)
		if isOne || len(words) == 2 && len(letters) == len(first) && text.IsDigits(x.WordText(words[1])) {
			return letters
		}
	}
	return ""
}

// CalledBy returns the number of entries of a kind, and of those that have an English
// stem before the number of their identifier, in the title or in props.
func (x *Index) CalledBy(kind, stem string) (all, with int) {
	all, with = x.SeriesOf(kind, stem)
	return all, with + x.series.inProps[seriesOf{uint16(max(0, slices.Index(x.Kinds(), kind))), stem}]
}

// SeriesOf returns the number of entries of a kind, and of those that have an
// English stem before the number of the identifier in their title.
func (x *Index) SeriesOf(kind, stem string) (all, with int) {
	number := slices.Index(x.Kinds(), kind)
	if number < 0 || number >= len(x.series.kinds) {
		return 0, 0
	}
	return x.series.kinds[number], x.series.with[seriesOf{uint16(number), stem}]
}

// MayBeValue reports whether some entry has, or had, a term as a value.
func (x *Index) MayBeValue(term uint32) bool {
	return term > 0 && int(term) < len(x.values) && x.values[term]
}

// SeriesStems yields the English stems of the identifiers of entries, in any order. One
// can come several times.
func (x *Index) SeriesStems() iter.Seq[string] {
	return func(yield func(string) bool) {
		for of := range x.series.with {
			if !yield(of.stem) {
				return
			}
		}
	}
}

// Series returns what is before the number of the identifier of a title, such as "kep"
// of "KEP-1287: In-place update", or before a number that is the second word, in lower
// case; "" for other titles.
func Series(title string) string {
	if id := Identifier(title); id != "" {
		return strings.ToLower(strings.TrimRight(id, "- 0123456789"))
	}
	at := strings.IndexAny(title, "-: ")
	if at <= 1 || at+1 >= len(title) || !unicode.IsDigit(rune(title[at+1])) {
		return ""
	}
	return strings.ToLower(title[:at])
}
