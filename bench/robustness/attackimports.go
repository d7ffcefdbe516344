package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"dossier/bench/measure"
)

// An importAttack is a file that is meant to be expensive to import.
type importAttack struct {
	name string
	path string // the path of the file; "" for the lines of write
	// write returns the lines.
	write func() string
}

// measure imports the file in its own process.
func (a *importAttack) measure(ctx context.Context, program, url, folder string, figures *measure.Table) error {
	path := a.path
	if path == "" {
		path = filepath.Join(folder, "attack.ndjson")
		if err := os.WriteFile(path, []byte(a.write()), 0o600); err != nil {
			return err
		}
	}
	var out bytes.Buffer
	command := exec.CommandContext(ctx, program, "import", "--db="+url, "--on-error=skip",
		"--rejected="+filepath.Join(folder, "rejected.ndjson"), path)
	command.Stdout, command.Stderr = &out, &out
	err := command.Run()
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
		return err
	}
	usage := command.ProcessState.SysUsage().(*syscall.Rusage)
	figures.Add(a.name, measure.Millis(command.ProcessState.UserTime()+command.ProcessState.SystemTime()), usage.Maxrss*1024/1e6, out.Len(),
		fmt.Sprint("exit status ", command.ProcessState.ExitCode()))
	return nil
}

const attackedProject = `{"kind":"project","id":"attacked","name":"Attacked"}` + "\n"

// task returns a line with a task of the attacked project.
func task(id, title, more string) string {
	return fmt.Sprintf(`{"kind":"task","id":"attacked/%s","project_id":"attacked","title":%q%s}`+"\n", id, title, more)
}

// importAttacks returns the attacks with files. Lines that are not rejected are
// in the store when queries are sent.
func importAttacks() []importAttack {
	const mega = 1 << 20
	document := func(name, content string) importAttack {
		return importAttack{name: "import: " + name, write: func() string {
			return attackedProject + fmt.Sprintf(`{"kind":"document","id":"attacked/%x","project_id":"attacked","title":"Attack","content":"%s"}`+
				"\n",
				name, content)
		}}
	}
	return []importAttack{
		document("1 MB of Markdown quotes", strings.Repeat(">", mega)),
		document("1 MB of nested lists", repeated(1000, "", func(i int) string { return strings.Repeat(" ", i) + `- a\n` })),
		document("1 MB of brackets", strings.Repeat("[", mega)),
		document("1 MB of backquotes", strings.Repeat("`a", mega/2)),
		document("1 MB of stars", strings.Repeat("*a**", mega/4)),
		document("1 MB of headings", strings.Repeat(`# a\n`, mega/5)),
		document("1 MB of table", `|a|b|\n|-|-|\n`+strings.Repeat(`|a`, mega/2)),
		document("1 MB of a word", strings.Repeat("a", mega)),
		document("1 MB of marks", "a"+strings.Repeat(`\u0301`, mega/6)),
		document("a title of 1 MB in a text", "see "+strings.Repeat("title ", mega/6)),
		{name: "import: titles of 1 MB", write: func() string {
			return attackedProject + task("long", strings.Repeat("title ", mega/6), "")
		}},
		{name: "import: props 100,000 deep", write: func() string {
			return attackedProject + task("deep", "Deep", `,"props":`+strings.Repeat(`{"a":`, 100_000)+"1"+strings.Repeat("}", 100_000))
		}},
		{name: "import: props 9,000 deep", write: func() string {
			return attackedProject + task("deep", "Deep", `,"props":`+strings.Repeat(`{"a":`, 9000)+"1"+strings.Repeat("}", 9000))
		}},
		{name: "import: null bytes", write: func() string {
			return attackedProject + task("null", "a", `,"description":"`+strings.Repeat(`\u0000`, 1000)+`"`)
		}},
		{name: "import: 1,000 plans that contain each other in a circle", write: func() string {
			return attackedProject + repeated(1000, "", func(i int) string {
				return fmt.Sprintf(`{"kind":"plan","id":"attacked/circle/%d","project_id":"attacked","name":"Circle %d"}`+"\n", i, i) +
					fmt.Sprintf(`{"kind":"edge","rel":"contains","src_id":"attacked/circle/%d","dst_id":"attacked/circle/%d"}`+"\n", i, (i+1)%1000)
			})
		}},
		{name: "import: 100,000 edges of an entity", write: func() string {
			return attackedProject + task("hub", "Hub", "") + repeated(100_000, "", func(i int) string {
				return task(fmt.Sprint("leaf/", i), fmt.Sprint("Leaf ", i), "") +
					fmt.Sprintf(`{"kind":"edge","rel":"depends_on","src_id":"attacked/leaf/%d","dst_id":"attacked/hub"}`+"\n", i)
			})
		}},
	}
}
