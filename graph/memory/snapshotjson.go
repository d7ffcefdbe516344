package memory

import (
	"dossier/glyphs"
	"dossier/graph"
)

// JSON returns the snapshot as compact JSON, with one node or edge per line:
// root_id, root_kind, max_depth, nodes, edges, coverage, dropped.
func (s *GraphSnapshot) JSON() string {
	return glyphs.Shown(graph.EncodeObject(
		graph.EncodeMember("root_id", s.RootID), graph.EncodeMember("root_kind", s.RootKind), graph.EncodeMember("max_depth", s.MaxDepth),
		graph.EncodeList("nodes", s.Nodes), graph.EncodeList("edges", s.Edges), graph.EncodeList("coverage", s.Coverage),
		graph.EncodeMember("dropped", s.DroppedCounts()),
	))
}

// DroppedCounts are the numbers of nodes and edges that the limits of a
// snapshot excluded.
type DroppedCounts struct {
	Nodes map[graph.Kind]int `json:"nodes"` // encoded in the order of their names
	Edges int                `json:"edges"` // between nodes
}

// DroppedCounts returns the numbers of nodes and edges that the limits
// excluded.
func (s *GraphSnapshot) DroppedCounts() DroppedCounts {
	dropped := DroppedCounts{map[graph.Kind]int{}, s.DroppedEdges}
	for _, count := range s.Dropped {
		dropped.Nodes[count.Kind] = count.Count
	}
	return dropped
}
