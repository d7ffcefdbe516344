package write

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

// An edgePlan plans the rows of the edges of a batch.
type edgePlan struct {
	*write
	found map[link]storedEdge   // the stored edges of the batch
	bases map[string]storedBase // of these, by id
}

// planEdges plans the rows of the edges that are not stored or are deleted. A
// deleted edge is restored and keeps its id.
func (w *write) planEdges(ctx context.Context) error {
	if len(w.batch.Edges) == 0 {
		return nil
	}
	return (&edgePlan{write: w}).run(ctx)
}

func (p *edgePlan) run(ctx context.Context) (err error) {
	links := make([]link, len(p.batch.Edges))
	var wanted []placedLink
	for i, edge := range p.batch.Edges {
		links[i] = linkOf(edge)
		if p.mayBeLinked(edge.ProjectID) {
			wanted = append(wanted, placedLink{links[i], edge.ProjectID})
		}
	}
	if p.found, err = p.storedEdges(ctx, wanted); err != nil {
		return err
	}
	if p.bases, err = p.edgeBases(ctx, links); err != nil {
		return err
	}
	for i, edge := range p.batch.Edges {
		if err := p.planEdge(edge.Canonical(), links[i]); err != nil {
			return err
		}
	}
	return nil
}

func (p *edgePlan) planEdge(edge graph.Edge, key link) error {
	before, exists := p.found[key]
	switch {
	case exists && before.projectID != edge.ProjectID:
		return graph.NotFound("edge", before.id)
	case p.batch.Merge != nil:
		if !p.mergeEdge(edge, key, before, exists) {
			return nil
		}
	case exists && !before.deleted:
		p.written.Unchanged[graph.KindEdge]++
		return nil
	}
	if !exists {
		before.id = key.edgeID()
	}
	p.found[key] = storedEdge{before.id, edge.ProjectID, false, edge.Props}
	if !before.deleted || !p.merges() {
		p.written.Created[graph.KindEdge]++
	}
	p.planEdgeRow(before.id, edge, !exists)
	p.journal.recordEdge(edge.ProjectID, before.id, history.OpLinked, key, graph.NewFieldChange("props", before.props, edge.Props))
	return nil
}

// planEdgeRow plans the row of a live edge.
func (p *edgePlan) planEdgeRow(id string, edge graph.Edge, isNew bool) {
	p.plan(schema.Edges, []any{
		id, edge.ProjectID, edge.Src.ID, string(edge.Src.Kind), string(edge.Rel),
		edge.Dst.ID, string(edge.Dst.Kind), p.revise(edge.ProjectID), false, edge.Props,
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
func (t *transaction) storedEdges(ctx context.Context, links []placedLink) (map[link]storedEdge, error) {
	stored := make(map[link]storedEdge, len(links))
	for some := range slices.Chunk(links, statement.MaxListed/10) { // each has up to 9 synonyms
		if err := t.addStored(ctx, some, stored); err != nil {
			return nil, err
		}
	}
	return stored, nil
}

func (t *transaction) addStored(ctx context.Context, links []placedLink, stored map[link]storedEdge) error {
	wanted := slices.Clone(links)
	for _, l := range links {
		for _, synonym := range l.synonyms() {
			wanted = append(wanted, placedLink{synonym, l.Project})
		}
	}
	q := t.conn.Statement()
	from := q.Rows(wanted, schema.Required("src", engine.UUID), schema.Required("rel", engine.Text), schema.Required("dst", engine.UUID),
		schema.Required("project_id", engine.UUID))
	q.Add("SELECT edge.src_id, edge.rel, edge.dst_id, edge.id, edge.project_id, edge.deleted, edge.props FROM ", from, ` wanted
		JOIN onto_edges edge ON edge.project_id = wanted.project_id
			AND edge.src_id = wanted.src AND edge.rel = wanted.rel AND edge.dst_id = wanted.dst
		ORDER BY edge.id`)
	return t.tx.Read(ctx, q.Query(func(row engine.Row) error {
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

// A mergedEdge is an edge of the batch with what its source had of it.
type mergedEdge struct {
	merge.Link
	id   string // by which its base is stored
	was  storedBase
	base *merge.Base
}

// edgeBases reads the bases of the edges of the batch that are stored, by link.
func (p *edgePlan) edgeBases(ctx context.Context, links []link) (map[string]storedBase, error) {
	if p.batch.Merge == nil {
		return nil, nil
	}
	var known []placed
	for _, l := range links {
		if edge, exists := p.found[l]; exists {
			known = append(known, placed{l.edgeID(), edge.projectID})
		}
	}
	return p.loadBases(ctx, known)
}

// edgeID returns the id of a new edge with the link.
func (l link) edgeID() string { return graph.EdgeID(l.Src, graph.Relation(l.Rel), l.Dst) }

// mergeEdge merges an edge into the stored one, and reports whether it is to be
// linked.
func (p *edgePlan) mergeEdge(edge graph.Edge, key link, before storedEdge, exists bool) (links bool) {
	was := p.bases[key.edgeID()]
	m := &mergedEdge{Link: merge.Link{Edge: edge}, id: key.edgeID(), was: was, base: merge.Parse(was.stored)}
	if p.batch.Merge.Complete {
		m.Complete(m.base)
	}
	switch {
	case !exists:
		links = true
	case m.Same(m.base):
		if before.deleted {
			p.written.Kept[graph.KindEdge]++
		} else {
			p.written.Unchanged[graph.KindEdge]++
		}
		return false
	case before.deleted && p.merges() && !was.gone && !m.Revives(before.props, m.base):
		p.written.Kept[graph.KindEdge]++
		return false
	case before.deleted && p.merges():
		p.written.Revived[graph.KindEdge]++
		links = true
	case before.deleted:
		links = true
	default:
		p.mergeProps(m, key, before)
	}
	p.putBase(m.id, edge.ProjectID, m.Base(m.base), was)
	return links
}

// mergeProps merges the props of an edge into those of the stored one.
func (p *edgePlan) mergeProps(m *mergedEdge, key link, before storedEdge) {
	m.ID = before.id
	props, conflicts := m.Into(before.props, m.base, p.batch.Merge.OnConflict)
	p.conflict(graph.KindEdge, conflicts)
	if !p.merges() || bytes.Equal(props, before.props) {
		p.written.Unchanged[graph.KindEdge]++
		return
	}
	p.written.Updated[graph.KindEdge]++
	p.journal.recordEdge(m.ProjectID, before.id, history.OpUnlinked, key, graph.NewFieldChange("props", before.props, nil))
	m.Props = props
	p.planEdgeRow(before.id, m.Edge, false)
	p.journal.recordEdge(m.ProjectID, before.id, history.OpLinked, key, graph.NewFieldChange("props", nil, props))
}
