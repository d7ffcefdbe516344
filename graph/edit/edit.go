// Package edit plans the writes of mutations. From changes that refer to stored
// entities and to each other, it makes a batch whose rows satisfy the rules
// that an import checks. It reads and checks within the transaction that
// writes, so that nothing changes in between.
package edit

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"dossier/graph"
	"dossier/graph/history"
	"dossier/graph/reader"
	"dossier/graph/rows"
)

// MaxChanges is the maximum number of changes in a request.
const MaxChanges = 500

// A Store executes edits. See the Store of package query for the contract.
type Store interface {
	// Edit plans and writes in one transaction.
	Edit(ctx context.Context, edit *history.Edit) (*history.Edited, error)
	// Repeated returns the result of the first edit with a name, nil for none.
	Repeated(ctx context.Context, once graph.Once) (graph.JSON, error)
}

// An Editor applies changes to a store.
type Editor struct {
	Store Store
	// NewID returns the id of a new entity.
	NewID func() string
	// Now is the time at which entities are completed whose state says so.
	Now func() time.Time
	// Analyse returns the search text of a written entity.
	Analyse func(graph.Entity) []byte
}

// A Request has changes that are applied together: all of them or none.
type Request struct {
	Changes []Change // 1 to MaxChanges, in the order in which they are applied
	DryRun  bool     // check everything, and write nothing
	// ClientID identifies the request of an actor, so that a repeated one is
	// not applied again; "" for none.
	ClientID string
	// Asked is the request as the client wrote it, which a repeated one must equal;
	// nil means Changes. These may differ when it is repeated: a name that was
	// that of an entity may be that of none.
	Asked any
}

// A Change changes one entity or edge. Wherever it has an id, it may have the
// name of an earlier change instead.
type Change struct {
	// Path is the argument with the change, for errors. If Schema is set,
	// errors name fields as in the schema, otherwise as columns.
	Path   string `json:"-"`
	Schema bool   `json:"-"`
	// NamePath is the argument with the name.
	NamePath string `json:"-"`

	Name   string            // the name for later changes, such as "$plan"; "" for none
	Do     history.Operation // what to do; it determines which of the fields below are read
	Kind   graph.Kind        // the kind of a new entity; for others the expected kind or ""
	ID     string            // the id of the entity or edge; "" for a new entity, and for an edge given by its ends
	Fields rows.Members      // the columns of a new entity, or those that an update sets
	Match  Match             // what the stored row must be
	Link   Link              // of a new edge, or of one to remove without its id
}

// A Match is a precondition: the version of the stored row that the client
// knows, or the state and the owner that it must have. A nil field is not compared.
type Match struct {
	State     *string    // the state as it is stored
	Owner     *string    // the owner in props as an id or a name, "" for none
	UpdatedAt *time.Time // the time of the last change, as read
	Revision  *int64     // the row must not have changed after this revision
}

// A Link describes an edge by its ends and its relation.
type Link struct {
	Rel      string     // in any form that input may use
	Src, Dst string     // ids, or names of earlier changes
	Props    graph.JSON // an object
}

// A Result is the result of a request, in the order of its changes.
type Result struct {
	Changes []Changed       // one for each change of the request
	Events  []history.Event // of all changes
	DryRun  bool            // nothing was written
	// Repeated reports that this is the result of an earlier request with the
	// same ClientID.
	Repeated bool `json:"-"`
}

// Changed is the result of a change.
type Changed struct {
	Name      string            // that of the change, "" for none
	Do        history.Operation // that of the change
	graph.Ref                   // the kind of an edge is [graph.KindEdge]
	// Event is the last event of the entity or edge; nil if the stored row was
	// already like this.
	Event *history.Event
}

// Changed reports whether the change changed anything.
func (c *Changed) Changed() bool { return c.Event != nil }

// Written returns the id of what was changed.
func (c *Changed) Written() (ids []string, is bool) { return []string{c.ID}, true }

// Written returns the ids of what was changed. is is false for a dry run.
func (r *Result) Written() (ids []string, is bool) {
	for i := range r.Changes {
		ids = append(ids, r.Changes[i].ID)
	}
	return ids, !r.DryRun
}

// Entity returns the present version of the entity. It is nil for an edge, and
// if the entity does not exist or may not be read.
func (c *Changed) Entity(ctx context.Context) (graph.Entity, error) {
	if c.Kind == graph.KindEdge {
		return nil, nil
	}
	entity, err := reader.From(ctx).Entity(ctx, c.Ref, graph.Light)
	if graph.CodeOf(err) == graph.CodeNotFound {
		return nil, nil
	}
	return entity, err
}

// Apply applies the changes of a request. If they cannot be applied, but an
// earlier request with the same ClientID was, it returns the result of that one.
func (e *Editor) Apply(ctx context.Context, request Request) (*Result, error) {
	once, err := request.once()
	if err != nil {
		return nil, err
	}
	result, err := e.apply(ctx, &request, once)
	if err == nil || request.DryRun {
		return result, err
	}
	if first, failed := e.repeated(ctx, once); failed == nil && first != nil {
		return first, nil
	}
	return nil, err
}

// Repeated returns the result of an earlier request with the ClientID of one whose
// changes could not be read, nil if there is none.
func (e *Editor) Repeated(ctx context.Context, request Request) (*Result, error) {
	once, err := request.once()
	if err != nil {
		return nil, err
	}
	return e.repeated(ctx, once)
}

func (e *Editor) repeated(ctx context.Context, once graph.Once) (*Result, error) {
	if once.ClientID == "" {
		return nil, nil
	}
	kept, err := e.Store.Repeated(ctx, once)
	if err != nil || kept == nil {
		return nil, err
	}
	return repeated(kept)
}

func (e *Editor) apply(ctx context.Context, request *Request, once graph.Once) (*Result, error) {
	if err := request.check(); err != nil {
		return nil, err
	}
	p := &planner{editor: e, names: map[string]string{}, states: map[string]*state{}, edges: map[string]*edgeState{}}
	if err := p.prepare(request.Changes); err != nil {
		return nil, err
	}
	edited, err := e.Store.Edit(ctx, &history.Edit{
		IDs: p.ids(), Created: p.projects, DryRun: request.DryRun, Once: once, Plan: p.plan,
		Result: func(events []history.Event) graph.JSON {
			return graph.JSON(graph.EncodeJSON(p.result(events)))
		},
	})
	switch {
	case err != nil:
		return nil, p.ofChange(err)
	case edited.Repeated != nil:
		return repeated(edited.Repeated)
	}
	result := p.result(edited.Events)
	result.DryRun = request.DryRun
	return result, nil
}

// repeated decodes the stored result of an earlier request.
func repeated(kept graph.JSON) (*Result, error) {
	result := &Result{Repeated: true}
	if err := json.Unmarshal(kept, result); err != nil {
		return nil, fmt.Errorf("read the result of an earlier mutation: %w", err)
	}
	return result, nil
}

// once returns the name of the request.
func (r *Request) once() (graph.Once, error) {
	if r.Asked != nil {
		return graph.NewOnce(r.ClientID, r.Asked)
	}
	return graph.NewOnce(r.ClientID, r.Changes)
}

func (r *Request) check() error {
	switch n := len(r.Changes); {
	case n == 0:
		return graph.BadInput("changes", "there are none; expected 1 to %d", MaxChanges)
	case n > MaxChanges:
		return &graph.Error{
			Code: graph.CodeLimitExceeded, Argument: "changes", Text: fmt.Sprintf("expected at most %d changes; got %d: split them", MaxChanges, n),
		}
	}
	return nil
}
