package contextdoc

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/pack"
	"dossier/graph/projects"
	"dossier/graph/prompt"
	"dossier/graph/relevance/rank"
)

// maxOmitted is how many of the entities that did not fit are listed.
const maxOmitted = 10

// included returns the block with the passages and links that were packed. A
// passage whose section begins with one that was not has the section's heading,
// in a body that is not roomy only if it is below the heading of another.
func (e *entry) included(p pack.Packed, isRoomy bool) prompt.Entry {
	block := e.block
	block.Passages, block.Links = nil, nil
	last, heading := -1, ""
	for k, picked := range p.Picked {
		if picked {
			passage := e.block.Passages[k]
			passage.Gap = last != k-1
			if section := e.sections[k]; section != "" && passage.Heading == "" && section != heading && (isRoomy || heading != "") {
				passage.Heading, passage.Before = section, "\n"
			}
			heading = cmp.Or(passage.Heading, heading)
			block.Passages = append(block.Passages, passage)
			last = k
		}
	}
	for _, line := range p.Related { // in the order of packing
		k := slices.IndexFunc(e.candidate.Related, func(r pack.Related) bool { return r.Text == line })
		block.Links = append(block.Links, e.block.Links[k])
	}
	return block
}

// node returns the node of a packed entity.
func (x *entries) node(p pack.Packed) Node {
	node, g := x.nodes[p.Candidate], x.graph(p.Candidate)
	return Node{
		Entity: g.Entity(node.ID), Form: forms[p.Level], Tokens: p.Tokens, Score: node.Score, ScoreParts: &node.Parts,
		Distance: node.Distance, Path: pathOf(g, node), Why: Reason(strings.ToUpper(string(node.Why))),
	}
}

var forms = map[pack.Level]Form{pack.Full: FormFull, pack.Short: FormShort, pack.Name: FormName}

// pathOf returns the stored edges on the path to a node. Steps by mentions are
// left out; the node's reason names them.
func pathOf(g *memory.Graph, node rank.Node) []memory.SnapshotEdge {
	var path []memory.SnapshotEdge
	for _, step := range node.Path {
		if step.Via != rank.ViaEdge {
			continue
		}
		if edge := g.SnapshotEdge(step.Edge.ID); edge.SrcID != "" { // "" if the edge was written after the graph was read
			path = append(path, edge)
		}
	}
	return path
}

// counts returns the numbers of the entities of a ranking, by kind.
func (f *ranking) counts() []graph.KindCount {
	var list []graph.KindCount
	for kind, n := range f.answer.Kinds {
		if n > 0 {
			list = append(list, graph.KindCount{Kind: graph.Kind(kind), Count: n})
		}
	}
	slices.SortFunc(list, func(a, b graph.KindCount) int {
		return cmp.Or(cmp.Compare(a.Kind.Rank(), b.Kind.Rank()), cmp.Compare(a.Kind, b.Kind))
	})
	return list
}

// best returns the first entities of a ranking, at most [maxOmitted].
func (f *ranking) best(of projects.Set) []graph.Entity {
	var list []graph.Entity
	for _, node := range f.answer.Nodes[:min(len(f.answer.Nodes), maxOmitted)] {
		list = append(list, of[node.Project].Graph.Entity(node.ID))
	}
	return list
}

// footer returns the line that summarizes how the body was found.
func (x *entries) footer(d *draft) string {
	nodes := fmt.Sprintf("%d nodes", len(d.nodes))
	if !d.listed {
		nodes += fmt.Sprintf(" of %d found", max(len(d.nodes), x.found.answer.Found))
	}
	return fmt.Sprintf("%s · lens %s · depth %d", nodes, x.style.Lens.Name, x.style.depth)
}

// more returns the number of omitted entities in words: "… and 37 more, 21 of
// them requirements"; "" for none.
func more(omitted []graph.KindCount) string {
	if len(omitted) == 0 {
		return ""
	}
	total := 0
	for _, count := range omitted {
		total += count.Count
	}
	most := slices.MaxFunc(omitted, func(a, b graph.KindCount) int { return cmp.Compare(a.Count, b.Count) })
	text := fmt.Sprintf("… and %d more", total)
	switch most.Count {
	case 1:
		return text
	case total:
		return text + ", all of them " + graph.SpecOf(most.Kind).Plural
	default:
		return fmt.Sprintf("%s, %d of them %s", text, most.Count, graph.SpecOf(most.Kind).Plural)
	}
}
