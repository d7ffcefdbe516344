package terminal

import (
	"io"
	"os"
	"strings"
	"unicode"

	"dossier/cli/machine"
)

// leastColumns is the width from which on lines are wrapped: below, names and ids
// would have lines of their own. By eye.
const leastColumns = 40

// A wrapper breaks lines of Markdown at spaces, so that none is wider than some columns
// unless a word is. What follows is indented as the text of its line, behind the mark of
// an item or a quote. Code and tables remain as they are.
type wrapper struct {
	columns int    // 0 for lines of any width
	hang    string // the indentation of what follows a line without one
	inCode  bool
}

// Wrapped returns a text with its lines as wide as a stream, if that is a terminal.
// What follows a line without an indentation is indented by hang.
func Wrapped(out io.Writer, hang, text string) string {
	w := wrapperFor(out)
	w.hang = hang
	return w.text(text)
}

// wrapperFor returns a wrapper for lines as wide as a stream, if that is a terminal.
func wrapperFor(out io.Writer) *wrapper {
	if !IsTerminal(out) {
		return &wrapper{}
	}
	if o, is := out.(*Output); is {
		out = o.Writer
	}
	return &wrapper{columns: machine.Columns(out.(*os.File))}
}

// text returns a text with its lines broken.
func (w *wrapper) text(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		out.WriteString(w.line(line))
	}
	return out.String()
}

// line returns the next line of a text, broken.
func (w *wrapper) line(line string) string {
	trimmed := strings.TrimLeft(line, " ")
	isFence := strings.HasPrefix(trimmed, "```")
	w.inCode = w.inCode != isFence
	if isFence || w.inCode || strings.HasPrefix(trimmed, "|") || w.columns < leastColumns || widthOf(line) <= w.columns {
		return line
	}
	indent := line[:len(line)-len(trimmed)]
	next := indent
	switch {
	case strings.HasPrefix(trimmed, "> "):
		next += "> "
	case strings.HasPrefix(trimmed, "- "), strings.HasPrefix(trimmed, "* "):
		next += "  "
	case indent == "":
		next = w.hang
	}
	var out strings.Builder
	out.WriteString(indent)
	at := len(indent)
	for i, word := range strings.Split(trimmed, " ") {
		width := widthOf(word)
		switch {
		case i == 0:
		case at+1+width > w.columns && at > len(next):
			out.WriteString("\n" + next)
			at = len(next)
		default:
			out.WriteByte(' ')
			at++
		}
		out.WriteString(word)
		at += width
	}
	return out.String()
}

// widthOf returns the columns that a text takes on a terminal.
func widthOf(text string) (columns int) {
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Cc):
		case unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana), 0xFF00 < r && r < 0xFF61,
			0x1F300 <= r && r < 0x1FB00:
			columns += 2
		default:
			columns++
		}
	}
	return columns
}
