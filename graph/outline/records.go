package outline

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/prompt"
	"dossier/graph/searchtext"
	"dossier/graph/text"
)

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

// nameStems returns the stems of the words of a field's name.
func nameStems(field string) (stems []string) {
	for word := range text.Parts(strings.TrimPrefix(field, recordField)) {
		if stem := text.English(word.Text); stem != "" {
			stems = append(stems, stem)
		}
	}
	return stems
}
