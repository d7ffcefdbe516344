package markup

import "strings"

// maxLevel is the lowest level of a heading.
const maxLevel = 6

// Under returns a text whose headings have at least a level, so that they are parts
// of the section in which the text is put.
func Under(source string, level int) string {
	if !mayHaveHeadings(source) {
		return source
	}
	d := Read(source)
	least := maxLevel + 1
	for _, h := range d.Headings {
		least = min(least, h.Level)
	}
	if least >= level {
		return source
	}
	return d.Lowered(0, len(source), level-least)
}

// mayHaveHeadings reports whether a text has the characters that make headings.
func mayHaveHeadings(source string) bool {
	return strings.Contains(source, "#") || strings.Contains(source, "\n=") || strings.Contains(source, "\n-") ||
		strings.Contains(source, "\n -")
}

// Lowered returns a part of the text, which begins outside of headings, with the
// level of each heading lowered by some levels, or raised if by is negative.
func (d *Doc) Lowered(start, end, by int) string {
	var b strings.Builder
	for _, h := range d.Headings {
		if h.Start < start || h.Start >= end {
			continue
		}
		b.WriteString(d.Source[start:h.Start])
		b.WriteString(strings.Repeat("#", max(1, min(maxLevel, h.Level+by))))
		if shown := d.marked(h); shown != "" {
			b.WriteString(" " + shown)
		}
		if d.Source[h.End-1] == '\n' {
			b.WriteByte('\n')
		}
		start = h.End
	}
	b.WriteString(d.Source[start:max(start, end)])
	return b.String()
}

// marked returns the text of a heading in Markdown, on one line.
func (d *Doc) marked(h Heading) string {
	line := strings.TrimSpace(d.Source[h.Start:h.End])
	if strings.HasPrefix(line, "#") {
		return strings.TrimSpace(strings.TrimLeft(line, "#"))
	}
	if at := strings.LastIndexByte(line, '\n'); at >= 0 {
		line = line[:at] // without the line below it
	}
	return strings.Join(strings.Fields(line), " ")
}
