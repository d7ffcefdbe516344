package sources

import (
	"cmp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"dossier/graph/markup"
)

// maxComments is how many comments of an item are kept, the latest ones.
const maxComments = 50

// text returns the text of an item with its sections and comments. Notes without another
// text are the text.
func (c *columns) text() string {
	var parts []string
	text, sections := strings.TrimSpace(c.item.Text), c.item.Sections
	if text == "" && len(sections) > 0 && strings.EqualFold(sections[0].Heading, "notes") {
		text, sections = strings.TrimSpace(sections[0].Text), sections[1:]
	}
	if text != "" {
		parts = append(parts, unixLines(text))
	}
	for _, section := range sections {
		if text := strings.TrimSpace(section.Text); text != "" {
			parts = append(parts, "## "+section.Heading, markup.Under(unixLines(text), 3))
		}
	}
	comments := c.item.Comments
	if lost := len(comments) - maxComments; lost > 0 {
		comments = comments[lost:]
		c.r.Note(Lost, c.item.Pos, "comments before the latest 50 of an item")
	}
	for i, comment := range comments {
		if i == 0 {
			parts = append(parts, "## Comments")
		}
		parts = append(parts, "### "+c.headingOf(&comment))
		if text := strings.TrimSpace(comment.Text); text != "" {
			parts = append(parts, markup.Under(unixLines(text), 4))
		}
	}
	return strings.Join(parts, "\n\n")
}

func (c *columns) headingOf(comment *Comment) string {
	name := cmp.Or(c.r.Person(c.item.Pos, comment.Author), "Somebody")
	at, ok := Time(comment.At)
	if !ok {
		return name
	}
	return name + ", " + strings.TrimSuffix(strings.Replace(at, "T", " ", 1)[:min(len(at), len("2006-01-02 15:04"))], " 00:00")
}

func unixLines(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

func firstLine(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(strings.TrimLeft(line, "#*->")); line != "" {
			return line
		}
	}
	return ""
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// ascii returns a text of letters, digits and underscores without accents, and
// without other characters.
func ascii(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r < unicode.MaxASCII && isWordRune(r) {
			return r
		}
		return -1
	}, norm.NFD.String(strings.ReplaceAll(text, "ß", "ss")))
}

// Split returns a Markdown text before its first heading of a level, and the
// sections of that level, or of a lower number, that follow.
func Split(text string, level int) (before string, sections []Section) {
	doc := markup.Read(unixLines(text))
	start := 0
	end := func(at int) {
		part := strings.TrimSpace(doc.Source[start:at])
		if len(sections) == 0 {
			before = part
		} else {
			sections[len(sections)-1].Text = part
		}
	}
	for _, h := range doc.Headings {
		if h.Level <= level {
			end(h.Start)
			sections = append(sections, Section{Heading: h.Text})
			start = h.End
		}
	}
	end(len(doc.Source))
	return before, sections
}
