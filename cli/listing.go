package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"strings"
	"text/tabwriter"

	"dossier/glyphs"
	"dossier/graph"
)

// A listing prints all pages of a list as a table.
type listing[T any] struct {
	field, declared, arguments string // the root field, its variables and its arguments; the last two end with a comma
	variables                  map[string]any
	selection                  string // the fields of an item
	heading                    []string
	cells                      func(*T) []string
}

// print prints the items of all pages, or returns them as JSON.
func (l *listing[T]) print(ctx context.Context, api *api, flags reading, streams Streams) error {
	form, err := flags.form()
	if err != nil {
		return err
	}
	nodes, err := l.read(ctx, api)
	if err != nil {
		return asTyped(err, l.variables)
	}
	if form != "" {
		return printData(streams.Out, form, map[string]any{l.field: map[string]any{"nodes": nodes}})
	}
	rows := make([][]string, len(nodes))
	for i, node := range nodes {
		var item T
		if err := json.Unmarshal(node, &item); err != nil {
			return fmt.Errorf("read answer: %w", err)
		}
		rows[i] = l.cells(&item)
	}
	return flags.printRows(streams, l.heading, rows, len(rows))
}

// longestCell is the most characters of a cell in columns. By eye.
const longestCell = 100

// printRows prints rows: for a person in columns below a heading, for another
// program one line for each with a tab between the cells. total is the number of
// rows that there are; if these are fewer, standard error says so.
func (r *reading) printRows(streams Streams, heading []string, rows [][]string, total int) error {
	inColumns, text := r.isTable(streams.Out), &bytes.Buffer{}
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			if cells[i] = shown(cell); inColumns {
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
	return bytes.NewBufferString(painted(out, bold, first) + "\n" + rest)
}

// shown returns a text of the store as a part of a line.
func shown(text string) string { return graph.Line(glyphs.Shown(text), 0) }

// read returns the items of all pages.
func (l *listing[T]) read(ctx context.Context, api *api) (nodes []json.RawMessage, err error) {
	ask, closeStore, err := api.open(ctx, serves)
	if err != nil {
		return nil, err
	}
	defer closeStore()
	text := fmt.Sprintf("query (%s$after: String) { list: %s(%sfirst: 200, after: $after) { nodes { %s "+
		"} pageInfo { hasNextPage endCursor } } }",
		l.declared, l.field, l.arguments, l.selection)
	variables := map[string]any{}
	maps.Copy(variables, l.variables)
	nodes = []json.RawMessage{}
	for {
		var answer struct {
			List struct {
				Nodes    []json.RawMessage
				PageInfo struct {
					HasNextPage bool
					EndCursor   string
				}
			}
		}
		if err := decode(ctx, ask, question{text, variables}, &answer); err != nil {
			return nil, err
		}
		nodes = append(nodes, answer.List.Nodes...)
		if !answer.List.PageInfo.HasNextPage {
			return nodes, nil
		}
		variables["after"] = answer.List.PageInfo.EndCursor
	}
}
