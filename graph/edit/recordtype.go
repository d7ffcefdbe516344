package edit

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/history"
	"dossier/graph/records"
	"dossier/graph/rows"
)

// A TypeChange creates, changes or deletes a record type.
type TypeChange struct {
	Key    string // the id of the type
	Delete bool   // the type is deleted, and Fields are ignored
	// Fields are the columns to set, of name, icon and fields. Others do not
	// change.
	Fields rows.Members
	// IfVersion is the version that the client knows; nil for any.
	IfVersion *string
}

// ChangeType creates, changes or deletes a record type. It returns the changed
// type, or the deleted one. The error is FORBIDDEN unless the actor administers
// the deployment. A type that others refer to cannot be deleted, nor lose
// fields that others refer to. Records are not checked: values that do not fit
// the type are read as text, with a warning.
func (e *Editor) ChangeType(ctx context.Context, change TypeChange, clientID string) (*graph.RecordType, error) {
	once, err := graph.NewOnce(clientID, change)
	if err != nil {
		return nil, err
	}
	p := &typePlanner{TypeChange: change}
	edited, err := e.Store.Edit(ctx, &history.Edit{
		Types: true, Once: once, Plan: p.plan,
		Result: func([]history.Event) graph.JSON { return graph.JSON(graph.EncodeJSON(p.result)) },
	})
	if err != nil {
		return nil, err
	}
	if edited.Repeated != nil {
		if err := json.Unmarshal(edited.Repeated, &p.result); err != nil {
			return nil, fmt.Errorf("read the result of an earlier mutation: %w", err)
		}
	}
	return p.result, nil
}

// A typePlanner computes the batch for the change of a record type.
type typePlanner struct {
	TypeChange
	result *graph.RecordType
}

func (p *typePlanner) plan(ctx context.Context, stored history.Stored) (*graph.Batch, error) {
	types, err := stored.RecordTypes(ctx)
	if err != nil {
		return nil, err
	}
	var was *graph.RecordType
	if at := slices.IndexFunc(types, p.names); at >= 0 {
		was = &types[at]
	}
	if was == nil && (p.Delete || p.IfVersion != nil) {
		return nil, graph.NotFound("record type", p.Key)
	}
	if err := p.match(was); err != nil {
		return nil, err
	}
	batch, err := p.change(was)
	if err != nil {
		return nil, err
	}
	after := append(slices.DeleteFunc(slices.Clone(types), p.names), batch.RecordTypes...)
	return batch, p.check(types, after)
}

// names reports whether a record type is the one to change.
func (p *typePlanner) names(t graph.RecordType) bool { return t.ID == p.Key }

// change returns the batch for a stored record type; was is nil for a new one.
func (p *typePlanner) change(was *graph.RecordType) (*graph.Batch, error) {
	if p.Delete {
		p.result = was
		return &graph.Batch{DroppedTypes: []string{p.Key}}, nil
	}
	made, err := p.set(was)
	p.result = made
	return &graph.Batch{RecordTypes: []graph.RecordType{graph.Or(made, graph.RecordType{})}}, err
}

// set returns the record type with the given columns set.
func (p *typePlanner) set(was *graph.RecordType) (*graph.RecordType, error) {
	made, problems := rows.SetType(graph.Or(was, graph.RecordType{ID: p.Key, Fields: []graph.RecordField{}}), p.Fields)
	if problems != nil {
		return nil, ofType(joined(problems))
	}
	return made, nil
}

// match returns a CONFLICT error unless the stored type has the version that
// the client knows.
func (p *typePlanner) match(was *graph.RecordType) error {
	if p.IfVersion == nil || *p.IfVersion == was.Version() {
		return nil
	}
	conflict := &graph.Conflict{Current: typeColumns(was)}
	if made, err := p.set(was); err == nil && !p.Delete {
		conflict.Fields = typeDiff(was, made)
	}
	return &graph.Error{
		Code: graph.CodeConflict, Conflict: conflict,
		Text: fmt.Sprintf("expected version %s of the record type; got %s: read it again and repeat the change if it still applies",
			graph.Truncate(*p.IfVersion, 60), was.Version()),
	}
}

// typeColumns returns a record type by column, with its version.
func typeColumns(t *graph.RecordType) map[string]any {
	return map[string]any{"id": t.ID, "name": t.Name, "icon": t.Icon, "fields": t.Fields, "version": t.Version()}
}

// typeDiff returns the columns that differ between two versions of a record
// type, by name.
func typeDiff(was, made *graph.RecordType) (changes []graph.FieldChange) {
	old, now := typeColumns(was), typeColumns(made)
	for _, name := range slices.Sorted(maps.Keys(old)) {
		if change := graph.NewFieldChange(name, old[name], now[name]); name != "version" && !change.Same() {
			changes = append(changes, change)
		}
	}
	return changes
}

// check checks the changed record type against the others, and that the others
// remain valid.
func (p *typePlanner) check(before, after []graph.RecordType) error {
	was, becomes := records.NewTypes(before), records.NewTypes(after)
	if !p.Delete {
		if problems := becomes.Check(p.result); problems != nil {
			return ofType(joined(problems))
		}
	}
	for i := range after {
		other := &after[i]
		if other.ID == p.Key || was.Check(other) != nil {
			continue
		}
		if problems := becomes.Check(other); problems != nil {
			return graph.BadInput("input", "the record type %s refers to what would be gone; expected it to be changed first (%s)",
				graph.Truncate(other.ID, 60), joined(problems))
		}
	}
	return nil
}

// ofType converts the argument of an error from a column of a record type to a
// field of the input.
func ofType(err error) error {
	known, is := err.(*graph.Error) //nolint:errorlint // joined returns it as it is
	if !is {
		return err
	}
	located := *known
	switch field, isEntityType := strings.CutSuffix(known.Argument, ".entity_type"); {
	case known.Argument == "id":
		located.Argument = "key"
	case isEntityType:
		located.Argument = field + ".entityType"
	}
	located.Argument = strings.Trim("input."+located.Argument, ".")
	return &located
}
