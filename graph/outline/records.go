package outline

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/prompt"
	"dossier/graph/relevance/index"
	"dossier/graph/searchtext"
	"dossier/graph/text"
)

// listOfRecords returns the list of records that a question requires to have
// values in their fields: "which rooms are on level 3", "which sites have no
// nurse". The question calls their type, or one of their fields, by its plural. It
// returns nil for other questions.
func (f *finding) listOfRecords() *List {
	if f.isLong() {
		return nil
	}
	for at, word := range f.asked.Words {
		isMany := isPlural(word.Text) || word.Text == teamWords[0] || f.areInitials(at) || f.isBehindAll(at)
		if ownKind(word.Text) != "" || !isMany && !f.isCalledAlone(at) {
			continue
		}
		members, first := f.recordsCalled(at)
		if len(members) == 0 || f.lacksBeside(first, at, members) {
			continue
		}
		kept, filters := f.keptBeside(first, at, members)
		if filters == nil && len(kept) == 0 {
			continue
		}
		f.asked.Unknown = nil // names of the type and its fields
		list := &List{
			Of: f.scopeName(), Kinds: map[graph.Kind]bool{graph.KindRecord: true}, IsAll: true,
			Filters: append([]string{f.saysWords(first, at)}, filters...),
		}
		if len(kept) > 0 {
			list.Groups = []Group{{Kind: graph.KindRecord, Members: kept}}
		}
		return list
	}
	return nil
}

// keptBeside returns the records that a question chooses by a date, by values or by a
// gravity among those that it calls by the words from first to last, and what chooses
// them. It returns nil for both if nothing does.
func (f *finding) keptBeside(first, last int, members []Member) (kept []Member, filters []string) {
	if kept, filters = f.datedBeside(first, last, members); filters != nil {
		return kept, filters
	}
	kept, filters = f.chosenBeside(first, last, members)
	if filters == nil && len(kept) == 0 {
		kept, filters = f.unvalued(first, last, members)
	}
	byID(kept)
	return kept, filters
}

// chosenBeside returns the records that a question chooses among those that it
// calls by the words from first to last, and what chooses them. It returns nil for
// both if the question requires no value, or one that none or all of all projects
// have, and also does not ask for all of them; but that none lacks a field is an
// answer.
func (f *finding) chosenBeside(first, last int, members []Member) (kept []Member, filters []string) {
	if f.asksForAll(first, last) || first == last && f.isCalledAlone(last) {
		return members, nil
	}
	wanted := f.valuesBeside(first, last, members)
	if len(wanted) == 0 {
		return f.unfinished(members)
	}
	groups := f.alternatives(members, wanted)
	kept = f.havingEach(members, groups)
	isLack := func(w wantedValue) bool { return w.isField && w.negation != "" }
	if len(kept) == len(members) && f.called == nil || len(kept) == 0 && !slices.ContainsFunc(wanted, isLack) {
		return nil, nil
	}
	for _, group := range groups {
		var names []string
		for i := range group {
			names = append(names, group[i].String())
		}
		filters = append(filters, strings.Join(names, " or "))
	}
	f.showValues(kept, members, wanted)
	return kept, filters
}

// unfinished returns the records with work that is not done, if the question asks
// which of them are not ready or done, and what the question calls that.
func (f *finding) unfinished(members []Member) (kept []Member, filters []string) {
	at := slices.IndexFunc(f.asked.Words, func(word text.Word) bool { return word.Text == "ready" || meansDone(word.Text) })
	if at < 0 || negationOf(f.asked.Words, at) == "" {
		return nil, nil
	}
	for _, m := range members {
		open := 0
		ord, _ := m.Graph.Ordinal(m.Entity.Self().ID)
		for _, link := range m.Graph.Links(ord) {
			if e := m.Graph.At(link.Other); e.Self().Kind == graph.KindTask && !isOver(e) {
				open++
			}
		}
		if open > 0 {
			m.Relation = fmt.Sprintf("%d open", open)
			kept = append(kept, m)
		}
	}
	return kept, []string{"not " + f.asked.Words[at].Text}
}

// saysWords returns the words of the question from first to last.
func (f *finding) saysWords(first, last int) string {
	return strings.Join(f.words()[first:last+1], " ")
}

// lacksBeside reports whether nothing has a word of the question other than those
// that call records, which are the members, or a field of theirs, or only their
// gravity or a time.
func (f *finding) lacksBeside(first, last int, members []Member) bool {
	called, when := f.words()[first:last+1], f.periodOfRecords(false)
	isOfTime := func(word string) bool {
		return when != nil && (slices.Contains(when.words, word) || dateVerbs[text.English(word)])
	}
	return slices.ContainsFunc(f.asked.Unknown, func(word string) bool {
		return !slices.Contains(called, word) && !slices.Contains(graveWords, word) && !isOfTime(word) && !slices.ContainsFunc(members, func(m Member) bool { return f.hasFieldWith(m, word) })
	})
}

// A wantedValue is what a question requires of records: words that a value has, or
// a field that has a value.
type wantedValue struct {
	words    []string
	negation string // before the words, "" for none
	isField  bool   // the first word is of the name of a field, and in no value
	isYet    bool   // what is done has the value, too
}

func (w *wantedValue) String() string {
	return strings.TrimSpace(w.negation + " " + strings.Join(w.words, " "))
}

// valuesBeside returns what a question asks for of the records that it calls by
// the words from first to last: each other word that does not only ask, or that
// one of them has as a value, with a negation before it and a number after it. It
// returns nil if there are more than maxValues.
func (f *finding) valuesBeside(first, last int, members []Member) (values []wantedValue) {
	words := f.asked.Words
	for i := 0; i < len(words); i++ {
		isName := first <= i && i <= last || f.isOfCalled(i)
		if isName || f.saysNoValue(words[i].Text, members) {
			continue
		}
		if n := len(values); n > 0 && values[n-1].isField && areOfField(members, values[n-1].words[0], words[i].Text) {
			values[n-1].words = append(values[n-1].words, words[i].Text)
			continue
		}
		value, isWanted := f.valueAt(i, members)
		if !isWanted {
			continue
		}
		value.isYet = value.negation == "not" && slices.ContainsFunc(words, func(word text.Word) bool { return slices.Contains(yetWords, word.Text) })
		if at := numberAfter(words, i); at > 0 {
			i = at
			value = wantedValue{words: append(value.words, words[i].Text), negation: value.negation}
		}
		values = append(values, value)
	}
	if len(values) > maxValues {
		return nil
	}
	return values
}

// saysNoValue reports whether a word asks or negates, and is no value of the records.
func (f *finding) saysNoValue(word string, members []Member) bool {
	isLack := slices.Contains(lackWords, word) && !f.someHave(members, wantedValue{words: []string{word}})
	return isLack || text.StopWord(word) || slices.Contains(showWords, word) || slices.Contains(valueNegations, word) || slices.Contains(nots, word)
}

// valueAt returns what word i requires of the records: a value or a field that one of
// them has, or else any word that does not only ask.
func (f *finding) valueAt(i int, members []Member) (value wantedValue, isWanted bool) {
	value.words = []string{f.asked.Words[i].Text}
	isField := f.someHave(members, wantedValue{words: value.words, isField: true})
	switch isValue := f.someHave(members, value); {
	case isField && (!isValue || lacksAt(f.asked.Words, i)):
		value.isField = true
	case !isValue && asksNothing(value.words):
		return value, false
	}
	value.negation = negationOf(f.asked.Words, i)
	return value, true
}

// someHave reports whether one of the records has a wanted value.
func (f *finding) someHave(members []Member, wanted wantedValue) bool {
	return slices.ContainsFunc(members, func(m Member) bool { return f.hasValues(m, []wantedValue{wanted}) })
}

// numberAfter returns the place of the number after word at, or after a stop word
// between them, as in "open in 2028". It returns 0 for none.
func numberAfter(words []text.Word, at int) int {
	next := at + 1
	if next+1 < len(words) && text.StopWord(words[next].Text) {
		next++
	}
	if next < len(words) && text.IsDigits(words[next].Text) {
		return next
	}
	return 0
}

// showValues sets the Shown fields of the records of a list: of each wanted value
// the one that has it in most of all records, because a reader of "not approved"
// asks what they are instead.
func (f *finding) showValues(kept, all []Member, wanted []wantedValue) {
	for _, value := range wanted {
		field := f.fieldOf(all, value)
		for i := range kept {
			if field != "" && !slices.Contains(kept[i].Shown, field) {
				kept[i].Shown = append(kept[i].Shown, field)
			}
		}
	}
}

// shownValue is the maximum length of a value in a list, in characters, by eye.
const shownValue = 60

// shown returns the shown fields of a member with their values, unless a fact is
// the same.
func (m *Member) shown(e graph.Entity, facts []string) (values []string) {
	fields := e.Self().Props
	if record, ok := e.(*graph.Record); ok {
		fields = record.Fields
	}
	for _, field := range searchtext.Values(fields) {
		value := graph.Line(field.Text, shownValue)
		named := prompt.InertLine(field.Name + " " + value)
		if slices.Contains(m.Shown, field.Name) && value != "" && !slices.Contains(facts, value) && !slices.Contains(facts, named) {
			values = append(values, named)
		}
	}
	return values
}

// hasValues reports whether a record has each of the wanted values.
func (f *finding) hasValues(m Member, wanted []wantedValue) bool {
	values := f.fieldValues(m)
	return !slices.ContainsFunc(wanted, func(w wantedValue) bool {
		if w.isField {
			return f.fills(m, values, w.words[0]) == (w.negation != "")
		}
		return slices.ContainsFunc(values, func(v fieldValue) bool { return v.has(&w) || w.isYet && v.isDone() }) == (w.negation == "not")
	})
}

// fills reports whether a record has a value of the field that a word names, other
// than one that is negated or says that there is none.
func (f *finding) fills(m Member, values []fieldValue, word string) bool {
	stem := text.English(word)
	for i := range values {
		if slices.Contains(values[i].name, stem) {
			return !values[i].isNegated() && !slices.Contains(values[i].stems, "none")
		}
	}
	return f.hasFieldWith(m, word) || hasMember(m, stem)
}

// hasMember reports whether a record has a value in a field with a stem in its name,
// whatever that is: a reference is no text. It reads the fields only if these have
// the stem but for its first and last letters, which a name may have otherwise.
func hasMember(m Member, stem string) bool {
	record, ok := m.Entity.(*graph.Record)
	if !ok || stem == "" || !bytes.Contains(record.Fields, []byte(stem[1:max(1, len(stem)-1)])) {
		return false
	}
	for name, value := range record.Fields.Object() {
		if slices.Contains(nameStems(name), stem) && value != nil && value != "" {
			return true
		}
	}
	return false
}

// A fieldValue is a short text in a field of a record. It has the stems of its
// words, and of those of the field's name.
type fieldValue struct {
	field       string
	name, stems []string
}

// fieldValues returns the short texts in the fields of a record. It caches them,
// because each word of the question is looked for in them.
func (f *finding) fieldValues(m Member) []fieldValue {
	id := m.Entity.Self().ID
	values, known := f.filled[id]
	if !known {
		if f.filled == nil {
			f.filled = map[string][]fieldValue{}
		}
		values = f.readValues(id)
		f.filled[id] = values
	}
	return values
}

func (f *finding) readValues(id string) (values []fieldValue) {
	d, found := f.reader.Find(id)
	if !found {
		return nil
	}
	x, entry := f.reader.Indexes[d.Project], f.reader.Entry(d)
	for i := range entry.Sentences {
		if sentence := &entry.Sentences[i]; entry.IsFieldValue(sentence) {
			field := strings.TrimPrefix(entry.Fields[sentence.Field], recordField)
			values = append(values, fieldValue{field: field, name: nameStems(field), stems: stemsIn(x, entry, int32(i))})
		}
	}
	return values
}

// has reports whether a value has all wanted words, of which the name of its field
// may be some, as in "build 409". A value that is negated is another, but "not
// open" is any other than open.
func (v *fieldValue) has(w *wantedValue) bool {
	if isNegated := w.negation != "" && w.negation != "not"; isNegated != v.isNegated() {
		return false
	}
	inText := 0
	for _, word := range w.words {
		switch stem := text.English(word); {
		case slices.Contains(v.stems, stem):
			inText++
		case !slices.Contains(v.name, stem):
			return false
		}
	}
	return inText > 0
}

// yetWords say of what is negated that it is still to be.
var yetWords = strings.Fields("yet hasnt havent hadnt")

func (v *fieldValue) isDone() bool {
	return !v.isNegated() && slices.ContainsFunc(v.stems, func(stem string) bool { return eventStems["completed_at"][stem] })
}

func (v *fieldValue) isNegated() bool {
	return slices.ContainsFunc(v.stems, func(word string) bool { return slices.Contains(valueNegations, word) })
}

// fieldOf returns the field of which most records have a value, "" if none has. The
// first of equal ones counts.
func (f *finding) fieldOf(members []Member, wanted wantedValue) (most string) {
	wanted.negation = ""
	stem, counts := text.English(wanted.words[0]), map[string]int{}
	for _, m := range members {
		for _, value := range f.fieldValues(m) {
			if !value.has(&wanted) && (!wanted.isField || !slices.Contains(value.name, stem)) {
				continue
			}
			if counts[value.field]++; counts[value.field] > counts[most] {
				most = value.field
			}
		}
	}
	return most
}

// nameStems returns the stems of the words of a field's name.
func nameStems(field string) (stems []string) {
	for word := range text.Parts(strings.TrimPrefix(field, recordField)) {
		if stem := text.English(word.Text); stem != "" {
			stems = append(stems, stem)
		}
	}
	return stems
}

// stemsIn returns the stems of the words of a sentence, and its stop words.
func stemsIn(x *index.Index, entry *index.Entry, sentence int32) (words []string) {
	for _, token := range entry.Sequence(sentence, nil) {
		word := x.WordText(token.Word())
		if stem := text.English(word); stem != "" {
			word = stem
		}
		words = append(words, word)
	}
	return words
}
