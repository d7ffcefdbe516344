package db

import (
	"context"
	"maps"
	"slices"
	"time"

	"dossier/graph"
)

// Write implements the Store of package query. Writers of a project wait for
// each other: the row of its revision is locked until the transaction ends.
func (s *Store) Write(ctx context.Context, batch *graph.Batch) (*graph.Written, error) {
	who := actor(ctx)
	if who == "" {
		return nil, &graph.Error{Code: graph.CodeUnauthenticated, Text: "writing needs an actor; sign in"}
	}
	var written *graph.Written
	err := s.backend.Write(ctx, func(tx Tx) error {
		w := &write{
			store: s, tx: tx, batch: batch, actor: who, now: s.now().UTC().Truncate(time.Microsecond),
			projects: map[string]*project{}, found: map[string]*standing{}, rows: map[string]*put{},
			written: &graph.Written{Created: map[graph.Kind]int{}, Updated: map[graph.Kind]int{}, Unchanged: map[graph.Kind]int{}},
		}
		written = w.written
		return w.run(ctx)
	})
	if err != nil {
		return nil, err
	}
	return written, nil
}

// A write is one transaction under way.
type write struct {
	store    *Store
	tx       Tx
	batch    *graph.Batch
	actor    string
	now      time.Time
	projects map[string]*project  // those that the batch touches
	found    map[string]*standing // the entities that stand, by id
	rows     map[string]*put      // what is to be put, by table
	written  *graph.Written
}

// A project is one that a batch touches.
type project struct {
	rev     int64 // that of what is written
	stands  bool
	changed bool
}

// put are rows to be put into a table.
type put struct {
	table Table
	rows  [][]any
}

func (w *write) run(ctx context.Context) error {
	for _, step := range []func(context.Context) error{
		w.locate, w.lock, w.authorize, w.load,
		w.planEntities, w.planEdges, w.planRecordTypes, w.putRows,
		w.markEntities, w.unlink, w.finish,
	} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (w *write) read(ctx context.Context, queries ...Query) error {
	return watched{w.tx, w.store.watch}.Read(ctx, queries...)
}

// locate finds the projects that the batch touches.
func (w *write) locate(ctx context.Context) error {
	for _, entity := range w.batch.Entities {
		w.touch(projectOf(entity))
	}
	for _, edge := range w.batch.Edges {
		w.touch(edge.ProjectID)
	}
	for id := range w.projects {
		if !graph.IsUUID(id) {
			return graph.NotFound("project", id)
		}
	}
	refs := slices.Concat(w.batch.Deleted, w.batch.Restored)
	if len(refs)+len(w.batch.Unlinked) == 0 {
		return nil
	}
	located := map[string]bool{}
	if err := w.read(ctx, w.owners("onto_entities", refIDs(refs), located), w.owners("onto_edges", w.batch.Unlinked, located)); err != nil {
		return err
	}
	for _, id := range w.batch.Unlinked {
		if !located[id] {
			return graph.NotFound("edge", id)
		}
	}
	for _, ref := range refs {
		if !located[ref.ID] {
			return graph.NotFound(what(ref.Kind), ref.ID)
		}
	}
	return nil
}

// owners touches the projects that rows of a table belong to, and notes which
// rows there are.
func (w *write) owners(table string, ids []string, located map[string]bool) Query {
	q := w.store.statement()
	return q.add("SELECT id, project_id FROM ", table, " WHERE ", q.in("id", ids)).query(func(row Row) error {
		var id, projectID string
		err := row.Scan(&id, &projectID)
		located[id] = true
		w.touch(projectID)
		return err
	})
}

func (w *write) touch(projectID string) {
	if w.projects[projectID] == nil {
		w.projects[projectID] = &project{}
	}
}

func (w *write) projectIDs() []string { return slices.Sorted(maps.Keys(w.projects)) }

// lock takes the revisions of the projects, in the order of their ids so that
// no two writers wait for each other.
func (w *write) lock(ctx context.Context) error {
	type asked struct {
		ID string `json:"id"`
	}
	var rows []asked
	for _, id := range w.projectIDs() {
		rows = append(rows, asked{id})
	}
	if len(rows) == 0 {
		return nil
	}
	q := w.store.statement()
	q.add("INSERT INTO onto_revisions (project_id, number) SELECT id, 0 FROM ", q.rows(rows, Column{"id", UUID, false}), ` asked
		WHERE TRUE ORDER BY id ON CONFLICT (project_id) DO UPDATE SET number = onto_revisions.number RETURNING project_id, number`)
	return w.read(ctx, q.query(func(row Row) error {
		var id string
		var number int64
		if err := row.Scan(&id, &number); err != nil {
			return err
		}
		w.projects[id].rev = number + 1
		return nil
	}))
}

// authorize checks that the actor may write to every project of the batch.
func (w *write) authorize(ctx context.Context) error {
	rights := map[string]right{}
	q := w.store.statement()
	q.add(`SELECT project.id, project.is_public, project.deleted_at IS NOT NULL, COALESCE(member.access, '') FROM onto_projects project
		LEFT JOIN onto_members member ON member.project_id = project.id AND member.actor_id = `, q.param(w.actor), `
		WHERE `, q.in("project.id", w.projectIDs()))
	err := w.read(ctx, q.query(func(row Row) error {
		var id string
		var r right
		if err := row.Scan(&id, &r.public, &r.deleted, &r.access); err != nil {
			return err
		}
		rights[id] = r
		return nil
	}))
	if err != nil {
		return err
	}
	given := w.givenProjects()
	for _, id := range w.projectIDs() {
		r, stands := rights[id]
		w.projects[id].stands = stands
		if err := r.check(id, stands, given[id]); err != nil {
			return err
		}
	}
	return nil
}

// givenProjects are the projects that the batch itself writes or restores.
func (w *write) givenProjects() map[string]bool {
	given := map[string]bool{}
	for _, entity := range w.batch.Entities {
		if common := entity.Self(); common.Kind == graph.KindProject {
			given[common.ID] = true
		}
	}
	for _, ref := range w.batch.Restored {
		given[ref.ID] = true
	}
	return given
}

// A right is what an actor may do with a project.
type right struct {
	public, deleted bool
	access          graph.Access
}

// check refuses writing to a project; given is whether the batch writes the
// project itself, so that it need not stand, or stand undeleted.
func (r right) check(id string, stands, given bool) error {
	missing := (!stands || r.deleted) && !given
	hidden := stands && r.access == "" && (!r.public || r.deleted)
	switch {
	case missing, hidden:
		return graph.NotFound("project", id)
	case stands && r.access != graph.AccessWrite && r.access != graph.AccessAdmin:
		return &graph.Error{Code: graph.CodeForbidden, Text: "project " + id + " may be read, not written; ask one of its admins for write access"}
	}
	return nil
}

// finish counts up the revisions of the projects that changed, and makes the
// actor the admin of those that are new.
func (w *write) finish(ctx context.Context) error {
	var changed []string
	var admins [][]any
	for _, id := range w.projectIDs() {
		project := w.projects[id]
		if project.changed {
			changed = append(changed, id)
		}
		if !project.stands {
			admins = append(admins, []any{id, w.actor, string(graph.AccessAdmin)})
		}
	}
	if len(admins) > 0 {
		if err := w.put(ctx, put{members, admins}); err != nil {
			return err
		}
	}
	if len(changed) == 0 {
		return nil
	}
	q := w.store.statement()
	return w.read(ctx, q.add("UPDATE onto_revisions SET number = number + 1 WHERE ", q.in("project_id", changed)).query(nil))
}

// planned adds a row to what is put into its table.
func (w *write) planned(table Table, row []any) {
	if w.rows[table.Name] == nil {
		w.rows[table.Name] = &put{table: table}
	}
	for i := range row {
		row[i] = w.store.dialect.Arg(row[i])
	}
	w.rows[table.Name].rows = append(w.rows[table.Name].rows, row)
}

// putRows puts what was planned, table by table.
func (w *write) putRows(ctx context.Context) error {
	for _, name := range slices.Sorted(maps.Keys(w.rows)) {
		if err := w.put(ctx, *w.rows[name]); err != nil {
			return err
		}
	}
	return nil
}

func (w *write) put(ctx context.Context, p put) error {
	w.store.watch("INSERT INTO " + p.table.Name)
	return w.tx.Put(ctx, p.table, p.rows)
}

// projectOf is the id of the project that an entity belongs to.
func projectOf(entity graph.Entity) string {
	common := entity.Self()
	if common.Kind == graph.KindProject {
		return common.ID
	}
	return common.ProjectID
}

func refIDs(refs []graph.Ref) []string {
	ids := make([]string, len(refs))
	for i, ref := range refs {
		ids[i] = ref.ID
	}
	return ids
}

// what names a kind that may be unknown.
func what(kind graph.Kind) string {
	if kind == "" {
		return "entity"
	}
	return string(kind)
}
