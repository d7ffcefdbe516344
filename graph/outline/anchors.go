package outline

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/relevance/subject"
	"dossier/graph/text"
)

// anchorEvidence is the least evidence of a name for an anchor, by eye: a
// version number has little, because every project has it. ordinaryEvidence is
// the least for the last word of an id, which may be a common word such as
// "data".
const (
	anchorEvidence   = .12
	ordinaryEvidence = .4
)

// isAnchor reports whether the question names a project, milestone or record
// with enough evidence to ask for its members, and not by a year or month.
func (f *finding) isAnchor(s *subject.Subject) bool {
	times := f.periodWords()
	if s.Last > s.First && !slices.ContainsFunc(f.asked.Words[s.First:s.Last], func(word text.Word) bool { return !slices.Contains(times, word.Text) }) {
		return false
	}
	kind, least := graph.Kind(f.reader.Entry(s.Doc).Kind), anchorEvidence
	if s.IsCode && s.Last-s.First == 1 && isOrdinary(f.asked.Words[s.First]) && kind != graph.KindProject {
		least = ordinaryEvidence
	}
	return s.Name >= least && kind.IsShared()
}

// anchors returns the projects, milestones and records that the question names.
// A project takes precedence over others of its name, and a name over those of other
// projects that are part of it. If the question names projects, only their milestones
// and records count. Of those with one name, only the ones in the project that the
// question calls count, if there are some.
func (f *finding) anchors(subjects []subject.Subject) []*Topic {
	var list []*Topic
	projects := map[int32]bool{}
	spans := map[[2]int]bool{}
	for i := range subjects {
		s := &subjects[i]
		kind := graph.Kind(f.reader.Entry(s.Doc).Kind)
		if !f.isAnchor(s) {
			continue
		}
		if kind == graph.KindProject {
			projects[s.Doc.Project], spans[[2]int{s.First, s.Last}] = true, true
		}
		list = f.appendTopic(list, s)
	}
	list = slices.DeleteFunc(slices.Clone(list), func(t *Topic) bool {
		return slices.ContainsFunc(list, func(other *Topic) bool { return t.isWithin(other) })
	})
	return slices.DeleteFunc(list, func(t *Topic) bool {
		if t.Entity.Self().Kind == graph.KindProject {
			return false
		}
		isElsewhere := t.Graph != f.called && slices.ContainsFunc(list, func(other *Topic) bool {
			return other.Graph == f.called && other.First == t.First && other.Last == t.Last
		})
		return spans[[2]int{t.First, t.Last}] || len(projects) > 0 && !projects[t.Doc.Project] || isElsewhere
	})
}

// isWithin reports whether the name of a topic is part of a longer one of another.
func (t *Topic) isWithin(other *Topic) bool {
	return other.First <= t.First && t.Last <= other.Last && t.Last-t.First < other.Last-other.First
}

// members returns the neighbours of milestones and records, what refers to them and
// what people own, or all entities of the projects if onlyProjects is set.
func (f *finding) members(anchors []*Topic, onlyProjects bool) []Member {
	var list []Member
	seen := map[string]bool{}
	add := func(g *graph.Graph, e graph.Entity) {
		if c := e.Self(); !seen[c.ID] && c.Kind != graph.KindProject && !c.IsScratch() {
			seen[c.ID] = true
			list = append(list, Member{Graph: g, Entity: e})
		}
	}
	for _, t := range anchors {
		ord, _ := t.Graph.Ordinal(t.Entity.Self().ID)
		switch {
		case onlyProjects:
			for _, e := range t.Graph.Entities() {
				add(t.Graph, e)
			}
		case t.Entity.Self().Kind != graph.KindProject:
			for _, link := range t.Graph.Links(ord) {
				add(t.Graph, t.Graph.At(link.Other))
			}
			for _, m := range slices.Concat(referred(t.Graph, t.Entity), f.ownedBy(t)) {
				add(m.Graph, m.Entity)
			}
		}
	}
	return list
}

// splitBy divides the groups of a list of several milestones or records into those of
// each, in the order of the question: one title for all would be wrong. If a person and a
// milestone have members in common, these are meant: "tasks of Ann in sprint 3".
func (f *finding) splitBy(anchors []*Topic, list *List) {
	if !areSeveral(anchors, graph.KindRecord, graph.KindMilestone) {
		return
	}
	slices.SortStableFunc(anchors, func(a, b *Topic) int { return a.First - b.First })
	var split, common []Group
	for _, group := range list.Groups {
		all := group
		all.Of = ""
		for _, t := range anchors {
			own := Group{Kind: group.Kind, Of: t.Entity.Self().Label, Members: f.belongingTo(t, group.Members)}
			if all.Members = f.belongingTo(t, all.Members); len(own.Members) > 0 {
				split = append(split, own)
			}
			all.Of = strings.TrimPrefix(all.Of+", of "+own.Of, ", of ")
		}
		if len(all.Members) > 0 {
			common = append(common, all)
		}
	}
	if list.Groups = split; len(common) > 0 && areUnlike(anchors) {
		list.Groups = common
	}
}

// areSeveral reports whether topics are of some kinds, and the question has a name for
// each.
func areSeveral(topics []*Topic, kinds ...graph.Kind) bool {
	named := map[int]bool{}
	for _, t := range topics {
		if !slices.Contains(kinds, t.Entity.Self().Kind) || named[t.First] {
			return false
		}
		named[t.First] = true
	}
	return len(topics) > 1
}

// belongingTo returns those of some members that belong to a milestone or record.
func (f *finding) belongingTo(t *Topic, members []Member) []Member {
	own := idsOf([]Group{{Members: f.members([]*Topic{t}, false)}})
	return slices.DeleteFunc(slices.Clone(members), func(m Member) bool { return !own[m.Entity.Self().ID] })
}

// areUnlike reports whether topics are a person and a milestone.
func areUnlike(topics []*Topic) bool {
	return len(topics) == 2 && graph.IsPerson(topics[0].Entity) != graph.IsPerson(topics[1].Entity) &&
		(topics[0].Entity.Self().Kind == graph.KindMilestone) != (topics[1].Entity.Self().Kind == graph.KindMilestone)
}

// headWords may follow the noun for what a question asks for.
var headWords = slices.Concat(placeWords, strings.Fields("that which whose"))

// isHead reports whether a word of the question is a plural noun before what chooses
// what it asks for, as in "features of the release" and "changes that came with it".
func (f *finding) isHead(word string) bool {
	next := slices.Index(f.words(), word) + 1
	return isPlural(word) && 0 < next && next < len(f.words()) && slices.Contains(headWords, f.words()[next])
}

// isBehindWhich reports whether a word is the plural noun for what a question asks for,
// as in "which options were turned down", which has another name for decisions.
func (f *finding) isBehindWhich(word string) bool {
	at := slices.Index(f.words(), word)
	return isPlural(word) && at > 0 && (f.words()[at-1] == "which" || f.words()[at-1] == "what")
}
