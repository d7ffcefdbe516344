package write

import (
	"bytes"
	"context"
	"slices"

	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/graph"
	"dossier/graph/merge"
)

// A storedBase is the stored base of an entity or an edge, see [merge.Base].
type storedBase struct {
	stored []byte // of the source of the batch, nil for none
	gone   bool   // it has vanished from this source or another
}

// A line is an entity of the batch that was merged.
type line struct {
	base *merge.Base // after the import
	was  storedBase
	kept bool // it keeps something that was written here
}

// merges reports whether the batch is merged into what is stored.
func (w *write) merges() bool { return w.batch.Merge != nil && !w.batch.Merge.Replace }

// A placed is an id in a project.
type placed struct {
	ID      string `json:"id"`
	Project string `json:"project_id"`
}

// loadBases reads the bases of stored entities or edges.
func (w *write) loadBases(ctx context.Context, stored []placed) (map[string]storedBase, error) {
	found := map[string]storedBase{}
	if w.empty[schema.Bases.Name] {
		return found, nil
	}
	for some := range slices.Chunk(stored, statement.MaxListed) {
		q := w.conn.Statement()
		q.Add("SELECT base.id, base.source, base.fields FROM ", q.Rows(some, schema.IDProjects.Columns...),
			" wanted JOIN onto_bases base ON base.id = wanted.id AND base.project_id = wanted.project_id")
		err := w.tx.Read(ctx, q.Query(func(row engine.Row) error {
			var id, source string
			var fields []byte
			err := row.Scan(&id, &source, &fields)
			base := found[id]
			base.gone = base.gone || len(fields) == 0
			if source == w.batch.Merge.Source {
				base.stored = append([]byte{}, fields...)
			}
			found[id] = base
			return err
		}))
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// A merging merges the entities of a batch into those that are stored.
type merging struct {
	*write
	bases map[string]storedBase // of the stored entities, by id
}

// mergeEntities replaces the entities of the batch by what comes of them, and
// omits those that change nothing.
func (w *write) mergeEntities(ctx context.Context) error {
	if w.batch.Merge == nil {
		return nil
	}
	return (&merging{write: w}).run(ctx)
}

func (m *merging) run(ctx context.Context) (err error) {
	m.lines = map[string]*line{}
	var known []placed
	for _, entity := range m.batch.Entities {
		if id := entity.Self().ID; m.stored[id] != nil {
			known = append(known, placed{id, m.stored[id].projectID})
		}
	}
	if m.bases, err = m.loadBases(ctx, known); err != nil {
		return err
	}
	batch := *m.batch
	batch.Entities = nil
	var changed []merge.Line
	for i, entity := range m.batch.Entities {
		l := merge.Line{Entity: entity, Draft: m.batch.Merge.Drafts[i]}
		was := m.bases[entity.Self().ID]
		switch before := m.stored[entity.Self().ID]; {
		case m.joins(before, was) && !before.deleted:
			m.written.Unchanged[before.kind]++
		case before != nil && before.projectID != projectOf(entity): // it is refused
			batch.Entities = append(batch.Entities, entity)
		case before == nil || m.batch.Merge.Replace && !m.joins(before, was):
			m.lines[entity.Self().ID] = &line{base: l.Base(nil), was: was}
			if before != nil {
				l.KeepCreation()
			}
			batch.Entities = append(batch.Entities, entity)
		case !m.isKept(&l, before, was):
			changed = append(changed, l)
		}
	}
	merged, err := m.mergeLines(ctx, changed)
	batch.Entities = append(batch.Entities, merged...)
	m.batch = &batch
	return err
}

// joins reports whether an entity is the project of a source that did not make it.
// All that such a source says of the project is a name for a new one.
func (m *merging) joins(before *storedEntity, was storedBase) bool {
	return before != nil && before.kind == graph.KindProject && m.batch.Merge.Complete && was.stored == nil
}

// isKept reports whether a line changes nothing, without reading what is stored,
// and counts it.
func (m *merging) isKept(l *merge.Line, before *storedEntity, was storedBase) bool {
	kind := before.kind
	base := merge.Parse(was.stored)
	if m.batch.Merge.Complete {
		l.Complete(base)
	}
	if base != nil {
		l.ClearObjects(base, nil)
	}
	switch {
	case l.Same(base):
		if !before.deleted && bytes.Equal(base.Row, before.hash) {
			m.written.Unchanged[kind]++
		} else {
			m.written.Kept[kind]++
		}
	case !before.deleted && l.IsOlder(before.updatedAt):
		m.written.Older[kind]++
	default:
		return false
	}
	return true
}

// mergeLines returns what comes of lines that are merged into stored entities.
func (m *merging) mergeLines(ctx context.Context, lines []merge.Line) (merged []graph.Entity, err error) {
	byKind := map[graph.Kind][]string{}
	for i := range lines {
		self := lines[i].Entity.Self()
		byKind[self.Kind] = append(byKind[self.Kind], self.ID)
	}
	if m.before, err = m.contentsOf(ctx, byKind); err != nil {
		return nil, err
	}
	for i := range lines {
		self := lines[i].Entity.Self()
		before, was := m.before[self.ID], m.bases[self.ID]
		if before == nil { // of another kind, or it cannot be read: it is refused, or replaced
			m.lines[self.ID] = &line{base: lines[i].Base(nil), was: was}
			merged = append(merged, lines[i].Entity)
			continue
		}
		if m.joins(m.stored[self.ID], was) { // it was deleted here
			lines[i].Draft = graph.Draft{}
			merged = append(merged, lines[i].Into(before, nil, m.batch.Merge.OnConflict, m.now).Entity)
		} else if entity := m.mergeLine(&lines[i], before, was); entity != nil {
			merged = append(merged, entity)
		}
	}
	return merged, nil
}

// mergeLine returns what comes of a line, nil for an entity that stays deleted.
func (m *merging) mergeLine(l *merge.Line, before graph.Entity, was storedBase) graph.Entity {
	base := merge.Parse(was.stored)
	self := before.Self()
	if base == nil {
		l.ClearObjects(nil, before)
	}
	switch isDeletedHere := self.DeletedAt != nil && !was.gone; {
	case isDeletedHere && !l.Revives(before, base):
		m.written.Kept[self.Kind]++
		return nil
	case isDeletedHere && l.IsOlder(*self.DeletedAt):
		m.written.Older[self.Kind]++
		return nil
	}
	result := l.Into(before, base, m.batch.Merge.OnConflict, m.now)
	m.conflict(self.Kind, result.Conflicts)
	m.lines[self.ID] = &line{base: l.Base(base), was: was, kept: result.Kept}
	return result.Entity
}

// listedConflicts is the number of conflicts that are reported singly, by eye.
const listedConflicts = 100

// conflict counts conflicts.
func (w *write) conflict(kind graph.Kind, conflicts []graph.MergeConflict) {
	if len(conflicts) == 0 {
		return
	}
	w.written.Conflicts[kind] += len(conflicts)
	room := max(0, listedConflicts-len(w.written.Conflicting))
	w.written.Conflicting = append(w.written.Conflicting, conflicts[:min(len(conflicts), room)]...)
}

// planBase plans the row of the base of an entity that was merged.
func (w *write) planBase(id string, after *storedEntity) {
	l := w.lines[id]
	if l == nil {
		return
	}
	if l.base.Row = after.hash; l.kept {
		l.base.Row = merge.Differs
	}
	w.putBase(id, after.projectID, l.base, l.was)
}

// putBase plans the row of a base, unless it is stored.
func (w *write) putBase(id, projectID string, base *merge.Base, was storedBase) {
	if fields := base.Stored(); was.stored == nil || !bytes.Equal(fields, was.stored) {
		w.plan(schema.Bases, []any{id, w.batch.Merge.Source, projectID, fields}, was.stored == nil)
	}
}
