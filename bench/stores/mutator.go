package stores

import (
	"context"
	"fmt"
	"sync/atomic"
)

// A Mutator changes the tasks of a store by mutations.
type Mutator struct {
	*Subject
	Client  *Client
	Changes atomic.Int64
}

// Create returns a change that creates an entity.
func Create(kind string, fields map[string]any) map[string]any {
	return map[string]any{"create": map[string]any{kind: fields}}
}

// Apply makes changes in one transaction.
func (m *Mutator) Apply(ctx context.Context, changes []any) error {
	const apply = `mutation ($changes: [Change!]!) { applyChanges(changes: $changes) { changes { entityId } } }`
	_, err := m.Client.Ask(ctx, Request{Query: apply, Variables: map[string]any{"changes": changes}})
	return err
}

// Title returns a title that no task has.
func (m *Mutator) Title() string { return fmt.Sprintf("Weigh the salt of lot %d", m.Changes.Add(1)) }

// Rename renames a task by a mutation.
func (m *Mutator) Rename(ctx context.Context, id string) error {
	const update = `mutation ($id: ID!, $title: String!) { updateEntity(input: {task: {id: $id, title: $title}}) { entity { label } } }`
	_, err := m.Client.Ask(ctx, Request{Query: update, Variables: map[string]any{"id": id, "title": m.Title()}})
	return err
}
