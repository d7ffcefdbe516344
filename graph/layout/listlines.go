package layout

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/inert"
	"dossier/graph/outline"
	"dossier/graph/outline/parts"
	"dossier/graph/prompt"
	"dossier/graph/searchtext"
)

// firstOfGroup is the number of members of each group of a list that precede
// the others of all groups, by eye: the answer to "what changed" in 500 tokens had
// seven signals and no task.
const firstOfGroup = 3

// firstOfDivision is firstOfGroup of a divided list, of which the numbers are asked.
const firstOfDivision = 1

// list adds the groups of a list, which may have all entities of a project.
func (p *planner) list(list *outline.List) {
	first := len(p.plan.Topics)
	most := firstOfGroup
	for _, group := range list.Groups {
		if group.Value != "" {
			most = firstOfDivision
		}
		p.plan.Topics = append(p.plan.Topics, prompt.Topic{Name: prompt.Name{Label: inert.Line(group.Title)}, Count: len(group.Members)})
		p.plan.Scores = append(p.plan.Scores, 1)
		p.plan.Paths = append(p.plan.Paths, nil)
	}
	for i, group := range list.Groups {
		p.listMembers(group.Members[:min(len(group.Members), most)], first+i)
	}
	for i, group := range list.Groups {
		p.listMembers(group.Members[min(len(group.Members), most):], first+i)
	}
	p.listNames()
	p.listDetails()
}

// listNames adds the ids and the facts of the members, which the names of all precede:
// a list of 49 decisions is whole in 500 tokens without them, and ended after 33 with
// them.
func (p *planner) listNames() {
	at := make([]int, len(p.plan.Topics))
	for _, line := range p.plan.Lines {
		if name := p.named[line.Entity.Self().ID]; name != nil {
			p.put(Line{Topic: line.Topic, Section: -1, Entity: line.Entity, Rename: name, ItemAt: at[line.Topic]})
		}
		at[line.Topic]++
	}
}

// listMembers adds members of a group of a list to a topic.
func (p *planner) listMembers(members []parts.Member, topic int) {
	most := cmp.Or(p.style.Listed, math.MaxInt)
	for _, m := range members[:max(0, min(len(members), most-len(p.plan.Lines)))] {
		if p.isFull() {
			p.put(Line{Entity: m.Entity})
			continue
		}
		relations := p.relations(m)
		p.put(Line{Topic: topic, Section: -1, Entity: m.Entity, Item: p.listItem(m, relations), Answers: len(relations) > 0})
	}
}

// listItem returns the item of a member of a list with its first facts, and without an
// id but that of a tracker, and keeps its name with all.
func (p *planner) listItem(m parts.Member, relations []string) prompt.Item {
	item := p.itemOf(m, relations, p.style.ListFacts)
	named := item.Name
	e := p.inFull(m.Entity)
	if strings.HasPrefix(e.Self().ID, named.ID) {
		item.ID = "" // that of a tracker is part of the answer
	}
	item.Facts = p.style.FirstFacts(m.Graph, e)
	item.Facts = append(item.Facts, shown(&m, e, item.Facts)...)
	if named.ID != item.ID || !slices.Equal(named.Facts, item.Facts) {
		p.named[m.Entity.Self().ID] = &named
	}
	return item
}

// shown returns the shown fields of a member with their values, unless a fact is
// the same.
func shown(m *parts.Member, e graph.Entity, facts []string) (values []string) {
	fields := e.Self().Props
	if record, ok := e.(*graph.Record); ok {
		fields = record.Fields
	}
	for _, field := range searchtext.Values(fields) {
		value := graph.Line(field.Text, outline.ShownValue)
		named := inert.Line(field.Name + " " + value)
		if slices.Contains(m.Shown, field.Name) && value != "" && !slices.Contains(facts, value) && !slices.Contains(facts, named) {
			values = append(values, named)
		}
	}
	return values
}
