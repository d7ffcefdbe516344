package db

import (
	"context"
	"slices"

	"dossier/graph"
)

// A link is what an edge says, by which it is unique.
type link struct {
	Src string `json:"src"`
	Rel string `json:"rel"`
	Dst string `json:"dst"`
}

// linked is the edge that stands for a link.
type linked struct {
	id      string
	project string
	deleted bool
}

// planEdges plans the rows of the edges that do not stand. One that was
// unlinked is linked again under its id.
func (w *write) planEdges(ctx context.Context) error {
	if len(w.batch.Edges) == 0 {
		return nil
	}
	edgesOf := make([]graph.Edge, len(w.batch.Edges))
	links := make([]link, len(edgesOf))
	for i, edge := range w.batch.Edges {
		edge = edge.Canonical()
		edgesOf[i], links[i] = edge, link{edge.Src.ID, string(edge.Rel), edge.Dst.ID}
	}
	standing, err := w.standingLinks(ctx, links)
	if err != nil {
		return err
	}
	for i, edge := range edgesOf {
		before, stands := standing[links[i]]
		if stands && before.project != edge.ProjectID {
			return graph.NotFound("edge", before.id)
		}
		if stands && !before.deleted {
			w.written.Unchanged[graph.KindEdge]++
			continue
		}
		if !stands {
			before.id = graph.EdgeID(edge.Src.ID, edge.Rel, edge.Dst.ID)
		}
		standing[links[i]] = linked{before.id, edge.ProjectID, false}
		w.written.Created[graph.KindEdge]++
		project := w.projects[edge.ProjectID]
		project.changed = true
		w.planned(edges, []any{before.id, edge.ProjectID, edge.Src.ID, string(edge.Src.Kind), string(edge.Rel),
			edge.Dst.ID, string(edge.Dst.Kind), project.rev, false, edge.Props})
	}
	return nil
}

// synonyms are what says the same as a canonical link. Nothing here writes them;
// others may have, or an earlier version.
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

// canonical is the link that says the same in the canonical form.
func (l link) canonical() link {
	edge := graph.Edge{Src: graph.Ref{ID: l.Src}, Rel: graph.Relation(l.Rel), Dst: graph.Ref{ID: l.Dst}}.Canonical()
	return link{edge.Src.ID, string(edge.Rel), edge.Dst.ID}
}

// standingLinks are the edges that stand for canonical links, those that were
// unlinked among them; of several the one that is live, else the canonical one.
func (w *write) standingLinks(ctx context.Context, links []link) (map[link]linked, error) {
	standing := make(map[link]linked, len(links))
	for _, l := range slices.Clone(links) {
		links = append(links, l.synonyms()...)
	}
	q := w.store.statement()
	from := q.rows(links, Column{"src", UUID, false}, Column{"rel", Text, false}, Column{"dst", UUID, false})
	q.add("SELECT edge.src_id, edge.rel, edge.dst_id, edge.id, edge.project_id, edge.deleted FROM ", from, ` asked
		JOIN onto_edges edge ON edge.src_id = asked.src AND edge.rel = asked.rel AND edge.dst_id = asked.dst`)
	err := w.read(ctx, q.query(func(row Row) error {
		var l link
		var found linked
		err := row.Scan(&l.Src, &l.Rel, &l.Dst, &found.id, &found.project, &found.deleted)
		canonical := l.canonical()
		if known, stands := standing[canonical]; !stands || known.deleted && (!found.deleted || l == canonical) {
			standing[canonical] = found
		}
		return err
	}))
	return standing, err
}

// unlink marks the edges that the batch removes.
func (w *write) unlink(ctx context.Context) error {
	if len(w.batch.Unlinked) == 0 {
		return nil
	}
	byProject := map[string][]string{}
	q := w.store.statement()
	q.add("SELECT id, project_id FROM onto_edges WHERE NOT deleted AND ", q.in("id", w.batch.Unlinked))
	err := w.read(ctx, q.query(func(row Row) error {
		var id, project string
		err := row.Scan(&id, &project)
		byProject[project] = append(byProject[project], id)
		return err
	}))
	if err != nil {
		return err
	}
	removed := 0
	for projectID, ids := range byProject {
		removed += len(ids)
		if err := w.mark(ctx, projectID, "onto_edges", "deleted = TRUE", ids); err != nil {
			return err
		}
	}
	w.written.Updated[graph.KindEdge] += removed
	w.written.Unchanged[graph.KindEdge] += len(w.batch.Unlinked) - removed
	return nil
}

// mark sets something on rows of a table as part of the project's revision.
func (w *write) mark(ctx context.Context, projectID, table, set string, ids []string) error {
	project := w.projects[projectID]
	project.changed = true
	q := w.store.statement()
	q.add("UPDATE ", table, " SET ", set, ", rev = ", q.param(project.rev), " WHERE ", q.in("id", ids))
	return w.read(ctx, q.query(nil))
}

// markEntities marks the entities that the batch deletes, and takes the mark
// off those that it restores.
func (w *write) markEntities(ctx context.Context) error {
	deletedAt := "'" + w.now.Format(TimeFormat) + "'"
	if err := w.markAll(ctx, w.batch.Deleted, true, deletedAt); err != nil {
		return err
	}
	return w.markAll(ctx, w.batch.Restored, false, "NULL")
}

func (w *write) markAll(ctx context.Context, refs []graph.Ref, deleted bool, deletedAt string) error {
	type group struct {
		project string
		kind    graph.Kind
	}
	groups := map[group][]string{}
	for _, ref := range refs {
		entity := w.found[ref.ID]
		switch {
		case ref.Kind != "" && ref.Kind != entity.kind:
			return graph.NotFound(string(ref.Kind), ref.ID)
		case entity.deleted == deleted:
			w.written.Unchanged[entity.kind]++
			continue
		}
		entity.deleted = deleted
		w.written.Updated[entity.kind]++
		key := group{entity.projectID, entity.kind}
		groups[key] = append(groups[key], ref.ID)
	}
	flag := map[bool]string{true: "deleted = TRUE", false: "deleted = FALSE"}[deleted]
	for key, ids := range groups {
		if err := w.mark(ctx, key.project, "onto_entities", flag, ids); err != nil {
			return err
		}
		if err := w.mark(ctx, key.project, graph.SpecOf(key.kind).Table, "deleted_at = "+deletedAt, ids); err != nil {
			return err
		}
	}
	return nil
}
