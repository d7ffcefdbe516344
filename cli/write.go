package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"dossier/cli/requests"
	"dossier/cli/storage"
	"dossier/cli/terminal"
	"dossier/db/backup"
	"dossier/graph"
)

// changeResult selects the printed fields of a change.
const changeResult = `{ operation changed entityId edgeId entity { id kind label } event { cursor fields { name old new } } }`

// A change is the result of a change in an answer.
type change struct {
	Operation        string
	Changed          bool
	EntityID, EdgeID string
	Entity           *struct{ Kind, Label string }
}

// writing holds the flags of the commands that write.
type writing struct {
	terminal.Reading
	MutationID string `placeholder:"TEXT" help:"A name for the change: repeated within 24 hours, it is not made again."`
}

// one executes a root field of the mutation that makes one change, and prints
// the change.
func (w *writing) one(ctx context.Context, api *requests.API, out io.Writer, field, inputType string, input any) error {
	ask, closeStore, err := api.Open(ctx, requests.Serves)
	if err != nil {
		return err
	}
	defer closeStore()
	return w.oneBy(ctx, api, ask, out, field, inputType, input)
}

// oneBy is like one, for a command that has asked something before.
func (w *writing) oneBy(ctx context.Context, api *requests.API, ask requests.Asker, out io.Writer, field, inputType string,
	input any) error {
	var answer struct{ Change change }
	return api.Print(ctx, ask, w.mutation(field, inputType, changeResult, input), w.Reading, &answer, func() error {
		printChange(out, &answer.Change)
		return nil
	})
}

// mutation returns the request of a root field of the mutation. The answer has
// its result in the field change.
func (w *writing) mutation(field, inputType, result string, input any) requests.Question {
	text := fmt.Sprintf("mutation ($input: %s!, $id: String) { change: %s(input: $input, clientMutationId: $id) %s }",
		inputType, field, result)
	variables := map[string]any{"input": input}
	if w.MutationID != "" {
		variables["id"] = w.MutationID
	}
	return requests.Question{Text: text, Variables: variables}
}

// ask executes a mutation, and prints the data of its answer as JSON or by
// show.
func (w *writing) ask(ctx context.Context, api *requests.API, asked requests.Question, answer any, show func() error) error {
	return api.Once(ctx, requests.Serves, asked, w.Reading, answer, show)
}

func printChange(out io.Writer, c *change) {
	what := strings.ToLower(c.Operation)
	if !c.Changed {
		what = "unchanged"
	}
	switch {
	case c.EdgeID != "":
		fmt.Fprintf(out, "%s edge %s\n", what, c.EdgeID)
	case c.Entity == nil:
		fmt.Fprintf(out, "%s %s\n", what, c.EntityID)
	default:
		fmt.Fprintf(out, "%s %s %s %s\n", what, strings.ToLower(c.Entity.Kind), c.EntityID, terminal.Shown(c.Entity.Label))
	}
}

type createCommand struct {
	writing
	Kind   string   `arg:"" complete:"kind" help:"The kind of entity: project, task, risk, …"`
	Fields []string `arg:"" complete:"field" placeholder:"FIELD=VALUE" help:"${createFields}"`
}

// Help returns examples.
func (createCommand) Help() string {
	return `Examples:
  dossier create project id=airnet name="Air quality"
  dossier create task project=airnet title="Weigh the salt" due=2026-12-01 priority=1
  dossier create document project=airnet title=Protocol content=@protocol.md
  dossier create risk project=airnet title=Rust impact=high --server https://dossier.example.org`
}

// Run creates the entity and prints its id.
func (c *createCommand) Run(ctx context.Context, api *requests.API, streams terminal.Streams) error {
	spec, err := requests.KindOrPlural(c.Kind)
	if err != nil {
		return err
	}
	input, err := requests.EntityInput(spec, c.Fields, true)
	if err != nil {
		return err
	}
	return c.one(ctx, api, streams.Out, "createEntity", "NewEntity", map[string]any{string(spec.Kind): input})
}

type setCommand struct {
	writing
	ID          string   `arg:"" complete:"entity" help:"The entity: a UUID, its first eight digits or more, or the id in its import."`
	Fields      []string `arg:"" placeholder:"FIELD=VALUE" help:"${setFields}"`
	IfUpdatedAt string   `placeholder:"TIME" help:"Refuse if it changed after this time; exit status 6."`
}

// Help returns examples.
func (setCommand) Help() string {
	return `Examples:
  dossier set airnet/task/heater state=done due=
  dossier set 9b172905 title="Weigh the salt" --if-updated-at 2026-11-18T12:00:00Z
  dossier set 9b172905 owner=ada labels+=urgent labels-=later props.estimate=3d
  dossier set 9b172905 state=blocked --server https://dossier.example.org --key "$KEY"`
}

// Run changes the entity.
func (c *setCommand) Run(ctx context.Context, api *requests.API, streams terminal.Streams) error {
	ask, closeStore, err := api.Open(ctx, requests.Serves)
	if err != nil {
		return err
	}
	defer closeStore()
	kind, err := kindOf(ctx, ask, c.ID)
	if err != nil {
		return err
	}
	input, err := requests.EntityInput(graph.SpecOf(kind), c.Fields, false)
	if err != nil {
		return err
	}
	input["id"] = requests.EntityName(c.ID)
	if c.IfUpdatedAt != "" {
		input["ifUpdatedAt"] = c.IfUpdatedAt
	}
	return c.oneBy(ctx, api, ask, streams.Out, "updateEntity", "EntityUpdate", map[string]any{string(kind): input})
}

// kindOf returns the kind of an entity.
func kindOf(ctx context.Context, ask requests.Asker, name string) (graph.Kind, error) {
	variables := map[string]any{"id": requests.EntityName(name)}
	var answer struct{ Entity *struct{ Kind string } }
	asked := requests.Question{Text: `query ($id: ID!) { entity(id: $id) { kind } }`, Variables: variables}
	if err := requests.Decode(ctx, ask, asked, &answer); err != nil {
		return "", requests.AsTyped(err, variables)
	}
	if answer.Entity == nil {
		return "", requests.UnknownName("", "entity", name)
	}
	return graph.Kind(strings.ToLower(answer.Entity.Kind)), nil
}

type rmCommand struct {
	writing
	IDs []string `arg:"" name:"id" complete:"entity" help:"The entities to delete, all or none."`
}

// Run deletes the entities.
func (c *rmCommand) Run(ctx context.Context, api *requests.API, streams terminal.Streams) error {
	return c.all(ctx, api, streams.Out, "delete", c.IDs)
}

type restoreCommand struct {
	writing
	IDs []string `arg:"" name:"id" complete:"files" help:"${restoreIDs}"`
}

// Run restores the entities, or the store. No id is the name of a file that is a
// backup.
func (c *restoreCommand) Run(ctx context.Context, api *requests.API, stores *storage.Stores, streams terminal.Streams) error {
	if name := c.IDs[0]; len(c.IDs) == 1 {
		switch isFile := filepath.Ext(name) == ".backup" || filepath.IsAbs(name) || strings.HasPrefix(name, "."); {
		case backup.FormOf(name) != backup.None:
			return restoreStore(ctx, stores, name, streams)
		case isFile:
			return graph.BadInput("<id>", "%s is not a backup; expected a file that dossier backup wrote, or ids of entities", name)
		}
	}
	return c.all(ctx, api, streams.Out, "restore", c.IDs)
}

// all deletes or restores several entities in one transaction.
func (w *writing) all(ctx context.Context, api *requests.API, out io.Writer, what string, ids []string) error {
	changes := make([]any, len(ids))
	for i, id := range ids {
		changes[i] = map[string]any{what: map[string]any{"id": requests.EntityName(id)}}
	}
	variables := map[string]any{"changes": changes}
	if w.MutationID != "" {
		variables["id"] = w.MutationID
	}
	var answer struct{ ApplyChanges struct{ Changes []change } }
	text := "mutation ($changes: [Change!]!, $id: String) { applyChanges(changes: $changes, clientMutationId: $id) { changes " + changeResult +
		" } }"
	return w.ask(ctx, api, requests.Question{Text: text, Variables: variables}, &answer, func() error {
		for i := range answer.ApplyChanges.Changes {
			printChange(out, &answer.ApplyChanges.Changes[i])
		}
		return nil
	})
}

// A linkArguments has the arguments for an edge.
type linkArguments struct {
	writing
	Src string `arg:"" complete:"entity" help:"The source."`
	Rel string `arg:"" complete:"relation" help:"The relation, such as has_task or blocks; a synonym such as blocked_by swaps the ends."`
	Dst string `arg:"" complete:"entity" help:"The target."`
}

// run links or unlinks the two entities by a root field of the mutation.
func (c *linkArguments) run(ctx context.Context, api *requests.API, out io.Writer, field string) error {
	rel, swaps, err := graph.ParseRelation(c.Rel)
	if known, is := errors.AsType[*graph.Error](err); is {
		return graph.BadInput("<rel>", "%s", known.Text)
	}
	src, dst := requests.EntityName(c.Src), requests.EntityName(c.Dst)
	if swaps {
		src, dst = dst, src
	}
	return c.one(ctx, api, out, field, "LinkInput", map[string]any{"srcId": src, "rel": strings.ToUpper(string(rel)), "dstId": dst})
}

type linkCommand struct{ linkArguments }

// Help returns an example.
func (linkCommand) Help() string {
	return "Example:\n  dossier link airnet/plan/salt has_task 9b172905"
}

// Run links the two entities.
func (c *linkCommand) Run(ctx context.Context, api *requests.API, streams terminal.Streams) error {
	return c.run(ctx, api, streams.Out, "linkEntities")
}

type unlinkCommand struct{ linkArguments }

// Run removes the edge.
func (c *unlinkCommand) Run(ctx context.Context, api *requests.API, streams terminal.Streams) error {
	return c.run(ctx, api, streams.Out, "unlinkEntities")
}
