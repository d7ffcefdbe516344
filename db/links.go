package db

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"dossier/db/engine"
	"dossier/db/schema"
	"dossier/db/statement"
	"dossier/graph"
	"dossier/graph/history"
)

// A link identifies an edge: no two edges have the same link.
type link struct {
	Src string `json:"src"`
	Rel string `json:"rel"`
	Dst string `json:"dst"`
}

// linkOf returns the link of an edge in its canonical form.
func linkOf(edge graph.Edge) link {
	edge = edge.Canonical()
	return link{edge.Src.ID, string(edge.Rel), edge.Dst.ID}
}

// canonical returns the canonical form of the link.
func (l link) canonical() link {
	return linkOf(graph.Edge{Src: graph.Ref{ID: l.Src}, Rel: graph.Relation(l.Rel), Dst: graph.Ref{ID: l.Dst}})
}

// synonyms returns the other forms of a canonical link. This package does not
// write them, but other programs may.
func (l link) synonyms() (links []link) {
	for _, synonym := range graph.Synonyms {
		switch {
		case string(synonym.For) != l.Rel:
		case synonym.Swaps:
			links = append(links, link{l.Dst, synonym.Name, l.Src})
		default:
			links = append(links, link{l.Src, synonym.Name, l.Dst})
		}
	}
	return links
}

// A storedEdge is the stored edge of a link.
type storedEdge struct {
	id        string
	projectID string
	deleted   bool
	props     graph.JSON
}

// planEdges plans the rows of the edges that are not stored or are deleted. A
// deleted edge is restored and keeps its id.
func (w *write) planEdges(ctx context.Context) error {
	if len(w.batch.Edges) == 0 {
		return nil
	}
	links := make([]link, len(w.batch.Edges))
	var wanted []placedLink
	for i, edge := range w.batch.Edges {
		links[i] = linkOf(edge)
		if w.mayBeLinked(edge.ProjectID) {
			wanted = append(wanted, placedLink{links[i], edge.ProjectID})
		}
	}
	stored, err := w.storedEdges(ctx, wanted)
	if err != nil {
		return err
	}
	bases, err := w.edgeBases(ctx, links, stored)
	if err != nil {
		return err
	}
	for i, edge := range w.batch.Edges {
		if err := w.planEdge(edge.Canonical(), links[i], stored, bases); err != nil {
			return err
		}
	}
	return nil
}

func (w *write) planEdge(edge graph.Edge, key link, stored map[link]storedEdge, bases map[string]storedBase) error {
	before, exists := stored[key]
	switch {
	case exists && before.projectID != edge.ProjectID:
		return graph.NotFound("edge", before.id)
	case w.batch.Merge != nil:
		if !w.mergeEdge(edge, key, before, exists, bases[key.edgeID()]) {
			return nil
		}
	case exists && !before.deleted:
		w.written.Unchanged[graph.KindEdge]++
		return nil
	}
	if !exists {
		before.id = key.edgeID()
	}
	stored[key] = storedEdge{before.id, edge.ProjectID, false, edge.Props}
	if !before.deleted || !w.merges() {
		w.written.Created[graph.KindEdge]++
	}
	w.planEdgeRow(before.id, edge, !exists)
	w.recordEdge(edge.ProjectID, before.id, history.OpLinked, key, graph.NewFieldChange("props", before.props, edge.Props))
	return nil
}

// planEdgeRow plans the row of a live edge.
func (w *write) planEdgeRow(id string, edge graph.Edge, isNew bool) {
	w.plan(schema.Edges, []any{
		id, edge.ProjectID, edge.Src.ID, string(edge.Src.Kind), string(edge.Rel),
		edge.Dst.ID, string(edge.Dst.Kind), w.revise(edge.ProjectID), false, edge.Props,
	}, isNew)
}

// A placedLink is a link in a project.
type placedLink struct {
	link
	Project string `json:"project_id"`
}

// storedEdges returns the stored edge of each canonical link, including deleted
// ones. If several edges are forms of the same link, a live one is returned
// before a deleted one, and among deleted ones the canonical one. Ties are
// broken by id.
func (w *write) storedEdges(ctx context.Context, links []placedLink) (map[link]storedEdge, error) {
	stored := make(map[link]storedEdge, len(links))
	for some := range slices.Chunk(links, statement.MaxListed/10) { // each has up to 9 synonyms
		if err := w.addStored(ctx, some, stored); err != nil {
			return nil, err
		}
	}
	return stored, nil
}

func (w *write) addStored(ctx context.Context, links []placedLink, stored map[link]storedEdge) error {
	wanted := slices.Clone(links)
	for _, l := range links {
		for _, synonym := range l.synonyms() {
			wanted = append(wanted, placedLink{synonym, l.Project})
		}
	}
	q := w.store.conn.Statement()
	from := q.Rows(wanted, schema.Required("src", engine.UUID), schema.Required("rel", engine.Text), schema.Required("dst", engine.UUID),
		schema.Required("project_id", engine.UUID))
	q.Add("SELECT edge.src_id, edge.rel, edge.dst_id, edge.id, edge.project_id, edge.deleted, edge.props FROM ", from, ` wanted
		JOIN onto_edges edge ON edge.project_id = wanted.project_id
			AND edge.src_id = wanted.src AND edge.rel = wanted.rel AND edge.dst_id = wanted.dst
		ORDER BY edge.id`)
	return w.tx.Read(ctx, q.Query(func(row engine.Row) error {
		var l link
		var found storedEdge
		props := new(schema.Reading).Target(&found.props) // damaged props are replaced, and their old value is not recorded
		err := row.Scan(&l.Src, &l.Rel, &l.Dst, &found.id, &found.projectID, &found.deleted, props)
		key := l.canonical()
		if known, exists := stored[key]; !exists || known.deleted && (!found.deleted || l == key) {
			stored[key] = found
		}
		return err
	}))
}

// unlink marks the edges that the batch removes as deleted.
func (w *write) unlink(ctx context.Context) error {
	if len(w.batch.Unlinked) == 0 {
		return nil
	}
	byProject := map[string][]string{}
	q := w.store.conn.Statement()
	q.Add("SELECT id, project_id, src_id, rel, dst_id FROM onto_edges WHERE NOT deleted AND ",
		q.ByID("project_id", "id", w.batch.Unlinked), " ORDER BY id")
	err := w.tx.Read(ctx, q.Query(func(row engine.Row) error {
		var id, project string
		var l link
		err := row.Scan(&id, &project, &l.Src, &l.Rel, &l.Dst)
		byProject[project] = append(byProject[project], id)
		w.recordEdge(project, id, history.OpUnlinked, l.canonical())
		return err
	}))
	if err != nil {
		return err
	}
	removed := 0
	for _, projectID := range slices.Sorted(maps.Keys(byProject)) {
		ids := byProject[projectID]
		removed += len(ids)
		if err := w.mark(ctx, projectID, "onto_edges", "deleted", true, ids); err != nil {
			return err
		}
	}
	w.written.Updated[graph.KindEdge] += removed
	w.written.Unchanged[graph.KindEdge] += len(w.batch.Unlinked) - removed
	return nil
}

// mark sets a column of rows, in the project's next revision.
func (w *write) mark(ctx context.Context, projectID, table, column string, value any, ids []string) error {
	q := w.store.conn.Statement()
	q.Add("UPDATE ", table, " SET ", column, " = ", q.Param(value), ", rev = ", q.Param(w.revise(projectID)), " WHERE ", q.In("id", ids))
	if table != graph.SpecOf(graph.KindProject).Table {
		q.Add(" AND project_id = ", q.Param(projectID))
	}
	return q.Exec(ctx, w.tx)
}

// markEntities marks the deleted entities of the batch as deleted, and the
// restored ones as live.
func (w *write) markEntities(ctx context.Context) error {
	if err := w.markAll(ctx, w.batch.Deleted, w.now); err != nil {
		return err
	}
	return w.markAll(ctx, w.batch.Restored, nil)
}

// A markedTable identifies the rows of a kind in a project that are marked.
type markedTable struct {
	projectID string
	kind      graph.Kind
}

// markAll sets the time of deletion of entities, nil for live ones.
func (w *write) markAll(ctx context.Context, refs []graph.Ref, deletedAt any) error {
	marked, err := w.planMarks(refs, deletedAt != nil)
	if err != nil {
		return err
	}
	tables := slices.SortedFunc(maps.Keys(marked), func(a, b markedTable) int {
		return cmp.Or(cmp.Compare(a.projectID, b.projectID), a.kind.Rank()-b.kind.Rank())
	})
	n := int64(1)
	if deletedAt != nil {
		n = -1
	}
	for _, key := range tables {
		if err := w.recount(ctx, marked[key], n); err != nil {
			return err
		}
		if err := w.mark(ctx, key.projectID, "onto_entities", "deleted", deletedAt != nil, marked[key]); err != nil {
			return err
		}
		if err := w.mark(ctx, key.projectID, graph.SpecOf(key.kind).Table, "deleted_at", deletedAt, marked[key]); err != nil {
			return err
		}
	}
	return nil
}

// planMarks returns the ids of the entities to mark, and records their events.
// It omits entities that are already marked.
func (w *write) planMarks(refs []graph.Ref, deleted bool) (map[markedTable][]string, error) {
	marked := map[markedTable][]string{}
	for _, ref := range refs {
		entity := w.stored[ref.ID]
		switch {
		case ref.Kind != "" && ref.Kind != entity.kind:
			return nil, graph.NotFound(string(ref.Kind), ref.ID)
		case entity.deleted == deleted:
			w.written.Unchanged[entity.kind]++
			continue
		}
		entity.deleted = deleted
		w.written.Updated[entity.kind]++
		operation := history.OpRestored
		if deleted {
			operation = history.OpDeleted
		}
		w.record(entity.projectID, operation, graph.Ref{Kind: entity.kind, ID: ref.ID})
		key := markedTable{entity.projectID, entity.kind}
		marked[key] = append(marked[key], ref.ID)
	}
	return marked, nil
}
