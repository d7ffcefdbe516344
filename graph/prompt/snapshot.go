package prompt

import (
	"fmt"
	"strings"

	"dossier/graph"
)

// aliasNode and aliasEdge are what a text needs of a node and an edge.
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

// aliasName is how many characters of a name a node has, by eye.
const aliasName = 80

// aliased returns a snapshot as JSON with short aliases for ids, and the legend
// of these. Empty and false members are left out. Coverage is a table, and only
// the snapshot around a project has it.
func aliased(s *graph.GraphSnapshot) (text, legend string) {
	aliases := make(map[string]string, len(s.Nodes))
	numbers := map[graph.Kind]int{}
	nodes := make([]aliasNode, len(s.Nodes))
	var entries []string
	for i, n := range s.Nodes {
		numbers[n.Kind]++
		alias := fmt.Sprintf("%s%d", aliasOf[n.Kind], numbers[n.Kind])
		aliases[n.ID] = alias
		entries = append(entries, alias+"="+n.ID)
		nodes[i] = aliasNode{
			alias, n.Kind, graph.Line(n.Name, aliasName), optional(n.StateKey), optional(n.TypeKey),
			n.DirectEdge, n.LastUpdated, n.Depth,
		}
	}
	edges := make([]aliasEdge, len(s.Edges))
	for i, e := range s.Edges {
		edges[i] = aliasEdge{aliases[e.SrcID], aliases[e.DstID], e.Rel}
	}
	members := []string{
		graph.EncodeMember("root_id", aliases[s.RootID]), graph.EncodeMember("root_kind", s.RootKind),
		graph.EncodeMember("max_depth", s.MaxDepth), graph.EncodeList("nodes", nodes), graph.EncodeList("edges", edges),
	}
	if s.RootKind == graph.KindProject {
		members = append(members, graph.EncodeList("coverage", coverageTable(s)))
	}
	members = append(members, graph.EncodeMember("dropped", s.DroppedCounts()))
	return graph.EncodeObject(members...), strings.Join(entries, " ")
}

func coverageTable(s *graph.GraphSnapshot) [][]any {
	table := [][]any{{"kind", "total", "direct", "linked", "unlinked", "orphaned"}}
	for _, c := range s.Coverage {
		if c.Total > 0 && c.Kind != graph.KindProject {
			table = append(table, []any{c.Kind, c.Total, c.Direct, c.Linked, c.Unlinked, c.Orphaned})
		}
	}
	return table
}

// aliasOf are what the aliases of a kind begin with: the shortest beginning of
// its name that no kind before it has.
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
