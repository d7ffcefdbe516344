// Package reading renders what agents read besides documents: an entity in steps, its
// links, the hits of a search, and changes.
package reading

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"dossier/glyphs"
	"dossier/graph"
	"dossier/graph/prompt"
	"dossier/graph/states"
	"dossier/graph/text"
)

// A Reading is an entity that is read in steps: its fields, a part of its longest
// text, and the sections of that text.
type Reading struct {
	Entity  graph.Entity // with its texts
	ID      string       // as displayed
	Project prompt.Name  // of the entity
	Fields  []Field      // those with a value, except Text, in the order of the kind
	// Text is the longest text of the entity, and Sections are its sections.
	Text     Text
	Sections []Section         // in the order of the text
	Headings int               // number of sections of the text; Sections may be only the first
	Linked   []graph.KindCount // the numbers of linked entities by kind
}

// A Field is a column and its value.
type Field struct {
	Name  string // the column, in snake case
	Value string // as text
	Light bool   // the light view has it
}

// A Text is a part of a text: characters From to To (exclusive) of Total.
type Text struct {
	Field, Section  string // "" for the whole text
	From, To, Total int    // in characters
	Text            string // the part itself
}

// A Section is a section of a text.
type Section struct {
	Heading    string // its text without marks
	Level      int
	start, end int // in bytes, with its subsections
	Characters int // the length, with its subsections
}

// Of returns the reading of a full entity. Texts other than the longest
// are fields.
func Of(e graph.Entity) *Reading {
	r := &Reading{Entity: e, Text: longestText(e)}
	r.Fields = fieldsOf(e, r.Text.Field)
	if r.Text.Field == e.Self().Spec().Label && utf8.RuneCountInString(r.Text.Text) <= graph.LabelLimit {
		r.Text = Text{} // the heading has it
	}
	r.Sections = sectionsOf(r.Text.Text)
	r.Headings = len(r.Sections)
	r.Text.Total = utf8.RuneCountInString(r.Text.Text)
	r.Text.To = r.Text.Total
	return r
}

// longestText returns the longest text of an entity, its label only if it has no other.
func longestText(e graph.Entity) (longest Text) {
	spec := e.Self().Spec()
	for i := range spec.Fields {
		field := &spec.Fields[i]
		if value, ok := field.Value(e).(string); ok && field.Searched && field.API && len(value) > len(longest.Text) &&
			(field.Name != spec.Label || longest.Text == "") {
			longest.Text, longest.Field = value, field.Name
		}
	}
	return longest
}

// fieldsOf returns the fields of an entity that have a value, and what a record has
// of its own, without the text.
func fieldsOf(e graph.Entity, text string) (fields []Field) {
	spec := e.Self().Spec()
	for i := range spec.Fields {
		if field := &spec.Fields[i]; field.API && field.Column && field.Name != text && !unread[field.Name] && field.Name != spec.Label {
			if value := fieldText(field.Value(e)); value != "" {
				fields = append(fields, Field{field.Name, value, field.Light})
			}
		}
	}
	if record, is := e.(*graph.Record); is && len(record.Fields) > len("{}") {
		fields = append(fields, Field{"fields", string(record.Fields), true})
	}
	return fields
}

// unread are the columns that a reading has elsewhere than in its fields.
var unread = map[string]bool{"id": true, "kind": true, "label": true, "project_id": true, "state_key": true}

// fieldText returns value as text, "" for nil and the zero time.
func fieldText(value any) string {
	switch value := value.(type) {
	case nil:
		return ""
	case string:
		return value
	case time.Time:
		if value.IsZero() {
			return ""
		}
		return value.UTC().Format(time.RFC3339)
	case graph.JSON:
		return string(value)
	default:
		return fmt.Sprint(value)
	}
}

// sectionsOf returns the sections of a Markdown text.
func sectionsOf(source string) []Section {
	var list []Section
	for _, span := range text.Sentences(source) {
		if span.Unit != text.Heading {
			continue
		}
		title := strings.TrimSpace(source[span.Start:span.End])
		level := max(len(title)-len(strings.TrimLeft(title, "#")), 1)
		for i := range list {
			if list[i].end < 0 && list[i].Level >= level {
				list[i].end = span.Start
			}
		}
		list = append(list, Section{Heading: text.Plain(title), Level: level, start: span.Start, end: -1})
	}
	for i := range list {
		if list[i].end < 0 {
			list[i].end = len(source)
		}
		list[i].Characters = utf8.RuneCountInString(source[list[i].start:list[i].end])
	}
	return list
}

// Narrow restricts the text to the section whose heading is or contains section,
// beginning at character from. If there is no such section, the error lists
// headings.
func (r *Reading) Narrow(section string, from int) error {
	if section != "" {
		at := r.find(section)
		if at < 0 {
			return graph.BadInput("section", "no section %q in %s; expected one of %s", graph.Truncate(section, 60), r.ID,
				strings.Join(r.headings(), " | "))
		}
		one := r.Sections[at]
		r.Text.Section, r.Text.Text = one.Heading, r.Text.Text[one.start:one.end]
		r.Text.Total, r.Text.To = one.Characters, one.Characters
	}
	if from < 0 || from > r.Text.Total {
		return graph.BadInput("from", "%d is out of range; the text has %d characters", from, r.Text.Total)
	}
	if section != "" || from > 0 {
		r.Fields = nil // they were in the first step
	}
	r.Text.From = from
	r.Text.Text = after(r.Text.Text, from)
	return nil
}

// find returns the index of the section whose heading equals section, else of
// the first whose heading contains it, else -1.
func (r *Reading) find(section string) int {
	key := text.Key(strings.TrimLeft(section, "# "))
	for _, match := range []func(heading string) bool{
		func(heading string) bool { return heading == key },
		func(heading string) bool { return strings.Contains(heading, key) },
	} {
		if at := slices.IndexFunc(r.Sections, func(s Section) bool { return match(text.Key(s.Heading)) }); at >= 0 {
			return at
		}
	}
	return -1
}

// mostHeadings is the maximum number of headings in an error, by eye.
const mostHeadings = 20

func (r *Reading) headings() []string {
	var list []string
	for _, s := range r.Sections[:min(len(r.Sections), mostHeadings)] {
		list = append(list, s.Heading)
	}
	return list
}

// after returns text without its first from characters.
func after(text string, from int) string {
	for i := range text {
		if from == 0 {
			return text[i:]
		}
		from--
	}
	return ""
}

// Cut returns the reading with its text cut to the given number of characters,
// at the end of a line, sentence or word if there is one in the second half.
func (r Reading) Cut(characters int) *Reading {
	if characters >= r.Text.To-r.Text.From {
		return &r
	}
	cut := r.Text.Text[:len(r.Text.Text)-len(after(r.Text.Text, characters))]
	for _, mark := range []string{"\n", ". ", " "} {
		if at := strings.LastIndex(cut, mark); at > len(cut)/2 {
			cut = cut[:at+len(mark)]
			break
		}
	}
	r.Text.Text, r.Text.To = cut, r.Text.From+utf8.RuneCountInString(cut)
	return &r
}

// First returns the reading with at most the given number of sections listed.
func (r Reading) First(sections int) *Reading {
	r.Sections = r.Sections[:min(sections, len(r.Sections))]
	return &r
}

// Light returns the reading with only the fields of the light view, and with
// texts cut to the given number of characters. Sections, if any, replace the
// text.
func (r Reading) Light(characters int) *Reading {
	if r.Text.Text = graph.Line(r.Text.Text, characters); len(r.Sections) > 0 {
		r.Text.Text = ""
	}
	var fields []Field
	for _, field := range r.Fields {
		if field.Light {
			field.Value = graph.Line(field.Value, characters)
			fields = append(fields, field)
		}
	}
	r.Fields = fields
	return &r
}

// Markdown renders the reading as Markdown, with a list of sections if contents
// is set.
func (r *Reading) Markdown(contents bool) string {
	c := r.Entity.Self()
	name := prompt.Name{Entity: r.Entity, Label: graph.Line(c.Label, graph.LabelLimit), ID: r.ID, Kind: string(c.Kind),
		Facts: prompt.RecordType(r.Entity)}
	if state := states.Shown(c); state != "" {
		name.Facts = append(name.Facts, state)
	}
	if c.Kind != graph.KindProject {
		name.Facts = append(name.Facts, "in "+r.Project.String())
	}
	blocks := []prompt.Block{prompt.Heading{Level: 2, Name: name, Tight: true}}
	for _, f := range r.Fields {
		blocks = append(blocks, prompt.Fact{Label: f.Name, Value: graph.Line(f.Value, 0)})
	}
	if len(r.Linked) > 0 {
		blocks = append(blocks, prompt.Fact{Label: "linked", Value: prompt.KindCounts(r.Linked)})
	}
	if contents {
		blocks = append(blocks, r.contents()...)
	}
	if r.Text.Text != "" {
		blocks = append(blocks, prompt.Apart{Block: prompt.Text{Text: r.Text.label() + fenced(glyphs.Shown(r.Text.Text))}})
	}
	return prompt.Markdown(blocks...)
}

// fenced returns a text as it is, in a fence that no line of it closes, so that
// its headings and lists are not taken for those of the answer.
func fenced(text string) string {
	fence := "```"
	for line := range strings.Lines(text) {
		marks := strings.TrimLeft(line, " ")
		if run := len(marks) - len(strings.TrimLeft(marks, "`")); run >= len(fence) {
			fence = strings.Repeat("`", run+1)
		}
	}
	return fence + "\n" + strings.TrimSuffix(text, "\n") + "\n" + fence
}

// contents returns the list of the sections of the text.
func (r *Reading) contents() []prompt.Block {
	if r.Headings == 0 {
		return nil
	}
	blocks := []prompt.Block{prompt.Fact{Label: "sections of " + r.Text.Field,
		Value: fmt.Sprintf("%d, %d characters", r.Headings, r.Text.Total)}}
	for _, s := range r.Sections {
		blocks = append(blocks, prompt.Text{Text: strings.Repeat("  ", s.Level) + fmt.Sprintf("- %s (%d)", s.Heading, s.Characters)})
	}
	if left := r.Headings - len(r.Sections); left > 0 && left < r.Headings {
		blocks = append(blocks, prompt.Text{Text: fmt.Sprintf("  - … %d more", left)})
	}
	return blocks
}

// label returns a line that identifies the part of a text, "" for all of it.
func (t *Text) label() string {
	if t.Section == "" && t.From == 0 && t.To == t.Total {
		return ""
	}
	if t.Section == "" {
		return fmt.Sprintf("*%s, characters %d to %d of %d*\n\n", t.Field, t.From, t.To, t.Total)
	}
	return fmt.Sprintf("*%s, section %s, characters %d to %d of %d*\n\n", t.Field, t.Section, t.From, t.To, t.Total)
}
