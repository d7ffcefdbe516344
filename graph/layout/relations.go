package layout

import (
	"fmt"

	"dossier/graph"
	"dossier/graph/inert"
	"dossier/graph/outline/parts"
)

// relationLabel is the maximum length of a label in a relation, in characters,
// by eye.
const relationLabel = 60

// maxRelations is the maximum number of edges in the line of a member, by eye: a
// milestone may be the target of 100 tasks.
const maxRelations = 6

// relations returns the edges of a member that the question asks for, in the
// words and direction of the member. Of several edges by which one of two
// entities waits for the other, it returns one. It leaves out done ones for which the
// member does not wait any more, unless there are no others. Of many edges it returns the
// first and the number of the others.
func (w *writer) relations(m parts.Member) []string {
	ord, known := m.Graph.Ordinal(m.Entity.Self().ID)
	if !known || m.Relation != "" {
		return nil
	}
	var list, done []string
	at := map[waiting]int{}
	for _, link := range m.Graph.Links(ord) {
		between := m.Graph.EdgeAt(link.Edge)
		rel := between.Rel
		if !w.style.Relation(rel) {
			continue
		}
		text := between.Label(link.Direction()) + " " + inert.Line(graph.Line(m.Graph.At(link.Other).Self().Label, relationLabel))
		edge := waiting{link.Other, m.Graph.Takes(graph.TaskDependsOn, link), m.Graph.Takes(graph.TaskDependents, link)}
		first, again := at[edge]
		switch {
		case edge.waits && m.Graph.At(link.Other).Self().IsOver() && !m.Entity.Self().IsOver():
			done = append(done, text)
		case !again || !edge.waits && !edge.awaited:
			at[edge] = len(list)
			list = append(list, text)
		case rel == graph.RelBlocks: // says the most
			list[first] = text
		}
	}
	if len(list) == 0 {
		list = done
	}
	if more := len(list) - maxRelations; more > 1 {
		list = append(list[:maxRelations], fmt.Sprintf("and %d more", more))
	}
	return list
}

// waiting is the sense of an edge of an entity: whether it waits for the other,
// or the other for it.
type waiting struct {
	other          int32
	waits, awaited bool
}
