package memory

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"time"

	"dossier/graph"
)

// The maximum values of a snapshot's arguments.
const (
	MaxSnapshotDepth = 5
	maxSnapshotNodes = 1000
	maxSnapshotEdges = 2000
)

// A SnapshotQuery describes a part of a graph around an entity.
type SnapshotQuery struct {
	Root            string    // the id of the entity to start from, "" for the project
	Depth           int       // the maximum distance from the root, in edges
	MaxNodes        int       // at most MaxSnapshotNodes
	MaxEdges        int       // at most MaxSnapshotEdges
	MaxNodesPerKind int       // at most MaxSnapshotNodes
	Now             time.Time // the time at which scores are computed
	StopAtProject   bool      // do not continue from the project, unless it is the root

	MaxTokens int                         // the maximum of Text, 0 for none
	Count     func(string) int            // counts tokens; required for MaxTokens and [GraphSnapshot.Tokens]
	Text      func(*GraphSnapshot) string // the text that MaxTokens limits, [GraphSnapshot.JSON] if nil
}

// DefaultSnapshot returns a query for entities within two edges of the project.
func DefaultSnapshot(now time.Time, count func(string) int) SnapshotQuery {
	return SnapshotQuery{Depth: 2, MaxNodes: 60, MaxEdges: 80, MaxNodesPerKind: 10, Now: now, Count: count}
}

func (q *SnapshotQuery) check() error {
	for _, argument := range []struct {
		name        string
		value, high int
	}{
		{"depth", q.Depth, MaxSnapshotDepth}, {"maxNodes", q.MaxNodes, maxSnapshotNodes},
		{"maxEdges", q.MaxEdges, maxSnapshotEdges}, {"maxNodesPerKind", q.MaxNodesPerKind, maxSnapshotNodes},
	} {
		if err := graph.CheckRange(argument.name, argument.value, 1, argument.high); err != nil {
			return err
		}
	}
	if q.MaxTokens < 0 {
		return graph.BadInput("maxTokens", "%d is out of range; expected 1 or more", q.MaxTokens)
	}
	return nil
}

// A GraphSnapshot is a part of a project's graph: the entities that a
// breadth-first walk over edges in both directions reached from the root,
// within the limits of the query.
type GraphSnapshot struct {
	RootID       string            // of the entity where the walk started
	RootKind     graph.Kind        // of the entity where the walk started
	MaxDepth     int               // that of the query
	Nodes        []SnapshotNode    // in the order of selection, the root first
	Edges        []SnapshotEdge    // those of the walk, then the others between nodes
	Coverage     []KindCoverage    // of all kinds in the whole project
	Dropped      []graph.KindCount // reached entities that a limit excluded
	DroppedEdges int               // edges between nodes that a limit excluded
	Dangling     int               // edges of the project with a deleted end

	count func(string) int
}

// A SnapshotNode is an entity in a snapshot.
type SnapshotNode struct {
	ID          string       `json:"id"`           // of the entity
	Kind        graph.Kind   `json:"kind"`         // of the entity
	Name        string       `json:"name"`         // the label
	StateKey    *string      `json:"state_key"`    // null for kinds without states
	TypeKey     *string      `json:"type_key"`     // null for none
	DirectEdge  bool         `json:"direct_edge"`  // whether an edge joins it to the project
	LastUpdated string       `json:"last_updated"` // YYYY-MM-DD
	Depth       int          `json:"depth"`        // edges away from the root
	Entity      graph.Entity `json:"-"`
}

// A SnapshotEdge is an edge in a snapshot or on a path.
type SnapshotEdge struct {
	ID      string         `json:"id"`       // of the stored edge
	SrcID   string         `json:"src_id"`   // the source
	SrcKind graph.Kind     `json:"src_kind"` // of the source
	DstID   string         `json:"dst_id"`   // the target
	DstKind graph.Kind     `json:"dst_kind"` // of the target
	Rel     graph.Relation `json:"rel"`      // in its canonical form and direction
}

// Snapshot returns the part of the graph that a query describes. The error is
// NOT_FOUND for an unknown root, and names an argument that is out of range. It
// names maxTokens if the root alone exceeds that.
//
// A third of the nodes is reserved for the entities with the highest scores at
// any distance. The others are selected by distance, then by score, the latest
// change and id. The walk also continues from entities that a limit excludes.
func (g *Graph) Snapshot(q SnapshotQuery) (*GraphSnapshot, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	root, known := g.Ordinal(cmp.Or(q.Root, g.Revision.ProjectID))
	if !known {
		return nil, &graph.Error{
			Code: graph.CodeNotFound, Argument: "focusId", Text: fmt.Sprintf("no entity with id %s in the project %s", q.Root, g.Revision.ProjectID),
		}
	}
	w := newWalk(g, q)
	defer w.release()
	w.from(root)
	whole := w.snapshot(len(w.kept))
	if q.MaxTokens == 0 {
		return whole, nil
	}
	return w.fit(whole)
}

// fit returns the snapshot with the most nodes whose text is within MaxTokens.
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
	for ; most > 0; most-- { // token counts are not exactly monotonic
		if s := first(most); tokens(s) <= w.query.MaxTokens {
			return s, nil
		}
	}
	return nil, graph.BadInput("maxTokens", "%d is too few; the root alone takes %d", w.query.MaxTokens, tokens(first(1)))
}

// SnapshotEdge returns the edge with an id. If there is none, only the id is
// set.
func (s *edgeSet) SnapshotEdge(id string) SnapshotEdge {
	number, known := s.edgeNumber(id)
	if !known || s.EdgeAt(number).Deleted {
		return SnapshotEdge{ID: id}
	}
	return NewSnapshotEdge(s.EdgeAt(number))
}

// NewSnapshotEdge returns an edge in the form of snapshots.
func NewSnapshotEdge(e *graph.Edge) SnapshotEdge {
	return SnapshotEdge{e.ID, e.Src.ID, e.Src.Kind, e.Dst.ID, e.Dst.Kind, e.Rel}
}

// snapshot returns the result of the walk, with only the first n nodes.
func (w *walk) snapshot(n int) *GraphSnapshot {
	g, root := w.graph, w.graph.At(w.kept[0]).Self()
	s := &GraphSnapshot{
		RootID: root.ID, RootKind: root.Kind, MaxDepth: w.query.Depth,
		Coverage: g.Coverage(), Dangling: g.Dangling(), count: w.query.Count,
	}
	refused := slices.Clone(w.refused)
	for i, ord := range w.kept {
		if i >= n {
			refused[g.At(ord).Self().Kind.Rank()]++
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
		s.Edges[i] = NewSnapshotEdge(g.EdgeAt(edge))
	}
	return s
}

func (w *walk) node(ord int32) SnapshotNode {
	node := w.graph.SnapshotNode(ord)
	node.Depth = w.depth(ord)
	return node
}

// SnapshotNode returns the entity with an ordinal as a node. Its depth is 0.
func (g *Graph) SnapshotNode(ord int32) SnapshotNode {
	c := g.At(ord).Self()
	return SnapshotNode{
		ID: c.ID, Kind: c.Kind, Name: c.Label, StateKey: c.StateKey, TypeKey: c.TypeKey,
		DirectEdge: g.IsDirectAt(ord), LastUpdated: graph.Date(&c.UpdatedAt), Entity: g.At(ord),
	}
}

// First returns a snapshot with the first n nodes and the edges between them.
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
	dropped := make([]int, len(graph.Kinds))
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

// countsOf returns numbers by kind, without zeros.
func countsOf(numbers []int) []graph.KindCount {
	counts := []graph.KindCount{}
	for rank, n := range numbers {
		if n > 0 {
			counts = append(counts, graph.KindCount{Kind: graph.Kinds[rank].Kind, Count: n})
		}
	}
	return counts
}

// Tokens returns the number of tokens of [GraphSnapshot.JSON], 0 if the query
// has no Count.
func (s *GraphSnapshot) Tokens() int {
	if s.count == nil {
		return 0
	}
	return s.count(s.JSON())
}
