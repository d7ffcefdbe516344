package ndjson

import (
	"iter"

	"dossier/graph"
	"dossier/graph/pipeline"
)

// parts returns the good lines in parts: record types, projects, other
// entities, and then edges, each in the order of lines.
func (im *importing) parts() *graph.Parts {
	parts := &graph.Parts{
		Projects: map[string]bool{}, Each: im.eachPart, StopAtConflict: im.options.OnConflict == graph.StopAtAny,
		Once: im.options.Once, Result: im.result, DryRun: im.options.DryRun,
	}
	if parts.DryRun {
		parts.Once = graph.Once{} // its result is not kept
	}
	if im.options.Prune {
		parts.Prune = &graph.Prune{
			Source: im.options.Source, Project: im.options.Project, Has: im.has(), Force: im.options.Force, Withhold: im.options.Withhold,
			Of: im.options.Vanished, Keep: im.report.Rejected > 0 && im.options.Vanished == nil && !im.options.Force,
		}
	} else if im.replaced != nil {
		parts.Prune = &graph.Prune{Source: im.options.Source, Project: im.options.Project, Has: im.has(), Force: true, Of: im.replaced}
	}
	for i := range im.items {
		it := &im.items[i]
		if it.has(isDropped) {
			continue
		}
		id := im.nodes.id(im.identity(it.src).project)
		parts.Projects[id] = parts.Projects[id] || it.has(isProject)
		if im.isNew(it) {
			parts.New++
		}
	}
	return parts
}

// result returns the report for imports that repeat this one.
func (im *importing) result(written *graph.Written) graph.JSON {
	im.countConflicts(written)
	report := *im.report
	report.Written = written
	report.count(written)
	return graph.JSON(graph.EncodeJSON(report))
}

// has returns a function that reports whether a line is of an entity, or a good one of
// an edge, with an id.
func (im *importing) has() func(id string) bool {
	edges := map[key]struct{}{}
	for i := range im.items {
		if it := &im.items[i]; it.has(isEdge) && !it.has(isDropped) {
			edge := im.edgeOf(it).Canonical()
			edges[keyOf(graph.EdgeID(edge.Src.ID, edge.Rel, edge.Dst.ID))] = struct{}{}
		}
	}
	return func(id string) bool {
		if _, is := edges[keyOf(id)]; is {
			return true
		}
		node := im.nodes.find(id)
		return node != nil && (node.line > 0 || node.rejected > 0)
	}
}

// isNew reports whether the store has no entity with the id of an item, or for
// an edge lacks one of its ends.
func (im *importing) isNew(it *item) bool {
	return im.nodes.list[it.src].stored.kind == 0 || it.has(isEdge) && im.nodes.list[it.dst].stored.kind == 0
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
func (im *importing) eachPart(yield func(*graph.Batch, error) bool) {
	types := im.typesOfLines()
	if types != nil && !yield(&graph.Batch{RecordTypes: types}, nil) {
		return
	}
	pipeline.Ahead(im.eachBatch)(yield)
}

// eachBatch yields the parts with entities and edges.
func (im *importing) eachBatch(yield func(*graph.Batch, error) bool) {
	analyse := im.watched()
	for part := range im.itemParts() {
		if !yield(im.batch(part, analyse)) {
			return
		}
	}
}

// itemParts returns the items of the parts.
func (im *importing) itemParts() iter.Seq[[]*item] {
	return func(yield func([]*item) bool) {
		var part []*item
		size := int64(0)
		for i, it := range im.written() {
			part = append(part, it)
			size += im.length(i)
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
func (im *importing) length(i int) int64 {
	end := im.kept.size()
	if i+1 < len(im.items) {
		end = im.items[i+1].offset
	}
	return end - im.items[i].offset
}

// written returns the good lines in the order in which they are written.
func (im *importing) written() iter.Seq2[int, *item] {
	return func(yield func(int, *item) bool) {
		for _, flags := range []uint16{isProject, 0, isEdge} {
			for i := range im.items {
				if it := &im.items[i]; it.flags&(isProject|isEdge|isDropped) == flags && !yield(i, it) {
					return
				}
			}
		}
	}
}

// batch returns the content of lines.
func (im *importing) batch(part []*item, analyse func(graph.Entity) []byte) (*graph.Batch, error) {
	again, err := im.again(part)
	if err != nil {
		return nil, err
	}
	pipeline.Each(again, func(r *row) { im.prepare(r, analyse) })
	batch := &graph.Batch{Analyse: analyse, Merge: &graph.Merge{
		Source: im.options.Source, OnConflict: im.options.OnConflict, Replace: im.options.Replace, Complete: im.options.Complete,
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
		edge := im.completeEdge(it)
		if it.has(hasProps) {
			edge.Props, again = again[0].Edge.Props, again[1:]
		}
		batch.Edges = append(batch.Edges, edge)
	}
	return batch, nil
}

// again returns rows with the lines that must be parsed again: all but those of
// edges whose item has everything.
func (im *importing) again(part []*item) ([]*row, error) {
	again := make([]*row, 0, len(part))
	for _, it := range part {
		if it.has(isEdge) && !it.has(hasProps) {
			continue
		}
		raw, err := im.kept.line(it.offset)
		if err != nil {
			return nil, err
		}
		again = append(again, &row{line: int(it.line), raw: raw, of: it})
	}
	return again, nil
}

// prepare parses a line, and analyses its entity if the store does not have it:
// the store analyses only those of the others that change.
func (im *importing) prepare(r *row, analyse func(graph.Entity) []byte) {
	im.parseItem(r)
	if r.Entity != nil && analyse != nil && im.nodes.find(r.ID).stored.kind == 0 {
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
func (im *importing) completeEdge(it *item) graph.Edge {
	edge := im.edgeOf(it)
	src, dst := im.identity(it.src), im.identity(it.dst)
	edge.ProjectID, edge.Src.Kind, edge.Dst.Kind = im.nodes.id(src.project), src.spec().Kind, dst.spec().Kind
	return edge
}
