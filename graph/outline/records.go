package outline

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// listOfRecords returns the list of the records of a type that the question calls
// by its plural, of which it requires values of their fields: "which rooms are on
// level 3", "which sites have no nurse". It returns nil for other questions.
func (f *finding) listOfRecords() *List {
	if len(f.asked.Terms) > confidenceParams.Long || len(f.asked.Unknown) > 0 {
		return nil
	}
	for at, word := range f.asked.Words {
		if !isPlural(word.Text) || ownKind(word.Text) != "" {
			continue
		}
		members := f.recordsOf(text.English(word.Text))
		wanted := f.valuesBeside(at, members)
		if len(members) == 0 || len(wanted) == 0 {
			continue
		}
		kept := slices.DeleteFunc(slices.Clone(members), func(m Member) bool { return !f.hasValues(m, wanted) })
		if len(kept) == 0 || len(kept) == len(members) {
			continue
		}
		filters := []string{word.Text}
		for _, value := range wanted {
			filters = append(filters, strings.Join(value, " "))
		}
		return &List{
			Of: f.scopeName(), Kinds: map[graph.Kind]bool{graph.KindRecord: true}, IsAll: true,
			Filters: filters, Groups: []Group{{Kind: graph.KindRecord, Members: byID(kept)}},
		}
	}
	return nil
}

// recordsOf returns the records in scope of the type with a stem.
func (f *finding) recordsOf(stem string) (list []Member) {
	for i, x := range f.reader.Indexes {
		if f.called != nil && f.graphs[i] != f.called {
			continue
		}
		for _, p := range x.Postings(x.Term(stem)) {
			entry := x.Entry(p.Ordinal)
			if entry.Kind != string(graph.KindRecord) {
				continue
			}
			record, ok := f.graphs[i].Entity(entry.ID).(*graph.Record)
			if ok && text.English(record.RecordType) == stem {
				list = append(list, Member{Graph: f.graphs[i], Entity: record})
			}
		}
	}
	return list
}

// valueNegations negate the word of a value after them.
var valueNegations = strings.Fields("no not without never")

// valuesBeside returns what a question asks for of the records that word number
// at calls: each word that does not only ask, or that one of them has as a value,
// with a negation before it and a number after it. It returns nil if there are
// more than maxValues.
func (f *finding) valuesBeside(at int, members []Member) (values [][]string) {
	words := f.asked.Words
	for i := 0; i < len(words); i++ {
		word := words[i].Text
		if i == at || text.StopWord(word) || slices.Contains(listingWords, word) || slices.Contains(valueNegations, word) || slices.Contains(nots, word) {
			continue
		}
		has := func(m Member) bool { return f.hasValues(m, [][]string{{word}}) }
		if asksNothing([]string{word}) && !slices.ContainsFunc(members, has) {
			continue
		}
		value := []string{word}
		if negation := negationOf(words, i); negation != "" {
			value = []string{negation, word}
		}
		if i+1 < len(words) && text.IsDigits(words[i+1].Text) {
			i++
			value = append(value, words[i].Text)
		}
		values = append(values, value)
	}
	if len(values) > maxValues {
		return nil
	}
	return values
}

// negationOf returns the word that negates word number at as a value, "not" for
// one such as "aren't", and "" for none.
func negationOf(words []text.Word, at int) string {
	if at > 0 && slices.Contains(valueNegations, words[at-1].Text) {
		return words[at-1].Text
	}
	for at--; at >= 0; at-- {
		if slices.Contains(nots, words[at].Text) {
			return "not"
		}
		if !slices.Contains(betweenWords, words[at].Text) {
			return ""
		}
	}
	return ""
}

// hasValues reports whether a record has each of the wanted values in a short
// text of a field, with the name of the field, as in "build 409". A value that is negated is another, but "not open" is any
// other than open.
func (f *finding) hasValues(m Member, wanted [][]string) bool {
	d, found := f.reader.Find(m.Entity.Self().ID)
	if !found {
		return false
	}
	x, entry := f.reader.Indexes[d.Project], f.reader.Entry(d)
	var values [][]string
	for i := range entry.Sentences {
		if sentence := &entry.Sentences[i]; entry.IsFieldValue(sentence) {
			values = append(values, append(nameStems(entry.Fields[sentence.Field]), stemsIn(x, entry, int32(i))...))
		}
	}
	return !slices.ContainsFunc(wanted, func(words []string) bool {
		if len(words) > 1 && words[0] == "not" {
			return slices.ContainsFunc(values, func(value []string) bool { return f.isIn(words[1:], value) })
		}
		return !slices.ContainsFunc(values, func(value []string) bool { return f.isIn(words, value) })
	})
}

// isIn reports whether a value has all of some words, and is negated only if they
// are.
func (f *finding) isIn(words, value []string) bool {
	isNegation := func(word string) bool { return slices.Contains(valueNegations, word) }
	if slices.ContainsFunc(words, isNegation) != slices.ContainsFunc(value, isNegation) {
		return false
	}
	return !slices.ContainsFunc(words, func(word string) bool {
		return !isNegation(word) && !slices.Contains(value, text.English(word))
	})
}

// nameStems returns the stems of the words of a field's name.
func nameStems(field string) (stems []string) {
	for word := range text.Words(strings.TrimPrefix(field, "fields.")) {
		if stem := text.English(word.Text); stem != "" && word.Marks&text.Whole == 0 {
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
