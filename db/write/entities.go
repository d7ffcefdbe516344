package write

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"dossier/db/conn"
	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/graph"
)

// A storedEntity has the columns of an entity beside its content.
type storedEntity struct {
	kind                 graph.Kind
	projectID            string
	hash                 []byte
	deleted              bool
	createdAt, updatedAt time.Time
	createdBy            *string
}

// load reads the stored entities that the batch writes, deletes or restores.
func (w *write) load(ctx context.Context) error {
	if w.empty[schema.Entities.Name] { // and no two parts have the same entity
		return nil
	}
	ids := append(conn.RefIDs(w.batch.Deleted), conn.RefIDs(w.batch.Restored)...)
	for _, entity := range w.batch.Entities {
		ids = append(ids, entity.Self().ID)
	}
	for some := range slices.Chunk(ids, statement.MaxListed) {
		if err := w.loadStored(ctx, some); err != nil {
			return err
		}
	}
	return nil
}

func (w *write) loadStored(ctx context.Context, ids []string) error {
	q := w.conn.Statement()
	q.Add("SELECT id, kind, project_id, hash, deleted, created_at, updated_at, created_by FROM onto_entities WHERE ",
		q.ByID("project_id", "id", ids))
	return w.tx.Read(ctx, q.Query(func(row engine.Row) error {
		var id string
		s := &storedEntity{}
		err := row.Scan(&id, &s.kind, &s.projectID, &s.hash, &s.deleted, schema.Target(&s.createdAt), schema.Target(&s.updatedAt), &s.createdBy)
		w.stored[id] = s
		return err
	}))
}

// planEntities plans the rows of the entities that are new or changed. Of
// several entities with the same id, only the last is written.
func (w *write) planEntities(ctx context.Context) error {
	if err := w.mergeEntities(ctx); err != nil {
		return err
	}
	last := make(map[string]int, len(w.batch.Entities))
	for i, entity := range w.batch.Entities {
		last[entity.Self().ID] = i
	}
	var changed []*changedEntity
	for i, entity := range w.batch.Entities {
		if last[entity.Self().ID] != i {
			continue
		}
		change, err := w.compare(ctx, entity)
		if err != nil {
			return err
		}
		w.planBase(entity.Self().ID, change.after)
		if w.count(change) {
			changed = append(changed, change)
		}
	}
	old, err := w.contents(ctx, changed)
	if err == nil {
		err = w.words.forget(ctx, liveBefore(changed))
	}
	if err != nil {
		return err
	}
	for _, change := range changed {
		w.planRows(change.entity, change.after, change.before == nil)
		if change.before == nil || !change.before.same(change.after) {
			w.journal.recordEntity(change, old[change.entity.Self().ID])
		}
	}
	return nil
}

// A changedEntity is an entity of the batch before and after the write; before
// is nil if it is new.
type changedEntity struct {
	entity        graph.Entity
	before, after *storedEntity
}

// liveBefore returns the ids of the entities that are stored and live.
func liveBefore(changed []*changedEntity) (ids []string) {
	for _, change := range changed {
		if change.before != nil && !change.before.deleted {
			ids = append(ids, change.entity.Self().ID)
		}
	}
	return ids
}

// compare compares an entity of the batch with the stored one. It returns an
// error if the id belongs to an entity of another kind or project.
func (w *write) compare(ctx context.Context, entity graph.Entity) (*changedEntity, error) {
	common := entity.Self()
	before := w.stored[common.ID]
	if before != nil && (before.kind != common.Kind || before.projectID != projectOf(entity)) {
		return nil, w.taken(ctx, common, before)
	}
	hash, err := schema.ContentHash(schema.ShapeOf(common.Kind, graph.Full), entity)
	if err != nil {
		return nil, err
	}
	after := w.stamp(entity, before)
	after.hash = hash
	return &changedEntity{entity, before, after}, nil
}

// contents returns the stored contents, by id, of entities that change.
func (w *write) contents(ctx context.Context, changed []*changedEntity) (map[string]graph.Entity, error) {
	byKind, read := map[graph.Kind][]string{}, map[string]graph.Entity{}
	for _, change := range changed {
		id := change.entity.Self().ID
		switch {
		case change.before == nil || bytes.Equal(change.before.hash, change.after.hash):
		case w.before[id] != nil:
			read[id] = w.before[id]
		default:
			byKind[change.after.kind] = append(byKind[change.after.kind], id)
		}
	}
	found, err := w.contentsOf(ctx, byKind)
	maps.Copy(found, read)
	return found, err
}

// contentsOf returns the stored contents of entities, by id.
func (t *transaction) contentsOf(ctx context.Context, byKind map[graph.Kind][]string) (map[string]graph.Entity, error) {
	found := map[string]graph.Entity{}
	for _, kind := range slices.Sorted(maps.Keys(byKind)) {
		for ids := range slices.Chunk(byKind[kind], statement.MaxListed) {
			if err := t.readContents(ctx, schema.ShapeOf(kind, graph.Full), ids, found); err != nil {
				return found, err
			}
		}
	}
	return found, nil
}

func (t *transaction) readContents(ctx context.Context, shape *schema.Shape, ids []string, found map[string]graph.Entity) error {
	q := t.conn.Statement()
	q.Add("SELECT ", shape.Columns, " FROM ", shape.Spec.Table, " entity WHERE ")
	q.OfKind(shape.Spec, ids)
	return t.tx.Read(ctx, q.Query(t.conn.Each(shape, func(entity graph.Entity) error {
		found[entity.Self().ID] = entity
		return nil
	})))
}

// count counts an entity as created, updated or unchanged, and reports whether
// it must be written. An update without a time gets the time of the write.
func (w *write) count(c *changedEntity) bool {
	common := c.entity.Self()
	switch {
	case c.before == nil:
		w.written.Created[common.Kind]++
	case c.before.same(c.after):
		if l := w.lines[common.ID]; l != nil && l.kept {
			w.written.Kept[common.Kind]++
		} else {
			w.written.Unchanged[common.Kind]++
		}
		return w.batch.Reanalyse
	default:
		if w.merges() && c.before.deleted {
			w.written.Revived[common.Kind]++
		} else {
			w.written.Updated[common.Kind]++
		}
		if common.UpdatedAt.IsZero() {
			c.after.updatedAt = w.now
		}
	}
	return true
}

// planRows plans the rows of an entity, in the table of its kind and in that of all
// entities; isNew if none of both is stored.
func (w *write) planRows(entity graph.Entity, after *storedEntity, isNew bool) {
	shape := schema.ShapeOf(after.kind, graph.Full)
	id, rev := entity.Self().ID, w.revise(after.projectID)
	w.stored[id] = after
	w.plan(shape.Table, shape.Row(entity, rev, after.createdAt, after.updatedAt, value(after.createdBy)), isNew)
	var terms any
	if w.batch.Analyse != nil {
		terms = w.batch.Analyse(entity)
	}
	if !after.deleted {
		analysed, _ := terms.([]byte)
		w.words.add(after.projectID, after.kind, analysed, 1)
	}
	w.plan(schema.Entities, []any{
		id, string(after.kind), after.projectID, rev, after.deleted, after.hash,
		after.createdAt, after.updatedAt, value(after.createdBy), terms,
	}, isNew)
}

// taken returns the error about an id that another entity has. It is NOT_FOUND
// if the actor may not read that entity.
func (t *transaction) taken(ctx context.Context, common *graph.Common, before *storedEntity) error {
	readable := false
	err := t.tx.Read(ctx, t.conn.SelectRevisions(ctx, []string{before.projectID}, func(graph.Revision) { readable = true }))
	switch {
	case err != nil:
		return err
	case !readable:
		return graph.NotFound(string(common.Kind), common.ID)
	}
	return &graph.Error{
		Code: graph.CodeConflict, Argument: "id",
		Text: fmt.Sprintf("expected an unused id; got %s, the id of %s of project %s", common.ID, before.kind.WithArticle(), before.projectID),
	}
}

// stamp returns the entity after the write, without its hash. Times and a
// creator that the batch omits are those that are stored. For a new entity,
// they are the time of the write, or of creation if that is set, and the actor.
func (w *write) stamp(entity graph.Entity, before *storedEntity) *storedEntity {
	common := entity.Self()
	after := &storedEntity{
		kind: common.Kind, projectID: projectOf(entity), deleted: common.DeletedAt != nil,
		createdAt: common.CreatedAt.UTC().Truncate(time.Microsecond), updatedAt: common.UpdatedAt.UTC().Truncate(time.Microsecond),
		createdBy: common.CreatedBy,
	}
	defaults := storedEntity{createdAt: w.created(), updatedAt: w.now, createdBy: &w.who.ID}
	switch {
	case before != nil:
		defaults = *before
	case !common.CreatedAt.IsZero():
		defaults.updatedAt = after.createdAt
	}
	if common.CreatedAt.IsZero() {
		after.createdAt = defaults.createdAt
	}
	if common.UpdatedAt.IsZero() {
		after.updatedAt = defaults.updatedAt
	}
	if after.createdBy == nil {
		after.createdBy = defaults.createdBy
	}
	return after
}

// created returns the time of creation of what is new and has none, which an import does
// not know.
func (t *transaction) created() time.Time {
	if t.who.Via == graph.InterfaceImport {
		return graph.UnknownCreation(t.now)
	}
	return t.now
}

// same reports whether two are equal in everything that counts as a change.
func (s *storedEntity) same(other *storedEntity) bool {
	return bytes.Equal(s.hash, other.hash) && s.deleted == other.deleted &&
		s.createdAt.Equal(other.createdAt) && s.updatedAt.Equal(other.updatedAt)
}

func value(text *string) any {
	if text == nil {
		return nil
	}
	return *text
}
