package terminal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/goccy/go-yaml"

	"dossier/graph"
)

// Reading holds the flags of commands that read.
type Reading struct {
	Output string `short:"o" enum:"text,table,json,yaml,ndjson" default:"text" placeholder:"FORM" help:"${outputForm}"`
	JSON   bool   `help:"Print the data of the GraphQL answer as JSON: -o json."`
}

// The forms of the data of an answer.
const (
	FormJSON   = "json"
	formYAML   = "yaml"
	FormNDJSON = "ndjson"
)

// Form returns the form of data that the flags want, "" for text.
func (r *Reading) Form() (string, error) {
	switch {
	case r.JSON && r.Output != "text" && r.Output != FormJSON:
		return "", graph.BadInput("json", "is -o json; expected one of --json and -o %s", r.Output)
	case r.JSON:
		return FormJSON, nil
	case r.Output == FormJSON, r.Output == formYAML, r.Output == FormNDJSON:
		return r.Output, nil
	}
	return "", nil
}

// isTable reports whether lists are printed as for a person.
func (r *Reading) isTable(out io.Writer) bool { return r.Output == "table" || IsTerminal(out) }

// PrintData prints a value in a form of data. Texts have their characters, as in
// the answers of a server.
func PrintData(out io.Writer, form string, value any) error {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if form == FormJSON {
		encoder.SetIndent("", "  ")
	}
	values := []any{value}
	if form == FormNDJSON {
		var err error
		if values, err = items(value); err != nil {
			return err
		}
	}
	for _, one := range values {
		if err := encoder.Encode(one); err != nil {
			return fmt.Errorf("write answer: %w", err)
		}
	}
	printed := text.Bytes()
	if form == formYAML {
		var err error
		if printed, err = asYAML(printed); err != nil {
			return fmt.Errorf("write answer as YAML: %w", err)
		}
	}
	if _, err := out.Write(printed); err != nil {
		return fmt.Errorf("write answer: %w", err)
	}
	return nil
}

// asYAML returns JSON as YAML, with fields in their order and texts of several
// lines as blocks.
func asYAML(text []byte) ([]byte, error) {
	var value any
	if err := yaml.UnmarshalWithOptions(text, &value, yaml.UseOrderedMap()); err != nil {
		return nil, err
	}
	return yaml.MarshalWithOptions(value, yaml.UseLiteralStyleIfMultiline(true))
}

// items returns the items of the list of an answer: its only root field, or the
// nodes or hits of that. A value without a list is the only item.
func items(value any) ([]any, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("write answer: %w", err)
	}
	root := json.RawMessage(text)
	var fields map[string]json.RawMessage
	if json.Unmarshal(text, &fields) == nil && len(fields) == 1 {
		root = slices.Collect(maps.Values(fields))[0]
	}
	lists := []json.RawMessage{root}
	fields = nil
	if json.Unmarshal(root, &fields) == nil {
		lists = append(lists, fields["hits"])
		if fields["text"] == nil { // a document is more than its nodes
			lists = append(lists, fields["nodes"])
		}
	}
	for _, list := range lists {
		var found []json.RawMessage
		if json.Unmarshal(list, &found) == nil && found != nil {
			all := make([]any, len(found))
			for i, item := range found {
				all[i] = item
			}
			return all, nil
		}
	}
	return []any{json.RawMessage(text)}, nil
}
