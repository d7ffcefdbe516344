package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"

	"dossier/cli/terminal"
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
func (l *listing[T]) print(ctx context.Context, api *api, flags terminal.Reading, streams terminal.Streams) error {
	form, err := flags.Form()
	if err != nil {
		return err
	}
	nodes, err := l.read(ctx, api)
	if err != nil {
		return asTyped(err, l.variables)
	}
	if form != "" {
		return terminal.PrintData(streams.Out, form, map[string]any{l.field: map[string]any{"nodes": nodes}})
	}
	rows := make([][]string, len(nodes))
	for i, node := range nodes {
		var item T
		if err := json.Unmarshal(node, &item); err != nil {
			return fmt.Errorf("read answer: %w", err)
		}
		rows[i] = l.cells(&item)
	}
	return flags.PrintRows(streams, l.heading, rows, len(rows))
}

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
