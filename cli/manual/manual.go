// Package manual writes the manual page of a command line, in the macros of
// man(7).
package manual

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// A Section is a section of the page besides those that follow from the command
// line. A line of its text that begins with a space is not filled.
type Section struct{ Title, Text string }

// Page returns the page of app, whose name has a summary, with further sections
// at its end.
func Page(app *kong.Application, version, summary string, further ...Section) string {
	p := &page{}
	p.line(".TH %s 1 \"\" %q %q", strings.ToUpper(app.Name), app.Name+" "+version, "User Commands")
	p.line(".SH NAME\n%s \\- %s", app.Name, escaped(summary))
	p.line(".SH SYNOPSIS\n.B %s\n.I command\n[\\fIflags\\fR] [\\fIarguments\\fR]", app.Name)
	p.line(".SH COMMANDS")
	p.commands(app.Node)
	p.line(".SH FLAGS OF ALL COMMANDS")
	p.flags(app.Flags)
	for _, section := range further {
		p.line(".SH %s", strings.ToUpper(section.Title))
		p.text(section.Text)
	}
	return p.String()
}

type page struct{ strings.Builder }

func (p *page) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// commands writes the commands below a node that do something.
func (p *page) commands(node *kong.Node) {
	for _, child := range node.Children {
		if child.Hidden {
			continue
		}
		if !child.Leaf() {
			p.commands(child)
			continue
		}
		p.line(".SS %s", escaped(usage(child)))
		p.text(child.Help)
		if child.Detail != "" {
			p.line(".PP")
		}
		p.text(child.Detail)
		for _, argument := range child.Positional {
			p.line(".TP\n.I %s", escaped(argument.Name))
			p.text(argument.Help)
		}
		p.flags(child.Flags)
	}
}

// usage returns a command with its arguments.
func usage(node *kong.Node) string {
	text := node.FullPath()
	for _, argument := range node.Positional {
		text += " " + argument.Summary()
	}
	return text
}

// flags writes what each flag does, and its default and variable.
func (p *page) flags(flags []*kong.Flag) {
	for _, flag := range flags {
		if flag.Hidden || flag.Name == "help" {
			continue
		}
		value := ""
		if !flag.IsBool() {
			value = "=\\fI" + escaped(flag.FormatPlaceHolder()) + "\\fR"
		}
		p.line(".TP\n\\fB%s\\fR%s", escaped("--"+flag.Name), value)
		text := flag.Help
		if len(flag.Envs) > 0 {
			text += " Environment: " + strings.Join(flag.Envs, ", ") + "."
		}
		p.text(text)
	}
}

// text writes paragraphs. Empty lines separate them.
func (p *page) text(text string) {
	if text == "" {
		return
	}
	isVerbatim := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if verbatim := strings.HasPrefix(line, " "); verbatim != isVerbatim {
			isVerbatim = verbatim
			p.line("%s", map[bool]string{true: ".PP\n.nf", false: ".fi"}[verbatim])
		}
		if line == "" {
			p.line(".PP")
			continue
		}
		p.line("%s", escaped(line))
	}
	if isVerbatim {
		p.line(".fi")
	}
}

// escaped returns a text without what troff reads as a request or an escape.
func escaped(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "…", `\[u2026]`, "µ", `\[u00B5]`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
