package db

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"dossier/graph"
)

// clientIDsKept is how long a mutation can be repeated by its client's id.
const clientIDsKept = 24 * time.Hour

// errDryRun rolls a dry run back.
var errDryRun = errors.New("dry run")

// Edit implements the Store of package query.
func (s *Store) Edit(ctx context.Context, edit *graph.Edit) (*graph.Edited, error) {
	who := actor(ctx)
	if err := who.checkWrites(); err != nil {
		return nil, err
	}
	ctx = graph.WithReader(ctx, nil) // its reads do not join those of a request
	var edited *graph.Edited
	var w *write
	err := s.transact(ctx, func(tx Tx) (err error) {
		w = s.newWrite(tx, &graph.Batch{}, who)
		edited, err = (&editing{Store: s.within(tx), edit: edit, write: w}).run(ctx)
		return err
	})
	if errors.Is(err, ErrRefused) {
		err = w.explain(ctx, err)
	}
	if err != nil && !errors.Is(err, errDryRun) {
		s.auditDenial(ctx, graph.ActionWrite, "", err)
		return nil, err
	}
	return edited, nil
}

// within returns the store as a transaction sees it.
func (s *Store) within(tx Tx) *Store {
	return New(transactional{tx}, s.dialect, Options{Now: s.now, Log: s.log, Unchecked: s.unchecked})
}

// A transactional is a backend that reads within a transaction.
type transactional struct{ Tx }

// Snapshot implements [Backend].
func (t transactional) Snapshot(_ context.Context, f func(Reader) error) error { return f(t.Tx) }

// Write implements [Backend].
func (t transactional) Write(_ context.Context, f func(Tx) error) error { return f(t.Tx) }

// Ping implements [Backend].
func (t transactional) Ping(context.Context) error { return nil }

// Close implements [Backend].
func (t transactional) Close() error { return nil }

// An editing is an edit under way. Its store reads within the transaction.
type editing struct {
	*Store
	edit  *graph.Edit
	write *write
}

func (e *editing) run(ctx context.Context) (*graph.Edited, error) {
	named := e.edit.ClientID != "" && !e.edit.DryRun
	if named {
		if repeated, err := e.claim(ctx); err != nil || repeated != nil {
			return &graph.Edited{Repeated: repeated}, err
		}
	}
	if err := e.lock(ctx); err != nil {
		return nil, err
	}
	batch, err := e.edit.Plan(ctx, e)
	if err != nil {
		return nil, err
	}
	e.write.batch = batch
	if err := e.write.run(ctx); err != nil {
		return nil, err
	}
	edited := &graph.Edited{Events: e.write.events}
	switch {
	case e.edit.DryRun:
		return edited, errDryRun
	case named:
		return edited, e.keep(ctx, e.edit.Result(edited.Events))
	}
	return edited, nil
}

// lock locks the projects that the edit is about, and checks that the actor may
// write to those that exist.
func (e *editing) lock(ctx context.Context) error {
	w := e.write
	for _, id := range e.edit.Created {
		w.touch(id)
	}
	located := map[string]bool{}
	if err := w.tx.Read(ctx, w.owners("onto_entities", e.edit.IDs, located), w.owners("onto_edges", e.edit.IDs, located)); err != nil {
		return err
	}
	return w.lock(ctx)
}

// claim takes the client's id of the edit. If an earlier edit has it, claim
// returns what that one returned.
func (e *editing) claim(ctx context.Context) (repeated graph.JSON, err error) {
	claimed := false
	q := e.statement()
	q.add("INSERT INTO onto_mutations (actor_id, client_id, hash, at) VALUES (", q.param(e.write.who.id), ", ", q.param(e.edit.ClientID), ", ",
		q.param(e.edit.Hash), ", ", q.param(e.time()), `) ON CONFLICT (actor_id, client_id) DO UPDATE SET hash = excluded.hash, result = NULL, at = excluded.at
		WHERE onto_mutations.at < `, q.param(e.time().Add(-clientIDsKept)), " RETURNING client_id")
	err = e.write.tx.Returning(ctx, q.query(func(row Row) error {
		claimed = true
		return row.Scan(new(string))
	}))
	if err != nil || claimed {
		return nil, err
	}
	return e.repeated(ctx)
}

// repeated returns what the edit returned that has the same client's id.
func (e *editing) repeated(ctx context.Context) (result graph.JSON, err error) {
	var hash []byte
	q := e.statement()
	q.add("SELECT hash, result FROM onto_mutations WHERE actor_id = ", q.param(e.write.who.id), " AND client_id = ", q.param(e.edit.ClientID))
	err = e.write.tx.Read(ctx, q.query(func(row Row) error { return row.Scan(&hash, target(&result)) }))
	if err == nil && !bytes.Equal(hash, e.edit.Hash) {
		err = graph.BadInput("clientMutationId", "%q was used for another input in the last 24 hours; expected a new id for new input", graph.Truncate(e.edit.ClientID, 60))
	}
	return result, err
}

// keep keeps what the edit returns, for those that repeat it.
func (e *editing) keep(ctx context.Context, result graph.JSON) error {
	q := e.statement()
	q.add("UPDATE onto_mutations SET result = ", q.param(result), " WHERE actor_id = ", q.param(e.write.who.id), " AND client_id = ", q.param(e.edit.ClientID))
	return q.exec(ctx, e.write.tx)
}

// Rows implements [graph.Stored].
func (e *editing) Rows(ctx context.Context, ids []string, view graph.View) (map[string]graph.StoredRow, error) {
	revisions, byKind := map[string]int64{}, map[graph.Kind][]string{}
	q := e.statement()
	q.add("SELECT id, kind, rev FROM onto_entities WHERE ", q.in("id", ids), " AND ", q.visible(e.write.who))
	err := e.write.tx.Read(ctx, q.query(func(row Row) error {
		var id string
		var kind graph.Kind
		var rev int64
		err := row.Scan(&id, &kind, &rev)
		revisions[id], byKind[kind] = rev, append(byKind[kind], id)
		return err
	}))
	if err != nil {
		return nil, err
	}
	found := map[string]graph.StoredRow{}
	var queries []Query
	for _, kind := range slices.Sorted(maps.Keys(byKind)) {
		shape := shapeOf(kind, view)
		q := e.statement()
		q.add("SELECT ", shape.list, " FROM ", shape.spec.Table, " entity WHERE ", q.in("entity.id", byKind[kind]))
		queries = append(queries, q.query(e.each(shape, func(entity graph.Entity) error {
			id := entity.Self().ID
			found[id] = graph.StoredRow{Entity: entity, Revision: revisions[id]}
			return nil
		})))
	}
	return found, e.write.tx.Read(ctx, queries...)
}

// RecordTypes implements [graph.Stored].
func (e *editing) RecordTypes(ctx context.Context) ([]graph.RecordType, error) {
	return e.recordTypes(ctx, e.write.tx)
}

// ContextDocuments implements [graph.Stored].
func (e *editing) ContextDocuments(ctx context.Context, projectIDs []string) (map[string]string, error) {
	found := map[string]string{}
	q := e.statement()
	q.add("SELECT edge.src_id, edge.dst_id FROM onto_edges edge JOIN onto_documents document ON document.id = edge.dst_id AND document.deleted_at IS NULL WHERE ",
		q.in("edge.src_id", projectIDs), " AND edge.rel = ", q.param(string(graph.RelHasContextDocument)), " AND NOT edge.deleted ORDER BY edge.id")
	return found, e.write.tx.Read(ctx, q.query(func(row Row) error {
		var project, document string
		if err := row.Scan(&project, &document); err != nil {
			return fmt.Errorf("read context documents: %w", err)
		}
		found[project] = document
		return nil
	}))
}

// Linked implements [graph.Stored].
func (e *editing) Linked(ctx context.Context, edges []graph.Edge) ([]string, error) {
	links := make([]link, len(edges))
	for i, edge := range edges {
		links[i] = linkOf(edge)
	}
	stored, err := e.write.storedEdges(ctx, links)
	ids := make([]string, len(edges))
	for i, l := range links {
		if found := stored[l]; !found.deleted {
			ids[i] = found.id
		}
	}
	return ids, err
}
