package graph

import (
	"cmp"
	"slices"
	"sort"
	"time"
)

// The bounds of a snapshot's arguments.
const (
	MaxSnapshotDepth = 5
	MaxSnapshotNodes = 1000
	MaxSnapshotEdges = 2000
)

// A SnapshotQuery asks for the part of a graph around an entity.
type SnapshotQuery struct {
	Root            string // the id of the entity to start from, "" for the project
	Depth           int    // how many edges away from the root
	MaxNodes        int
	MaxEdges        int
	MaxNodesPerKind int
	Now             time.Time // by which something is overdue
	StopAtProject   bool      // do not walk on from the project, unless it is the root

	MaxTokens int                         // of Text, 0 for no bound
	Count     func(string) int            // counts tokens; needed with MaxTokens and for [GraphSnapshot.Tokens]
	Text      func(*GraphSnapshot) string // what MaxTokens bounds, [GraphSnapshot.JSON] if nil
}

// DefaultSnapshot asks for two edges around the project.
func DefaultSnapshot(now time.Time, count func(string) int) SnapshotQuery {
	return SnapshotQuery{Depth: 2, MaxNodes: 60, MaxEdges: 80, MaxNodesPerKind: 10, Now: now, Count: count}
}

func (q *SnapshotQuery) check() error {
	for _, argument := range []struct {
		name        string
		value, high int
	}{
		{"depth", q.Depth, MaxSnapshotDepth}, {"maxNodes", q.MaxNodes, MaxSnapshotNodes},
		{"maxEdges", q.MaxEdges, MaxSnapshotEdges}, {"maxNodesPerKind", q.MaxNodesPerKind, MaxSnapshotNodes},
	} {
		if err := CheckRange(argument.name, argument.value, 1, argument.high); err != nil {
			return err
		}
	}
	if q.MaxTokens < 0 {
		return BadInput("maxTokens", "%d is out of range; expected 1 or more", q.MaxTokens)
	}
	return nil
}

// A GraphSnapshot is a part of a project's graph: what a breadth-first walk
// over edges in both directions reached from its root and kept within its caps.
type GraphSnapshot struct {
	RootID       string
	RootKind     Kind
	MaxDepth     int
	Nodes        []SnapshotNode // as they were taken, the root first
	Edges        []SnapshotEdge // those of the walk, then the others between nodes
	Coverage     []KindCoverage // of all kinds, of the whole project
	Dropped      []KindCount    // nodes that a cap refused
	DroppedEdges int            // edges between nodes that a cap refused
	Dangling     int            // edges of the project with a dead end

	count func(string) int
}

// A SnapshotNode is an entity in a snapshot.
type SnapshotNode struct {
	ID          string  `json:"id"`
	Kind        Kind    `json:"kind"`
	Name        string  `json:"name"`
	StateKey    *string `json:"state_key"`
	TypeKey     *string `json:"type_key"`
	DirectEdge  bool    `json:"direct_edge"`
	LastUpdated string  `json:"last_updated"` // YYYY-MM-DD
	Depth       int     `json:"depth"`        // edges away from the root
	Entity      Entity  `json:"-"`
}

// A SnapshotEdge is an edge in a snapshot or on a path.
type SnapshotEdge struct {
	ID      string   `json:"id"`
	SrcID   string   `json:"src_id"`
	SrcKind Kind     `json:"src_kind"`
	DstID   string   `json:"dst_id"`
	DstKind Kind     `json:"dst_kind"`
	Rel     Relation `json:"rel"`
}

// Snapshot is the part of the graph that a query asks for. The error is
// NOT_FOUND for an unknown root, and names the argument that is out of range;
// maxTokens is when the root alone takes more.
//
// A third of the nodes is for what has the highest scores at any distance. The
// entities of one distance are then taken together, by score, then the last
// changed, then by id. Those that a cap refuses are walked through all the same.
func (g *Graph) Snapshot(q SnapshotQuery) (*GraphSnapshot, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	root, known := g.ordinals[cmp.Or(q.Root, g.Revision.ProjectID)]
	if !known {
		return nil, NotFound("entity", cmp.Or(q.Root, g.Revision.ProjectID))
	}
	w := newWalk(g, q)
	w.from(root)
	whole := w.snapshot(len(w.kept))
	if q.MaxTokens == 0 {
		return whole, nil
	}
	return w.fit(whole)
}

// fit is the snapshot of the most nodes whose text stays within the tokens.
func (w *walk) fit(whole *GraphSnapshot) (*GraphSnapshot, error) {
	text := w.query.Text
	if text == nil {
		text = (*GraphSnapshot).JSON
	}
	tokens := func(s *GraphSnapshot) int { return w.query.Count(text(s)) }
	if tokens(whole) <= w.query.MaxTokens {
		return whole, nil
	}
	first := func(n int) *GraphSnapshot {
		s := w.snapshot(n)
		s.DroppedEdges = whole.DroppedEdges + len(whole.Edges) - len(s.Edges)
		return s
	}
	most := sort.Search(len(w.kept), func(n int) bool { return tokens(first(n+1)) > w.query.MaxTokens })
	for ; most > 0; most-- { // a token more or less at a seam can mislead the search
		if s := first(most); tokens(s) <= w.query.MaxTokens {
			return s, nil
		}
	}
	return nil, BadInput("maxTokens", "%d is too few; the root alone takes %d", w.query.MaxTokens, tokens(first(1)))
}

// SnapshotEdge is the edge of an id; nothing but the id if there is none.
func (g *Graph) SnapshotEdge(id string) SnapshotEdge {
	at, found := slices.BinarySearchFunc(g.edges, id, func(e Edge, id string) int { return cmp.Compare(e.ID, id) })
	if !found {
		return SnapshotEdge{ID: id}
	}
	return g.edges[at].SnapshotEdge()
}

// SnapshotEdge returns the edge as snapshots have it.
func (e *Edge) SnapshotEdge() SnapshotEdge {
	return SnapshotEdge{e.ID, e.Src.ID, e.Src.Kind, e.Dst.ID, e.Dst.Kind, e.Rel}
}

// snapshot is what the walk kept, of the nodes only the first n.
func (w *walk) snapshot(n int) *GraphSnapshot {
	g, root := w.graph, w.graph.entities[w.kept[0]].Self()
	s := &GraphSnapshot{
		RootID: root.ID, RootKind: root.Kind, MaxDepth: w.query.Depth,
		Coverage: g.Coverage(), Dangling: g.dangling, count: w.query.Count,
	}
	refused := slices.Clone(w.refused)
	for i, ord := range w.kept {
		if i >= n {
			refused[g.entities[ord].Self().Kind.Rank()]++
			continue
		}
		s.Nodes = append(s.Nodes, w.node(ord))
	}
	s.Dropped = countsOf(refused)
	edges := w.edges(int32(n))
	kept := min(len(edges), w.query.MaxEdges)
	s.DroppedEdges = len(edges) - kept
	s.Edges = make([]SnapshotEdge, kept)
	for i, edge := range edges[:kept] {
		s.Edges[i] = g.edges[edge].SnapshotEdge()
	}
	return s
}

func (w *walk) node(ord int32) SnapshotNode {
	node := w.graph.SnapshotNode(ord)
	node.Depth = int(w.depths[ord])
	return node
}

// SnapshotNode is the entity of an ordinal as a node, of no depth.
func (g *Graph) SnapshotNode(ord int32) SnapshotNode {
	c := g.entities[ord].Self()
	return SnapshotNode{
		ID: c.ID, Kind: c.Kind, Name: c.Label, StateKey: c.StateKey, TypeKey: c.TypeKey,
		DirectEdge: g.direct()[ord], LastUpdated: Date(&c.UpdatedAt), Entity: g.entities[ord],
	}
}

// First returns the snapshot with its first n nodes and the edges between them.
// The others count as dropped.
func (s *GraphSnapshot) First(n int) *GraphSnapshot {
	first, kept := *s, map[string]bool{}
	first.Nodes, first.Edges = s.Nodes[:n], nil
	for _, node := range first.Nodes {
		kept[node.ID] = true
	}
	for _, edge := range s.Edges {
		if kept[edge.SrcID] && kept[edge.DstID] {
			first.Edges = append(first.Edges, edge)
		}
	}
	dropped := make([]int, len(Kinds))
	for _, count := range s.Dropped {
		dropped[count.Kind.Rank()] = count.Count
	}
	for _, node := range s.Nodes[n:] {
		dropped[node.Kind.Rank()]++
	}
	first.Dropped = countsOf(dropped)
	first.DroppedEdges += len(s.Edges) - len(first.Edges)
	return &first
}

// countsOf are numbers by kind without those that are 0.
func countsOf(numbers []int) []KindCount {
	counts := []KindCount{}
	for rank, n := range numbers {
		if n > 0 {
			counts = append(counts, KindCount{Kinds[rank].Kind, n})
		}
	}
	return counts
}

// Tokens is what [GraphSnapshot.JSON] counts; 0 where the query had no counter.
func (s *GraphSnapshot) Tokens() int {
	if s.count == nil {
		return 0
	}
	return s.count(s.JSON())
}
