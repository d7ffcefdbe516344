package wording

import (
	"reflect"
	"slices"
	"strings"
	"sync"

	"dossier/graph"
	"dossier/graph/searchtext"
	"dossier/graph/text"
)

// alsoMeasured are the stems of other words for the columns with numbers.
var alsoMeasured = map[string][]string{"probability": append(NameStems("likely"), chanceStems[1:]...)}

// A measured is a column with a number or a level, and the stems of its names.
type measured struct {
	column graph.Field
	stems  []string
}

// measuredColumns are the columns of each kind that have a number or a level. A
// document asks for them for each of its entities.
var measuredColumns = sync.OnceValue(func() map[*graph.Spec][]measured {
	all := map[*graph.Spec][]measured{}
	for _, spec := range graph.Kinds {
		for _, field := range spec.Columns(graph.Light) {
			if field.Enum == "Impact" || field.Type == reflect.TypeFor[*int]() || field.Type == reflect.TypeFor[*float64]() {
				all[spec] = append(all[spec], measured{field, append([]string{text.English(field.Name)}, alsoMeasured[field.Name]...)})
			}
		}
	}
	return all
})

// Measures returns the columns with a number or a level that words with some stems
// name, such as the probability, the impact and the priority, by kind.
func Measures(spec *graph.Spec, asked func(stem string) bool) (columns []graph.Field) {
	for _, one := range measuredColumns()[spec] {
		if slices.ContainsFunc(one.stems, asked) {
			columns = append(columns, one.column)
		}
	}
	return columns
}

// IsMeasure reports whether a word names a column of some kind, see [Measures].
func IsMeasure(word string) bool {
	asked := text.English(word)
	isOf := func(stem string) bool { return stem == asked }
	return slices.ContainsFunc(graph.Kinds, func(spec *graph.Spec) bool { return len(Measures(spec, isOf)) > 0 })
}

// chanceStems are the stems of the names of a number that adjectives mean.
var chanceStems = NameStems("probability likelihood chance")

// NameStems returns the stems of the words of a field's name.
func NameStems(field string) (stems []string) {
	for word := range text.Parts(strings.TrimPrefix(field, searchtext.RecordField)) {
		if stem := text.English(word.Text); stem != "" {
			stems = append(stems, stem)
		}
	}
	return stems
}
