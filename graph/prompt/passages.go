package prompt

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"dossier/graph"
	"dossier/graph/text"
)

// ownPassages returns the passages of an entity's texts, field by field,
// without repetitions. A heading belongs to the passage below it.
func ownPassages(e graph.Entity) []Passage {
	var list []Passage
	seen := map[string]bool{}
	fields := textFields(e)
	for _, field := range fields {
		passages := passagesOf(field.value)
		passages = slices.DeleteFunc(passages, func(p Passage) bool {
			repeated := seen[p.Text]
			seen[p.Text] = true
			return repeated
		})
		if len(passages) > 0 {
			passages[0].Before = "\n\n"
			if field.called != "" {
				passages[0].Heading = strings.TrimSuffix(field.called+": "+passages[0].Heading, ": ")
			}
		}
		list = append(list, passages...)
	}
	return list
}

// A textField is a long text of an entity and its name, which is "" for texts
// that need none.
type textField struct{ called, value string }

// calledTexts are the names of texts whose content does not show what they are.
var calledTexts = map[string]string{
	"outcome": "Outcome", "rationale": "Rationale", "next_step_short": "Next step", "next_step_long": "Next step in detail",
}

// textFields returns the long texts of an entity. The label is the first of
// them if it is longer than [graph.LabelLimit].
func textFields(e graph.Entity) []textField {
	var fields []textField
	spec := e.Self().Spec()
	label, _ := spec.Field(spec.Label).Value(e).(string)
	if utf8.RuneCountInString(label) > graph.LabelLimit {
		fields = append(fields, textField{"", label})
	}
	for i := range spec.Fields {
		field := &spec.Fields[i]
		value, ok := field.Value(e).(string)
		if !field.Searched || !ok || strings.TrimSpace(value) == "" || value == label {
			continue
		}
		fields = append(fields, textField{calledTexts[field.Name], value})
	}
	return fields
}

// passagesOf splits a Markdown text into passages. Headings become fields of the
// passages below them, comments are left out, and an open fence is closed.
func passagesOf(source string) []Passage {
	var list []Passage
	end, heading := 0, ""
	for _, s := range text.Sentences(source) {
		piece := source[s.Start:s.End]
		switch s.Unit {
		case text.Comment:
			continue
		case text.Heading:
			heading = strings.Trim(piece, "#* ")
			continue
		case text.Code:
			piece = closed(piece)
		default:
			piece = text.Unlinked(piece)
		}
		before := source[end:s.Start]
		switch end = s.End; {
		case heading != "" || strings.Count(before, "\n") > 1:
			before = "\n\n"
		case strings.Contains(before, "\n"):
			before = "\n"
		default:
			before = " "
		}
		if strings.TrimSpace(piece) != "" {
			list = append(list, Passage{Text: piece, Before: before, Heading: heading})
			heading = ""
		}
	}
	return list
}

// closed returns a block of code with the fence that closes it.
func closed(code string) string {
	fence := code[:len(code)-len(strings.TrimLeft(code, code[:1]))]
	_, last, found := strings.Cut(code[strings.LastIndexByte(code, '\n')+1:], fence)
	if found && strings.Contains(code, "\n") && strings.Trim(last, fence[:1]+" \t") == "" {
		return code
	}
	return code + "\n" + fence
}

// textSection returns a section with passages of an entity. If only the first
// of them are included, a note says so.
func textSection(name string, heading func(counts) Block, e graph.Entity, passages []Passage, rank float64) *Chapter {
	s := &Chapter{name: name, heading: heading}
	whole := quoted(passages)
	for i, p := range passages {
		s.add(rank+float64(i), e, Text{p.Before + p.String()})
	}
	s.blocks = func(shown []*Piece, _ map[string]bool) []Block {
		said := quoted(passages[:len(shown)])
		if len(shown) < len(passages) {
			said += fmt.Sprintf("\n\n*… the first %d of %d characters*", utf8.RuneCountInString(said), utf8.RuneCountInString(whole))
		}
		return []Block{Quote{e, said}}
	}
	return s
}
