package imports

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"dossier/cli/terminal"
	"dossier/graph"
	"dossier/graph/rows"
	"dossier/ndjson"
)

// redrawEvery is the period in which a line of a terminal is overwritten. By eye.
const redrawEvery = 200 * time.Millisecond

// progress returns a function that writes the progress of an import: on a
// terminal it overwrites one line, otherwise it writes a new line each time.
func progress(file string, out io.Writer) func(ndjson.Progress) {
	every, format := terminal.LogEvery, "%s\n"
	if terminal.IsTerminal(out) {
		every, format = redrawEvery, "\r\x1b[K%s"
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
		fmt.Fprintf(out, format, line)
	}
}

// printRejects prints the rejected lines that the report has, and the number of
// the others.
func printRejects(out io.Writer, file string, report *ndjson.Report) {
	for _, reject := range report.Rejects {
		place := cmp.Or(reject.Place, fmt.Sprintf("%s:%d", file, reject.Line))
		fmt.Fprintf(out, "%s: %s\n", place, terminal.Shown(fieldPrefix(reject.Field)+reject.Reason+needing(reject.Needed)))
	}
	for _, more := range report.More {
		if more.Line > 0 {
			fmt.Fprintf(out, "%s: %d more lines were rejected for the reason of line %d\n", file, more.Count, more.Line)
		} else {
			fmt.Fprintf(out, "%s: %d more lines were rejected for other reasons\n", file, more.Count)
		}
	}
}

// writtenCounts returns what an import wrote, as the end of a line.
func writtenCounts(report *ndjson.Report) string {
	counts := &report.Counts
	text := fmt.Sprintf("; %d created, %d updated, %d unchanged", counts.Created, counts.Updated, counts.Unchanged)
	switch total := counts.Created + counts.Updated + counts.Unchanged + counts.Kept + counts.Older + counts.Revived + counts.Deleted; {
	case report.Written == nil && total == 0:
		return "; nothing was written"
	case report.Written == nil:
		text = "; dry run, nothing was written: " + text[2:]
	}
	for _, other := range []struct {
		count int
		what  string
	}{
		{counts.Kept, "kept"}, {counts.Older, "older"}, {counts.Conflicts, "conflicts"}, {counts.Revived, "revived"},
		{counts.Deleted, "deleted"},
	} {
		if other.count > 0 {
			text += fmt.Sprintf(", %d %s", other.count, other.what)
		}
	}
	return text
}

// printReport prints the counts of an import to standard output and the
// rejected lines to standard error.
func printReport(streams terminal.Streams, file string, report *ndjson.Report) {
	if terminal.IsTerminal(streams.Err) {
		fmt.Fprint(streams.Err, "\r\x1b[K")
	}
	printRejects(streams.Err, file, report)
	printConflicts(streams.Err, file, report)
	entities := 0
	for kind, n := range report.Kinds {
		if graph.SpecOf(kind) != nil {
			entities += n
		}
	}
	fmt.Fprintf(streams.Out, "%s: %d entities, %d edges%s, %d rejected", file, entities, report.Kinds[graph.KindEdge],
		repeated(report.Repeats), report.Rejected)
	fmt.Fprintln(streams.Out, writtenCounts(report))
	if report.Withheld > 0 {
		fmt.Fprintf(streams.Err, "%s: %s vanished and were kept, because lines were rejected; mend these, or --force\n", file,
			terminal.Plural(report.Withheld, "entity", "entities"))
	}
	if len(report.Unknown) > 0 {
		var fields []string
		for _, field := range slices.Sorted(maps.Keys(report.Unknown)) {
			fields = append(fields, fmt.Sprintf("%s (%d%s)", printable(field), report.Unknown[field], meant(field)))
		}
		if report.Others > 0 {
			fields = append(fields, fmt.Sprintf("other fields (%d)", report.Others))
		}
		fmt.Fprintf(streams.Out, "kept in props: %s\n", terminal.Shown(strings.Join(fields, ", ")))
	}
}

// printedConflicts is the number of conflicts that are printed, by eye.
const printedConflicts = 20

// printConflicts prints the fields that were changed both in the source and here.
func printConflicts(out io.Writer, file string, report *ndjson.Report) {
	shown := report.Conflicts[:min(len(report.Conflicts), printedConflicts)]
	for _, conflict := range shown {
		place := file
		if conflict.Line > 0 {
			place = cmp.Or(conflict.Place, fmt.Sprintf("%s:%d", file, conflict.Line))
		}
		fmt.Fprintf(out, "%s: conflict: %s of %s %s: here %s, in the source %s\n", place, printable(conflict.Field), conflict.Kind,
			printable(conflict.ID),
			printable(conflict.Ours), printable(conflict.Theirs))
	}
	if others := report.Counts.Conflicts - len(shown); others > 0 {
		fmt.Fprintf(out, "%s: %d more conflicts\n", file, others)
	}
}

// repeated returns how many lines repeat an edge of an earlier one.
func repeated(lines int) string {
	if lines == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d more lines repeat one of them)", lines)
}

// needing returns how many lines were rejected because of another.
func needing(lines int) string {
	switch lines {
	case 0:
		return ""
	case 1:
		return " (and 1 line that needs it)"
	}
	return fmt.Sprintf(" (and %d lines that need it)", lines)
}

// meant returns, for a field such as task.due that was kept in props, which column
// it probably means.
func meant(field string) string {
	kind, name, _ := strings.Cut(field, ".")
	if column := rows.Meant(graph.Kind(kind), name); column != "" {
		return "; expected " + column + "?"
	}
	return ""
}

func fieldPrefix(field string) string {
	if field == "" {
		return ""
	}
	return printable(field) + ": "
}

// printable returns the name of a field, quoted if it has characters that are
// not printable.
func printable(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(name)
	}
	return name
}
