package ndjson

import (
	"iter"

	"dossier/graph"
)

// parts returns the good lines in parts: record types, projects, other
// entities, and then edges, each in the order of lines.
func (im *importing) parts() *graph.Parts {
	parts := &graph.Parts{Projects: map[string]bool{}, Each: im.eachPart}
	for i := range im.items {
		if it := &im.items[i]; !it.has(isDropped) {
			id := im.nodes.id(im.identity(it.src).project)
			parts.Projects[id] = parts.Projects[id] || it.has(isProject)
		}
	}
	return parts
}

// identity returns the identity of a node after the import.
func (im *importing) identity(i int32) identity {
	if node := &im.nodes.list[i]; node.line == 0 {
		return node.stored
	}
	return im.nodes.list[i].content
}

// eachPart yields the parts.
func (im *importing) eachPart(yield func(*graph.Batch, error) bool) {
	analyse := im.watched()
	if types := im.typesOfLines(); types != nil && !yield(&graph.Batch{RecordTypes: types}, nil) {
		return
	}
	for part := range im.itemParts() {
		batch, err := im.batch(part)
		if err == nil {
			batch.Analyse = analyse
		}
		if !yield(batch, err) {
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
		for _, flags := range []uint8{isProject, 0, isEdge} {
			for i := range im.items {
				if it := &im.items[i]; it.flags&(isProject|isEdge|isDropped) == flags && !yield(i, it) {
					return
				}
			}
		}
	}
}

// batch returns the content of lines, read again where the item has not all.
func (im *importing) batch(part []*item) (*graph.Batch, error) {
	parsed := make([]*row, 0, len(part))
	for _, it := range part {
		if it.has(isEdge) && !it.has(hasProps) {
			continue
		}
		raw, err := im.kept.line(it.offset)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, &row{line: int(it.line), raw: raw})
	}
	im.parse(parsed)
	batch := &graph.Batch{}
	for _, it := range part {
		if !it.has(isEdge) {
			batch.Entities = append(batch.Entities, parsed[0].Entity)
			parsed = parsed[1:]
			continue
		}
		edge := im.completeEdge(it)
		if it.has(hasProps) {
			edge.Props, parsed = parsed[0].Edge.Props, parsed[1:]
		}
		batch.Edges = append(batch.Edges, edge)
	}
	return batch, nil
}

// completeEdge returns the edge of an item without its props.
func (im *importing) completeEdge(it *item) graph.Edge {
	edge := im.edgeOf(it)
	src, dst := im.identity(it.src), im.identity(it.dst)
	edge.ProjectID, edge.Src.Kind, edge.Dst.Kind = im.nodes.id(src.project), src.spec().Kind, dst.spec().Kind
	return edge
}
