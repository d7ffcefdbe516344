package write

import (
	"context"
	"errors"
	"sync"

	"dossier/db/conn"
	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/graph"
	"dossier/graph/pipeline"
	"dossier/graph/reader"
)

// WriteParts implements the Store of package query. Times, revisions and the
// order of locks are those of [Writer.Write].
func (s *Writer) WriteParts(ctx context.Context, parts *graph.Parts) (*graph.Written, error) {
	if parts.DryRun && s.conn.ReadOnly {
		return graph.NewWritten(), graph.ErrDryRun
	}
	run := s.conn.Backend.Write
	if importer, is := s.conn.Backend.(engine.Importer); is && s.alone && parts.New >= manyRows && !parts.DryRun {
		run = importer.Import
	}
	ctx = reader.With(ctx, nil) // its reads do not join those of a request
	var written *graph.Written
	err := s.writing(ctx, run, &graph.Batch{}, func(w *write) error {
		written, w.own = w.written, parts.Projects
		for id := range parts.Projects {
			w.touch(id)
		}
		run := func(ctx context.Context) error { return (&partsWrite{w, parts}).run(ctx) }
		result := func() graph.JSON { return parts.Result(written) }
		repeated, err := s.accounts.Once(ctx, w.tx, parts.Once, run, result)
		written.Repeated = repeated
		return err
	})
	if err == nil || errors.Is(err, graph.ErrConflicts) || errors.Is(err, graph.ErrDryRun) {
		return written, err
	}
	repeated, err := s.accounts.Settle(ctx, parts.Once, err)
	if err != nil {
		return nil, err
	}
	return &graph.Written{Repeated: repeated}, nil
}

// A partsWrite is the write of a batch in parts.
type partsWrite struct {
	*write
	parts *graph.Parts
}

func (w *partsWrite) run(ctx context.Context) error {
	if err := w.checkProjects(); err != nil {
		return err
	}
	sources := func(ctx context.Context) error { return w.sourceProjects(ctx, w.parts.Prune) }
	if err := inTurn(ctx, sources, w.lock, w.authorize, w.claim); err != nil {
		return err
	}
	if err := inTurn(ctx, w.findLinked, w.prepared(w.runEach), w.prune, w.words.put, w.finish); err != nil {
		return err
	}
	if w.parts.DryRun {
		return graph.ErrDryRun
	}
	return nil
}

// findLinked finds the projects of the parts that have stored edges. Edges of the
// others are not looked up, because no two parts have the same edge.
func (t *transaction) findLinked(ctx context.Context) error {
	t.linked = map[string]bool{}
	q := t.conn.Statement()
	q.Add("SELECT touched.project_id FROM onto_revisions touched WHERE ", q.In("touched.project_id", t.projectIDs()),
		" AND EXISTS (SELECT 1 FROM onto_edges edge WHERE edge.project_id = touched.project_id)")
	return t.tx.Read(ctx, q.Query(func(row engine.Row) error {
		var id string
		err := row.Scan(&id)
		t.linked[id] = true
		return err
	}))
}

// mayBeLinked reports whether a project may have stored edges.
func (t *transaction) mayBeLinked(projectID string) bool {
	return t.linked == nil || t.linked[projectID]
}

// prepared returns a step that prepares for new rows if there are many, and
// then runs each.
func (w *partsWrite) prepared(each func(context.Context) error) func(context.Context) error {
	loader, is := w.tx.(engine.Loader)
	if !is || w.parts.New < manyRows {
		return each
	}
	return func(ctx context.Context) error {
		return loader.Load(ctx, loaded(), w.parts.New, func(empty map[string]bool) error {
			w.empty = empty
			return each(ctx)
		})
	}
}

// manyRows is the number of new rows from which a transaction prepares for
// them, by eye: dropping and building all indexes takes tens of milliseconds.
const manyRows = 20_000

// loaded returns the tables that grow with an import.
func loaded() []engine.Table {
	all := []engine.Table{schema.Entities, schema.Edges, schema.IDProjects, schema.Events, schema.Bases}
	for _, spec := range graph.Kinds {
		all = append(all, schema.TableOf(spec))
	}
	return all
}

// runEach writes the parts. It plans a part while the one before is written.
func (w *partsWrite) runEach(ctx context.Context) error {
	w.tx = &sharedTx{tx: w.tx}
	plans := func(yield func(*write, error) bool) {
		for part, err := range w.parts.Each {
			var planned *write
			if err == nil {
				planned, err = w.planPart(ctx, part)
			}
			if !yield(planned, err) {
				return
			}
		}
	}
	for planned, err := range pipeline.Ahead(plans) {
		if err == nil {
			err = inTurn(ctx, planned.putRows, planned.words.put)
		}
		if err != nil {
			return err
		}
	}
	if w.parts.StopAtConflict && len(w.written.Conflicts) > 0 {
		return graph.ErrConflicts
	}
	return nil
}

// tallied is the number of changes of word counts that are held between parts,
// by eye: 50 MB.
const tallied = 200_000

// planPart returns a write with the rows of a part. What it reads does
// not depend on the part before, which may not be written yet. Word counts
// remain in w, unless there are many.
func (w *partsWrite) planPart(ctx context.Context, part *graph.Batch) (*write, error) {
	planned := w.transaction.write(part)
	planned.words, planned.written = w.words, w.written
	err := inTurn(ctx, planned.load, planned.planEntities, planned.planEdges, planned.planRecordTypes, planned.planEvents, planned.prepareRows)
	if w.words.size > tallied {
		w.words = newTallies(w.transaction)
	} else {
		planned.words = newTallies(w.transaction)
	}
	return planned, err
}

// prepareRows prepares the new rows of all tables.
func (w *write) prepareRows(ctx context.Context) (err error) {
	for _, put := range w.rows {
		if put.into, put.added, err = conn.Prepare(ctx, w.tx, w.tx, put.table, put.added); err != nil {
			return err
		}
	}
	return nil
}

// A sharedTx is a transaction for several goroutines. They take turns.
type sharedTx struct {
	lock sync.Mutex
	tx   engine.Tx
}

// Read implements [engine.Reader].
func (s *sharedTx) Read(ctx context.Context, queries ...engine.Query) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.tx.Read(ctx, queries...)
}

// Exec implements [engine.Tx].
func (s *sharedTx) Exec(ctx context.Context, sql string, args ...any) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.tx.Exec(ctx, sql, args...)
}

// Returning implements [engine.Tx].
func (s *sharedTx) Returning(ctx context.Context, statement engine.Query) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.tx.Returning(ctx, statement)
}

// Put implements [engine.Tx].
func (s *sharedTx) Put(ctx context.Context, table engine.Table, rows [][]any) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.tx.Put(ctx, table, rows)
}

// Insert implements [engine.Tx].
func (s *sharedTx) Insert(ctx context.Context, table engine.Table, rows [][]any) error {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.tx.Insert(ctx, table, rows)
}

// Prepare implements [engine.Preparer]. It takes turns only to read.
func (s *sharedTx) Prepare(ctx context.Context, reader engine.Reader, table engine.Table, rows [][]any) (engine.Table, [][]any, error) {
	return conn.Prepare(ctx, s.tx, reader, table, rows)
}

// inTurn calls steps until one returns an error.
func inTurn(ctx context.Context, steps ...func(context.Context) error) error {
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}
