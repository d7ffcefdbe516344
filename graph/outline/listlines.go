package outline

import (
	"cmp"
	"math"

	"dossier/graph/prompt"
)

// firstOfGroup is the number of members of each group of a list that precede
// the others of all groups, by eye: the answer to "what changed" in 500 tokens had
// seven signals and no task.
const firstOfGroup = 3

// firstOfDivision is firstOfGroup of a divided list, of which the numbers are asked.
const firstOfDivision = 1

// list adds the groups of a list, which may have all entities of a project.
func (p *planner) list(list *List) {
	first := len(p.plan.Topics)
	most := firstOfGroup
	for i, group := range list.Groups {
		if group.Value != "" {
			most = firstOfDivision
		}
		p.plan.Topics = append(p.plan.Topics, prompt.Topic{Name: prompt.Name{Label: list.titleOf(i)}, Count: len(group.Members)})
		p.plan.Scores = append(p.plan.Scores, 1)
		p.plan.Paths = append(p.plan.Paths, nil)
	}
	for i, group := range list.Groups {
		p.listMembers(group.Members[:min(len(group.Members), most)], first+i)
	}
	for i, group := range list.Groups {
		p.listMembers(group.Members[min(len(group.Members), most):], first+i)
	}
	p.listDetails()
}

// listMembers adds members of a group of a list to a topic.
func (p *planner) listMembers(members []Member, topic int) {
	most := cmp.Or(p.style.Listed, math.MaxInt)
	for _, m := range members[:max(0, min(len(members), most-len(p.plan.Lines)))] {
		if p.isFull() {
			p.put(Line{Entity: m.Entity})
			continue
		}
		p.put(Line{Topic: topic, Section: -1, Entity: m.Entity, Item: p.item(m), Answers: len(p.relations(m)) > 0})
	}
}
