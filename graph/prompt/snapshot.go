package prompt

import (
	"fmt"
	"strings"

	"dossier/glyphs"
	"dossier/graph"
	"dossier/graph/inert"
	"dossier/graph/memory"
	"dossier/graph/view"
)

// aliasNode and aliasEdge are a node and an edge as a text includes them.
type aliasNode struct {
	ID          string     `json:"id"`
	Kind        graph.Kind `json:"kind"`
	Name        string     `json:"name"`
	StateKey    string     `json:"state_key,omitempty"`
	TypeKey     string     `json:"type_key,omitempty"`
	DirectEdge  bool       `json:"direct_edge,omitempty"`
	LastUpdated string     `json:"last_updated"`
	Depth       int        `json:"depth"`
}

type aliasEdge struct {
	Src string         `json:"src_id"`
	Dst string         `json:"dst_id"`
	Rel graph.Relation `json:"rel"`
}

// aliasName is the maximum length of a node's name, in characters; by eye.
const aliasName = 80

// aliased renders a snapshot as JSON with short aliases for ids, and their
// legend. It omits empty and false members, and coverage, which is elsewhere in
// the text.
func aliased(s Snapshot) (text, legend string) {
	aliases := make(map[string]string, len(s.Nodes))
	numbers := map[graph.Kind]int{}
	nodes := []aliasNode{}
	var entries []string
	for _, n := range s.Nodes {
		numbers[n.Kind]++
		alias := fmt.Sprintf("%s%d", aliasOf[n.Kind], numbers[n.Kind])
		aliases[n.ID] = alias
		entries = append(entries, alias+"="+s.shown(n.ID))
		if !s.Listed[n.ID] {
			nodes = append(nodes, aliasedNode(alias, n))
		}
	}
	edges := make([]aliasEdge, len(s.Edges))
	for i, e := range s.Edges {
		edges[i] = aliasEdge{aliases[e.SrcID], aliases[e.DstID], e.Rel}
	}
	text = glyphs.Shown(graph.EncodeObject(
		graph.EncodeMember("root_id", aliases[s.RootID]), graph.EncodeMember("root_kind", s.RootKind),
		graph.EncodeMember("max_depth", s.MaxDepth), graph.EncodeList("nodes", nodes), graph.EncodeList("edges", edges),
		graph.EncodeMember("dropped", s.DroppedCounts()),
	))
	return text, strings.Join(entries, " ")
}

// shown returns an id as displayed.
func (s Snapshot) shown(id string) string {
	if s.ShortID == nil {
		return id
	}
	return s.ShortID(id)
}

// snapshot returns the section with the graph around root, one piece for
// each node. A node after its line in another section appears only in the
// legend. There is none if the budget is too small for a graph.
func (o *overview) snapshot(of *view.Section) []*Chapter {
	if o.options.MaxTokens < o.options.graphFrom(of) {
		return nil
	}
	q := memory.DefaultSnapshot(o.options.Now, nil)
	q.Root, q.StopAtProject = o.entity.Self().ID, true
	if o.options.Within != nil {
		q.Depth = min(max(*o.options.Within, 1), memory.MaxSnapshotDepth)
	}
	whole, err := o.graph.Snapshot(q)
	if o.err = err; err != nil || len(whole.Nodes) < 2 { // the root alone is of no use
		return nil
	}
	s := &Chapter{name: "graph", heading: titled(of.Heading)}
	for i := range whole.Nodes {
		line, rest := nodeLines(whole, i)
		s.pieces = append(s.pieces, &Piece{made: Text{line + rest}, said: Text{rest}, entity: whole.Nodes[i].Entity, rank: float64(i)})
	}
	s.blocks = func(shown []*Piece, said map[string]bool) []Block {
		return []Block{Snapshot{whole.First(len(shown)), said, o.options.ShortID}}
	}
	return []*Chapter{s}
}

// nodeLines returns approximately the text that the node adds to a snapshot: its
// line, and its edges to earlier nodes with its entry in the legend. For the
// first node, rest includes the text around the nodes and edges.
func nodeLines(s *memory.GraphSnapshot, at int) (line, rest string) {
	node := s.Nodes[at]
	before := map[string]bool{}
	for _, other := range s.Nodes[:at+1] {
		before[other.ID] = true
	}
	alias := aliasOf[node.Kind] + "10"
	line = graph.EncodeJSON(aliasedNode(alias, node)) + ",\n"
	rest = alias + "=12345678 "
	for _, edge := range s.Edges {
		if (edge.SrcID == node.ID || edge.DstID == node.ID) && before[edge.SrcID] && before[edge.DstID] {
			rest += graph.EncodeJSON(aliasEdge{alias, alias, edge.Rel}) + ",\n"
		}
	}
	if at == 0 {
		rest += Markdown(Snapshot{GraphSnapshot: &memory.GraphSnapshot{RootKind: s.RootKind, Dropped: s.Dropped}})
	}
	return line, rest
}

func aliasedNode(alias string, n memory.SnapshotNode) aliasNode {
	return aliasNode{
		alias, n.Kind, inert.Line(graph.Line(n.Name, aliasName)), graph.Or(n.StateKey, ""), graph.Or(n.TypeKey, ""), n.DirectEdge, n.LastUpdated,
		n.Depth,
	}
}

// aliasOf has the prefix of each kind's aliases: the shortest prefix of its
// name that no earlier kind uses.
var aliasOf = func() map[graph.Kind]string {
	prefixes, used := map[graph.Kind]string{}, map[string]bool{}
	for _, spec := range graph.Kinds {
		length := 1
		for used[string(spec.Kind[:length])] {
			length++
		}
		prefixes[spec.Kind] = string(spec.Kind[:length])
		used[prefixes[spec.Kind]] = true
	}
	return prefixes
}()
