package outline

import (
	"cmp"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/inert"
	"dossier/graph/prompt"
	"dossier/graph/relevance/rank"
	"dossier/graph/relevance/subject"
	"dossier/graph/text"
)

// A Source is an entity whose people may know the answer to a question.
type Source struct {
	Member
	// Worth is how well the entity matches the question, relative to the best.
	Worth float64
}

// peopleWords ask for people.
var peopleWords = strings.Fields("who whom whose owner owners owns responsible maintainer maintainers")

// asksPeople reports whether a question asks for people. A long message
// contains such words by chance.
func (f *finding) asksPeople() bool {
	if f.isLong() {
		return false
	}
	for i, word := range f.asked.Words {
		if slices.Contains(peopleWords, word.Text) && !f.isRelative(i) {
			return true
		}
	}
	return false
}

// somebodyWords are before a clause about somebody: "anyone who needs it".
var somebodyWords = strings.Fields("anyone anybody someone somebody everyone everybody people person those")

// isRelative reports whether word i begins a clause about the word before it, and does
// not ask: "a product whose data could be reused", "residents who have a child".
func (f *finding) isRelative(i int) bool {
	words := f.asked.Words
	if i == 0 || words[i].Marks&text.Apart != 0 || !slices.Contains(relativeWords, words[i].Text) {
		return false
	}
	before := words[i-1].Text
	isNoun := f.stem(before) != "" && !rank.Asks(before)
	return slices.Contains(somebodyWords, before) || isNoun && (words[i].Text == "whose" || isPlural(before) && i > 1)
}

// relativeWords are those of peopleWords that may begin a clause.
var relativeWords = strings.Fields("who whom whose")

// The worth of a part that matches the question is that of its topic. The
// others have a share of it, and of the other members at most sourceMembers
// count for one person. By eye, on 12 questions over three graphs.
const (
	topicShare    = .6
	memberShare   = .15
	sourceMembers = 3
)

// maxSources is the maximum number of members of a group that are sources, by
// eye: it limits the cost.
const maxSources = 40

// The number of subjects that are no topics but sources, and their least share of
// the best score, by eye: a document may own nothing, and the tasks about it do.
const (
	furtherSources = 8
	furtherShare   = .4
)

// sources returns the entities whose people the question asks for: the topics,
// their parts that match it, their other members, and further subjects. It
// returns nil if the question does not ask for people, names one, or names an
// entity that edges join to people, or with a property that it asks for, because these
// are among the facts about it.
func (f *finding) sources(o *Outline, subjects []subject.Subject) []Source {
	if o.IsVague || !f.asksPeople() || o.Named && (slices.ContainsFunc(o.Topics, (*Topic).hasPeople) || slices.ContainsFunc(o.Topics, f.asksPropOf)) {
		return nil
	}
	var list []Source
	for _, t := range o.Topics {
		list = append(list, sourcesOf(t, o.relative(t))...)
	}
	for i := range subjects[:min(len(subjects), furtherSources)] {
		s := &subjects[i]
		isTopic := func(t *Topic) bool { return t.Doc == s.Doc }
		if s.Score < furtherShare*subjects[0].Score || slices.ContainsFunc(o.Topics, isTopic) {
			continue
		}
		for _, t := range f.appendTopic(nil, s) {
			t.Parts = f.partsOf(t)
			list = append(list, sourcesOf(t, topicShare*s.Score/subjects[0].Score)...)
		}
	}
	return list
}

// sourcesOf returns a topic, its parts and its members as sources.
func sourcesOf(t *Topic, worth float64) (list []Source) {
	add := func(m Member, share float64) { list = append(list, Source{m, worth * share}) }
	for _, part := range t.Parts {
		add(Member{Graph: t.Graph, Entity: part}, 1)
	}
	share := topicShare
	if graph.IsPerson(t.Entity) {
		share = 1
	}
	add(Member{Graph: t.Graph, Entity: t.Entity}, share)
	for _, group := range t.Groups {
		if group.Related || group.Kind.IsShared() || graph.IsPerson(t.Entity) {
			continue
		}
		for _, m := range group.Members[:min(len(group.Members), maxSources)] {
			add(m, memberShare)
		}
	}
	return list
}

// hasPeople reports whether the topic is a person, or edges join it to one.
func (t *Topic) hasPeople() bool {
	return graph.IsPerson(t.Entity) || slices.ContainsFunc(t.Groups, func(g Group) bool {
		return slices.ContainsFunc(g.Members, func(m Member) bool { return graph.IsPerson(m.Entity) })
	})
}

// knowsPeople reports whether a source has an owner, or is a person.
func (f *finding) knowsPeople(sources []Source) bool {
	return slices.ContainsFunc(sources, func(s Source) bool { return graph.IsPerson(s.Entity) || f.isOwned(s.Member) })
}

// A contact is a person, with the sources that name the person.
type contact struct {
	record  graph.Entity // nil if only a name is known
	graph   *graph.Graph
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

// The maximum number of people in a list of contacts, and of the reasons for
// each, by eye.
const (
	maxContacts = 6
	maxReasons  = 3
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
func (c *contact) add(s *Source, because []reason) {
	if s.Worth <= memberShare {
		if c.members++; c.members > sourceMembers {
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
		m := Member{Graph: c.graph, Entity: c.record}
		line.Item = p.item(m, p.relations(m))
	} else {
		line.Item.Label = graph.Line(c.name, graph.LabelLimit)
	}
	line.Item.Text = c.why()
	return line
}

// contactsOf returns the people of a source: the source itself, the owner in its
// props, and the people to whom edges join it.
func (p *planner) contactsOf(s *Source) (list []*contact) {
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

// groupsOf returns the groups of a topic. In addition to what is linked to it,
// they have the signals and insights whose texts name the topic and, if the
// question names it, what fields of records refer to. Of a person they also have
// what names the person as its owner in props, and other work whose texts name the
// person, as neighbours.
func (f *finding) groupsOf(t *Topic) []Group {
	groups, owned := groupsOf(t.Graph, t.Entity), f.ownedBy(t)
	others := slices.Clone(owned)
	if f.named != nil {
		others = append(others, referred(t.Graph, t.Entity)...)
	}
	for _, m := range others {
		groups = withMember(groups, m)
	}
	for _, m := range f.naming(t, func(kind graph.Kind) bool { return kind == graph.KindSignal || kind == graph.KindInsight }) {
		groups = withMember(groups, m)
	}
	if graph.IsPerson(t.Entity) || len(owned) > 0 {
		groups = withNaming(groups, f.naming(t, mayName))
	}
	return groups
}

// withMember returns groups with a part, unless they have it.
func withMember(groups []Group, m Member) []Group {
	c := m.Entity.Self()
	has := func(g Group) bool {
		return slices.ContainsFunc(g.Members, func(other Member) bool { return other.Entity.Self().ID == c.ID })
	}
	if c.Kind == graph.KindProject || c.IsScratch() || slices.ContainsFunc(groups, has) {
		return groups
	}
	for i := range groups {
		if g := &groups[i]; g.Kind == c.Kind && !g.Related {
			g.Members = byID(append(g.Members, m))
			return groups
		}
	}
	return withGroups(groups, map[graph.Kind][]Member{c.Kind: {m}}, false)
}

// withGroups returns groups with further ones of the given members, in order.
func withGroups(groups []Group, members map[graph.Kind][]Member, related bool) []Group {
	for kind, list := range members {
		groups = append(groups, Group{Kind: kind, Related: related, Members: byID(list)})
	}
	slices.SortStableFunc(groups, func(a, b Group) int { return cmp.Compare(a.place(), b.place()) })
	return groups
}

// idsOf returns the ids of the members of groups.
func idsOf(groups []Group) map[string]bool {
	ids := map[string]bool{}
	for _, g := range groups {
		for _, m := range g.Members {
			ids[m.Entity.Self().ID] = true
		}
	}
	return ids
}

// place returns the position of a group: related ones first, then by kind.
func (g *Group) place() int {
	place := slices.Index(kindOrder, g.Kind)
	if !g.Related {
		place += len(kindOrder)
	}
	return place
}

// isOwned reports whether an entity has an owner: in its props, or a person to
// whom an edge joins it.
func (f *finding) isOwned(m Member) bool {
	id := m.Entity.Self().ID
	if ord, known := m.Graph.Ordinal(id); known {
		for _, link := range m.Graph.Links(ord) {
			if graph.IsPerson(m.Graph.At(link.Other)) {
				return true
			}
		}
	}
	d, found := f.reader.Find(id)
	return found && slices.ContainsFunc(f.reader.Entry(d).Fields, func(field string) bool {
		name, isProp := strings.CutPrefix(field, propField)
		return isProp && graph.IsOwnerKey(name)
	})
}
