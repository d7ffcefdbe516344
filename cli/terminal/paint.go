package terminal

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
)

// Styles of text on a terminal, as parameters of the sequence that selects them.
const (
	bold   = "1"
	Red    = "1;31"
	Yellow = "1;33"
	Green  = "32"
)

// Painted returns a text in a style if it is written to a terminal that shows
// styles, otherwise the text.
func Painted(out io.Writer, style, text string) string {
	if !isPainted(out) {
		return text
	}
	return "\x1b[" + style + "m" + text + "\x1b[0m"
}

// isPainted reports whether text has styles: on a terminal, unless NO_COLOR
// (https://no-color.org) or the terminal says otherwise.
func isPainted(out io.Writer) bool {
	if os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" || !IsTerminal(out) {
		return false
	}
	return runtime.GOOS != "windows" || os.Getenv("WT_SESSION") != "" || os.Getenv("TERM") != ""
}

// PrintDocument prints Markdown: on a terminal with lines that break at words, and with
// headings in bold.
func PrintDocument(out io.Writer, text string) {
	w := wrapperFor(out)
	for line := range strings.Lines(strings.TrimRight(text, "\n")) {
		isHeading := strings.HasPrefix(line, "#") && isPainted(out)
		line, end := strings.CutSuffix(w.line(line), "\n")
		if isHeading {
			line = Painted(out, bold, line)
		}
		fmt.Fprint(out, line)
		if end {
			fmt.Fprintln(out)
		}
	}
	fmt.Fprintln(out)
}
