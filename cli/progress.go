package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/ndjson"
)

// redraw is how often a terminal's line of progress is written anew; logs get
// a line less often.
const (
	redraw  = 200 * time.Millisecond
	logLine = 5 * time.Second
)

// progress tells how far an import is: on a terminal in one line that is
// written over, else in a line now and then.
func (p *program) progress(file string) func(ndjson.Progress) {
	terminal := isTerminal(p.errOut)
	every := logLine
	if terminal {
		every = redraw
	}
	meter := ndjson.NewMeter(time.Now)
	next := time.Now().Add(every)
	return func(now ndjson.Progress) {
		rate, left := meter.Estimate(now)
		if time.Now().Before(next) {
			return
		}
		next = time.Now().Add(every)
		line := fmt.Sprintf("%s: %s, %d lines", file, now.Stage, now.Lines)
		if now.Total > 0 {
			line += fmt.Sprintf(", %d %%, %.0f/s, %s left", 100*now.Done/now.Total, rate, left.Round(time.Second))
		}
		if terminal {
			fmt.Fprintf(p.errOut, "\r\x1b[K%s", line)
			return
		}
		fmt.Fprintln(p.errOut, line)
	}
}

func isTerminal(out any) bool {
	file, ok := out.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// printReport tells what an import found and did: the counts on standard
// output, rejected lines on standard error.
func (p *program) printReport(file string, report *ndjson.Report) {
	if isTerminal(p.errOut) {
		fmt.Fprint(p.errOut, "\r\x1b[K")
	}
	for _, reject := range report.Rejects {
		fmt.Fprintf(p.errOut, "%s:%d: %s%s\n", file, reject.Line, fieldPrefix(reject.Field), reject.Reason)
	}
	entities := 0
	for kind, n := range report.Kinds {
		if graph.SpecOf(kind) != nil {
			entities += n
		}
	}
	fmt.Fprintf(p.out, "%s: %d entities, %d edges, %d rejected", file, entities, report.Kinds[graph.KindEdge], len(report.Rejects))
	if report.Written == nil {
		fmt.Fprintln(p.out, "; nothing was written")
	} else {
		fmt.Fprintf(p.out, "; %d created, %d updated, %d unchanged\n",
			sum(report.Written.Created), sum(report.Written.Updated), sum(report.Written.Unchanged))
	}
	if len(report.Unknown) > 0 {
		var fields []string
		for _, field := range slices.Sorted(maps.Keys(report.Unknown)) {
			fields = append(fields, fmt.Sprintf("%s (%d)", field, report.Unknown[field]))
		}
		fmt.Fprintf(p.out, "kept in props: %s\n", strings.Join(fields, ", "))
	}
}

func fieldPrefix(field string) string {
	if field == "" {
		return ""
	}
	return field + ": "
}

func sum(counts map[graph.Kind]int) (total int) {
	for _, n := range counts {
		total += n
	}
	return total
}
