package write

import (
	"context"
	"errors"
	"fmt"
	"time"

	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/graph"
	"dossier/graph/check"
)

// completedAtOnce is the number of rows of a project that are completed in one
// transaction, by eye: a request waits for one transaction, and others can
// write after it.
const completedAtOnce = 500

// completeWithin is the maximum time that a request waits for rows to be
// completed, by eye: another process may be writing.
const completeWithin = time.Second

// Complete adds what is missing in rows that another program or an older
// version wrote: the computed columns and, if a store has Analyse, the search
// text. It also counts the words of projects that are not counted. An index
// lists such rows, so that a call without any is cheap. Rows that cannot be
// read are left out.
func (s *Completer) Complete(ctx context.Context) error {
	if s.conn.ReadOnly {
		return nil
	}
	for {
		projects, err := s.Incomplete(ctx, graph.Kinds)
		if err != nil {
			return err
		}
		count := 0
		for _, id := range projects {
			n, err := s.completeProject(ctx, id)
			if err != nil {
				return fmt.Errorf("complete project %s: %w", id, err)
			}
			count += n
		}
		if count == 0 { // no row is incomplete, except those that their writers have locked
			return s.countProjects(ctx)
		}
	}
}

// Incomplete returns the projects, at most 100, that have incomplete
// rows of the kinds.
func (s *Completer) Incomplete(ctx context.Context, specs []*graph.Spec) (ids []string, err error) {
	if len(specs) == 0 {
		return nil, nil
	}
	q := s.conn.Statement().Add("SELECT id FROM (")
	for i, spec := range specs {
		if i > 0 {
			q.Add(" UNION ")
		}
		q.Add("SELECT ", schema.ProjectColumn(spec), " AS id FROM ", spec.Table, " WHERE ", schema.LabelColumn, " IS NULL")
	}
	q.Add(") incomplete ORDER BY id LIMIT 100")
	err = s.conn.Reader(s.conn.Backend).Read(statement.AsService(ctx), q.Query(func(row engine.Row) error {
		var id string
		err := row.Scan(&id)
		ids = append(ids, id)
		return err
	}))
	return ids, err
}

// A completion completes rows of a project.
type completion struct {
	*write
	projectID string
	count     int             // the number of rows read
	unread    []schema.BadRow // rows that cannot be read
	broken    []error         // the rules that readable rows break
}

// completeProject completes some rows of a project and returns their number. It
// waits for writers that locked the project, but skips rows that others locked:
// these writers may be waiting for the project, and leave the rows incomplete.
func (s *Completer) completeProject(ctx context.Context, id string) (count int, err error) {
	ctx = statement.AsService(ctx)
	err = s.conn.InTransaction(ctx, func(tx engine.Tx) error {
		c := &completion{write: s.writer.newWrite(tx, &graph.Batch{Analyse: s.analyse}, statement.Subject{}), projectID: id}
		c.touch(id)
		if err := c.lock(ctx); err != nil {
			return err
		}
		c.projects[id].exists = true // or it will: other programs may write the project after its entities
		err := c.run(ctx)
		count = c.count
		return err
	})
	return count, err
}

func (c *completion) run(ctx context.Context) error {
	for _, spec := range graph.Kinds {
		if c.count >= completedAtOnce {
			break
		}
		if err := c.read(ctx, spec); err != nil {
			return err
		}
	}
	for _, row := range c.unread {
		if err := c.leaveOut(ctx, row); err != nil {
			return err
		}
	}
	if len(c.broken) > 0 {
		c.conn.Log.Warn("rows of another program break rules and are used as they are", "project", c.projectID, "problems", len(c.broken),
			"first", c.broken[0])
	}
	if err := c.putRows(ctx); err != nil {
		return err
	}
	if err := c.words.put(ctx); err != nil {
		return err
	}
	return c.finish(ctx)
}

// read reads incomplete rows of a kind and plans their completion.
func (c *completion) read(ctx context.Context, spec *graph.Spec) error {
	shape := schema.ShapeOf(spec.Kind, graph.Full)
	var analysed []graph.Entity
	q := c.conn.Statement()
	q.Add("SELECT listed.terms IS NOT NULL, ", shape.Columns, " FROM ", spec.Table,
		" entity JOIN onto_entities listed ON listed.id = entity.id AND listed.project_id = entity.", schema.ProjectColumn(spec),
		" WHERE entity.",
		schema.ProjectColumn(spec), " = ", q.Param(c.projectID), " AND entity.", schema.LabelColumn, " IS NULL ORDER BY entity.id LIMIT ",
		q.Param(completedAtOnce-c.count), c.conn.Dialect.Unlocked)
	var hasTerms bool
	scanner := shape.Scanner(&hasTerms)
	err := c.tx.Read(ctx, q.Query(func(row engine.Row) error {
		c.count++
		entity, err := scanner.Scan(row)
		if unread, isBad := errors.AsType[*schema.BadRow](err); isBad {
			c.unread = append(c.unread, *unread)
			return c.conn.LeaveOut(err)
		}
		if err != nil {
			return err
		}
		if hasTerms {
			analysed = append(analysed, entity)
		} else {
			c.inspect(entity)
			c.plan(shape, entity)
		}
		return nil
	}))
	for _, entity := range analysed {
		if err == nil {
			err = c.compute(ctx, shape, entity)
		}
	}
	return err
}

// inspect records the rules that an entity of another program breaks, such as
// an unknown state.
func (c *completion) inspect(entity graph.Entity) {
	for _, problem := range check.Entity(entity) {
		c.broken = append(c.broken, fmt.Errorf("%s: %w", entity.Self().ID, problem))
	}
}

// plan plans the rows of an entity that another program wrote, as if this one
// wrote it. They are in the next revision, so that its search text is read.
func (c *completion) plan(shape *schema.Shape, entity graph.Entity) {
	common := entity.Self()
	hash, err := schema.ContentHash(shape, entity)
	if err != nil {
		c.unread = append(c.unread, schema.BadRow{Table: shape.Spec.Table, ID: common.ID, Err: err})
		return
	}
	c.planRows(entity, &storedEntity{
		kind: common.Kind, projectID: c.projectID, hash: hash, deleted: common.DeletedAt != nil,
		createdAt: common.CreatedAt, updatedAt: common.UpdatedAt, createdBy: common.CreatedBy,
	}, false)
}

// compute writes the computed columns of an entity that an older version wrote.
// It makes no revision.
func (c *completion) compute(ctx context.Context, shape *schema.Shape, entity graph.Entity) error {
	q := c.conn.Statement()
	q.Add("UPDATE ", shape.Spec.Table, " SET ")
	for i, value := range shape.Computed(entity) {
		if i > 0 {
			q.Add(", ")
		}
		q.Add(schema.Computed[i].Name, " = ", q.Param(value))
	}
	return c.only(q, shape.Spec.Table, entity.Self().ID).Exec(ctx, c.tx)
}

// only adds the condition that a row of a kind's table is that of an entity of the
// project.
func (c *completion) only(q *statement.Statement, table, id string) *statement.Statement {
	q.Add(" WHERE id = ", q.Param(id))
	if table != graph.SpecOf(graph.KindProject).Table {
		q.Add(" AND project_id = ", q.Param(c.projectID))
	}
	return q
}

// leaveOut sets the label key of a row that cannot be read to the least one, so
// that the row is not incomplete until it is written again.
func (c *completion) leaveOut(ctx context.Context, row schema.BadRow) error {
	q := c.conn.Statement()
	q.Add("UPDATE ", row.Table, " SET ", schema.LabelColumn, " = ", q.Param([]byte{}))
	return c.only(q, row.Table, row.ID).Exec(ctx, c.tx)
}

// CompleteNow completes rows of projects, as far as a request may wait for it, and the
// rest in the background. It reports whether it completed any row. It does nothing if
// the store is read-only.
func (s *Completer) CompleteNow(ctx context.Context, ids []string) bool {
	if s.conn.ReadOnly || len(ids) == 0 {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, completeWithin)
	defer cancel()
	count := 0
	for _, id := range ids {
		n, err := s.completeProject(ctx, id)
		if err != nil {
			s.conn.Log.Warn("rows of other programs are incomplete: no search finds them", "project", id, "error", err)
		}
		count += n
		if err != nil || count >= completedAtOnce {
			s.background.run(s.Complete)
			break
		}
	}
	return count > 0
}
