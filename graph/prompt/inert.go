package prompt

import (
	"regexp"
	"strings"

	"dossier/graph"
)

// InertLine returns a text of an entity as a part of a line that cannot be taken
// for structure: on one line, without what begins a heading, a quote or a fence,
// and with marks that look like ids in round brackets.
func InertLine(text string) string {
	text = graph.Line(text, 0)
	if isInert(text) {
		return text
	}
	return escaped(withoutIDs(text), backslashed)
}

// Inert returns a text of an entity as lines of their own that cannot be taken
// for structure: headings are bold lines, quotes, rules and HTML are escaped,
// items of lists begin with an asterisk, fences are closed, and marks that look
// like ids are in round brackets.
func Inert(text string) string {
	if isInert(text) {
		return text
	}
	lines := strings.Split(withoutIDs(lineBreaks.Replace(text)), "\n")
	var fence *fence
	for i, line := range lines {
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

// lineBreaks are what some reader takes for the end of a line, and controls that
// no text needs.
var lineBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\v", "\n", "\f", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n",
	"\x1b", "", "\x00", "", "\b", "")

// firstMarks begin lines that may be structure, and any of otherMarks in a text
// may be a part of it.
const (
	firstMarks = " \t#>-+*=_`~0123456789"
	otherMarks = "[<"
)

// isInert reports whether a text is one line with nothing to escape, as most
// sentences are.
func isInert(text string) bool {
	if text == "" {
		return true
	}
	if strings.IndexByte(firstMarks, text[0]) >= 0 {
		return false
	}
	for i := range len(text) {
		switch b := text[i]; {
		case b < ' ', b == otherMarks[0], b == otherMarks[1]:
			return false
		case b == 0xC2 && strings.HasPrefix(text[i:], "\u0085"), b == 0xE2 && (strings.HasPrefix(text[i:], "\u2028") || strings.HasPrefix(text[i:], "\u2029")):
			return false
		}
	}
	return true
}

// What looks like an id as prompts write it: eight or more hex digits in
// brackets, or what calls itself an id.
var (
	idMark   = regexp.MustCompile(`(?i)\[(\s*[0-9a-f]{8}[0-9a-f-]*\s*)\]`)
	idCalled = regexp.MustCompile(`(?i)\[(\s*id\s*:)`)
)

// headingTag matches the tag of a heading, wherever it is.
var headingTag = regexp.MustCompile(`(?i)<(/?h[1-6][\s/>])`)

func withoutIDs(text string) string {
	if strings.IndexByte(text, '[') >= 0 {
		text = idCalled.ReplaceAllString(idMark.ReplaceAllString(text, "($1)"), "($1")
	}
	if strings.IndexByte(text, '<') >= 0 {
		text = headingTag.ReplaceAllString(text, `< $1`)
	}
	return text
}

// A fence is a fenced block of code that is being read. All its lines have its
// indentation at least, so that no list around it ends before it does.
type fence struct {
	indent string
	mark   string
	closed bool
}

// opening returns the fence that a line opens, nil if it opens none.
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

// line returns a line of the block, and closes the block if it is the last one.
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

// indentation returns the white space that a line begins with, as spaces.
func indentation(line string) string {
	blank := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	return strings.ReplaceAll(blank, "\t", "    ")
}

// escaped returns a line outside of code with what begins a block taken away by
// a function. Items of lists stay items.
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

// demoted returns a heading as a bold line, and what begins another block behind
// a backslash.
func demoted(line string) string {
	if title := strings.Trim(line, "#* \t"); line[0] == '#' && !isRule(title) {
		return "**" + title + "**"
	}
	return backslashed(line)
}

func backslashed(line string) string { return `\` + line }

// isRule reports whether a line is a rule, or underlines the line above.
func isRule(line string) bool { return strings.Trim(line, "-+=*_ \t") == "" }

// mostDigits is how many digits the number of a list's item has at most.
const mostDigits = 9

// bullet returns the length of the bullet or number that a line begins with, 0
// if it begins with none.
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

// isAddress reports whether a line begins with an address in angle brackets.
func isAddress(line string) bool {
	inside, _, closed := strings.Cut(line[1:], ">")
	return closed && strings.ContainsAny(inside, ":@") && !strings.ContainsAny(inside, " \t")
}

// before returns what is between two texts, a line break at least where the
// second one is a fenced block, which is at the margin.
func before(between, text string) string {
	first, _, _ := strings.Cut(text, "\n")
	isCode := opening(first) != nil
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

// ellipsis marks what was left out of a paragraph.
const ellipsis = "…"
