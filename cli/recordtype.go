package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"dossier/cli/requests"
	"dossier/cli/terminal"
	"dossier/graph"
)

type recordTypeCommand struct {
	Save recordTypeSaveCommand `cmd:"" help:"Create a record type, or change the given parts of one."`
	Rm   recordTypeRmCommand   `cmd:"" help:"Delete a record type; its records are kept."`
	List recordTypeListCommand `cmd:"" help:"List the record types."`
}

// versionFlag is the precondition of a change of a record type.
type versionFlag struct {
	IfVersion string `placeholder:"VERSION" help:"Refuse unless this is its version; exit status 6."`
}

// add adds the precondition, if any, to an input.
func (f versionFlag) add(input map[string]any) {
	if f.IfVersion != "" {
		input["ifVersion"] = f.IfVersion
	}
}

// A recordTypeAnswer is a record type in an answer.
type recordTypeAnswer struct {
	Key, Name, Version string
	Fields             []struct{ Name string }
}

const recordTypeSelection = "key name icon fields { name typeKey options entityType query } version"

type recordTypeSaveCommand struct {
	writing
	versionFlag
	File string `arg:"" help:"${recordTypeSaveFile}"`
}

// Help returns an example.
func (recordTypeSaveCommand) Help() string {
	return `Example:
  echo '{"id":"person","name":"Person","fields":[{"name":"role","type":"text"}]}' | dossier record-type save -`
}

// Run saves the record type.
func (c *recordTypeSaveCommand) Run(ctx context.Context, api *requests.API, streams terminal.Streams) error {
	input, err := c.input(streams.In)
	if err != nil {
		return err
	}
	return c.change(ctx, api, streams.Out, "saveRecordType", "RecordTypeInput", "saved", input)
}

// change changes a record type by a root field of the mutation.
func (w *writing) change(ctx context.Context, api *requests.API, out io.Writer, field, inputType, done string, input map[string]any) error {
	var answer struct{ Change recordTypeAnswer }
	return w.ask(ctx, api, w.mutation(field, inputType, "{ "+recordTypeSelection+" }", input), &answer, func() error {
		fmt.Fprintf(out, "%s record type %s version %s\n", done, answer.Change.Key, answer.Change.Version)
		return nil
	})
}

// A recordTypeLine is a record type in the form of imports.
type recordTypeLine struct {
	Kind   *string            `json:"kind"`
	ID     string             `json:"id"`
	Name   *string            `json:"name"`
	Icon   *string            `json:"icon"`
	Fields *[]recordFieldLine `json:"fields"`
}

type recordFieldLine struct {
	Name       string   `json:"name"`
	Type       string   `json:"type"`
	Options    []string `json:"options,omitempty"`
	EntityType string   `json:"entity_type,omitempty"`
	Query      any      `json:"query,omitempty"`
}

// input returns GraphQL's input for the file.
func (c *recordTypeSaveCommand) input(stdin io.Reader) (map[string]any, error) {
	line, err := c.read(stdin)
	if err != nil {
		return nil, err
	}
	input := map[string]any{"key": line.ID}
	c.add(input)
	for name, given := range map[string]*string{"name": line.Name, "icon": line.Icon} {
		if given != nil {
			input[name] = *given
		}
	}
	if line.Fields == nil {
		return input, nil
	}
	fields := make([]any, len(*line.Fields))
	for i, field := range *line.Fields {
		fields[i] = map[string]any{
			"name": field.Name, "type": strings.ToUpper(field.Type), "options": field.Options, "entityType": field.EntityType, "query": field.Query,
		}
	}
	input["fields"] = fields
	return input, nil
}

func (c *recordTypeSaveCommand) read(stdin io.Reader) (line recordTypeLine, err error) {
	if c.File != "-" {
		file, err := os.Open(c.File)
		if err != nil {
			return line, graph.BadInput("<file>", "%v; expected a JSON file", errors.Unwrap(err))
		}
		defer file.Close()
		stdin = file
	}
	decoder := json.NewDecoder(stdin)
	decoder.DisallowUnknownFields()
	decoder.UseNumber()
	if err := decoder.Decode(&line); err != nil {
		return line, graph.BadInput("<file>", "%v; expected an object with id, name, icon, fields", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return line, graph.BadInput("<file>", "there is more after the object; expected one record type")
	}
	if line.ID == "" || line.Kind != nil && *line.Kind != string(graph.KindRecordType) {
		return line, graph.BadInput("<file>", "expected a record type with an id; got another object")
	}
	return line, nil
}

type recordTypeRmCommand struct {
	writing
	versionFlag
	Key string `arg:"" help:"The record type, by the id in its import."`
}

// Run deletes the record type.
func (c *recordTypeRmCommand) Run(ctx context.Context, api *requests.API, streams terminal.Streams) error {
	input := map[string]any{"key": c.Key}
	c.add(input)
	return c.change(ctx, api, streams.Out, "deleteRecordType", "RecordTypeTarget", "deleted", input)
}

type recordTypeListCommand struct{ terminal.Reading }

// Run lists the record types.
func (c *recordTypeListCommand) Run(ctx context.Context, api *requests.API, streams terminal.Streams) error {
	var answer struct{ RecordTypes []recordTypeAnswer }
	return api.Answer(ctx, requests.Question{Text: "{ recordTypes { " + recordTypeSelection + " } }"}, c.Reading, &answer, func() error {
		rows := make([][]string, len(answer.RecordTypes))
		for i, t := range answer.RecordTypes {
			rows[i] = []string{t.Key, t.Name, strconv.Itoa(len(t.Fields)), t.Version}
		}
		return c.PrintRows(streams, []string{"KEY", "NAME", "FIELDS", "VERSION"}, rows, len(rows))
	})
}
