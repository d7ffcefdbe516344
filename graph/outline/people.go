package outline

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/outline/parts"
	"dossier/graph/outline/wording"
	"dossier/graph/relevance/rank"
	"dossier/graph/relevance/subject"
	"dossier/graph/text"
)

// A Source is an entity whose people may know the answer to a question.
type Source struct {
	parts.Member
	// Worth is how well the entity matches the question, relative to the best.
	Worth float64
	// IsOther reports whether the entity is a member of a topic that does not match
	// the question. Of these, few count for one person.
	IsOther bool
}

// peopleWords ask for people.
var peopleWords = strings.Fields("who whom whose owner owners owns responsible maintainer maintainers")

// asksPeople reports whether a question asks for people. A long message
// contains such words by chance.
func (a *asking) asksPeople() bool {
	if a.isLong() {
		return false
	}
	for i, word := range a.asked.Words {
		if slices.Contains(peopleWords, word.Text) && !a.isRelative(i) {
			return true
		}
	}
	return false
}

// somebodyWords are before a clause about somebody: "anyone who needs it".
var somebodyWords = strings.Fields("anyone anybody someone somebody everyone everybody people person those")

// isRelative reports whether word i begins a clause about the word before it, and does
// not ask: "a product whose data could be reused", "residents who have a child".
func (a *asking) isRelative(i int) bool {
	words := a.asked.Words
	if i == 0 || words[i].Marks&text.Apart != 0 || !slices.Contains(relativeWords, words[i].Text) {
		return false
	}
	before := words[i-1].Text
	isNoun := a.stem(before) != "" && !rank.Asks(before)
	return slices.Contains(somebodyWords, before) || isNoun && (words[i].Text == "whose" || wording.IsPlural(before) && i > 1)
}

// relativeWords are those of peopleWords that may begin a clause.
var relativeWords = strings.Fields("who whom whose")

// The worth of a part that matches the question is that of its topic. The
// others have a share of it. By eye, on 12 questions over three graphs.
const (
	topicShare  = .6
	memberShare = .15
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
func (d *describing) sources(o *Outline, subjects []subject.Subject) []Source {
	if o.IsVague || !d.asksPeople() ||
		o.Named && (slices.ContainsFunc(o.Topics, (*Topic).hasPeople) || slices.ContainsFunc(o.Topics, d.asksPropOf)) {
		return nil
	}
	var list []Source
	for _, t := range o.Topics {
		list = append(list, sourcesOf(t, o.Relative(t))...)
	}
	for i := range subjects[:min(len(subjects), furtherSources)] {
		s := &subjects[i]
		isTopic := func(t *Topic) bool { return t.Doc == s.Doc }
		if s.Score < furtherShare*subjects[0].Score || slices.ContainsFunc(o.Topics, isTopic) {
			continue
		}
		for _, t := range d.appendTopic(nil, s) {
			t.Parts = d.partsOf(t)
			list = append(list, sourcesOf(t, topicShare*s.Score/subjects[0].Score)...)
		}
	}
	return list
}

// sourcesOf returns a topic, its parts and its members as sources.
func sourcesOf(t *Topic, worth float64) (list []Source) {
	add := func(m parts.Member, share float64) { list = append(list, Source{Member: m, Worth: worth * share}) }
	for _, part := range t.Parts {
		add(parts.Member{Graph: t.Graph, Entity: part}, 1)
	}
	share := topicShare
	if graph.IsPerson(t.Entity) {
		share = 1
	}
	add(parts.Member{Graph: t.Graph, Entity: t.Entity}, share)
	for _, group := range t.Groups {
		if group.Related || group.Kind.IsShared() || graph.IsPerson(t.Entity) {
			continue
		}
		for _, m := range group.Members[:min(len(group.Members), maxSources)] {
			list = append(list, Source{m, worth * memberShare, true})
		}
	}
	return list
}

// hasPeople reports whether the topic is a person, or edges join it to one.
func (t *Topic) hasPeople() bool {
	return graph.IsPerson(t.Entity) || slices.ContainsFunc(t.Groups, func(g parts.Group) bool {
		return slices.ContainsFunc(g.Members, func(m parts.Member) bool { return graph.IsPerson(m.Entity) })
	})
}

// knowsPeople reports whether a source has an owner, or is a person.
func (d *describing) knowsPeople(sources []Source) bool {
	return slices.ContainsFunc(sources, func(s Source) bool { return graph.IsPerson(s.Entity) || d.isOwned(s.Member) })
}

// groupsOf returns the groups of a topic. In addition to what is linked to it,
// they have the signals and insights whose texts name the topic and, if the
// question names it, what fields of records refer to. Of a person they also have
// what names the person as its owner in props, and other work whose texts name the
// person, as neighbours.
func (d *describing) groupsOf(t *Topic) []parts.Group {
	groups, owned := parts.Of(t.Graph, t.Entity), d.ownedBy(t)
	others := slices.Clone(owned)
	if d.named != nil {
		others = append(others, parts.Referred(t.Graph, t.Entity)...)
	}
	for _, m := range others {
		groups = parts.WithMember(groups, m)
	}
	for _, m := range d.naming(t, func(kind graph.Kind) bool { return kind.Has(graph.Notes) && kind != graph.KindDocument }) {
		groups = parts.WithMember(groups, m)
	}
	if graph.IsPerson(t.Entity) || len(owned) > 0 {
		groups = withNaming(groups, d.naming(t, func(kind graph.Kind) bool { return kind.Has(graph.Concerns) }))
	}
	return groups
}

// isOwned reports whether an entity has an owner: in its props, or a person to
// whom an edge joins it.
func (l *library) isOwned(m parts.Member) bool {
	id := m.Entity.Self().ID
	if ord, known := m.Graph.Ordinal(id); known {
		for _, link := range m.Graph.Links(ord) {
			if graph.IsPerson(m.Graph.At(link.Other)) {
				return true
			}
		}
	}
	d, found := l.reader.Find(id)
	return found && slices.ContainsFunc(l.reader.Entry(d).Fields, func(field string) bool {
		name, isProp := strings.CutPrefix(field, propField)
		return isProp && graph.IsOwnerKey(name)
	})
}

// ownedBy returns the entities of all projects whose props name a person as the
// owner.
func (l *library) ownedBy(t *Topic) (list []parts.Member) {
	for i, g := range l.graphs {
		for _, e := range parts.Owned(l.reader.Indexes[i], g, t.Entity) {
			list = append(list, parts.Member{Graph: g, Entity: e})
		}
	}
	return list
}
