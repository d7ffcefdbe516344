package cli

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
	red    = "1;31"
	yellow = "1;33"
	green  = "32"
)

// painted returns a text in a style if it is written to a terminal that shows
// styles, otherwise the text.
func painted(out io.Writer, style, text string) string {
	if !isPainted(out) {
		return text
	}
	return "\x1b[" + style + "m" + text + "\x1b[0m"
}

// isPainted reports whether text has styles: on a terminal, unless NO_COLOR
// (https://no-color.org) or the terminal says otherwise.
func isPainted(out io.Writer) bool {
	if os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" || !isTerminal(out) {
		return false
	}
	return runtime.GOOS != "windows" || os.Getenv("WT_SESSION") != "" || os.Getenv("TERM") != ""
}

// printDocument prints Markdown, with headings in bold on a terminal.
func printDocument(out io.Writer, text string) {
	text = strings.TrimRight(text, "\n")
	if isPainted(out) {
		lines := strings.Split(text, "\n")
		for i, line := range lines {
			if strings.HasPrefix(line, "#") {
				lines[i] = painted(out, bold, line)
			}
		}
		text = strings.Join(lines, "\n")
	}
	fmt.Fprintln(out, text)
}
