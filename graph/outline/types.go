package outline

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/text"
)

// recordsCalled returns the records of the type that the question calls by a
// plural at word last, and the first word of the name: "sites"; "data sets", of
// which the type is dataset or data_set; or "change requests", of which the
// type is only the first word. Else they are those with a field that word last
// names, or people if it means these. It returns nil for none.
func (f *finding) recordsCalled(last int) (list []Member, first int) {
	word := f.asked.Words[last].Text
	if list = f.recordsOf(text.English(word)); len(list) > 0 {
		return list, last
	}
	if list = f.recordsDatedBy(last); len(list) > 0 {
		return list, last
	}
	if list = f.recordsOfInitials(last); len(list) > 0 {
		return list, last
	}
	if list = f.recordsOfValue(last); len(list) > 0 {
		return list, last
	}
	ofLast := f.recordsOfLast(word)
	if last == 0 {
		return firstOf(ofLast, f.peopleCalled(word)), last
	}
	before, singular := f.asked.Words[last-1].Text, strings.TrimSuffix(word, "s")
	for _, id := range []string{before + singular, before + "_" + singular, before} {
		if stem := text.English(id); stem != "" {
			list = f.recordsOf(stem)
		}
		if len(list) > 0 {
			return list, last - 1
		}
	}
	if list = firstOf(ofLast, f.recordsByField(last)); len(list) == 0 {
		list = f.peopleCalled(word)
	}
	return list, last
}

// isBehindAll reports whether word at is behind "all" or "which", so that it calls several
// records of a type, although it may have no plural: "all equipment".
func (f *finding) isBehindAll(at int) bool {
	return at > 0 && slices.Contains([]string{"all", "which", "any"}, f.asked.Words[at-1].Text)
}

// firstOf returns the first list if it has members, else the second.
func firstOf(first, second []Member) []Member {
	if len(first) > 0 {
		return first
	}
	return second
}

// recordsOfLast returns the records in scope of the only type of several words that ends
// with the singular of a plural: the supplier_contract records are the contracts. It
// returns nil for none, and if several types do.
func (f *finding) recordsOfLast(plural string) (list []Member) {
	if !isPlural(plural) {
		return nil
	}
	stem := f.stem(plural)
	for m := range f.recordsHolding(stem) {
		name := m.Entity.(*graph.Record).RecordType
		at := strings.LastIndexByte(name, '_')
		switch {
		case at < 0 || f.stem(name[at+1:]) != stem:
		case len(list) > 0 && list[0].Entity.(*graph.Record).RecordType != name:
			return nil
		default:
			list = append(list, m)
		}
	}
	return list
}

// leastOfValue is the number of records with a value from which on its plural calls them,
// by eye.
const leastOfValue = 2

// recordsOfValue returns the records of one type that have the singular of a plural as the
// value of a field, if the question has no other word that chooses: "all servers" of
// tools whose role is server. It returns nil for none, and if a type is called so.
func (f *finding) recordsOfValue(last int) (list []Member) {
	word := f.asked.Words[last].Text
	if !isPlural(word) || f.isTypes(word) || f.isChannel(word) || !f.asksForAll(last, last) {
		return nil
	}
	stem := f.stem(word)
	isOf := func(v fieldValue) bool { return len(v.stems) == 1 && v.stems[0] == stem }
	for m := range f.recordsHolding(stem) {
		if slices.ContainsFunc(f.fieldValues(m), isOf) {
			list = append(list, m)
		}
	}
	recordType := func(m Member) string { return m.Entity.(*graph.Record).RecordType }
	if len(list) < leastOfValue || slices.ContainsFunc(list, func(m Member) bool { return recordType(m) != recordType(list[0]) }) {
		return nil
	}
	return list
}

// areInitials reports whether word at is the plural of an abbreviation in capital
// letters, such as CRs.
func (f *finding) areInitials(at int) bool {
	word := f.asked.Words[at]
	initials, isPlural := strings.CutSuffix(f.question[word.Start:word.End], "s")
	return isPlural && len(initials) > 1 && initials == strings.ToUpper(initials) && strings.ToLower(initials) != initials
}

// recordsOfInitials returns the records of a type of several words whose initials
// word at has: CRs of change requests.
func (f *finding) recordsOfInitials(at int) []Member {
	if !f.areInitials(at) {
		return nil
	}
	initials := strings.TrimSuffix(f.asked.Words[at].Text, "s")
	return f.recordsWanted(func(m Member) bool { return initialsOf(m.Entity.(*graph.Record).RecordType) == initials })
}

// recordsScanned returns the records in scope that are wanted for their fields, nil if
// there are too many to read.
func (f *finding) recordsScanned(wanted func(Member) bool) (list []Member) {
	if haveManyRecords(f.scope()) {
		return nil
	}
	return f.recordsWanted(wanted)
}

func (f *finding) recordsWanted(wanted func(Member) bool) (list []Member) {
	for _, g := range f.scope() {
		for _, e := range g.OfKind(graph.KindRecord) {
			if m := (Member{Graph: g, Entity: e}); wanted(m) {
				list = append(list, m)
			}
		}
	}
	return list
}

// initialsOf returns the first letters of the words of a type.
func initialsOf(recordType string) (initials string) {
	for word := range strings.SplitSeq(recordType, "_") {
		for _, first := range word {
			initials += string(first)
			break
		}
	}
	return initials
}

// teamWords mean people, if no record type is called so.
var teamWords = strings.Fields("people team staff crew")

// peopleCalled returns the people in scope if a word means them.
func (f *finding) peopleCalled(word string) (list []Member) {
	if !slices.Contains(teamWords, word) {
		return nil
	}
	for _, personType := range graph.PersonTypes {
		for _, m := range f.recordsOf(text.English(personType)) {
			if graph.IsPerson(m.Entity) { // and no engine, which has the stem of an engineer
				list = append(list, m)
			}
		}
	}
	return list
}

// recordsOf returns the records in scope of the type with a stem.
func (f *finding) recordsOf(stem string) (list []Member) {
	_, last, isCompound := strings.Cut(stem, "_")
	if !isCompound {
		last = stem
	}
	for m := range f.recordsHolding(last) {
		if f.stem(m.Entity.(*graph.Record).RecordType) == stem {
			list = append(list, m)
		}
	}
	return list
}

// showWords ask for a list without choosing from it.
var showWords = slices.Concat(listingWords, strings.Fields("lists show give gimme name names overview please pls"))

// asksForAll reports whether the question has no other words than those from first
// to last, which call records, and showWords.
func (f *finding) asksForAll(first, last int) bool { return f.hasOnly(first, last, showWords) }

// hasOnly reports whether the question has no other words than those from first to
// last, stop words and the given ones.
func (f *finding) hasOnly(first, last int, words []string) bool {
	for i, word := range f.asked.Words {
		isName := first <= i && i <= last || f.isOfCalled(i)
		if !isName && !text.StopWord(word.Text) && !slices.Contains(words, word.Text) {
			return false
		}
	}
	return true
}
