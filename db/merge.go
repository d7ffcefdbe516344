package db

import (
	"bytes"
	"context"
	"slices"

	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/graph"
	"dossier/graph/history"
	"dossier/graph/merge"
)

// A storedBase is what is stored about an entity or an edge and the sources.
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
		q := w.store.conn.Statement()
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

// mergeEntities replaces the entities of the batch by what comes of them, and
// omits those that change nothing.
func (w *write) mergeEntities(ctx context.Context) error {
	if w.batch.Merge == nil {
		return nil
	}
	w.lines = map[string]*line{}
	var known []placed
	for _, entity := range w.batch.Entities {
		if id := entity.Self().ID; w.stored[id] != nil {
			known = append(known, placed{id, w.stored[id].projectID})
		}
	}
	stored, err := w.loadBases(ctx, known)
	if err != nil {
		return err
	}
	batch := *w.batch
	batch.Entities = nil
	var changed []merge.Line
	for i, entity := range w.batch.Entities {
		l := merge.Line{Entity: entity, Draft: w.batch.Merge.Drafts[i]}
		was := stored[entity.Self().ID]
		switch before := w.stored[entity.Self().ID]; {
		case w.joins(before, was) && !before.deleted:
			w.written.Unchanged[before.kind]++
		case before != nil && before.projectID != projectOf(entity): // it is refused
			batch.Entities = append(batch.Entities, entity)
		case before == nil || w.batch.Merge.Replace && !w.joins(before, was):
			w.lines[entity.Self().ID] = &line{base: l.Base(nil), was: was}
			batch.Entities = append(batch.Entities, entity)
		case !w.isKept(&l, before, was):
			changed = append(changed, l)
		}
	}
	merged, err := w.mergeLines(ctx, changed, stored)
	batch.Entities = append(batch.Entities, merged...)
	w.batch = &batch
	return err
}

// joins reports whether an entity is the project of a source that did not make it.
// All that such a source says of the project is a name for a new one.
func (w *write) joins(before *storedEntity, was storedBase) bool {
	return before != nil && before.kind == graph.KindProject && w.batch.Merge.Complete && was.stored == nil
}

// isKept reports whether a line changes nothing, without reading what is stored,
// and counts it.
func (w *write) isKept(l *merge.Line, before *storedEntity, was storedBase) bool {
	kind := before.kind
	base := merge.Parse(was.stored)
	if w.batch.Merge.Complete {
		l.Complete(base)
	}
	if base != nil {
		l.ClearObjects(base, nil)
	}
	switch {
	case l.Same(base):
		if !before.deleted && bytes.Equal(base.Row, before.hash) {
			w.written.Unchanged[kind]++
		} else {
			w.written.Kept[kind]++
		}
	case !before.deleted && l.IsOlder(before.updatedAt):
		w.written.Older[kind]++
	default:
		return false
	}
	return true
}

// mergeLines returns what comes of lines that are merged into stored entities.
func (w *write) mergeLines(ctx context.Context, lines []merge.Line, stored map[string]storedBase) (merged []graph.Entity, err error) {
	byKind := map[graph.Kind][]string{}
	for i := range lines {
		self := lines[i].Entity.Self()
		byKind[self.Kind] = append(byKind[self.Kind], self.ID)
	}
	if w.before, err = w.contentsOf(ctx, byKind); err != nil {
		return nil, err
	}
	for i := range lines {
		self := lines[i].Entity.Self()
		before, was := w.before[self.ID], stored[self.ID]
		if before == nil { // of another kind, or it cannot be read: it is refused, or replaced
			w.lines[self.ID] = &line{base: lines[i].Base(nil), was: was}
			merged = append(merged, lines[i].Entity)
			continue
		}
		if w.joins(w.stored[self.ID], was) { // it was deleted here
			lines[i].Draft = graph.Draft{}
			merged = append(merged, lines[i].Into(before, nil, w.batch.Merge.OnConflict, w.now).Entity)
		} else if entity := w.mergeLine(&lines[i], before, was); entity != nil {
			merged = append(merged, entity)
		}
	}
	return merged, nil
}

// mergeLine returns what comes of a line, nil for an entity that stays deleted.
func (w *write) mergeLine(l *merge.Line, before graph.Entity, was storedBase) graph.Entity {
	base := merge.Parse(was.stored)
	self := before.Self()
	if base == nil {
		l.ClearObjects(nil, before)
	}
	switch isDeletedHere := self.DeletedAt != nil && !was.gone; {
	case isDeletedHere && !l.Revives(before, base):
		w.written.Kept[self.Kind]++
		return nil
	case isDeletedHere && l.IsOlder(*self.DeletedAt):
		w.written.Older[self.Kind]++
		return nil
	}
	result := l.Into(before, base, w.batch.Merge.OnConflict, w.now)
	w.conflict(self.Kind, result.Conflicts)
	w.lines[self.ID] = &line{base: l.Base(base), was: was, kept: result.Kept}
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

// A mergedEdge is an edge of the batch with what its source had of it.
type mergedEdge struct {
	merge.Link
	id   string // by which its base is stored
	was  storedBase
	base *merge.Base
}

// edgeBases reads the bases of the edges of the batch that are stored, by link.
func (w *write) edgeBases(ctx context.Context, links []link, stored map[link]storedEdge) (map[string]storedBase, error) {
	if w.batch.Merge == nil {
		return nil, nil
	}
	var known []placed
	for _, l := range links {
		if edge, exists := stored[l]; exists {
			known = append(known, placed{l.edgeID(), edge.projectID})
		}
	}
	return w.loadBases(ctx, known)
}

// edgeID returns the id of a new edge with the link.
func (l link) edgeID() string { return graph.EdgeID(l.Src, graph.Relation(l.Rel), l.Dst) }

// mergeEdge merges an edge into the stored one, and reports whether it is to be
// linked.
func (w *write) mergeEdge(edge graph.Edge, key link, before storedEdge, exists bool, was storedBase) (links bool) {
	m := &mergedEdge{Link: merge.Link{Edge: edge}, id: key.edgeID(), was: was, base: merge.Parse(was.stored)}
	if w.batch.Merge.Complete {
		m.Complete(m.base)
	}
	switch {
	case !exists:
		links = true
	case m.Same(m.base):
		if before.deleted {
			w.written.Kept[graph.KindEdge]++
		} else {
			w.written.Unchanged[graph.KindEdge]++
		}
		return false
	case before.deleted && w.merges() && !was.gone && !m.Revives(before.props, m.base):
		w.written.Kept[graph.KindEdge]++
		return false
	case before.deleted && w.merges():
		w.written.Revived[graph.KindEdge]++
		links = true
	case before.deleted:
		links = true
	default:
		w.mergeProps(m, key, before)
	}
	w.putBase(m.id, edge.ProjectID, m.Base(m.base), was)
	return links
}

// mergeProps merges the props of an edge into those of the stored one.
func (w *write) mergeProps(m *mergedEdge, key link, before storedEdge) {
	m.ID = before.id
	props, conflicts := m.Into(before.props, m.base, w.batch.Merge.OnConflict)
	w.conflict(graph.KindEdge, conflicts)
	if !w.merges() || bytes.Equal(props, before.props) {
		w.written.Unchanged[graph.KindEdge]++
		return
	}
	w.written.Updated[graph.KindEdge]++
	w.recordEdge(m.ProjectID, before.id, history.OpUnlinked, key, graph.NewFieldChange("props", before.props, nil))
	m.Props = props
	w.planEdgeRow(before.id, m.Edge, false)
	w.recordEdge(m.ProjectID, before.id, history.OpLinked, key, graph.NewFieldChange("props", nil, props))
}
