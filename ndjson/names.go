package ndjson

import (
	"cmp"
	"context"
	"slices"

	"dossier/graph"
)

// The id of an entity follows from its name in the file: see [graph.ID]. If
// another project has an entity with that name, it follows from the project, too.
// Entities that are stored keep their ids.

// names has the entities that share a name with those of other projects.
type names struct {
	scoped map[int32]int32   // the nodes of names by the nodes of entities with an id of their project
	shared map[int32][]int32 // the nodes of such entities by those of their names
}

// scope gives an entity an id of its project, if an earlier line has one with the
// same name in another project.
func (im *importing) scope(r *row) {
	if !isNamed(r) {
		return
	}
	self := r.Entity.Self()
	name := im.nodes.index(self.ID)
	if first := im.nodes.list[name]; first.line == 0 || im.nodes.id(first.content.project) == self.ProjectID {
		return
	}
	self.ID = graph.ScopedID(self.ProjectID, self.ID)
	r.ID = self.ID
	im.names.add(name, im.nodes.index(r.ID))
}

// isNamed reports whether the id of an entity follows from its name.
func isNamed(r *row) bool {
	if r.Entity == nil || r.Kind == graph.KindProject {
		return false
	}
	name := r.Entity.Self().ExternalID
	return name != nil && graph.ID(*name) == r.ID && !graph.IsUUID(*name)
}

func (n *names) add(name, scoped int32) {
	if _, known := n.scoped[scoped]; !known {
		n.scoped[scoped], n.shared[name] = name, append(n.shared[name], scoped)
	}
}

// settle gives the entities of the lines their ids: those that are stored in their
// project, or else those of their names unless something else has them.
func (c *checking) settle(ctx context.Context, store Store) error {
	owners, err := c.owners(ctx, store)
	if err != nil {
		return err
	}
	if err := c.readDeletedNames(ctx, store, owners); err != nil {
		return err
	}
	var open []*settling
	for i := range c.items {
		it := &c.items[i]
		if !it.has(isNamedLine) || it.has(isDropped) {
			continue
		}
		node := c.nodes.list[it.src]
		if _, scoped := c.names.scoped[it.src]; scoped || c.isTaken(it, it.src, owners) ||
			node.stored.kind == 0 && c.nodes.list[node.content.project].stored.kind > 0 {
			open = append(open, &settling{item: it, ids: []int32{it.src}})
		}
	}
	if err := c.propose(ctx, store, open, owners); err != nil {
		return err
	}
	for _, one := range open {
		c.settleOne(one, owners)
	}
	return nil
}

// A settling is a line whose entity may have one of several ids: that of its name, that
// of its name in the project, that of this one in the project, and so on.
type settling struct {
	*item
	ids []int32 // nodes; something else has all but the last two
}

// propose finds the ids that the entities of lines may have, up to one that nothing else has.
func (c *checking) propose(ctx context.Context, store Store, open []*settling, owners owners) error {
	left := slices.Clone(open)
	for len(left) > 0 {
		var ids []string
		left = slices.DeleteFunc(left, func(one *settling) bool {
			_, scoped := c.names.scoped[one.src]
			last := one.ids[len(one.ids)-1]
			if scoped || len(one.ids) > 1 && !c.isTaken(one.item, last, owners) {
				return true
			}
			id := c.scopedID(last, c.nodes.list[one.src].content.project)
			one.ids, ids = append(one.ids, c.nodes.index(id)), append(ids, id)
			return false
		})
		if err := cmp.Or(c.readStored(ctx, store), c.readDeletedIDs(ctx, store, ids)); err != nil {
			return err
		}
	}
	return nil
}

// readDeletedNames reads the kinds of entities of these names that were deleted here.
func (c *checking) readDeletedNames(ctx context.Context, store Store, owners owners) error {
	var ids []string
	for name, project := range owners {
		if c.nodes.list[name].stored.kind == 0 && c.nodes.list[name].content.project == project {
			ids = append(ids, c.nodes.id(name))
		}
	}
	slices.Sort(ids)
	return c.readDeletedIDs(ctx, store, ids)
}

// readDeletedIDs reads the kinds of those of the entities that were deleted here, if
// lines may be of another kind.
func (c *checking) readDeletedIDs(ctx context.Context, store Store, ids []string) error {
	if !c.options.Complete || len(ids) == 0 {
		return nil
	}
	found, err := store.DeletedByID(ctx, ids)
	for _, entity := range found {
		c.deleted[c.nodes.index(entity.ID)] = c.nodes.identify(entity)
	}
	return err
}

// isOfOtherKind reports whether a stored entity, or one that was deleted here, is not what
// a source has by its name now: a task that became an epic is another entity.
func (c *checking) isOfOtherKind(id int32, kind uint8) bool {
	stored := cmp.Or(c.nodes.list[id].stored, c.deleted[id])
	return c.options.Complete && stored.kind > 0 && stored.kind != kind
}

// isTaken reports whether the entity of a line cannot have an id.
func (c *checking) isTaken(it *item, id int32, owners owners) bool {
	content := c.nodes.list[it.src].content
	return owners.hasOther(id, content.project) || c.isOfOtherKind(id, content.kind)
}

// owners has the project of each stored entity by the node of its name, also of entities
// that were deleted or are forbidden.
type owners map[int32]int32

// hasOther reports whether another project has an entity with the id of a name.
func (o owners) hasOther(name, project int32) bool {
	owner, has := o[name]
	return has && owner != project
}

// owners returns the projects that have entities with the names of lines.
func (c *checking) owners(ctx context.Context, store Store) (owners, error) {
	var ids []string
	for i := range c.items {
		it := &c.items[i]
		if !it.has(isNamedLine) || it.has(isDropped) {
			continue
		}
		name, isScoped := c.names.scoped[it.src]
		if !isScoped {
			name = it.src
		}
		ids = append(ids, c.nodes.id(name))
	}
	found, err := store.ProjectsOf(ctx, ids)
	projects := owners{}
	for id, project := range found {
		projects[c.nodes.index(id)] = c.nodes.index(project)
	}
	return projects, err
}

// scopedID returns the id of an entity of a project by the node of its name.
func (c *checking) scopedID(name, project int32) string {
	return graph.ScopedID(c.nodes.id(project), c.nodes.id(name))
}

// settleOne gives the entity of a line its id.
func (c *checking) settleOne(one *settling, owners owners) {
	name, isScoped := c.names.scoped[one.src]
	content := c.nodes.list[one.src].content
	if isScoped {
		if owner, has := owners[name]; has && owner == content.project && c.nodes.list[name].line == 0 {
			c.move(one.item, name)
		}
		return
	}
	isStored := func(id int32) bool {
		return c.nodes.list[id].stored.kind == content.kind && !owners.hasOther(id, content.project)
	}
	at := slices.IndexFunc(one.ids, isStored)
	if at < 0 {
		at = slices.IndexFunc(one.ids, func(id int32) bool { return !c.isTaken(one.item, id, owners) })
	}
	to := one.ids[at]
	for _, id := range one.ids {
		if stored := c.nodes.list[id].stored; c.isOfOtherKind(id, content.kind) && stored.kind > 0 && stored.project == content.project {
			c.replaced = append(c.replaced, c.nodes.id(id))
		}
	}
	if to != one.src {
		c.names.add(one.src, to)
		c.move(one.item, to)
	}
}

// move gives the entity of a line the id of another node.
func (c *checking) move(it *item, to int32) {
	from := &c.nodes.list[it.src]
	into := &c.nodes.list[to]
	into.line, into.content, from.line = from.line, from.content, 0
	it.src = to
}

// settleEdges finds the entities that edges join, among those with the same name
// in several projects: the two of one project.
func (c *checking) settleEdges(ctx context.Context, store Store) error {
	var apart []*item
	for i := range c.items {
		it := &c.items[i]
		if !it.has(isEdge) || it.has(isDropped) || len(c.names.shared[it.src])+len(c.names.shared[it.dst]) == 0 && !c.isApart(it) {
			continue
		}
		apart = append(apart, it)
		for _, end := range [][2]int32{{it.src, it.dst}, {it.dst, it.src}} {
			if other := c.identity(end[1]); other.kind > 0 {
				c.nodes.index(c.scopedID(end[0], other.project))
			}
		}
	}
	if err := c.readStored(ctx, store); err != nil {
		return err
	}
	for _, it := range apart {
		if err := c.settleEdge(it); err != nil {
			return err
		}
	}
	return nil
}

// isApart reports whether the ends of an edge are in two projects.
func (c *checking) isApart(it *item) bool {
	src, dst := c.identity(it.src), c.identity(it.dst)
	return src.kind > 0 && dst.kind > 0 && src.project != dst.project
}

func (c *checking) settleEdge(it *item) error {
	var found [][2]int32
	for _, src := range c.meant(it.src, it.dst) {
		for _, dst := range c.meant(it.dst, it.src) {
			if c.identity(src).project == c.identity(dst).project {
				found = append(found, [2]int32{src, dst})
			}
		}
	}
	switch len(found) {
	case 0: // the rules say what is wrong
	case 1:
		it.src, it.dst = found[0][0], found[0][1]
	default:
		return c.drop(it, []error{graph.BadInput("src_id", "both ends are the names of entities of several projects; expected the id of one")})
	}
	return nil
}

// meant returns the entities that the end of an edge may mean: those of the file, if
// it has any.
func (c *checking) meant(end, other int32) []int32 {
	candidates := append([]int32{end}, c.names.shared[end]...)
	if with := c.identity(other); with.kind > 0 {
		if scoped, known := c.nodes.indexes[keyOf(c.scopedID(end, with.project))]; known && c.names.scoped[scoped] != end {
			candidates = append(candidates, scoped)
		}
	}
	isOfFile := func(i int32) bool { return c.nodes.list[i].line > 0 }
	ofFile := slices.ContainsFunc(candidates, isOfFile)
	return slices.DeleteFunc(candidates, func(i int32) bool { return c.identity(i).kind == 0 || ofFile && !isOfFile(i) })
}
