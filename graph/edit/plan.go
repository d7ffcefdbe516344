package edit

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/check"
	"dossier/graph/history"
	"dossier/graph/records"
	"dossier/graph/rows"
)

// A planner computes the batch for a request.
type planner struct {
	editor   *Editor
	changes  []*prepared
	names    map[string]string // ids by name
	projects []string          // the ids of new ones

	states  map[string]*state     // entities by id
	edges   map[string]*edgeState // by the id for the ends and the relation
	order   []string              // ids of written entities in the order of their first change
	links   []string              // ids of edges in the order of their first change
	rules   rows.Rules
	types   *records.Types
	records []*prepared // to be checked against their types
}

// A state is an entity after the changes so far.
type state struct {
	entity  graph.Entity
	stored  *history.StoredRow // nil for a new one
	written bool
	deleted bool
}

// An edgeState is an edge after the changes so far.
type edgeState struct {
	edge   graph.Edge
	stored string // the id of the live stored edge, "" for none
	linked bool
}

// plan reads the data that the changes need, and returns the batch.
func (p *planner) plan(ctx context.Context, stored history.Stored) (*graph.Batch, error) {
	if err := p.read(ctx, stored); err != nil {
		return nil, err
	}
	for _, c := range p.changes {
		if err := p.apply(c); err != nil {
			return nil, c.located(err)
		}
	}
	if err := p.checkRecords(ctx, stored); err != nil {
		return nil, err
	}
	return p.batch(), nil
}

// read reads the entities, edges and types that the changes need. The number of
// statements does not depend on the number of rows.
func (p *planner) read(ctx context.Context, stored history.Stored) error {
	var full []string
	var edges []graph.Edge
	var contexts []string
	hasRecords := false
	for _, c := range p.changes {
		hasRecords = hasRecords || c.Kind == graph.KindRecord
		switch {
		case c.Do == history.OpUpdated, c.Match != (Match{}): // a conflict reports all columns
			full = append(full, c.id)
		case c.edge.Rel != "":
			edges = append(edges, c.edge)
			if c.edge.Rel == graph.RelHasContextDocument {
				contexts = append(contexts, c.edge.Src.ID)
			}
		}
	}
	light := slices.DeleteFunc(p.ids(), func(id string) bool { return slices.Contains(full, id) })
	if err := p.readRows(ctx, stored, light, full); err != nil {
		return err
	}
	if err := p.readEdges(ctx, stored, edges, contexts); err != nil {
		return err
	}
	if !hasRecords {
		return nil
	}
	types, err := stored.RecordTypes(ctx)
	p.types = records.NewTypes(types)
	return err
}

func (p *planner) readRows(ctx context.Context, stored history.Stored, light, full []string) error {
	for view, ids := range map[graph.View][]string{graph.Light: light, graph.Full: full} {
		if len(ids) == 0 {
			continue
		}
		found, err := stored.Rows(ctx, ids, view)
		if err != nil {
			return err
		}
		for id, row := range found {
			p.states[id] = &state{entity: row.Entity, stored: &row, deleted: row.Entity.Self().DeletedAt != nil}
		}
	}
	return nil
}

func (p *planner) readEdges(ctx context.Context, stored history.Stored, edges []graph.Edge, contexts []string) (err error) {
	p.rules = rows.Rules{Find: p.find, Contexts: map[string]string{}}
	if len(contexts) > 0 {
		if p.rules.Contexts, err = stored.ContextDocuments(ctx, contexts); err != nil {
			return err
		}
	}
	if len(edges) == 0 {
		return nil
	}
	ids, err := stored.Linked(ctx, edges)
	if err != nil {
		return err
	}
	for i, edge := range edges {
		p.edges[graph.EdgeID(edge.Src.ID, edge.Rel, edge.Dst.ID)] = &edgeState{stored: ids[i], linked: ids[i] != ""}
	}
	return nil
}

// find returns the live entity with the id in a field. The error names both.
func (p *planner) find(field, id string) (graph.Entity, error) {
	entity, err := p.refer(id)
	if err != nil {
		return nil, &graph.Error{Code: graph.CodeNotFound, Argument: field, Text: fmt.Sprintf("%q %s", graph.Truncate(id, 60), err)}
	}
	return entity, nil
}

// refer returns the live entity with an id. The error is a predicate of the id.
func (p *planner) refer(id string) (graph.Entity, error) {
	if s := p.states[id]; s != nil && !s.deleted {
		return s.entity, nil
	}
	return nil, &graph.Error{Code: graph.CodeNotFound, Text: "names no entity of the store or of an earlier change; expected the id of one"}
}

// apply applies a change to the states.
func (p *planner) apply(c *prepared) error {
	switch c.Do {
	case history.OpCreated:
		return p.create(c)
	case history.OpLinked, history.OpUnlinked:
		return p.link(c)
	}
	s, err := p.target(c)
	if err != nil {
		return err
	}
	switch c.Do {
	case history.OpUpdated:
		return p.update(c, s)
	case history.OpDeleted, history.OpRestored:
		s.deleted = c.Do == history.OpDeleted
	}
	return nil
}

// target returns the entity that is updated, deleted or restored.
func (p *planner) target(c *prepared) (*state, error) {
	s := p.states[c.id]
	switch {
	case s == nil, s.deleted && c.Do == history.OpUpdated, c.Kind != "" && s.entity.Self().Kind != c.Kind:
		return nil, graph.NotFound(orEntity(c.Kind), c.id)
	case s.stored == nil && c.Do != history.OpUpdated:
		return nil, graph.BadInput("id", "is that of an entity which an earlier change creates; expected that change left out")
	}
	p.note(c.id)
	return s, p.match(c, s)
}

func orEntity(kind graph.Kind) string {
	if kind == "" {
		return "entity"
	}
	return string(kind)
}

// note adds an entity to those that are written.
func (p *planner) note(id string) {
	if !slices.Contains(p.order, id) {
		p.order = append(p.order, id)
	}
}

func (p *planner) create(c *prepared) error {
	if p.states[c.id] != nil {
		return &graph.Error{
			Code: graph.CodeConflict, Argument: "id",
			Text: "expected an unused id; got that of a " + string(p.states[c.id].entity.Self().Kind) + ": update or restore it instead",
		}
	}
	entity, problems := rows.New(graph.SpecOf(c.Kind), c.fields)
	if problems != nil {
		return joined(problems)
	}
	p.close(c, entity, "")
	p.states[c.id] = &state{entity: entity, written: true}
	p.note(c.id)
	if err := p.rules.Entity(entity, nil); err != nil {
		return err
	}
	p.noteRecord(c)
	return nil
}

func (p *planner) update(c *prepared, s *state) error {
	entity := clone(s.entity)
	if problems := rows.Set(entity, c.fields); problems != nil {
		return joined(problems)
	}
	p.close(c, entity, s.entity.Self().State())
	entity.Self().DeletedAt, entity.Self().UpdatedAt = nil, time.Time{} // set by the store if the row changes
	s.entity, s.written = entity, true
	p.noteRecord(c)
	return nil
}

// close sets or clears the time at which an entity was completed.
func (p *planner) close(c *prepared, e graph.Entity, before string) {
	given := func(column string) bool { _, has := c.fields[column]; return has }
	check.Close(e, before, given, p.editor.Now())
}

// clone returns a copy of an entity whose columns can be set.
func clone(e graph.Entity) graph.Entity {
	copied := e.Self().Spec().New()
	reflect.ValueOf(copied).Elem().Set(reflect.ValueOf(e).Elem())
	return copied
}

func (p *planner) link(c *prepared) error {
	if c.edge.Rel == "" { // by the id of the edge
		p.edges[c.id] = &edgeState{stored: c.id}
		p.noteLink(c.id)
		return nil
	}
	change := p.addEdge
	if c.Do == history.OpUnlinked {
		change = p.removeEdge
	}
	err := change(c)
	if err != nil && c.swaps {
		err = rows.Swapped(err)
	}
	if err != nil {
		return err
	}
	p.noteLink(c.id)
	return nil
}

func (p *planner) addEdge(c *prepared) error {
	edge, err := p.rules.Edge(c.edge)
	if err != nil {
		return err
	}
	s := p.edges[c.id]
	s.edge, s.linked = edge, true
	return nil
}

// removeEdge removes an edge. Ends that are unknown are an error unless an edge
// joins them: other programs may store such edges.
func (p *planner) removeEdge(c *prepared) error {
	s := p.edges[c.id]
	for _, end := range []struct{ field, id string }{{"src_id", c.edge.Src.ID}, {"dst_id", c.edge.Dst.ID}} {
		if !s.linked && p.states[end.id] == nil {
			_, err := p.find(end.field, end.id)
			return err
		}
	}
	s.linked = false
	if c.edge.Rel == graph.RelHasContextDocument { // the project may get another one
		delete(p.rules.Contexts, c.edge.Src.ID)
	}
	return nil
}

func (p *planner) noteLink(id string) {
	if !slices.Contains(p.links, id) {
		p.links = append(p.links, id)
	}
}

// joined returns the problems of a change as one error, which names the field
// of the first.
func joined(problems []error) error {
	if len(problems) == 1 {
		return problems[0]
	}
	texts := make([]string, len(problems))
	for i, problem := range problems {
		texts[i] = problem.Error()
	}
	first, _ := errors.AsType[*graph.Error](problems[0]) // all are
	texts[0] = first.Text
	return &graph.Error{Code: first.Code, Argument: first.Argument, Text: strings.Join(texts, "; ")}
}

// batch returns the differences between the states and the store.
func (p *planner) batch() *graph.Batch {
	batch := &graph.Batch{Analyse: p.editor.Analyse}
	for _, id := range p.order {
		s := p.states[id]
		was := s.stored != nil && s.stored.Entity.Self().DeletedAt != nil
		if s.written {
			batch.Entities = append(batch.Entities, s.entity)
		}
		switch ref := s.entity.Self().Ref(); {
		case s.deleted && !was:
			batch.Deleted = append(batch.Deleted, ref)
		case !s.deleted && was && !s.written:
			batch.Restored = append(batch.Restored, ref)
		}
	}
	for _, id := range p.links {
		switch s := p.edges[id]; {
		case s.linked && s.stored == "":
			batch.Edges = append(batch.Edges, s.edge)
		case !s.linked && s.stored != "":
			batch.Unlinked = append(batch.Unlinked, s.stored)
		}
	}
	return batch
}

// result returns the results of the changes, given the events of the edit.
func (p *planner) result(events []history.Event) *Result {
	byID := map[string]*history.Event{}
	for i := range events {
		byID[events[i].ID] = &events[i]
	}
	result := &Result{Events: events, Changes: make([]Changed, len(p.changes))}
	for i, c := range p.changes {
		ref := graph.Ref{Kind: graph.KindEdge, ID: c.id}
		if s := p.states[c.id]; s != nil {
			ref = s.entity.Self().Ref()
		} else if e := p.edges[c.id]; e != nil && e.stored != "" {
			ref.ID = e.stored
		}
		result.Changes[i] = Changed{c.Name, c.Do, ref, byID[ref.ID]}
	}
	return result
}
