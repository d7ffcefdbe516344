package memory

// findReachable returns, by ordinal, whether an entity is reachable from the
// project without passing through scratch documents.
func findReachable(g *Graph) paged[bool] {
	r := &reaching{Graph: g, reached: edit(newPaged(make([]bool, g.entities.length)))}
	if root, known := g.Ordinal(g.Revision.ProjectID); known {
		r.reached.set(root, true)
		r.reach(root, func(int32) {})
	}
	return r.reached.paged
}

// reach adds what is reachable from a reached entity, and calls found with each.
func (r *reaching) reach(from int32, found func(ord int32)) {
	for queue := []int32{from}; len(queue) > 0; queue = queue[1:] {
		for _, link := range r.Links(queue[0]) {
			if !*r.reached.at(link.Other) && !r.At(link.Other).Self().IsScratch() {
				r.reached.set(link.Other, true)
				found(link.Other)
				queue = append(queue, link.Other)
			}
		}
	}
}

// A reaching updates the entities that are reachable from the project.
type reaching struct {
	*Graph
	reached *pagedEdit[bool]
	root    int32
	// connected has entities that were found to be still reachable.
	connected map[int32]bool
	flipped   map[int32]bool // the entities that are reachable only before or after
}

// updateReachable returns what is reachable, given that of an earlier graph, and
// the entities for which that is different. lost may have lost a link or be gone
// themselves; gained may have more links. The project is in both graphs.
func updateReachable(g *Graph, before paged[bool], lost, gained map[int32]bool) (reached paged[bool], flipped map[int32]bool) {
	root, _ := g.Ordinal(g.Revision.ProjectID)
	r := &reaching{g, edit(before), root, map[int32]bool{root: true}, map[int32]bool{}}
	for r.reached.length < g.entities.length {
		r.reached.push(false)
	}
	for ord := range lost {
		r.check(ord)
	}
	for _, list := range []map[int32]bool{lost, gained} {
		for ord := range list {
			r.extend(ord)
		}
	}
	return r.reached.paged, r.flipped
}

// flip changes whether an entity is reachable.
func (r *reaching) flip(ord int32) {
	r.reached.set(ord, !*r.reached.at(ord))
	r.turned(ord)
}

func (r *reaching) turned(ord int32) {
	if r.flipped[ord] {
		delete(r.flipped, ord)
	} else {
		r.flipped[ord] = true
	}
}

// check finds out whether an entity that was reachable still is. If not, neither
// is anything that is connected to it.
func (r *reaching) check(ord int32) {
	if !*r.reached.at(ord) || r.connected[ord] {
		return
	}
	if !r.isPassed(ord, r.root) {
		r.flip(ord)
		return
	}
	seen, found := r.around(ord)
	for other := range seen {
		switch {
		case found:
			r.connected[other] = true
		case *r.reached.at(other):
			r.flip(other)
		}
	}
}

// around returns the entities that are connected to one, until it finds one that
// is connected to the project.
func (r *reaching) around(ord int32) (seen map[int32]bool, found bool) {
	seen = map[int32]bool{ord: true}
	for queue := []int32{ord}; len(queue) > 0; queue = queue[1:] {
		for _, link := range r.Links(queue[0]) {
			if r.connected[link.Other] {
				return seen, true
			}
			if !seen[link.Other] && r.isPassed(link.Other, r.root) {
				seen[link.Other] = true
				queue = append(queue, link.Other)
			}
		}
	}
	return seen, false
}

// extend adds what is reachable from an entity, if that is.
func (r *reaching) extend(ord int32) {
	if *r.reached.at(ord) && r.isPassed(ord, r.root) {
		r.reach(ord, r.turned)
	}
}
