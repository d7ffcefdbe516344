package prompt

import (
	"fmt"
	"strings"

	"dossier/graph/inert"
)

// Markdown renders blocks as Markdown. Each block ends with a line break.
// Markdown adds no blank lines between blocks.
func Markdown(blocks ...Block) string {
	var out strings.Builder
	for _, b := range blocks {
		writeBlock(&out, b)
	}
	return out.String()
}

func writeBlock(out *strings.Builder, b Block) {
	switch b := b.(type) {
	case Apart:
		out.WriteByte('\n')
		writeBlock(out, b.Block)
	case Blank:
		out.WriteByte('\n')
	case Group:
		for _, inner := range b {
			writeBlock(out, inner)
		}
	case Heading:
		writeHeading(out, b)
	case Text:
		writeLine(out, b.Text)
	case Quote:
		writeLine(out, b.Text)
	case Sentence:
		writeLine(out, b.String(), b.Rest)
	case Note:
		writeLine(out, "> ", b.Text)
	case Hint:
		writeLine(out, "_", b.Text, "_")
	default:
		writeListed(out, b)
	}
}

// writeListed writes list items and longer blocks.
func writeListed(out *strings.Builder, b Block) {
	switch b := b.(type) {
	case Item:
		writeItem(out, b)
	case Fact:
		writeLine(out, "- ", factText(b))
	case Link:
		writeLine(out, "- **", strings.Join(b.Relations, ", "), "**: ", b.To.String())
	case LinkedItem:
		writeLinkedItem(out, b)
	case More:
		writeLine(out, "- ... and ", moreText(b))
	case Card:
		writeCard(out, b)
	case Entry:
		writeEntry(out, b)
	case Topic:
		writeTopic(out, b)
	case AttachedEntity:
		writeAttachedEntity(out, b)
	case AttachedDocument:
		// The blank line keeps the rule from making a heading of the last line.
		writeLine(out, "### [[", inert.Line(b.Label), "]] [id:", b.ID, "]\n", inert.Text(b.Text), "\n\n---\n")
	case Snapshot:
		text, legend := aliased(b)
		writeLine(out, "```json\n", text, "\n```\n\nIds: ", legend)
	}
}

// writeLine writes the parts of a line and a line break.
func writeLine(out *strings.Builder, parts ...string) {
	for _, part := range parts {
		out.WriteString(part)
	}
	out.WriteByte('\n')
}

func writeHeading(out *strings.Builder, h Heading) {
	writeLine(out, strings.Repeat("#", h.Level), " ", h.String())
	if !h.Tight {
		out.WriteByte('\n')
	}
}

func writeItem(out *strings.Builder, item Item) {
	writeLine(out, "- ", itemText(item))
	if item.Detail != "" {
		writeLine(out, "  ", strings.ReplaceAll(item.Detail, "\n", "\n  "))
	}
}

// itemText returns the first line of an item.
func itemText(item Item) string {
	if item.Text == "" {
		return item.String()
	}
	return item.String() + " — " + item.Text
}

func factText(fact Fact) string {
	if fact.Label == "" {
		return fact.Value
	}
	return fact.Label + ": " + fact.Value
}

func writeLinkedItem(out *strings.Builder, item LinkedItem) {
	name := item.Name
	name.Label = "**" + name.Label + "**"
	writeLine(out, "- ", name.String(), " - ", strings.Join(item.Relations, ", "))
}

func moreText(more More) string {
	text := fmt.Sprintf("%d more", more.Count)
	if more.Noun != "" {
		text += " " + more.Noun
	}
	if len(more.Kinds) > 0 {
		text += ": " + KindCounts(more.Kinds)
	}
	return text
}

func writeCard(out *strings.Builder, card Card) {
	writeHeading(out, card.Heading)
	for _, fact := range card.Facts {
		writeLine(out, "- **", fact.Label, ":**", strings.ReplaceAll(before(" ", fact.Value)+fact.Value, "\n", "\n  "))
	}
}

func writeEntry(out *strings.Builder, entry Entry) {
	writeLine(out, entry.Heading())
	writeQuoted(out, entry.Passages)
	for _, link := range entry.Links {
		writeBlock(out, link)
	}
	out.WriteByte('\n')
}

func writeTopic(out *strings.Builder, t Topic) {
	name := t.Name
	name.Label = withCount(name.Label, t.Count)
	writeHeading(out, Heading{Level: 2, Name: name, Tight: true})
	if t.Source != "" {
		writeLine(out, "*", t.Source, "*")
	}
	writeQuoted(out, t.Lead)
	for _, item := range t.Items {
		writeItem(out, item)
	}
	for _, section := range t.Sections {
		if section.Inline && section.hasLines() {
			writeInline(out, section)
		}
	}
	for _, section := range t.Sections {
		if !section.Inline && section.hasLines() {
			writeSection(out, section)
		}
	}
	out.WriteByte('\n')
}

// longInline is the number of entities in one line above which the line begins
// with their number, because a budget may not have them all.
const longInline = 6

// writeInline writes a section of entities as one item of a list.
func writeInline(out *strings.Builder, section TopicSection) {
	names := make([]string, len(section.Items))
	for i, item := range section.Items {
		names[i] = item.String()
	}
	title := inert.Line(strings.ToLower(section.Title))
	if section.Count > longInline {
		title = withCount(title, section.Count)
	}
	writeLine(out, "- **", title, "**: ", strings.Join(names, ", "))
}

func writeSection(out *strings.Builder, section TopicSection) {
	out.WriteByte('\n')
	writeHeading(out, section.Heading())
	for _, item := range section.Items {
		writeItem(out, item)
	}
	writeQuoted(out, section.Passages)
}

// withCount returns title followed by count, unless that is 0.
func withCount(title string, count int) string {
	if count == 0 {
		return title
	}
	return fmt.Sprintf("%s (%d)", title, count)
}

// Heading returns the heading of an entry and its source, as Markdown.
func (e Entry) Heading() string {
	heading := "## " + e.String()
	if e.Source != "" {
		heading += "\n*" + e.Source + "*"
	}
	return heading
}

func writeAttachedEntity(out *strings.Builder, a AttachedEntity) {
	writeLine(out, "### @", inert.Line(a.Label), " (", inert.Line(a.Kind), ") [id:", a.ID, "]  ← ", inert.Line(a.Reason))
	for _, field := range a.Fields {
		writeLine(out, "  ", factText(field))
	}
	if a.Further {
		writeLine(out, "  (further references not expanded)")
	}
	out.WriteByte('\n')
}

// String renders the passage below its heading, as Markdown.
func (p Passage) String() string {
	switch {
	case strings.TrimSpace(p.Heading) != "":
		return "**" + inert.Line(p.Heading) + "**" + before(p.Before, p.Text) + inert.Text(p.Text)
	case p.Field != "":
		return "- " + inert.Line(p.Field) + ": " + p.Text
	}
	return inert.Text(p.Text)
}

// quoted joins passages with the separators of their source. An ellipsis marks
// a gap within a paragraph.
func quoted(passages []Passage) string {
	var out strings.Builder
	join(&out, passages)
	return out.String()
}

// writeQuoted writes quoted passages and a line break, nothing for no text.
func writeQuoted(out *strings.Builder, passages []Passage) {
	before := out.Len()
	if join(out, passages); out.Len() > before {
		out.WriteByte('\n')
	}
}

// join writes passages as quoted joins them.
func join(out *strings.Builder, passages []Passage) {
	for i, passage := range passages {
		switch {
		case i == 0:
		case passage.Heading != "":
			out.WriteString("\n\n")
		case passage.Gap && !strings.Contains(passage.Before, "\n"):
			out.WriteString(before(" "+ellipsis+" ", passage.Text))
		default:
			out.WriteString(before(passage.Before, passage.Text))
		}
		out.WriteString(passage.String())
	}
}

// before returns the separator of a text from what precedes it: at least a line
// break if text is a fenced block, because a fence must begin a line.
func before(between, text string) string {
	first, _, _ := strings.Cut(text, "\n")
	isCode := inert.OpensFence(first)
	if !isCode && strings.TrimSpace(between) == "" {
		return between
	}
	switch breaks := strings.Count(between, "\n"); {
	case breaks > 1:
		return "\n\n"
	case breaks == 1 || isCode:
		return "\n"
	case strings.TrimSpace(between) == ellipsis:
		return between
	}
	return " "
}

// ellipsis marks a gap in a paragraph.
const ellipsis = "…"
