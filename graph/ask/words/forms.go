package words

import (
	"slices"
	"strings"

	"dossier/graph/text"
)

func endingsOf(phrases string) (list []string) {
	for ending := range strings.SplitSeq(phrases, ",") {
		list = append(list, strings.Trim(ending, " -"))
	}
	return list
}

// inflecting are the types of words that inflect as adjectives and participles do.
var inflecting = strings.Fields("is state level priority due event own sup ranked relby relend unset set passed this next last avg sum " +
	"tag gauge sortup sortdown divided sorted")

// A suffix is an ending, and what is in place of it in a stem: nothing if words may be
// without any, so that list is no form of lista.
type suffix struct{ ending, mark string }

// addEndings adds the endings of the forms of one word.
func (t *Table) addEndings(group []string) {
	t.endings = append(t.endings, group)
	mark := "-"
	if slices.Contains(group, "") {
		mark = ""
	}
	for _, ending := range group {
		if ending != "" {
			t.suffixes = append(t.suffixes, suffix{ending, mark})
		}
	}
	slices.SortStableFunc(t.suffixes, func(a, b suffix) int { return len(b.ending) - len(a.ending) })
}

// putStem adds the meaning of a phrase that inflects to its stem, unless that has another
// one of the type.
func (t *Table) putStem(phrase string, meaning Meaning) {
	if len(t.suffixes) == 0 || !slices.Contains(inflecting, meaning.Type) {
		return
	}
	stem := t.stem(phrase)
	if slices.ContainsFunc(t.stems[stem], func(m Meaning) bool { return m.Type == meaning.Type }) {
		return
	}
	t.stems[stem] = append(t.stems[stem], meaning)
	first, _, _ := strings.Cut(stem, " ")
	t.inflects[first] = true
}

// stem returns a folded phrase without the endings of its words.
func (t *Table) stem(phrase string) string {
	list := strings.Split(phrase, " ")
	for i := range list {
		list[i] = t.stemOf(list[i])
	}
	return strings.Join(list, " ")
}

// stemOf returns a word without all endings that it has.
func (t *Table) stemOf(word string) string {
	for _, s := range t.suffixes {
		if stem, has := strings.CutSuffix(word, s.ending); has && len(stem) >= leastStem {
			return t.stemOf(stem) + s.mark
		}
	}
	return word
}

// Of returns the meanings of a phrase, given its folded words separated by spaces, and
// those that it has in another form, of other types.
func (t *Table) Of(phrase string) []Meaning {
	list := t.phrases[phrase]
	first, _, _ := strings.Cut(phrase, " ")
	if len(t.stems) == 0 || !t.inflects[t.stemOf(first)] {
		return list
	}
	for _, m := range t.stems[t.stem(phrase)] {
		if !slices.ContainsFunc(t.phrases[phrase], func(own Meaning) bool { return own.Type == m.Type }) {
			list = append(slices.Clip(list), m)
		}
	}
	return list
}

// IsPrefix reports whether verbs may have a word behind them as their prefix: an, of stehen
// and anstehen.
func (t *Table) IsPrefix(word string) bool { return slices.Contains(t.prefixes, word) }

// leastStem is the least length of a word without its ending. By eye.
const leastStem = 4

// Forms returns what a folded word may be in other forms, without the word: offen for offene. A
// form that no text has is of no harm.
func (t *Table) Forms(word string) (forms []string) {
	for _, group := range t.endings {
		for _, ending := range group {
			if stem, has := strings.CutSuffix(word, ending); has && len(stem) >= leastStem {
				forms = appendForms(forms, stem, ending, group)
			}
		}
	}
	return forms
}

// appendForms appends those of a stem with other endings than one.
func appendForms(forms []string, stem, ending string, group []string) []string {
	for _, other := range group {
		if form := stem + other; other != ending && !slices.Contains(forms, form) {
			forms = append(forms, form)
		}
	}
	return forms
}

// LanguageOf returns the table that has most of some words, the first of those with as many.
func LanguageOf(asked []text.Word) *Table {
	best, most := Tables[0], 0
	for _, t := range Tables {
		known := 0
		for _, w := range asked {
			known += min(1, len(t.Of(w.Text)))
		}
		if known > most {
			best, most = t, known
		}
	}
	return best
}

// IsUnchanged reports whether a noun may be a plural as it is: Händler.
func (t *Table) IsUnchanged(noun string) bool {
	return slices.ContainsFunc(t.unchanged, func(ending string) bool { return strings.HasSuffix(noun, ending) })
}

// Others returns the other phrases of each language for the states that a phrase means, in
// all forms.
func Others(phrase string) (others []string) {
	for _, t := range Tables {
		for _, m := range t.Of(phrase) {
			for _, other := range t.states[m] {
				if other != phrase {
					others = append(append(others, other), t.Forms(other)...)
				}
			}
		}
	}
	slices.Sort(others)
	return slices.Compact(others)
}

// Ungrouped returns a number without the sign between its groups of three digits: 10000 for
// 10.000 in German.
func (t *Table) Ungrouped(number string) string {
	if t.separator == "" || !strings.Contains(number, t.separator) || strings.HasPrefix(number, "0") {
		return number
	}
	groups := strings.Split(number, t.separator)
	isGroup := func(s string) bool { return len(s) == 3 && text.IsDigits(s) }
	if len(groups[0]) > 3 || !text.IsDigits(groups[0]) || slices.ContainsFunc(groups[1:], func(s string) bool { return !isGroup(s) }) {
		return number
	}
	return strings.Join(groups, "")
}

// DayOf returns the day of a year that a number means where a point separates thousands, as
// the table has feasts: 1-25 for 25.1; "" for none.
func (t *Table) DayOf(number string) string {
	day, month, found := strings.Cut(number, ".")
	if t.separator != "." || !found || !text.IsDigits(day) || !text.IsDigits(month) || len(day) > 2 || len(month) > 2 {
		return ""
	}
	return strings.TrimLeft(month, "0") + "-" + strings.TrimLeft(day, "0")
}
