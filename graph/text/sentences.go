package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Unit is the syntactic type of a span of Markdown.
type Unit uint8

const (
	// Prose is a sentence of a paragraph.
	Prose Unit = iota
	// Heading is a heading line.
	Heading
	// Item is a list item with the lines that continue it.
	Item
	// Row is a row of a table.
	Row
	// Code is a fenced block with its fences.
	Code
	// Comment is an HTML comment or a rule.
	Comment
)

// Span is a sentence or another unit of a text, in byte offsets.
type Span struct {
	Start, End int  // in bytes; End is exclusive
	Unit       Unit // what the span is
	// Level is the level of a heading, 1 to 6; 0 for other units.
	Level int
}

// Sentences splits a Markdown or plain text into its units in order: sentences
// of prose, headings, list items, table rows, code fences and comments. White
// space between units belongs to none.
func Sentences(s string) []Span {
	b := blocks{s: s}
	for pos := markLength(s); pos < len(s); {
		end := lineEnd(s, pos)
		pos = b.line(pos, end)
	}
	b.flush()
	return b.spans
}

// markLength returns the length of the byte order mark before a text.
func markLength(s string) int {
	if strings.HasPrefix(s, "\ufeff") {
		return len("\ufeff")
	}
	return 0
}

// lineEnd returns the offset of the newline that ends the line at pos, or
// len(s).
func lineEnd(s string, pos int) int {
	if i := strings.IndexByte(s[pos:], '\n'); i >= 0 {
		return pos + i
	}
	return len(s)
}

// blocks collects the lines of a text into units. If live is set, open is the
// paragraph or item that is being read.
type blocks struct {
	s     string
	spans []Span
	open  Span
	live  bool
}

// line reads the line in [pos,end) and returns where the next one starts.
func (b *blocks) line(pos, end int) int {
	text := strings.TrimLeft(b.s[pos:end], " \t")
	switch {
	case strings.TrimSpace(text) == "":
		b.flush()
	case b.underlined(text):
		b.live = false
		b.heading(b.open.Start, b.open.End, underlineLevels[text[0]])
	case fence(text) != "":
		b.flush()
		end = b.closing(end, fence(text))
		b.add(pos, end, Code)
	case strings.HasPrefix(text, "<!--"):
		b.flush()
		end = b.behind(end-len(text), "-->")
		b.add(pos, end, Comment)
	case strings.Trim(text, "-=*_ \t\r") == "":
		b.flush()
		b.add(pos, end, Comment)
	case headingLevel(text) > 0 && !isCode(b.s[pos:end]):
		b.flush()
		b.heading(pos, end, headingLevel(text))
	case text[0] == '|':
		b.flush()
		b.add(pos, end, Row)
	case itemStart(text) > 0:
		b.flush()
		b.open, b.live = Span{Start: pos, End: end, Unit: Item}, true
	case b.live:
		b.open.End = end
	default:
		b.open, b.live = Span{Start: pos, End: end, Unit: Prose}, true
	}
	if end < len(b.s) && b.s[end] == '\n' {
		end++
	}
	return end
}

// closing returns the end of the fenced block whose first line ends at pos: the
// line of at least as many of the same marks, and nothing else.
func (b *blocks) closing(pos int, fence string) int {
	for pos < len(b.s) {
		end := lineEnd(b.s, pos+1)
		line := strings.TrimSpace(b.s[pos+1 : end])
		if strings.HasPrefix(line, fence) && strings.Trim(line, fence[:1]) == "" {
			return end
		}
		pos = end
	}
	return len(b.s)
}

// behind returns the offset after the next mark from pos on, or the end of the
// text.
func (b *blocks) behind(pos int, mark string) int {
	if i := strings.Index(b.s[pos:], mark); i >= 0 {
		return pos + i + len(mark)
	}
	return len(b.s)
}

func (b *blocks) add(start, end int, unit Unit) {
	for start < end && space(b.s[start]) {
		start++
	}
	for end > start && space(b.s[end-1]) {
		end--
	}
	if start < end {
		b.spans = append(b.spans, Span{Start: start, End: end, Unit: unit})
	}
}

func (b *blocks) flush() {
	if !b.live {
		return
	}
	b.live = false
	if b.open.Unit == Item {
		b.add(b.open.Start, b.open.End, Item)
		return
	}
	start := b.open.Start
	for i := start; i < b.open.End; i++ {
		if c := b.s[i]; c == '.' || c == '!' || c == '?' || c == 0xE3 || c == 0xEF {
			if end := sentenceEnd(b.s[start:b.open.End], i-start); end > 0 {
				b.add(start, start+end, Prose)
				start += end
				i = start - 1
			}
		}
	}
	b.add(start, b.open.End, Prose)
}

func space(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// headingBytes is the maximum length of a heading line. A longer line is a
// paragraph that begins with a mark.
const headingBytes = 400

// headingLevel returns the level of a heading line, 0 for any other line.
func headingLevel(line string) int {
	level := len(line) - len(strings.TrimLeft(line, "#"))
	if level == 0 || level > 6 || len(line) > headingBytes || len(line) > level && line[level] != ' ' {
		return 0
	}
	return level
}

// heading adds a heading of a level.
func (b *blocks) heading(start, end, level int) {
	before := len(b.spans)
	b.add(start, end, Heading)
	if len(b.spans) > before {
		b.spans[before].Level = level
	}
}

// underlineLevels are the levels of headings by the character that underlines
// them: Markdown's two, and the usual order of reStructuredText.
var underlineLevels = map[byte]int{'=': 1, '-': 2, '~': 3, '^': 4, '"': 5, '\'': 5, '`': 5, '+': 5, '*': 5, '#': 1, '.': 5}

// underlined reports whether line underlines the open line of prose, and so
// makes it a heading. Three backticks or tildes open a fenced block instead.
func (b *blocks) underlined(line string) bool {
	line = strings.TrimRight(line, " \t\r")
	if !b.live || b.open.Unit != Prose || len(line) < 3 || underlineLevels[line[0]] == 0 || strings.Trim(line, line[:1]) != "" {
		return false
	}
	if line == "```" || line == "~~~" {
		return false
	}
	title := strings.TrimSpace(b.s[b.open.Start:b.open.End])
	return !strings.Contains(title, "\n") && len(title) <= headingBytes && !isCode(b.s[b.open.Start:]) &&
		4*len(line) >= 3*utf8.RuneCountInString(title)
}

// fence returns the marks with which line opens a fenced block, "" if it does not.
// Backticks with another behind them are a code span. A line of only tildes opens
// one if there are three; a longer one underlines a heading.
func fence(line string) string {
	line = strings.TrimRight(line, " \t\r")
	if info := strings.TrimLeft(line, "`"); strings.HasPrefix(line, "```") && !strings.Contains(info, "`") {
		return line[:len(line)-len(info)]
	}
	if info := strings.TrimLeft(line, "~"); strings.HasPrefix(line, "~~~") && (len(line) == 3 || info != "") {
		return line[:len(line)-len(info)]
	}
	return ""
}

// isCode reports whether a line is indented as far as code, or as the continuation of
// a paragraph.
func isCode(line string) bool {
	return strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t")
}

// itemStart returns the length of the bullet or number of a list item, 0 if
// line is not one.
func itemStart(line string) int {
	digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
	n := digits + 1
	switch {
	case len(line) <= n || line[n] != ' ':
		return 0
	case digits == 0 && strings.IndexByte("-*+", line[0]) >= 0:
		return n + 1
	case digits > 0 && digits < 4 && (line[digits] == '.' || line[digits] == ')'):
		return n + 1
	}
	return 0
}

// sentenceEnd returns the end of the sentence whose full stop is at offset i of
// the paragraph p, 0 if the full stop does not end a sentence.
func sentenceEnd(p string, i int) int {
	r, size := utf8.DecodeRuneInString(p[i:])
	if r == '。' || r == '！' || r == '？' {
		return i + size
	}
	if r >= utf8.RuneSelf {
		return 0
	}
	end := i + 1
	for end < len(p) && end < i+8 && strings.IndexByte(".!?)\"'*_]", p[end]) >= 0 {
		end++
	}
	if strings.HasPrefix(p[end:], "”") || strings.HasPrefix(p[end:], "’") {
		end += len("”")
	}
	if end == len(p) || !space(p[end]) {
		return 0
	}
	next := strings.TrimLeft(p[end:min(len(p), end+64)], " \t\r\n\"'(“‘[*_`")
	if first, _ := utf8.DecodeRuneInString(next); next == "" || unicode.IsLower(first) || r == '.' && abbreviated(p[:i]) {
		return 0
	}
	return end
}

// abbreviated reports whether p ends in an initial or an abbreviation, whose
// full stop does not end a sentence.
func abbreviated(p string) bool {
	word := p[strings.LastIndexAny(p[max(0, len(p)-12):], " \t\n(\"")+max(0, len(p)-12)+1:]
	if len(word) == 1 && unicode.IsUpper(rune(word[0])) {
		return true
	}
	return abbreviations[strings.ToLower(word)]
}

var abbreviations = wordSet(`mr mrs ms dr prof st jr sr vs etc e.g i.e cf al fig no vol pp ca approx inc ltd co corp
gen col lt sgt capt rev hon gov sen rep mt ft dept est jan feb mar apr jun jul aug sep sept oct nov dec u.s u.k a.m p.m`)
