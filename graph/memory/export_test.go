package memory

// WalkedSnapshot returns the snapshot of the project that a walk finds without the
// survey of the graph.
func (g *Graph) WalkedSnapshot(q SnapshotQuery) *GraphSnapshot {
	root, _ := g.Ordinal(g.Revision.ProjectID)
	w := newWalk(g, q)
	defer w.release()
	w.take([]candidate{w.reach(root, 0)}, 1)
	w.choose(w.walked(root))
	return w.snapshot(len(w.kept))
}

// WalkedPaths returns the paths from the project that a walk to all entities
// finds.
func (g *Graph) WalkedPaths() *Paths {
	p := g.Paths(g.Revision.ProjectID)
	p.marks = nil
	return p
}

// Beginning returns the ids of entities that begin with short, sorted.
func (n IDs) Beginning(short string) []string { return n.beginning(short) }
