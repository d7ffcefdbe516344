package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"time"

	"dossier/cli/flags"
	"dossier/cli/requests"
	"dossier/cli/serving"
	"dossier/cli/terminal"
	"dossier/glyphs"
	"dossier/graph"
)

type entityCommand struct {
	terminal.Reading
	ID   string       `arg:"" complete:"entity" help:"The entity: a UUID, its first eight digits or more, or the id in its import."`
	Full bool         `help:"Every field, with untruncated texts."`
	AsOf flags.Moment `placeholder:"TIME" help:"${entityAsOf}"`
}

// Run prints the entity's fields and links, or with --json the data of the
// GraphQL answer.
func (c *entityCommand) Run(ctx context.Context, api *requests.API, services *serving.Services, streams terminal.Streams) error {
	if c.AsOf != "" {
		return c.printPast(ctx, api, services, streams)
	}
	var answer struct{ Entity map[string]any }
	asked := requests.Question{Text: entityQuery(c.Full), Variables: map[string]any{"id": requests.EntityName(c.ID)}}
	return api.Answer(ctx, asked, c.Reading, &answer, func() error {
		if answer.Entity == nil {
			return requests.UnknownName("", "entity", c.ID)
		}
		printEntity(streams.Out, answer.Entity)
		return nil
	})
}

// printPast prints the columns of the entity at a time in the past.
func (c *entityCommand) printPast(ctx context.Context, api *requests.API, services *serving.Services, streams terminal.Streams) error {
	at, err := c.AsOf.Time(services.Now())
	if err != nil {
		return err
	}
	var answer struct{ EntityAsOf map[string]any }
	asked := requests.Question{
		Text:      "query ($id: ID!, $at: DateTime!) { entityAsOf(id: $id, at: $at) }",
		Variables: map[string]any{"id": requests.EntityName(c.ID), "at": at.UTC().Format(time.RFC3339Nano)},
	}
	return api.Answer(ctx, asked, c.Reading, &answer, func() error {
		if answer.EntityAsOf == nil {
			return graph.NotFound("entity of that time", c.ID)
		}
		printFields(streams.Out, answer.EntityAsOf)
		return nil
	})
}

// entityQuery returns a query for all fields of an entity in a view, whatever
// its kind: the declared columns, and the text of the linked entities.
func entityQuery(full bool) string {
	var kinds strings.Builder
	for _, spec := range graph.Kinds {
		name := reflect.TypeOf(spec.New()).Elem().Name()
		fmt.Fprintf(&kinds, "    ... on %s { ", name)
		if full {
			fmt.Fprintf(&kinds, "full { %s } }\n", fieldNames(spec, graph.Full))
		} else {
			fmt.Fprintf(&kinds, "%s }\n", fieldNames(spec, graph.Light))
		}
	}
	return "query ($id: ID!) {\n  entity(id: $id) {\n    id kind label\n" + kinds.String() + "    linkedEntities { text }\n  }\n}"
}

// selections maps the types of derived fields that are lists of objects to the
// printed fields of an object. Other lists of objects are not printed.
var selections = map[string]string{"[RecordFieldValue!]!": " { name text }"}

// fieldNames returns the names of the fields of a view in the schema.
func fieldNames(spec *graph.Spec, view graph.View) string {
	var names []string
	for _, field := range spec.Fields {
		if field.API && field.Name != "id" && (view == graph.Full || field.Light) {
			names = append(names, field.SchemaName())
		}
	}
	for _, field := range graph.Derived {
		selection, printed := selections[field.Type]
		if !printed && strings.HasPrefix(field.Type, "[") && field.Type != "[ID!]!" {
			continue
		}
		if field.Kind == spec.Kind && (view == graph.Full || field.View == graph.Light) {
			names = append(names, field.Name+selection)
		}
	}
	return strings.Join(names, " ")
}

// printEntity prints the fields that have a value, one per line, then the
// links.
func printEntity(out io.Writer, entity map[string]any) {
	links, _ := entity["linkedEntities"].(map[string]any)
	delete(entity, "linkedEntities")
	if full, ok := entity["full"].(map[string]any); ok {
		full["id"] = entity["id"]
		entity = full
	}
	fields := &strings.Builder{}
	printFields(fields, entity)
	fmt.Fprint(out, terminal.Wrapped(out, "  ", fields.String())) // as [indented]
	if text, _ := links["text"].(string); text != "" {
		fmt.Fprintln(out)
		terminal.PrintDocument(out, text)
	}
}

// leading lists the fields that are printed first; the others follow by name.
var leading = []string{"kind", "id", "label"}

func printFields(out io.Writer, entity map[string]any) {
	names := slices.Clone(leading)
	var others []string
	for name := range entity {
		if !slices.Contains(leading, name) {
			others = append(others, name)
		}
	}
	slices.Sort(others)
	for _, name := range append(names, others...) {
		switch value := entity[name].(type) {
		case nil:
		case []any:
			printList(out, name, value)
		case string:
			fmt.Fprintf(out, "%s: %s\n", name, indented(value))
		default:
			fmt.Fprintf(out, "%s: %s\n", name, glyphs.Shown(string(encoded(value))))
		}
	}
}

// printList prints the fields of a record one per line, and other lists as
// JSON.
func printList(out io.Writer, name string, list []any) {
	if name != "fields" {
		fmt.Fprintf(out, "%s: %s\n", name, glyphs.Shown(string(encoded(list))))
		return
	}
	fmt.Fprintf(out, "%s:\n", name)
	for _, value := range list {
		if field, ok := value.(map[string]any); ok {
			text := strings.ReplaceAll(indented(fmt.Sprint(field["text"])), "\n", "\n  ")
			fmt.Fprintf(out, "  %s: %s\n", terminal.Shown(fmt.Sprint(field["name"])), text)
		}
	}
}

// indented returns a text of the store with its further lines indented, so that
// none looks like another field.
func indented(text string) string {
	return strings.ReplaceAll(strings.TrimRight(glyphs.Shown(text), "\n"), "\n", "\n  ")
}

// encoded returns a value that was decoded from JSON as JSON, which cannot
// fail.
func encoded(value any) []byte {
	text, _ := json.Marshal(value)
	return text
}
