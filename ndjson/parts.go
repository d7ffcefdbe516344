package ndjson

import (
	"iter"

	"dossier/graph"
	"dossier/graph/pipeline"
)

// A writing writes the good lines of an import, whose references are resolved.
type writing struct{ *importing }

// parts returns the good lines in parts: record types, projects, other
// entities, and then edges, each in the order of lines.
func (w *writing) parts() *graph.Parts {
	parts := &graph.Parts{
		Projects: map[string]bool{}, Each: w.eachPart, StopAtConflict: w.options.OnConflict == graph.StopAtAny,
		Once: w.options.Once, Result: w.result, DryRun: w.options.DryRun,
	}
	if parts.DryRun {
		parts.Once = graph.Once{} // its result is not kept
	}
	if w.options.Prune {
		parts.Prune = &graph.Prune{
			Source: w.options.Source, Project: w.options.Project, Has: w.has(), Force: w.options.Force, Withhold: w.options.Withhold,
			Of: w.options.Vanished, Keep: w.report.Rejected > 0 && w.options.Vanished == nil && !w.options.Force,
		}
	} else if w.replaced != nil {
		parts.Prune = &graph.Prune{Source: w.options.Source, Project: w.options.Project, Has: w.has(), Force: true, Of: w.replaced}
	}
	for i := range w.items {
		it := &w.items[i]
		if it.has(isDropped) {
			continue
		}
		id := w.nodes.id(w.identity(it.src).project)
		parts.Projects[id] = parts.Projects[id] || it.has(isProject)
		if w.isNew(it) {
			parts.New++
		}
	}
	return parts
}

// result returns the report for imports that repeat this one.
func (w *writing) result(written *graph.Written) graph.JSON {
	w.countConflicts(written)
	report := *w.report
	report.Written = written
	report.count(written)
	return graph.JSON(graph.EncodeJSON(report))
}

// has returns a function that reports whether a line is of an entity, or a good one of
// an edge, with an id.
func (w *writing) has() func(id string) bool {
	edges := map[key]struct{}{}
	for i := range w.items {
		if it := &w.items[i]; it.has(isEdge) && !it.has(isDropped) {
			edge := w.edgeOf(it).Canonical()
			edges[keyOf(graph.EdgeID(edge.Src.ID, edge.Rel, edge.Dst.ID))] = struct{}{}
		}
	}
	return func(id string) bool {
		if _, is := edges[keyOf(id)]; is {
			return true
		}
		node := w.nodes.find(id)
		return node != nil && (node.line > 0 || node.rejected > 0)
	}
}

// isNew reports whether the store has no entity with the id of an item, or for
// an edge lacks one of its ends.
func (w *writing) isNew(it *item) bool {
	return w.nodes.list[it.src].stored.kind == 0 || it.has(isEdge) && w.nodes.list[it.dst].stored.kind == 0
}

// identity returns the identity of a node after the import.
func (im *importing) identity(i int32) identity {
	switch node := &im.nodes.list[i]; {
	case node.line > 0:
		return node.content
	case node.stored.kind > 0:
		return node.stored
	}
	return im.deleted[i]
}

// eachPart yields the parts.
func (w *writing) eachPart(yield func(*graph.Batch, error) bool) {
	types := w.typesOfLines()
	if types != nil && !yield(&graph.Batch{RecordTypes: types}, nil) {
		return
	}
	pipeline.Ahead(w.eachBatch)(yield)
}

// eachBatch yields the parts with entities and edges.
func (w *writing) eachBatch(yield func(*graph.Batch, error) bool) {
	analyse := w.watched()
	for part := range w.itemParts() {
		if !yield(w.batch(part, analyse)) {
			return
		}
	}
}

// itemParts returns the items of the parts.
func (w *writing) itemParts() iter.Seq[[]*item] {
	return func(yield func([]*item) bool) {
		var part []*item
		size := int64(0)
		for i, it := range w.written() {
			part = append(part, it)
			size += w.length(i)
			if len(part) < partLines && size < partBytes {
				continue
			}
			if !yield(part) {
				return
			}
			part, size = nil, 0
		}
		if part != nil {
			yield(part)
		}
	}
}

// length returns the number of bytes in the line of an item.
func (w *writing) length(i int) int64 {
	end := w.kept.size()
	if i+1 < len(w.items) {
		end = w.items[i+1].offset
	}
	return end - w.items[i].offset
}

// written returns the good lines in the order in which they are written.
func (w *writing) written() iter.Seq2[int, *item] {
	return func(yield func(int, *item) bool) {
		for _, flags := range []uint16{isProject, 0, isEdge} {
			for i := range w.items {
				if it := &w.items[i]; it.flags&(isProject|isEdge|isDropped) == flags && !yield(i, it) {
					return
				}
			}
		}
	}
}

// batch returns the content of lines.
func (w *writing) batch(part []*item, analyse func(graph.Entity) []byte) (*graph.Batch, error) {
	again, err := w.again(part)
	if err != nil {
		return nil, err
	}
	pipeline.Each(again, func(r *row) { w.prepare(r, analyse) })
	batch := &graph.Batch{Analyse: analyse, Merge: &graph.Merge{
		Source: w.options.Source, OnConflict: w.options.OnConflict, Replace: w.options.Replace, Complete: w.options.Complete,
	}}
	if analyse != nil {
		batch.Analyse = analysed(again, analyse)
	}
	for _, it := range part {
		if !it.has(isEdge) {
			batch.Entities = append(batch.Entities, again[0].Entity)
			batch.Merge.Drafts = append(batch.Merge.Drafts, again[0].Draft)
			again = again[1:]
			continue
		}
		edge := w.completeEdge(it)
		if it.has(hasProps) {
			edge.Props, again = again[0].Edge.Props, again[1:]
		}
		batch.Edges = append(batch.Edges, edge)
	}
	return batch, nil
}

// again returns the rows to be parsed again: all but the edges of complete items.
func (w *writing) again(part []*item) ([]*row, error) {
	again := make([]*row, 0, len(part))
	for _, it := range part {
		if it.has(isEdge) && !it.has(hasProps) {
			continue
		}
		raw, err := w.kept.line(it.offset)
		if err != nil {
			return nil, err
		}
		again = append(again, &row{line: int(it.line), raw: raw, of: it})
	}
	return again, nil
}

// prepare parses a line, and analyses its entity if the store does not have it:
// the store analyses only those of the others that change.
func (w *writing) prepare(r *row, analyse func(graph.Entity) []byte) {
	w.parseItem(r)
	if r.Entity != nil && analyse != nil && w.nodes.find(r.ID).stored.kind == 0 {
		r.analysed, r.terms = true, analyse(r.Entity)
	}
}

// analysed returns an analyse that does not analyse the entities of rows again.
func analysed(rows []*row, analyse func(graph.Entity) []byte) func(graph.Entity) []byte {
	terms := make(map[graph.Entity][]byte, len(rows))
	for _, r := range rows {
		if r.analysed {
			terms[r.Entity] = r.terms
		}
	}
	return func(entity graph.Entity) []byte {
		if known, done := terms[entity]; done {
			return known
		}
		return analyse(entity)
	}
}

// completeEdge returns the edge of an item without its props.
func (w *writing) completeEdge(it *item) graph.Edge {
	edge := w.edgeOf(it)
	src, dst := w.identity(it.src), w.identity(it.dst)
	edge.ProjectID, edge.Src.Kind, edge.Dst.Kind = w.nodes.id(src.project), src.spec().Kind, dst.spec().Kind
	return edge
}
