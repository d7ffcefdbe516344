package contextdoc

import (
	"slices"

	"dossier/graph"
	"dossier/graph/contextdoc/known"
	"dossier/graph/layout"
	"dossier/graph/relevance/rank"
)

// nodesOf returns the nodes of a plan: first its subjects, then the other
// entities in the order of their lines.
func nodesOf(plan *layout.Plan, amounts map[string]known.Amount, count func(string) int) []Node {
	n := &nodeList{at: map[string]int{}}
	for i, topic := range plan.Topics {
		used := slices.ContainsFunc(plan.Lines, func(l layout.Line) bool { return l.Topic == i })
		if topic.Entity != nil && used {
			node := n.node(topic.Entity, WhySubject, 0)
			node.Score, node.Tokens = plan.Scores[i], count(topic.String())
			node.ScoreParts = &rank.Parts{Text: plan.Scores[i]}
		}
	}
	headed := map[[2]int]bool{} // by topic and section
	for _, line := range plan.Lines {
		path := plan.Paths[line.Topic][line.Entity.Self().ID]
		why, distance := WhyEdge, max(len(path), 1)
		if topic := &plan.Topics[line.Topic]; topic.Entity == nil && topic.Count == 0 {
			why, distance = WhyMatch, 0 // one of the nearest texts
		}
		node := n.node(line.Entity, why, distance)
		if node.ScoreParts == nil { // an entity that is not a subject
			node.Path = path
			node.Score = plan.Scores[line.Topic]
			node.ScoreParts = &rank.Parts{Walk: node.Score}
		}
		node.Tokens += count(line.Text())
		if at := [2]int{line.Topic, line.Section}; line.Section >= 0 && !headed[at] {
			headed[at] = true
			n.head(plan, line, node, count)
		}
		if line.Quote != nil {
			node.quote(*line.Quote)
		}
	}
	for i := range n.nodes {
		if amount, is := amounts[n.nodes[i].Entity.Self().ID]; is {
			n.nodes[i].Form = formOf(amount)
		}
	}
	return n.nodes
}

// nodeList is a list with one node for each entity.
type nodeList struct {
	nodes []Node
	at    map[string]int // by id
}

// node returns the node of an entity. If there is none, it adds one with the
// reason and the distance.
func (n *nodeList) node(e graph.Entity, why Reason, distance int) *Node {
	id := e.Self().ID
	if at, known := n.at[id]; known {
		return &n.nodes[at]
	}
	n.at[id] = len(n.nodes)
	n.nodes = append(n.nodes, Node{Entity: e, Form: FormShort, Why: why, Distance: distance})
	return &n.nodes[len(n.nodes)-1]
}

// head adds the tokens of the heading above a line: of a section of a document to
// the node of that, of a list of parts to that of the subject.
func (n *nodeList) head(plan *layout.Plan, line layout.Line, node *Node, count func(string) int) {
	topic := plan.Topics[line.Topic]
	if !line.IsPassage && topic.Entity != nil {
		node = n.node(topic.Entity, WhySubject, 0)
	}
	node.Tokens += count(topic.Sections[line.Section].Heading().String())
}

// quote adds a passage to a node, or extends the last one if it is in the same
// section.
func (n *Node) quote(q layout.Quote) {
	if last := len(n.Passages) - 1; last >= 0 && n.Passages[last].Field == q.Field && slices.Equal(n.Passages[last].Heading, q.Headings) {
		n.Passages[last].End = q.End
		return
	}
	n.Passages = append(n.Passages, Passage{Field: q.Field, Heading: q.Headings, Start: q.Start, End: q.End})
}
