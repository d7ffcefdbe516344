package graph

import "dossier/glyphs"

// JSON returns the snapshot as compact JSON, with one node or edge per line:
// root_id, root_kind, max_depth, nodes, edges, coverage, dropped.
func (s *GraphSnapshot) JSON() string {
	return glyphs.Shown(EncodeObject(
		EncodeMember("root_id", s.RootID), EncodeMember("root_kind", s.RootKind), EncodeMember("max_depth", s.MaxDepth),
		EncodeList("nodes", s.Nodes), EncodeList("edges", s.Edges), EncodeList("coverage", s.Coverage),
		EncodeMember("dropped", s.DroppedCounts()),
	))
}

// DroppedCounts are the numbers of nodes and edges that the limits of a
// snapshot excluded.
type DroppedCounts struct {
	Nodes map[Kind]int `json:"nodes"` // encoded in the order of their names
	Edges int          `json:"edges"` // between nodes
}

// DroppedCounts returns the numbers of nodes and edges that the limits
// excluded.
func (s *GraphSnapshot) DroppedCounts() DroppedCounts {
	dropped := DroppedCounts{map[Kind]int{}, s.DroppedEdges}
	for _, count := range s.Dropped {
		dropped.Nodes[count.Kind] = count.Count
	}
	return dropped
}
