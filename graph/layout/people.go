package layout

import (
	"cmp"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/inert"
	"dossier/graph/memory"
	"dossier/graph/outline"
	"dossier/graph/outline/parts"
	"dossier/graph/prompt"
)

// A contact is a person, with the sources that name the person.
type contact struct {
	record  graph.Entity // nil if only a name is known
	graph   *memory.Graph
	name    string
	worth   float64
	members int // of topics, which count little
	because []reason
	source  graph.Entity // the first
}

// A reason is an edge between a person and a source, or an owner's name in the
// source.
type reason struct{ relation, label string }

// why returns the reasons in words, those of a relation together.
func (c *contact) why() string {
	var list strings.Builder
	relation := ""
	for _, r := range c.because {
		if list.Len() > 0 {
			list.WriteString(", ")
		}
		if r.relation != relation {
			list.WriteString(r.relation + " ")
			relation = r.relation
		}
		list.WriteString(r.label)
	}
	return list.String()
}

// The maximum number of people in a list of contacts, of the reasons for each, and
// of the other members of topics that count for one person, by eye.
const (
	maxContacts = 6
	maxReasons  = 3
	maxMembers  = 3
)

// people adds the list of the people whom the sources name, the best first.
func (p *planner) people() {
	var contacts []*contact
	byKey := map[string]*contact{}
	for i := range p.outline.Sources {
		s := &p.outline.Sources[i]
		for _, one := range p.contactsOf(s) {
			key := cmp.Or(one.name, "?")
			if one.record != nil {
				key = one.record.Self().ID
			}
			known := byKey[key]
			because := one.because
			if known == nil {
				known, one.because = one, nil
				byKey[key], contacts = known, append(contacts, known)
			}
			known.add(s, because)
		}
	}
	if len(contacts) == 0 {
		return
	}
	slices.SortStableFunc(contacts, func(a, b *contact) int { return cmp.Compare(b.worth, a.worth) })
	p.plan.Topics = append(p.plan.Topics, prompt.Topic{Name: prompt.Name{Label: "People"}, Count: len(contacts)})
	p.plan.Scores, p.plan.Paths = append(p.plan.Scores, 1), append(p.plan.Paths, nil)
	for _, c := range contacts[:min(len(contacts), maxContacts)] {
		p.put(p.contactLine(c))
	}
}

// add adds what a source says about the contact.
func (c *contact) add(s *outline.Source, because []reason) {
	if s.IsOther {
		if c.members++; c.members > maxMembers {
			return
		}
	}
	c.worth += s.Worth
	for _, r := range because {
		if len(c.because) < maxReasons && !slices.Contains(c.because, r) {
			c.because = append(c.because, r)
		}
	}
}

func (p *planner) contactLine(c *contact) Line {
	line := Line{Topic: len(p.plan.Topics) - 1, Section: -1, Entity: c.source, Answers: true}
	if c.record != nil {
		line.Entity = c.record
		m := parts.Member{Graph: c.graph, Entity: c.record}
		line.Item = p.item(m, p.relations(m))
	} else {
		line.Item.Label = graph.Line(c.name, graph.LabelLimit)
	}
	line.Item.Text = c.why()
	return line
}

// contactsOf returns the people of a source: the source itself, the owner in its
// props, and the people to whom edges join it.
func (p *planner) contactsOf(s *outline.Source) (list []*contact) {
	e := p.inFull(s.Entity)
	if graph.IsPerson(e) {
		return []*contact{{record: e, graph: s.Graph}}
	}
	label := inert.Line(graph.Line(e.Self().Label, relationLabel))
	add := func(record graph.Entity, name, relation string) {
		list = append(list, &contact{record: record, graph: s.Graph, name: name, source: e, because: []reason{{relation, label}}})
	}
	if name := graph.NamedOwner(e); name != "" {
		add(s.Graph.Person(name), name, "owner of")
	}
	ord, known := s.Graph.Ordinal(e.Self().ID)
	if !known {
		return list
	}
	for _, link := range s.Graph.Links(ord) {
		other := s.Graph.At(link.Other)
		isKnown := slices.ContainsFunc(list, func(c *contact) bool { return c.record != nil && c.record.Self().ID == other.Self().ID })
		if !graph.IsPerson(other) || isKnown {
			continue
		}
		back := graph.Incoming
		if link.Direction() == graph.Incoming {
			back = graph.Outgoing
		}
		add(other, "", s.Graph.EdgeAt(link.Edge).Label(back))
	}
	return list
}
