package ndjson

import (
	"cmp"
	"context"
	"slices"

	"dossier/graph"
	"dossier/graph/lists"
	"dossier/graph/records"
	"dossier/graph/rows"
)

// resolve checks the lines against each other and against the store. It checks
// a line before the lines that refer to it.
func (im *importing) resolve(ctx context.Context, store Store) error {
	types, err := im.recordTypes(ctx, store)
	if err != nil {
		return err
	}
	c := &checking{importing: im, types: types, edges: map[[3]int32]struct{}{}}
	c.rules = rows.Rules{Find: c.find, Contexts: map[string]string{}}
	for _, step := range []func() error{
		func() error { return c.readStored(ctx, store) },
		func() error { return c.settle(ctx, store) },
		func() error { return c.readDeleted(ctx, store) },
		func() error { return c.settleEdges(ctx, store) },
		func() error { return c.addReferred(ctx) },
		func() error { return c.readStored(ctx, store) }, // of these
		func() error { return c.readContexts(ctx, store) },
		func() error { return c.each(ctx, c.entity, func(it *item) bool { return it.has(isProject) }) },
		func() error { return c.each(ctx, c.entity, func(it *item) bool { return !it.has(isProject | isEdge) }) },
		func() error { return c.records(ctx) },
		func() error { return c.each(ctx, one(c.edge), func(it *item) bool { return it.has(isEdge) }) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// checking checks good lines against each other and against the store.
type checking struct {
	*importing
	types *records.Types
	rules rows.Rules
	edges map[[3]int32]struct{} // source, relation and target of the edges so far

	looked int // the number of nodes that were looked up in the store
}

// each calls check for each good line that is concerned, and rejects those for
// which check returns errors.
func (c *checking) each(ctx context.Context, check func(*item) []error, concerned func(*item) bool) error {
	for i := range c.items {
		it := &c.items[i]
		if it.has(isDropped) || !concerned(it) {
			continue
		}
		err := ctx.Err()
		if problems := check(it); problems != nil && err == nil {
			err = c.drop(it, problems)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// one adapts a check that returns at most one error.
func one(check func(*item) error) func(*item) []error {
	return func(it *item) []error { return rows.Present([]error{check(it)}) }
}

// drop rejects a line that was good so far, or without problems only drops it.
func (im *importing) drop(it *item, problems []error) error {
	it.flags |= isDropped
	r, err := im.row(it)
	if err != nil {
		return err
	}
	im.count(r, -1)
	if r.problems = problems; problems != nil {
		im.reject(r)
	}
	return im.rejects.err
}

// row reads and parses the line of an item again.
func (im *importing) row(it *item) (*row, error) {
	raw, err := im.kept.line(it.offset)
	if err != nil {
		return nil, err
	}
	r := &row{line: int(it.line), raw: raw, of: it}
	im.parseItem(r)
	return r, nil
}

// lookedUp is the number of ids that are looked up at once, by eye.
const lookedUp = 10_000

// readStored reads which of the ids that it did not read yet are of stored
// entities.
func (c *checking) readStored(ctx context.Context, store Store) error {
	for c.looked < len(c.nodes.list) {
		var refs []graph.Ref
		for _, node := range c.nodes.list[c.looked:min(c.looked+lookedUp, len(c.nodes.list))] {
			refs = append(refs, graph.Ref{ID: node.id.String()})
		}
		c.looked += len(refs)
		found, err := store.Entities(ctx, refs, graph.Light)
		if err != nil {
			return err
		}
		for _, ref := range refs { // identify may add the project as a node
			if entity := found[ref.ID]; entity != nil {
				is := c.nodes.identify(entity)
				node := c.nodes.find(ref.ID)
				node.stored = is
				if node.content.kind == is.kind && c.nodes.types[node.content.recordType] == "" { // the line has none
					node.content.recordType = is.recordType
				}
			}
		}
	}
	return nil
}

// readDeleted reads which projects and ends of edges were deleted here. The file need
// not have the ends: its edges are as they were, and come back with them.
func (c *checking) readDeleted(ctx context.Context, store Store) error {
	var ids []string
	seen := map[int32]bool{}
	for i := range c.items {
		it := &c.items[i]
		for _, end := range []int32{it.src, it.dst} {
			if !it.has(isDropped) && !c.isLive(end) && c.nodes.list[end].rejected == 0 && !seen[end] {
				seen[end], ids = true, append(ids, c.nodes.id(end))
			}
		}
	}
	if ids == nil {
		return nil
	}
	found, err := store.DeletedByID(ctx, ids)
	for _, entity := range found {
		c.deleted[c.nodes.index(entity.ID)] = c.nodes.identify(entity)
	}
	return cmp.Or(err, c.readStored(ctx, store))
}

// find returns the entity with an id, from the lines or from the store, with
// the fields of its identity.
func (c *checking) find(field, id string) (graph.Entity, error) {
	switch node := c.nodes.find(id); {
	case node == nil:
	case node.line > 0:
		return c.nodes.entity(node.id, node.content), nil
	case node.rejected > 0:
		return nil, consequenceOf(int(node.rejected), field, "entity")
	case node.stored.kind > 0:
		return c.nodes.entity(node.id, node.stored), nil
	}
	if is, deleted := c.deleted[c.nodes.index(id)]; deleted {
		if c.isLive(is.project) {
			return c.nodes.entity(keyOf(id), is), nil
		}
		return nil, graph.BadInput(field, "names something of a project that was deleted here; restore the project")
	}
	return nil, graph.BadInput(field, "names no entity of the file or the store; expected the id of one")
}

// isLive reports whether a node is that of a line, or of the store and not deleted.
func (c *checking) isLive(i int32) bool {
	return c.nodes.list[i].line > 0 || c.nodes.list[i].stored.kind > 0
}

func (c *checking) entity(it *item) []error {
	node := c.nodes.list[it.src]
	var stored graph.Entity
	var missing []error
	switch {
	case node.stored.kind > 0:
		stored = c.nodes.entity(node.id, node.stored)
	case it.has(isPartial):
		missing = c.missing(it)
	}
	return rows.Present(append(missing, c.rules.Entity(c.nodes.entity(node.id, node.content), stored)))
}

// missing returns errors about the columns that the line of a new entity lacks.
func (c *checking) missing(it *item) []error {
	r, err := c.row(it)
	if err != nil {
		return []error{err}
	}
	return r.Missing
}

// edge checks an edge. It drops an edge that an earlier line has.
func (c *checking) edge(it *item) error {
	_, err := c.rules.Edge(c.edgeOf(it))
	if err != nil && it.has(isSwapped) {
		return swapped(err)
	}
	if err != nil {
		return err
	}
	link := [3]int32{it.src, int32(it.rel), it.dst}
	if _, repeated := c.edges[link]; !repeated {
		c.edges[link] = struct{}{}
		return nil
	}
	c.report.Repeats++
	return c.drop(it, nil)
}

// edgeOf returns the edge of an item, without its kinds and props.
func (im *importing) edgeOf(it *item) graph.Edge {
	return graph.Edge{
		Rel: graph.Relations[it.rel].Name,
		Src: graph.Ref{ID: im.nodes.id(it.src)}, Dst: graph.Ref{ID: im.nodes.id(it.dst)},
	}
}

// readContexts reads the context documents of those projects in the store for
// which a line sets one.
func (c *checking) readContexts(ctx context.Context, store Store) error {
	var projects []string
	for i := range c.items {
		it := &c.items[i]
		if it.has(isEdge) && graph.Relations[it.rel].Name == graph.RelHasContextDocument && c.nodes.list[it.src].stored.kind > 0 {
			projects = append(projects, c.nodes.id(it.src))
		}
	}
	if projects == nil {
		return nil
	}
	links := graph.Links{Kinds: []graph.Kind{graph.KindDocument}, Ways: []graph.Way{{Rel: graph.RelHasContextDocument, Out: true}}}
	list := lists.List{Kind: graph.KindDocument, Order: []lists.Order{{Field: lists.OrderUpdated}}, First: 1}
	for some := range slices.Chunk(projects, lookedUp) {
		pages, err := store.Nested(ctx, links, list, some)
		if err != nil {
			return err
		}
		for project, page := range pages {
			if len(page.Entities) > 0 {
				c.rules.Contexts[project] = page.Entities[0].Self().ID
			}
		}
	}
	return nil
}
