// Package outline decides what a document says about the subjects of a question:
// the facts about each, the parts that the question asks for, the sections of
// its documents that answer it, and lists of what has something in common. It
// puts this into lines by worth, of which a budget takes the first ones.
package outline

import (
	"slices"
	"time"

	"dossier/graph"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/passage"
	"dossier/graph/relevance/rank"
	"dossier/graph/relevance/subject"
	"dossier/graph/searchtext"
)

// Outline is what was found for a question.
type Outline struct {
	// Topics are its subjects, the best first.
	Topics []*Topic
	// Named reports whether the question names its subjects. If it does not,
	// they are the likeliest.
	Named bool
	// List is what a question asks for by what it has in common, nil for none.
	List *List
	// Confidence is how sure it is that the graph has an answer.
	Confidence Confidence
}

// Topic is a subject of a question.
type Topic struct {
	subject.Subject
	Graph  *graph.Graph
	Entity graph.Entity
	// Part is the part of it that the question nearly names, nil for none.
	Part graph.Entity
	// Groups are its parts and neighbours by kind.
	Groups []Group
	// Documents are the entities whose sections are read: itself, and the
	// documents that are its parts.
	Documents []graph.Entity
	// Passages are the sections that answer the question, the best first.
	Passages []passage.Passage
}

// Params are the constants of outlines.
type Params struct {
	Subject subject.Params
	Passage passage.Params
	// Subjects is the number of subjects that are looked at, Topics that of the
	// ones a document is about.
	Subjects, Topics int
	// Share is the share of the best score from which on further named subjects
	// are topics, Likely the same of subjects that are not named.
	Share, Likely float64
	// Part is the share of a part's title from which on the question nearly names
	// the part.
	Part float64
	// Documents is the number of a topic's documents whose sections are read.
	Documents int
}

// Defaults returns the constants in use.
func Defaults() Params {
	return Params{
		Subject: subject.Defaults(), Passage: passage.Defaults(),
		Subjects: 60, // by eye: bounds the cost
		Topics:   4,  // by eye
		Share:    .45, Likely: .6,
		Part: .6, Documents: 5, // by eye
	}
}

// Find finds what a question is about. graphs are those of the reader's indexes,
// in their order; topics are of the kinds to be kept, all if keep is nil.
func Find(r *corpus.Reader, graphs []*graph.Graph, question string, clock time.Time, keep func(graph.Kind) bool, params Params) *Outline {
	asked := subject.Ask(r, question, rank.Asks, params.Subject)
	subjects := subject.Find(r, asked, params.Subject, params.Subjects)
	f := &finding{reader: r, graphs: graphs, question: question, asked: asked, intent: rank.IntentOf(question), clock: clock, params: params}
	o := &Outline{}
	o.Topics, o.Named = f.topics(subjects)
	if o.Named {
		f.named = o.Topics[0]
	}
	if !f.namesWork(o) {
		o.List = f.list(subjects)
	}
	if o.List != nil {
		o.Topics = slices.DeleteFunc(o.Topics, func(t *Topic) bool { return o.dropsFor(t) })
	}
	for _, topic := range o.Topics {
		f.describe(topic)
	}
	o.Confidence = f.confidence(o, subjects)
	o.Topics = slices.DeleteFunc(o.Topics, func(t *Topic) bool { return !f.hasStructure(t, o.Named) })
	if keep != nil {
		o.keep(keep)
	}
	return o
}

// finding is an outline while it is made.
type finding struct {
	reader   *corpus.Reader
	graphs   []*graph.Graph
	question string
	asked    *subject.Question
	intent   rank.Intent
	clock    time.Time // at which something is overdue
	params   Params
	named    *Topic // the first one that the question names, nil for none
}

// topics returns the subjects that a document is about: those that the question
// names, of which each must have words of its own, or else the likeliest.
func (f *finding) topics(subjects []subject.Subject) (list []*Topic, named bool) {
	if len(subjects) == 0 {
		return nil, false
	}
	best := subjects[0].Score
	for i := range subjects {
		s := &subjects[i]
		if s.Named(f.params.Subject) && s.Distinct && (s.Score >= f.params.Share*best || f.isPeer(s, list)) && len(list) < f.params.Topics {
			list = f.appendTopic(list, s)
		}
	}
	list = slices.DeleteFunc(list, func(t *Topic) bool { return t.Entity.Self().Kind == graph.KindProject })
	if len(list) > 0 {
		return list, true
	}
	for i := range subjects[:min(len(subjects), likelyTopics)] {
		if s := &subjects[i]; s.Score >= f.params.Likely*best {
			list = f.appendTopic(list, s)
		}
	}
	return list, false
}

// isPeer reports whether a question holds the whole title of a subject of the
// same kind as the best topic, whatever its share: the title of one of two plans
// may be much longer, and its evidence so much more. Of two plans to compare 98 %
// instead of 96 % is found.
func (f *finding) isPeer(s *subject.Subject, topics []*Topic) bool {
	return len(topics) > 0 && s.Name > 0 && !s.IsCode && f.reader.Entry(s.Doc).Kind == f.reader.Entry(topics[0].Doc).Kind
}

// likelyTopics is the number of topics that the question does not name, by eye.
const likelyTopics = 3

// appendTopic adds a subject, unless it was written after the graph was read.
func (f *finding) appendTopic(list []*Topic, s *subject.Subject) []*Topic {
	g := f.graphs[s.Doc.Project]
	if e := g.Entity(f.reader.Entry(s.Doc).ID); e != nil {
		list = append(list, &Topic{Subject: *s, Graph: g, Entity: e})
	}
	return list
}

// namesWork reports whether the question names an entity that is no project,
// milestone or record: it asks about that, and not for a list.
func (f *finding) namesWork(o *Outline) bool {
	return o.Named && slices.ContainsFunc(o.Topics, func(t *Topic) bool { return !t.Entity.Self().Kind.IsShared() })
}

// dropsFor reports whether a topic says nothing beside a list.
func (o *Outline) dropsFor(t *Topic) bool {
	return !o.Named || t.Entity.Self().Kind == graph.KindMilestone
}

// describe adds the groups, documents and passages of a topic.
func (f *finding) describe(t *Topic) {
	t.Groups = groupsOf(t.Graph, t.Entity)
	if t.Member != t.Doc && t.Covered >= f.params.Part && !t.Subject.Named(f.params.Subject) {
		t.Part = t.Graph.Entity(f.reader.Entry(t.Member).ID)
	}
	t.Documents = append(t.Documents, t.Entity)
	for _, group := range t.Groups {
		if group.Kind == graph.KindDocument && !group.Related {
			for _, member := range group.Members {
				t.Documents = append(t.Documents, member.Entity)
			}
		}
	}
	t.Documents = t.Documents[:min(len(t.Documents), f.params.Documents)]
	var docs []corpus.Doc
	for _, e := range t.Documents {
		if d, found := f.reader.Find(e.Self().ID); found {
			docs = append(docs, d)
		}
	}
	t.Passages = passage.Find(f.reader, f.question, f.namesOf(t), docs, f.params.Passage)
	t.Passages = slices.DeleteFunc(t.Passages, func(p passage.Passage) bool {
		isLead := p.Field == "description" && p.DocID == t.Entity.Self().ID
		return isLead || !searchtext.Quotable(p.Field)
	})
}

// namesOf returns the names of a topic that the question may use.
func (f *finding) namesOf(t *Topic) []string {
	return []string{t.Entity.Self().Label, f.reader.Entry(t.Member).Title}
}

// relative returns the score of a topic against that of the best.
func (o *Outline) relative(t *Topic) float64 {
	best := 0.0
	for _, other := range o.Topics {
		best = max(best, other.Score)
	}
	if best == 0 {
		return 1
	}
	return t.Score / best
}

// About returns what some entities say about a question, "" for all that they
// say.
func About(r *corpus.Reader, graphs []*graph.Graph, question string, ids []string, clock time.Time, keep func(graph.Kind) bool, params Params) *Outline {
	f := &finding{reader: r, graphs: graphs, question: question, asked: subject.Ask(r, question, rank.Asks, params.Subject), intent: rank.IntentOf(question), clock: clock, params: params}
	o := &Outline{Named: true}
	for _, id := range ids {
		if d, found := r.Find(id); found {
			o.Topics = f.appendTopic(o.Topics, &subject.Subject{Doc: d, Member: d})
		}
	}
	for _, topic := range o.Topics {
		f.describe(topic)
	}
	if len(o.Topics) > 0 {
		f.named = o.Topics[0]
	}
	o.Confidence = f.confidence(o, nil)
	if keep != nil {
		o.keep(keep)
	}
	return o
}

// Skip drops the documents with ids in a set, and what they say.
func (o *Outline) Skip(ids map[string]bool) {
	o.Topics = slices.DeleteFunc(o.Topics, func(t *Topic) bool { return ids[t.Entity.Self().ID] })
	for _, t := range o.Topics {
		t.Documents = slices.DeleteFunc(t.Documents, func(e graph.Entity) bool { return ids[e.Self().ID] })
		t.Passages = slices.DeleteFunc(t.Passages, func(p passage.Passage) bool { return ids[p.DocID] })
	}
}

// The least for a document without parts to be a topic: the share of the question
// that its headings explain; or the share that its name is, with so many
// sections. By sections of PEPs asked for in other words than their headings:
// half of them at 2,000 tokens without the second rule, 84 % with it. Below .3
// texts lose that name a page in passing: pages of eips in 500 tokens 49.2 at .2
// and 52.0 at .3.
const (
	structured    = .2
	mostlyNamed   = .3
	leastHeadings = 3 // by eye
)

// hasStructure reports whether a topic has more to say than its own text, which
// ranking finds as well: parts, or if it is named, sections that are asked for or
// that the question is about with little else.
func (f *finding) hasStructure(t *Topic, named bool) bool {
	if slices.ContainsFunc(t.Groups, func(g Group) bool { return !g.Related }) {
		return true
	}
	headed := 0
	for _, p := range t.Passages {
		switch {
		case !named || len(p.Headings) == 0:
		case p.Asked >= structured:
			return true
		default:
			headed++
		}
	}
	return headed >= leastHeadings && f.share(t) >= mostlyNamed
}

// share returns the share of the question's IDF that a topic's name is.
func (f *finding) share(t *Topic) float64 {
	all := 0.0
	for i := range f.asked.Terms {
		all += f.asked.Terms[i].IDF
	}
	if all == 0 { // an identifier alone
		return 1
	}
	return max(t.Name, t.Titled) / all
}

// keep drops the topics and members of other kinds.
func (o *Outline) keep(keep func(graph.Kind) bool) {
	o.Topics = slices.DeleteFunc(o.Topics, func(t *Topic) bool { return !keep(t.Entity.Self().Kind) })
	for _, t := range o.Topics {
		t.Groups = slices.DeleteFunc(t.Groups, func(g Group) bool { return !keep(g.Kind) })
		if t.Part != nil && !keep(t.Part.Self().Kind) {
			t.Part = nil
		}
		if !keep(graph.KindDocument) {
			t.Passages = nil
		}
	}
	if o.List != nil {
		o.List.Groups = slices.DeleteFunc(o.List.Groups, func(g Group) bool { return !keep(g.Kind) })
	}
}

// How many members of each group are read in full, of the groups that a question
// asks for and of others. By eye: they bound the cost.
const (
	askedMembers = 40
	otherMembers = 12
)

// Refs returns the entities that [Outline.Plan] reads in full, for a question
// that asks for some kinds.
func (o *Outline) Refs(wants Wanted) []graph.Ref {
	var refs []graph.Ref
	for _, t := range o.Topics {
		refs = append(refs, t.Entity.Self().Ref())
		for _, e := range t.Documents {
			refs = append(refs, e.Self().Ref())
		}
		if t.Part != nil && t.Part.Self().Kind != graph.KindDocument {
			refs = append(refs, t.Part.Self().Ref())
		}
		for _, group := range t.Groups {
			limit := otherMembers
			if wants(group.Kind) && !group.Related {
				limit = askedMembers
			}
			for _, m := range group.Members[:min(len(group.Members), limit)] {
				refs = append(refs, m.Entity.Self().Ref())
			}
		}
	}
	return refs
}

// Join returns the outline with what another question is about, without the
// topics that both have. Its confidence is the lower one.
func (o *Outline) Join(other *Outline) *Outline {
	joined := &Outline{Topics: slices.Clone(o.Topics), Named: o.Named && other.Named, List: o.List, Confidence: o.Confidence}
	for _, t := range other.Topics {
		same := func(known *Topic) bool { return known.Entity.Self().ID == t.Entity.Self().ID }
		if !slices.ContainsFunc(joined.Topics, same) {
			joined.Topics = append(joined.Topics, t)
		}
	}
	if joined.List == nil {
		joined.List = other.List
	}
	if other.Confidence.Value < joined.Confidence.Value {
		joined.Confidence = other.Confidence
	}
	return joined
}
