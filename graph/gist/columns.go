package gist

import (
	"slices"
	"strings"

	"dossier/graph/ask"
	"dossier/graph/ask/words"
)

// A Column is a column of entities that a question names by a word.
type Column struct{ Name, Word string }

// attributes are the columns that a question about one entity may ask for.
var attributes = []string{"due", ask.OwnerColumn, "priority", "probability", "impact"}

// ColumnsIn returns the columns that folded words name in any language, in order. The words
// "who owns" name the owner.
func ColumnsIn(asked []string) (list []Column) {
	for _, table := range words.Tables {
		for first := 0; first < len(asked); first++ {
			for last := min(len(asked), first+table.Longest()); last > first; last-- {
				phrase := strings.Join(asked[first:last], " ")
				if name := columnOf(table, phrase, asked); name != "" {
					list = append(list, Column{name, phrase})
					first = last - 1
					break
				}
			}
		}
	}
	return list
}

func columnOf(table *words.Table, phrase string, asked []string) string {
	if table.Has(phrase, "who") {
		return ""
	}
	for _, m := range table.Of(phrase) {
		switch {
		case m.Type == "column" && slices.Contains(attributes, m.Value):
			return m.Value
		case m.Type == "ownership" && slices.ContainsFunc(asked, func(word string) bool { return table.Has(word, "who") }):
			return ask.OwnerColumn
		}
	}
	return ""
}
