package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"dossier/graph"
)

// entityQuery asks for every field of a view, of whichever kind the entity is:
// the columns as the kinds declare them, and what linked entities say.
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

// selections are what is printed of derived fields that are objects, by type;
// of other types of objects nothing is.
var selections = map[string]string{"[RecordFieldValue!]!": " { name text }"}

// fieldNames are the schema's names of the fields of a view.
func fieldNames(spec *graph.Spec, view graph.View) string {
	var names []string
	for _, field := range spec.Fields {
		if field.API && (view == graph.Full || field.Light) {
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

// printEntity prints the fields that have a value, one a line, then the links.
func (p *program) printEntity(data []byte, id string) error {
	var answer struct{ Entity map[string]any }
	if err := json.Unmarshal(data, &answer); err != nil {
		return fmt.Errorf("read answer: %w", err)
	}
	entity := answer.Entity
	if entity == nil {
		return graph.NotFound("entity", id)
	}
	links, _ := entity["linkedEntities"].(map[string]any)
	delete(entity, "linkedEntities")
	if full, ok := entity["full"].(map[string]any); ok {
		entity = full
	}
	p.printFields(entity)
	if text, _ := links["text"].(string); text != "" {
		fmt.Fprintf(p.out, "\n%s\n", strings.TrimRight(text, "\n"))
	}
	return nil
}

// leading are the fields that stand first.
var leading = []string{"kind", "id", "label"}

func (p *program) printFields(entity map[string]any) {
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
			p.printList(name, value)
		case string:
			fmt.Fprintf(p.out, "%s: %s\n", name, value)
		default:
			text, _ := json.Marshal(value) // it was JSON before
			fmt.Fprintf(p.out, "%s: %s\n", name, text)
		}
	}
}

// printList prints values of a record's fields one a line, any other list as
// JSON.
func (p *program) printList(name string, list []any) {
	if name != "fields" {
		text, _ := json.Marshal(list) // it was JSON before
		fmt.Fprintf(p.out, "%s: %s\n", name, text)
		return
	}
	fmt.Fprintf(p.out, "%s:\n", name)
	for _, value := range list {
		if field, ok := value.(map[string]any); ok {
			fmt.Fprintf(p.out, "  %s: %s\n", field["name"], field["text"])
		}
	}
}

// entityID is the id that a command line names: a UUID or the beginning of one,
// or the id that an import gave.
func entityID(name string) string {
	if graph.IsShortID(name) {
		return name
	}
	return graph.ID(name)
}
