package resolvers

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"dossier/graph"
	"dossier/graph/edit"
	"dossier/graph/history"
	"dossier/graph/rows"
	"dossier/literal"
)

// CreateEntity creates an entity.
func (r *mutations) CreateEntity(ctx context.Context, input map[string]any, clientID *string) (*edit.Changed, error) {
	return r.change(ctx, "create", input, clientID)
}

// UpdateEntity changes fields of an entity.
func (r *mutations) UpdateEntity(ctx context.Context, input map[string]any, clientID *string) (*edit.Changed, error) {
	return r.change(ctx, "update", input, clientID)
}

// DeleteEntity deletes an entity.
func (r *mutations) DeleteEntity(ctx context.Context, input map[string]any, clientID *string) (*edit.Changed, error) {
	return r.change(ctx, "delete", input, clientID)
}

// RestoreEntity restores a deleted entity.
func (r *mutations) RestoreEntity(ctx context.Context, input map[string]any, clientID *string) (*edit.Changed, error) {
	return r.change(ctx, "restore", input, clientID)
}

// LinkEntities links two entities.
func (r *mutations) LinkEntities(ctx context.Context, input map[string]any, clientID *string) (*edit.Changed, error) {
	return r.change(ctx, "link", input, clientID)
}

// UnlinkEntities removes an edge.
func (r *mutations) UnlinkEntities(ctx context.Context, input map[string]any, clientID *string) (*edit.Changed, error) {
	return r.change(ctx, "unlink", input, clientID)
}

// change applies one change.
func (r *mutations) change(ctx context.Context, what string, input map[string]any, clientID *string) (*edit.Changed, error) {
	change, err := newChange("input", what, input)
	if err != nil {
		return nil, err
	}
	result, err := r.service.Apply(ctx, edit.Request{Changes: []edit.Change{change}, ClientID: graph.Or(clientID, ""), Asked: asked(ctx)})
	if err != nil {
		return nil, err
	}
	return &result.Changes[0], nil
}

// asked returns the arguments of the current field as the client wrote them.
func asked(ctx context.Context) any {
	field := graphql.GetFieldContext(ctx).Field
	return literal.Arguments(field.Field, graphql.GetOperationContext(ctx).Variables)
}

// ApplyChanges applies several changes in one transaction.
func (r *mutations) ApplyChanges(ctx context.Context, inputs []map[string]any, dryRun bool, clientID *string) (*edit.Result, error) {
	request := edit.Request{DryRun: dryRun, ClientID: graph.Or(clientID, ""), Asked: asked(ctx)}
	for i, input := range inputs {
		path := fmt.Sprintf("changes[%d]", i)
		name, _ := input["name"].(*string)
		input = maps.Clone(input)
		delete(input, "name")
		what, of, err := only(path, input, "create, update, delete, restore, link, unlink")
		if err != nil {
			return nil, err
		}
		change, err := newChange(path+"."+what, what, of)
		if err != nil {
			return nil, err
		}
		change.Name, change.NamePath = graph.Or(name, ""), path+".name"
		request.Changes = append(request.Changes, change)
	}
	return r.service.Apply(ctx, request)
}

// only returns the one field of an input whose value is an object, and the
// object. It deletes the other fields from input. known names the fields that
// an input may have.
func only(path string, input map[string]any, known string) (name string, value map[string]any, err error) {
	maps.DeleteFunc(input, func(_ string, value any) bool { fields, _ := value.(map[string]any); return fields == nil })
	if len(input) != 1 {
		given := strings.Join(slices.Sorted(maps.Keys(input)), ", ")
		return "", nil, graph.BadInput(path, "expected exactly one of %s; got %s", known, cmp.Or(given, "none"))
	}
	for name, of := range input {
		value, _ = of.(map[string]any)
		return name, value, nil
	}
	return "", nil, nil
}

// operations are the operations of the fields of the input type Change.
var operations = map[string]history.Operation{
	"create": history.OpCreated, "update": history.OpUpdated, "delete": history.OpDeleted,
	"restore": history.OpRestored, "link": history.OpLinked, "unlink": history.OpUnlinked,
}

// newChange returns the change for an input.
func newChange(path, what string, input map[string]any) (c edit.Change, err error) {
	c = edit.Change{Path: path, Schema: true, Do: operations[what]}
	switch c.Do {
	case history.OpLinked, history.OpUnlinked:
		c.Link.Src, _ = input["srcId"].(string)
		c.Link.Dst, _ = input["dstId"].(string)
		c.Link.Props, _ = input["props"].(graph.JSON)
		c.Link.Rel = fmt.Sprint(input["rel"])
		return c, nil
	case history.OpCreated, history.OpUpdated:
		var kind string
		if kind, input, err = only(path, input, graph.KindNames()); err != nil {
			return c, err
		}
		c.Path, c.Kind = path+"."+kind, graph.Kind(kind)
		c.Fields = members(graph.SpecOf(c.Kind), input)
	}
	if c.Do != history.OpCreated {
		c.ID, _ = input["id"].(string)
		c.Match.UpdatedAt, _ = input["ifUpdatedAt"].(*time.Time)
		if revision, _ := input["ifRevision"].(*int); revision != nil {
			c.Match.Revision = new(int64(*revision))
		}
		c.Match.State, _ = input["ifState"].(*string)
		c.Match.Owner, _ = input["ifOwner"].(*string)
		delete(c.Fields, "id")
	}
	return c, nil
}

// members returns the columns that are set in an input of a kind.
func members(spec *graph.Spec, input map[string]any) rows.Members {
	columns := rows.Members{}
	for i := range spec.Fields {
		field := &spec.Fields[i]
		if value, given := input[field.InputName()]; given && field.Column {
			columns[field.Name] = encoded(value)
		}
	}
	for _, name := range rows.Patches(spec) {
		if value, given := input[(&graph.Field{Name: name}).SchemaName()]; given {
			columns[name] = encoded(value)
		}
	}
	return columns
}

// encoded returns a value of an input as JSON.
func encoded(value any) json.RawMessage {
	text, _ := json.Marshal(value) // strings, numbers, times, JSON and lists of them cannot fail
	return text
}
