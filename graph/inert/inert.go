// Package inert makes the texts of entities safe as parts of Markdown: they cannot be
// mistaken for its structure, or for the ids of entities.
package inert

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"dossier/glyphs"
	"dossier/graph"
)

// Line returns text as a part of a line that cannot be mistaken for
// structure. White space is folded, the start of a heading, quote or fence is
// escaped, the brackets of marks that look like ids become round, and what is
// not printable is left out.
func Line(text string) string {
	text = graph.Line(glyphs.Shown(text), 0)
	if isInert(text) {
		return text
	}
	return escaped(withoutIDs(indented(text)), backslashed)
}

// Text returns text as lines that cannot be mistaken for structure. Headings
// become bold lines, quotes, rules and HTML are escaped, list items begin with
// an asterisk, fences are closed, the brackets of marks that look like ids become
// round, and what is not printable is left out.
func Text(text string) string {
	if isInert(text) {
		return text
	}
	lines := strings.Split(withoutIDs(glyphs.Shown(text)), "\n")
	var fence *fence
	for i, line := range lines {
		line = indented(line)
		switch opened := opening(line); {
		case fence != nil:
			lines[i] = fence.line(line)
			if fence.closed {
				fence = nil
			}
		case opened != nil:
			fence = opened
			lines[i] = fence.indent + strings.TrimLeft(line, " \t")
		default:
			lines[i] = escaped(line, demoted)
		}
	}
	if fence != nil {
		lines = append(lines, fence.indent+fence.mark)
	}
	return strings.Join(lines, "\n")
}

// A line that begins with one of firstMarks may be structure, and so may any
// text with one of otherMarks.
const (
	firstMarks = " \t#>-+*=_`~0123456789"
	otherMarks = "[<"
)

// indented returns a line whose leading white space is spaces and tabs, as most
// readers see it.
func indented(line string) string {
	if line == "" || line[0] < utf8.RuneSelf && line[0] != ' ' && line[0] != '\t' {
		return line
	}
	rest := strings.TrimLeftFunc(line, isBlank)
	return strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, line[:len(line)-len(rest)]) + rest
}

// isBlank reports whether a character is white space, or the braille pattern that
// has no dots.
func isBlank(r rune) bool { return unicode.IsSpace(r) || r == '\u2800' }

// isInert reports whether text is one line with nothing to escape, like most
// sentences. It may return false for such a line.
func isInert(text string) bool {
	if text == "" {
		return true
	}
	if strings.IndexByte(firstMarks, text[0]) >= 0 {
		return false
	}
	if first, _ := utf8.DecodeRuneInString(text); isBlank(first) {
		return false
	}
	for i := range len(text) {
		switch text[i] {
		case '\n', '\t', otherMarks[0], otherMarks[1]:
			return false
		}
	}
	return glyphs.AreShown(text)
}

// Marks that look like the ids of prompts: eight or more hex digits, "id:", or what may be
// the id of a tracker, in brackets. A tracker's id as the text of a link is none.
var (
	idMark   = regexp.MustCompile(`(?i)\[(\s*[0-9a-f]{8}[0-9a-f-]*\s*)\]`)
	idOwn    = regexp.MustCompile(`\[\s*[#!&0-9A-Za-z][-.#_:!&0-9A-Za-z]+\s*\]\(?`)
	idCalled = regexp.MustCompile(`(?i)\[(\s*id\s*:)`)
)

// headingTag matches the tag of an HTML heading, anywhere in a line.
var headingTag = regexp.MustCompile(`(?i)<(/?h[1-6][\s/>])`)

// mayMarkID reports whether a text may have a mark of idMark, idOwn or idCalled. Most
// brackets are those of links.
func mayMarkID(text string) bool {
	for {
		at := strings.IndexByte(text, '[')
		if at < 0 {
			return false
		}
		text = text[at+1:]
		inside := strings.TrimLeft(text, " \t\n\f\r")
		if len(inside) < 2 {
			continue
		}
		if strings.EqualFold(inside[:2], "id") || len(strings.TrimLeft(inside[:min(len(inside), idDigits)], hexDigits)) == 0 {
			return true
		}
		if end := strings.IndexAny(inside[:min(len(inside), longestOwn)], "] \t\n\f\r"); end > 0 && graph.IsShownID(inside[:end]) {
			return true
		}
	}
}

const (
	idDigits  = 8
	hexDigits = "0123456789abcdefABCDEF"

	longestOwn = graph.MaxShownID + 1 // with what ends it
)

func withoutIDs(text string) string {
	if mayMarkID(text) {
		text = idCalled.ReplaceAllString(idMark.ReplaceAllString(text, "($1)"), "($1")
		text = idOwn.ReplaceAllStringFunc(text, withoutOwn)
	}
	if strings.IndexByte(text, '<') >= 0 {
		text = headingTag.ReplaceAllString(text, `< $1`)
	}
	return text
}

// withoutOwn returns a match of idOwn with round brackets if it is the mark of an id.
func withoutOwn(mark string) string {
	inside, isMark := strings.CutSuffix(mark[1:], "]")
	if !isMark || !graph.IsShownID(strings.TrimSpace(inside)) {
		return mark
	}
	return "(" + inside + ")"
}

// A fence is a fenced block of code that is being read. All its lines are
// indented as far as the fence, so that no list around it ends early.
type fence struct {
	indent string
	mark   string
	closed bool
}

// opening returns the fence that line opens, or nil.
func opening(line string) *fence {
	rest := strings.TrimLeft(line, " \t")
	for _, mark := range []string{"`", "~"} {
		info := strings.TrimLeft(rest, mark)
		if length := len(rest) - len(info); length >= 3 && (mark == "~" || !strings.Contains(info, mark)) {
			return &fence{indent: indentation(line), mark: strings.Repeat(mark, length)}
		}
	}
	return nil
}

// line renders a line of the block, and sets f.closed if it closes the block.
func (f *fence) line(line string) string {
	rest := strings.TrimSpace(line)
	if strings.HasPrefix(rest, f.mark) && strings.Trim(rest, f.mark[:1]) == "" {
		f.closed = true
		return f.indent + f.mark
	}
	if indent := indentation(line); rest != "" && len(indent) < len(f.indent) {
		return f.indent + strings.TrimLeft(line, " \t")
	}
	return line
}

// indentation returns the leading white space of line, with tabs as four
// spaces.
func indentation(line string) string {
	blank := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	return strings.ReplaceAll(blank, "\t", "    ")
}

// escaped applies without to the start of a block in a line outside of code.
// List items remain list items.
func escaped(line string, without func(string) string) string {
	at := len(line) - len(strings.TrimLeft(line, " \t"))
	for at < len(line) {
		rest := line[at:]
		length := bullet(rest)
		switch {
		case isRule(rest), length == 0 && beginsBlock(rest):
			return line[:at] + without(rest)
		case length == 0:
			return line
		case rest[0] == '-' || rest[0] == '+':
			line = line[:at] + "*" + rest[1:]
		}
		at += length
		at += len(line[at:]) - len(strings.TrimLeft(line[at:], " \t"))
	}
	return line
}

// demoted makes a heading a bold line, and escapes the start of any other block.
func demoted(line string) string {
	if title := strings.Trim(line, "#* \t"); line[0] == '#' && !isRule(title) {
		return "**" + title + "**"
	}
	return backslashed(line)
}

func backslashed(line string) string { return `\` + line }

// isRule reports whether line is a rule or an underline of the line above.
func isRule(line string) bool { return strings.Trim(line, "-+=*_ \t") == "" }

// mostDigits is the maximum number of digits in the number of a list item.
const mostDigits = 9

// bullet returns the length of the bullet or number at the start of line, or 0.
func bullet(line string) int {
	digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
	length := digits + 1
	switch {
	case digits > mostDigits, len(line) < length:
		return 0
	case len(line) > length && line[length] != ' ' && line[length] != '\t':
		return 0
	case digits == 0 && strings.IndexByte("-+*", line[0]) >= 0, digits > 0 && strings.IndexByte(".)", line[digits]) >= 0:
		return length
	}
	return 0
}

// beginsBlock reports whether a line begins a heading, a quote, a fence or HTML.
func beginsBlock(line string) bool {
	switch line[0] {
	case '#':
		rest := strings.TrimLeft(line, "#")
		return rest == "" || rest[0] == ' ' || rest[0] == '\t'
	case '>':
		return true
	case '`', '~':
		return strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~")
	case '<':
		return len(line) > 1 && (strings.IndexByte("!?/", line[1]) >= 0 || isLetter(line[1]) && !isAddress(line))
	}
	return false
}

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

// isAddress reports whether line begins with an address in angle brackets.
func isAddress(line string) bool {
	inside, _, closed := strings.Cut(line[1:], ">")
	return closed && strings.ContainsAny(inside, ":@") && !strings.ContainsAny(inside, " \t")
}

// OpensFence reports whether a line opens a fenced block.
func OpensFence(line string) bool { return opening(line) != nil }
