package write

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"dossier/db/conn"
	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/graph"
	"dossier/graph/history"
)

// Write implements the Store of package query. Writers of a project wait for
// each other: the row of its revision is locked until the transaction ends.
func (s *Writer) Write(ctx context.Context, batch *graph.Batch) (*graph.Written, error) {
	var written *graph.Written
	err := s.writing(ctx, s.conn.Backend.Write, batch, func(w *write) error {
		written = w.written
		return w.run(ctx)
	})
	if err != nil {
		return nil, err
	}
	return written, nil
}

// writing runs f in a transaction of run as the actor of ctx. It audits a denial.
func (s *Writer) writing(ctx context.Context, run func(context.Context, func(engine.Tx) error) error, batch *graph.Batch,
	f func(*write) error) error {
	who := statement.SubjectOf(ctx)
	err := who.CheckWrites()
	if err == nil {
		var w *write
		err = s.conn.InTransactionBy(ctx, run, func(tx engine.Tx) error {
			w = s.newWrite(tx, batch, who)
			return f(w)
		})
		if errors.Is(err, engine.ErrRefused) {
			err = w.explain(ctx, err)
		}
	}
	s.accounts.AuditDenial(ctx, history.ActionWrite, "", err)
	return err
}

// A transaction writes to projects, which it locks, in the name of an actor.
type transaction struct {
	conn     *conn.Conn
	accounts Accounts
	tx       engine.Tx
	who      statement.Subject
	now      time.Time
	projects map[string]*project // by id
	own      map[string]bool     // the projects whose own rows are in parts of the batch
	empty    map[string]bool     // the tables that had no rows before; see [engine.Loader]
	linked   map[string]bool     // the projects of parts that had edges before, nil if unknown
}

// A write is a batch that is being written in a transaction.
type write struct {
	*transaction
	batch   *graph.Batch
	stored  map[string]*storedEntity // by id
	rows    map[string]*put          // the planned rows by table
	words   *tallies
	lines   map[string]*line
	before  map[string]graph.Entity // contents that were read to be merged, by id
	journal *journal
	written *graph.Written
}

func (s *Writer) newWrite(tx engine.Tx, batch *graph.Batch, who statement.Subject) *write {
	t := &transaction{conn: s.conn, accounts: s.accounts, tx: tx, who: who, now: s.conn.Time(), projects: map[string]*project{}}
	return t.write(batch)
}

// write returns a write of a batch in the transaction.
func (t *transaction) write(batch *graph.Batch) *write {
	return &write{
		transaction: t, batch: batch, stored: map[string]*storedEntity{}, rows: map[string]*put{}, words: newTallies(t),
		journal: &journal{transaction: t}, written: graph.NewWritten(),
	}
}

// A project is a project that a batch writes to.
type project struct {
	rev     int64 // the revision after the batch
	exists  bool
	changed bool
	events  int // the number of events of the batch so far
}

func (w *write) run(ctx context.Context) error {
	return inTurn(ctx, w.locate, w.lock, w.authorize, w.claim, w.load,
		w.planEntities, w.planEdges, w.planRecordTypes, w.dropRecordTypes, w.putRows,
		w.mark, w.words.put, w.journal.put, w.finish)
}

// locate finds the projects that the batch writes to.
func (w *write) locate(ctx context.Context) error {
	for _, entity := range w.batch.Entities {
		w.touch(projectOf(entity))
	}
	for _, edge := range w.batch.Edges {
		w.touch(edge.ProjectID)
	}
	if err := w.checkProjects(); err != nil {
		return err
	}
	refs := slices.Concat(w.batch.Deleted, w.batch.Restored)
	if len(refs)+len(w.batch.Unlinked) == 0 {
		return nil
	}
	located := map[string]bool{}
	if err := w.tx.Read(ctx, w.owners("onto_entities", conn.RefIDs(refs), located), w.owners("onto_edges", w.batch.Unlinked,
		located)); err != nil {
		return err
	}
	return w.checkLocated(refs, located)
}

// checkProjects returns an error for a project whose id no project can have.
func (t *transaction) checkProjects() error {
	for _, id := range t.projectIDs() {
		if !graph.IsUUID(id) {
			return graph.NotFound("project", id)
		}
	}
	return nil
}

// checkLocated returns a NOT_FOUND error if an entity or edge that the batch
// deletes, restores or unlinks is not in located.
func (w *write) checkLocated(refs []graph.Ref, located map[string]bool) error {
	for _, id := range w.batch.Unlinked {
		if !located[id] {
			return graph.NotFound("edge", id)
		}
	}
	for _, ref := range refs {
		if !located[ref.ID] {
			return graph.NotFound(cmp.Or(string(ref.Kind), "entity"), ref.ID)
		}
	}
	return nil
}

// owners returns the query that adds the projects of rows to those of the
// batch, and sets located for the rows. It omits rows that are not visible to
// the actor: they are not locked, and are reported like unknown ones.
func (t *transaction) owners(table string, ids []string, located map[string]bool) engine.Query {
	q := t.conn.Statement()
	q.Add("SELECT id, project_id FROM ", table, " stored WHERE ", q.ByIDs("stored", ids), " AND ", q.Visible(t.who, "stored.project_id"))
	return q.Query(func(row engine.Row) error {
		var id, projectID string
		err := row.Scan(&id, &projectID)
		located[id] = true
		t.touch(projectID)
		return err
	})
}

// touch adds a project to those of the batch.
func (t *transaction) touch(projectID string) {
	if t.projects[projectID] == nil {
		t.projects[projectID] = &project{}
	}
}

// revise marks a project as changed, and returns its revision after the batch.
func (t *transaction) revise(projectID string) int64 {
	project := t.projects[projectID]
	project.changed = true
	return project.rev
}

func (t *transaction) projectIDs() []string { return slices.Sorted(maps.Keys(t.projects)) }

// A projectRow is a row of a table of project ids.
type projectRow struct {
	ID string `json:"id"`
}

func (t *transaction) projectRows() (rows []projectRow) {
	for _, id := range t.projectIDs() {
		rows = append(rows, projectRow{id})
	}
	return rows
}

// lock locks the revisions of the projects, and adds them for new projects. It
// locks in the order of ids, so that two writers never wait for each other. The
// time of the write is taken after it, so that times have the order of
// revisions.
func (t *transaction) lock(ctx context.Context) error {
	rows := t.projectRows()
	if len(rows) == 0 {
		return nil
	}
	q := t.conn.Statement()
	q.Add("INSERT INTO onto_revisions (project_id, number, trail) SELECT id, 0, '' FROM ", q.Rows(rows, schema.Required("id", engine.UUID)),
		` touched
		WHERE TRUE ORDER BY id ON CONFLICT (project_id) DO UPDATE SET number = onto_revisions.number RETURNING project_id, number`)
	defer func() { t.now = t.conn.Time() }()
	return t.tx.Returning(ctx, q.Query(func(row engine.Row) error {
		var id string
		var number int64
		if err := row.Scan(&id, &number); err != nil {
			return fmt.Errorf("read revision: %w", err)
		}
		t.projects[id].rev = number + 1
		return nil
	}))
}

// authorize returns an error unless the actor may write to all of the projects.
func (w *write) authorize(ctx context.Context) error {
	rights, err := w.rights(ctx, w.tx)
	if err != nil {
		return err
	}
	for id, r := range rights {
		w.projects[id].exists = r.exists
	}
	return w.checkRights(rights)
}

// rights returns the actor's rights to the existing projects of the batch.
func (t *transaction) rights(ctx context.Context, reader engine.Reader) (map[string]right, error) {
	rights := map[string]right{}
	q := t.conn.Statement()
	q.Add(`SELECT project.id, project.is_public, project.deleted_at IS NOT NULL, COALESCE(member.access, '') FROM onto_projects project
		LEFT JOIN onto_members member ON member.project_id = project.id AND member.actor_id = `, q.Param(t.who.ID), `
		WHERE `, q.In("project.id", t.projectIDs()))
	return rights, reader.Read(ctx, q.Query(func(row engine.Row) error {
		var id string
		r := right{exists: true}
		if err := row.Scan(&id, &r.public, &r.deleted, &r.access); err != nil {
			return fmt.Errorf("read access: %w", err)
		}
		rights[id] = r
		return nil
	}))
}

func (w *write) checkRights(rights map[string]right) error {
	if w.conn.Unchecked {
		return nil
	}
	own := w.ownProjects()
	for _, id := range w.projectIDs() {
		r := rights[id]
		r.unreached = !w.who.Reaches(id)
		if err := r.check(id, own[id]); err != nil {
			return err
		}
	}
	return nil
}

// explain returns the error for a write that policies of the database refused:
// that of authorize for the projects that the actor sees.
func (w *write) explain(ctx context.Context, refused error) error {
	rights, err := w.rights(ctx, w.conn.Reader(w.conn.Backend))
	if err == nil {
		err = w.checkRights(rights)
	}
	for _, id := range w.projectIDs() {
		if err == nil && !rights[id].exists {
			err = graph.NotFound("project", id)
		}
	}
	return cmp.Or(err, refused)
}

// claim makes the actor an admin of the new projects. It does so before their
// rows are written, because policies of the database then permit these writes.
func (t *transaction) claim(ctx context.Context) error {
	var admins [][]any
	for _, id := range t.projectIDs() {
		if !t.projects[id].exists {
			admins = append(admins, []any{id, t.who.ID, string(graph.AccessAdmin)})
		}
	}
	if len(admins) == 0 {
		return nil
	}
	return t.tx.Put(ctx, schema.Members, admins)
}

// ownProjects returns the projects whose own row the batch writes or restores.
func (w *write) ownProjects() map[string]bool {
	own := map[string]bool{}
	maps.Copy(own, w.own)
	for _, entity := range w.batch.Entities {
		if common := entity.Self(); common.Kind == graph.KindProject {
			own[common.ID] = true
		}
	}
	for _, ref := range w.batch.Restored {
		own[ref.ID] = true
	}
	return own
}

// A right describes what an actor may do with a project.
type right struct {
	exists, public, deleted bool
	unreached               bool         // the actor's key does not permit access to it
	access                  graph.Access // as a member, "" for others
}

// check returns an error if the actor may not write to the project. own reports
// whether the batch writes the row of the project, which then may be new or
// deleted.
func (r right) check(id string, own bool) error {
	missing := (!r.exists || r.deleted) && !own
	hidden := r.unreached || r.exists && r.access == "" && (!r.public || r.deleted)
	switch {
	case missing, hidden:
		return graph.NotFound("project", id)
	case r.exists && r.access != graph.AccessWrite && r.access != graph.AccessAdmin:
		return &graph.Error{
			Code: graph.CodeForbidden, Text: "expected write access to project " + id + "; got read access: ask one of its admins",
		}
	}
	return nil
}

// finish increments the revisions of the projects that changed.
func (t *transaction) finish(ctx context.Context) error {
	var changed []string
	for _, id := range t.projectIDs() {
		if t.projects[id].changed {
			changed = append(changed, id)
		}
	}
	if len(changed) == 0 {
		return nil
	}
	q := t.conn.Statement()
	q.Add("UPDATE onto_revisions SET number = number + 1, trail = substr(", q.Param(newStamp()), " || trail, 1, ", q.Param(conn.MaxTrail),
		") WHERE ")
	return q.Add(q.In("project_id", changed)).Exec(ctx, t.tx)
}

func newStamp() string { return rand.Text()[:conn.StampLength] }

// projectOf returns the id of the entity's project, for a project its own.
func projectOf(entity graph.Entity) string {
	common := entity.Self()
	if common.Kind == graph.KindProject {
		return common.ID
	}
	return common.ProjectID
}
