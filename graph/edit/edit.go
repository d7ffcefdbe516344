// Package edit plans what mutations write: from changes that refer to stored
// entities and to each other, a batch in which every row keeps the rules that an
// import checks. Everything is read and checked within the transaction that
// writes, so that nothing changes in between.
package edit

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"dossier/graph"
	"dossier/graph/rows"
)

// MaxChanges is how many changes an edit may have.
const MaxChanges = 500

// A Store is what edits are written to; package query has its contract.
type Store interface {
	Edit(ctx context.Context, edit *graph.Edit) (*graph.Edited, error)
}

// An Editor applies changes to a store.
type Editor struct {
	Store Store
	// NewID returns the id of a new entity.
	NewID func() string
	// Analyse makes the search text of an entity that is written.
	Analyse func(graph.Entity) []byte
}

// A Request is changes that are made together: all of them or none.
type Request struct {
	Changes []Change
	DryRun  bool
	// ClientID names the request for its actor, so that a repeated one is not
	// applied again; "" for none.
	ClientID string
}

// A Change does one thing to one entity or edge. In the place of an id it may
// have the name of an earlier change.
type Change struct {
	// Path is the argument that the change is, for errors. If Schema is set they
	// name fields as the schema does, else as columns.
	Path   string `json:"-"`
	Schema bool   `json:"-"`

	Name   string // by which later changes refer to it, such as "$plan"; "" for none
	Do     graph.Operation
	Kind   graph.Kind   // of what is created; "" or the expected one of others
	ID     string       // of what is changed; "" for a new entity, and for an edge that has its ends
	Fields rows.Members // the columns of a new entity, or those that an update sets
	Match  Match
	Link   Link
}

// A Match is a precondition: what the client knows of the stored row. A nil
// field is not compared.
type Match struct {
	UpdatedAt *time.Time
	Revision  *int64 // the last that changed the row is at most this one
}

// A Link says which entities an edge joins.
type Link struct {
	Rel      string
	Src, Dst string
	Props    graph.JSON
}

// A Result is what a request did, in the order of its changes.
type Result struct {
	Changes []Changed
	Events  []graph.ChangeEvent
	DryRun  bool
	// Repeated reports that this is the result of an earlier request with the
	// same ClientID.
	Repeated bool `json:"-"`
}

// Changed is what became of a change.
type Changed struct {
	Name      string
	Do        graph.Operation
	graph.Ref // of an edge with [graph.KindEdge]
	// Event is the last event about it; nil if the store had it like this.
	Event *graph.ChangeEvent
}

// Changed reports whether the change changed anything.
func (c *Changed) Changed() bool { return c.Event != nil }

// Entity returns the entity as it is now; nil for an edge, and for one that is
// not there.
func (c *Changed) Entity(ctx context.Context) (graph.Entity, error) {
	if c.Kind == graph.KindEdge {
		return nil, nil
	}
	entity, err := graph.ReaderFrom(ctx).Entity(ctx, c.Ref, graph.Light)
	if graph.CodeOf(err) == graph.CodeNotFound {
		return nil, nil
	}
	return entity, err
}

// Apply makes the changes of a request.
func (e *Editor) Apply(ctx context.Context, request Request) (*Result, error) {
	if err := request.check(); err != nil {
		return nil, err
	}
	p := &planner{editor: e, names: map[string]string{}, states: map[string]*state{}, edges: map[string]*edgeState{}}
	if err := p.prepare(request.Changes); err != nil {
		return nil, err
	}
	once, err := graph.NewOnce(request.ClientID, request.Changes)
	if err != nil {
		return nil, err
	}
	edited, err := e.Store.Edit(ctx, &graph.Edit{
		IDs: p.ids(), Created: p.projects, DryRun: request.DryRun, Once: once, Plan: p.plan,
		Result: func(events []graph.ChangeEvent) graph.JSON {
			return graph.JSON(graph.EncodeJSON(p.result(events)))
		},
	})
	switch {
	case err != nil:
		return nil, err
	case edited.Repeated != nil:
		return repeated(edited.Repeated)
	}
	result := p.result(edited.Events)
	result.DryRun = request.DryRun
	return result, nil
}

// repeated returns the result of an earlier request.
func repeated(kept graph.JSON) (*Result, error) {
	result := &Result{Repeated: true}
	if err := json.Unmarshal(kept, result); err != nil {
		return nil, fmt.Errorf("read the result of an earlier mutation: %w", err)
	}
	return result, nil
}

func (r *Request) check() error {
	switch n := len(r.Changes); {
	case n == 0:
		return graph.BadInput("changes", "there are none; expected 1 to %d", MaxChanges)
	case n > MaxChanges:
		return &graph.Error{Code: graph.CodeLimitExceeded, Argument: "changes", Text: fmt.Sprintf("expected at most %d changes; got %d: split them", MaxChanges, n)}
	}
	return nil
}
