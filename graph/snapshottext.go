package graph

import (
	"fmt"
	"strings"
)

// JSON is the snapshot as compact JSON, a node or an edge to a line: root_id,
// root_kind, max_depth, nodes, edges, coverage, dropped.
func (s *GraphSnapshot) JSON() string {
	return object(
		member("root_id", s.RootID), member("root_kind", s.RootKind), member("max_depth", s.MaxDepth),
		list("nodes", s.Nodes), list("edges", s.Edges), list("coverage", s.Coverage), member("dropped", s.dropped()),
	)
}

type droppedJSON struct {
	Nodes map[Kind]int `json:"nodes"` // encoded in the order of their names
	Edges int          `json:"edges"`
}

func (s *GraphSnapshot) dropped() droppedJSON {
	dropped := droppedJSON{map[Kind]int{}, s.DroppedEdges}
	for _, count := range s.Dropped {
		dropped.Nodes[count.Kind] = count.Count
	}
	return dropped
}

// aliasNode and aliasEdge are what a prompt needs of a node and an edge.
type aliasNode struct {
	ID          string `json:"id"`
	Kind        Kind   `json:"kind"`
	Name        string `json:"name"`
	StateKey    string `json:"state_key,omitempty"`
	TypeKey     string `json:"type_key,omitempty"`
	DirectEdge  bool   `json:"direct_edge,omitempty"`
	LastUpdated string `json:"last_updated"`
	Depth       int    `json:"depth"`
}

type aliasEdge struct {
	Src string   `json:"src_id"`
	Dst string   `json:"dst_id"`
	Rel Relation `json:"rel"`
}

// Aliased is the snapshot as JSON for a prompt: entities go by short aliases,
// of which the legend tells the ids, what is empty or false is left out, and
// coverage is a table, which only the snapshot around a project has.
func (s *GraphSnapshot) Aliased() (text, legend string) {
	aliases := make(map[string]string, len(s.Nodes))
	numbers := map[Kind]int{}
	nodes := make([]aliasNode, len(s.Nodes))
	var entries []string
	for i, n := range s.Nodes {
		numbers[n.Kind]++
		alias := fmt.Sprintf("%s%d", aliasOf[n.Kind], numbers[n.Kind])
		aliases[n.ID] = alias
		entries = append(entries, alias+"="+n.ID)
		nodes[i] = aliasNode{alias, n.Kind, Line(n.Name, 80), deref(n.StateKey), deref(n.TypeKey), n.DirectEdge, n.LastUpdated, n.Depth}
	}
	edges := make([]aliasEdge, len(s.Edges))
	for i, e := range s.Edges {
		edges[i] = aliasEdge{aliases[e.SrcID], aliases[e.DstID], e.Rel}
	}
	members := []string{
		member("root_id", aliases[s.RootID]), member("root_kind", s.RootKind), member("max_depth", s.MaxDepth),
		list("nodes", nodes), list("edges", edges),
	}
	if s.RootKind == KindProject {
		members = append(members, list("coverage", s.coverageTable()))
	}
	return object(append(members, member("dropped", s.dropped()))...), strings.Join(entries, " ")
}

func (s *GraphSnapshot) coverageTable() [][]any {
	table := [][]any{{"kind", "total", "direct", "linked", "unlinked", "orphaned"}}
	for _, c := range s.Coverage {
		if c.Total > 0 && c.Kind != KindProject {
			table = append(table, []any{c.Kind, c.Total, c.Direct, c.Linked, c.Unlinked, c.Orphaned})
		}
	}
	return table
}

// aliasOf is what the aliases of a kind begin with: the shortest part of its
// name that no kind before it has.
var aliasOf = func() map[Kind]string {
	prefixes, used := map[Kind]string{}, map[string]bool{}
	for _, spec := range Kinds {
		length := 1
		for used[string(spec.Kind[:length])] {
			length++
		}
		prefixes[spec.Kind] = string(spec.Kind[:length])
		used[prefixes[spec.Kind]] = true
	}
	return prefixes
}()

func object(members ...string) string { return "{" + strings.Join(members, ",\n") + "}" }

func member(name string, value any) string { return `"` + name + `":` + EncodeJSON(value) }

// list is a member that holds a list, an item to a line.
func list[T any](name string, items []T) string {
	lines := make([]string, len(items))
	for i, item := range items {
		lines[i] = "\n" + EncodeJSON(item)
	}
	return `"` + name + `":[` + strings.Join(lines, ",") + "]"
}
