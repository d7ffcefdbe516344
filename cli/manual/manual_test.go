package manual_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"dossier/cli/manual"
)

type line struct {
	DB  string `name:"db" env:"DB" placeholder:"URL" help:".hidden by troff, unless escaped"`
	Run struct {
		File  string `arg:"" help:"A file such as a\\b."`
		Quick bool   `help:"Be quick."`
	} `cmd:"" help:"Run a-b."`
	Key struct {
		Make struct{} `cmd:"" help:"Make a key."`
	} `cmd:"" help:"Keys."`
	Secret struct{} `cmd:"" hidden:"" help:"not shown"`
}

func TestPage(t *testing.T) {
	parser := kong.Must(&line{}, kong.Name("thing"))
	page := manual.Page(parser.Model, "v1", "does things", manual.Section{Title: "Files", Text: "Before:\n  'a\n  b: c\nAfter."})
	want := `.TH THING 1 "" "thing v1" "User Commands"
.SH NAME
thing \- does things
.SH SYNOPSIS
.B thing
.I command
[\fIflags\fR] [\fIarguments\fR]
.SH COMMANDS
.SS thing run <file>
Run a\-b.
.TP
.I file
A file such as a\eb.
.TP
\fB\-\-quick\fR
Be quick.
.SS thing key make
Make a key.
.SH FLAGS OF ALL COMMANDS
.TP
\fB\-\-db\fR=\fIURL\fR
\&.hidden by troff, unless escaped Environment: DB.
.SH FILES
Before:
.PP
.nf
  'a
  b: c
.fi
After.
`
	if page != want {
		t.Errorf("got\n%s\nwant\n%s", page, want)
	}
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip("groff is not installed")
	}
	render := exec.CommandContext(t.Context(), groff, "-man", "-Tutf8", "-ww")
	render.Stdin = strings.NewReader(page)
	var errs strings.Builder
	render.Stderr = &errs
	if out, err := render.Output(); err != nil || errs.Len() > 0 || !strings.Contains(string(out), "a\\b") {
		t.Errorf("groff: %v, %s\n%s", err, &errs, out)
	}
}
