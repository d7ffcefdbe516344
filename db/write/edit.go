package write

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"dossier/db/conn"
	"dossier/db/engine"
	"dossier/db/statement"
	"dossier/graph"
	"dossier/graph/history"
	"dossier/graph/reader"
)

// errDryRun rolls a dry run back.
var errDryRun = errors.New("dry run")

// Edit implements the Store of package query.
func (s *Writer) Edit(ctx context.Context, edit *history.Edit) (*history.Edited, error) {
	ctx = reader.With(ctx, nil) // its reads do not join those of a request
	var edited *history.Edited
	err := s.writing(ctx, s.conn.Backend.Write, &graph.Batch{}, func(w *write) (err error) {
		edited, err = (&editing{conn: s.conn, accounts: s.accounts, edit: edit, write: w}).run(ctx)
		return err
	})
	if err == nil || errors.Is(err, errDryRun) {
		return edited, nil
	}
	repeated, err := s.accounts.Settle(ctx, edit.Once, err)
	if err != nil {
		return nil, err
	}
	return &history.Edited{Repeated: repeated}, nil
}

// An editing is an edit in progress.
type editing struct {
	conn     *conn.Conn
	accounts Accounts
	edit     *history.Edit
	write    *write
}

func (e *editing) run(ctx context.Context) (*history.Edited, error) {
	if e.edit.DryRun {
		err := e.make(ctx)
		return &history.Edited{Events: e.write.journal.events}, cmp.Or(err, errDryRun)
	}
	result := func() graph.JSON { return e.edit.Result(e.write.journal.events) }
	repeated, err := e.accounts.Once(ctx, e.write.tx, e.edit.Once, e.make, result)
	return &history.Edited{Events: e.write.journal.events, Repeated: repeated}, err
}

// make plans the batch of the edit and writes it.
func (e *editing) make(ctx context.Context) (err error) {
	if err = e.lock(ctx); err != nil {
		return err
	}
	if e.write.batch, err = e.edit.Plan(ctx, e); err != nil {
		return err
	}
	return e.write.run(ctx)
}

// lock locks the projects of the edit, or the record types. For record types it
// also checks that the actor may write them.
func (e *editing) lock(ctx context.Context) error {
	w := e.write
	if e.edit.Types {
		return w.lockRecordTypes(ctx)
	}
	for _, id := range e.edit.Created {
		if !w.who.Reaches(id) {
			return &graph.Error{
				Code: graph.CodeForbidden, Text: "expected a key for all projects of its actor; got one that is limited to some, which creates none",
			}
		}
		w.touch(id)
	}
	located := map[string]bool{}
	if err := w.tx.Read(ctx, w.owners("onto_ids", e.edit.IDs, located)); err != nil {
		return err
	}
	return w.lock(ctx)
}

// Rows implements [history.Stored].
func (e *editing) Rows(ctx context.Context, ids []string, view graph.View) (map[string]history.StoredRow, error) {
	revisions, byKind := map[string]int64{}, map[graph.Kind][]string{}
	q := e.conn.Statement()
	q.Add("SELECT id, kind, rev FROM onto_entities entity WHERE ", q.ByIDs("entity", ids), " AND ",
		q.Visible(e.write.who, "entity.project_id"))
	err := e.write.tx.Read(ctx, q.Query(func(row engine.Row) error {
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
	entities, found := map[string]graph.Entity{}, map[string]history.StoredRow{}
	err = e.write.tx.Read(ctx, e.conn.RowsByID(byKind, view, entities,
		func(q *statement.Statement, spec *graph.Spec, ids []string) { q.OfKind(spec, ids) })...) // they are visible
	for id, entity := range entities {
		row := history.StoredRow{Entity: entity, Revision: revisions[id]}
		if locked := e.write.projects[entity.Self().ProjectID]; locked != nil {
			row.Latest = locked.rev - 1
		}
		found[id] = row
	}
	return found, err
}

// RecordTypes implements [history.Stored].
func (e *editing) RecordTypes(ctx context.Context) ([]graph.RecordType, error) {
	return e.conn.ReadRecordTypes(ctx, e.write.tx)
}

// ContextDocuments implements [history.Stored].
func (e *editing) ContextDocuments(ctx context.Context, projectIDs []string) (map[string]string, error) {
	found := map[string]string{}
	q := e.conn.Statement()
	q.Add("SELECT edge.src_id, edge.dst_id FROM onto_edges edge JOIN onto_documents document ON document.id = edge.dst_id AND "+
		"document.project_id = edge.project_id AND document.deleted_at IS NULL WHERE ",
		q.In("edge.project_id", projectIDs), " AND edge.src_id = edge.project_id AND edge.rel = ", q.Param(string(graph.RelHasContextDocument)),
		" AND NOT edge.deleted ORDER BY edge.id")
	return found, e.write.tx.Read(ctx, q.Query(func(row engine.Row) error {
		var project, document string
		if err := row.Scan(&project, &document); err != nil {
			return fmt.Errorf("read context documents: %w", err)
		}
		found[project] = document
		return nil
	}))
}

// Linked implements [history.Stored].
func (e *editing) Linked(ctx context.Context, edges []graph.Edge) ([]string, error) {
	var links []placedLink
	for _, edge := range edges {
		for _, project := range e.write.projectIDs() { // the locked ones, which are visible
			links = append(links, placedLink{linkOf(edge), project})
		}
	}
	stored, err := e.write.storedEdges(ctx, links)
	ids := make([]string, len(edges))
	for i, edge := range edges {
		if found := stored[linkOf(edge)]; !found.deleted {
			ids[i] = found.id
		}
	}
	return ids, err
}
