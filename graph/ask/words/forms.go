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

// Others returns the other phrases of each language for the states that a phrase means.
func Others(phrase string) (others []string) {
	for _, t := range Tables {
		for _, m := range t.Of(phrase) {
			for _, other := range t.states[m] {
				if other != phrase {
					others = append(others, other)
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
