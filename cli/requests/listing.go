package requests

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"

	"dossier/cli/terminal"
)

// A Listing prints all pages of a list as a table.
type Listing[T any] struct {
	Field, Declared, Arguments string // the root field, its variables and its arguments; the last two end with a comma
	Variables                  map[string]any
	Selection                  string // the fields of an item
	Heading                    []string
	Cells                      func(*T) []string
}

// Print prints the items of all pages, or returns them as JSON.
func (l *Listing[T]) Print(ctx context.Context, api *API, flags terminal.Reading, streams terminal.Streams) error {
	form, err := flags.Form()
	if err != nil {
		return err
	}
	nodes, err := l.Read(ctx, api)
	if err != nil {
		return AsTyped(err, l.Variables)
	}
	if form != "" {
		return terminal.PrintData(streams.Out, form, map[string]any{l.Field: map[string]any{"nodes": nodes}})
	}
	rows := make([][]string, len(nodes))
	for i, node := range nodes {
		var item T
		if err := json.Unmarshal(node, &item); err != nil {
			return fmt.Errorf("read answer: %w", err)
		}
		rows[i] = l.Cells(&item)
	}
	return flags.PrintRows(streams, l.Heading, rows, len(rows))
}

// Read returns the items of all pages.
func (l *Listing[T]) Read(ctx context.Context, api *API) (nodes []json.RawMessage, err error) {
	ask, closeStore, err := api.Open(ctx, Serves)
	if err != nil {
		return nil, err
	}
	defer closeStore()
	text := fmt.Sprintf("query (%s$after: String) { list: %s(%sfirst: 200, after: $after) { nodes { %s "+
		"} pageInfo { hasNextPage endCursor } } }",
		l.Declared, l.Field, l.Arguments, l.Selection)
	variables := map[string]any{}
	maps.Copy(variables, l.Variables)
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
		if err := Decode(ctx, ask, Question{text, variables}, &answer); err != nil {
			return nil, err
		}
		nodes = append(nodes, answer.List.Nodes...)
		if !answer.List.PageInfo.HasNextPage {
			return nodes, nil
		}
		variables["after"] = answer.List.PageInfo.EndCursor
	}
}
