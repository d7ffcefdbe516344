package terminal

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"dossier/glyphs"
	"dossier/graph"
)

// longestCell is the most characters of a cell in columns. By eye.
const longestCell = 100

// PrintRows prints rows: for a person in columns below a heading, for another
// program one line for each with a tab between the cells. total is the number of
// rows that there are; if these are fewer, standard error says so.
func (r *Reading) PrintRows(streams Streams, heading []string, rows [][]string, total int) error {
	inColumns, text := r.isTable(streams.Out), &bytes.Buffer{}
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			if cells[i] = Shown(cell); inColumns {
				cells[i] = graph.Truncate(cells[i], longestCell)
			}
		}
		fmt.Fprintln(text, strings.Join(cells, "\t"))
	}
	if inColumns {
		text = columns(streams.Out, heading, text)
	}
	if _, err := text.WriteTo(streams.Out); err != nil {
		return fmt.Errorf("write list: %w", err)
	}
	if total > len(rows) {
		fmt.Fprintf(streams.Err, "and %d more; see --first\n", total-len(rows))
	}
	return nil
}

// columns returns lines whose cells are in columns, below a heading.
func columns(out io.Writer, heading []string, lines *bytes.Buffer) *bytes.Buffer {
	all := &bytes.Buffer{}
	table := tabwriter.NewWriter(all, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, strings.Join(heading, "\t"))
	_, _ = lines.WriteTo(table) // into memory
	_ = table.Flush()
	first, rest, _ := strings.Cut(all.String(), "\n")
	return bytes.NewBufferString(Painted(out, bold, first) + "\n" + rest)
}

// Shown returns a text of the store as a part of a line.
func Shown(text string) string { return graph.Line(glyphs.Shown(text), 0) }

// Plural returns a number of things.
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
