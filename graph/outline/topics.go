package outline

import (
	"cmp"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/outline/parts"
	"dossier/graph/outline/wording"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/passage"
	"dossier/graph/relevance/subject"
)

// topics returns the subjects that a document is about: those that the question
// names, if each has words of its own, or else the likeliest.
func (c *choosing) topics(subjects []subject.Subject) (list []*Topic, named bool) {
	if len(subjects) == 0 {
		return nil, false
	}
	best := subjects[0].Score
	for i := range subjects {
		s := &subjects[i]
		isApart := s.Distinct && (s.Score >= c.params.Share*best || c.isPeer(s, list))
		if s.Named(c.params.Subject) && (isApart || c.isNamesake(s, list)) && len(list) < c.params.Topics {
			list = c.appendTopic(list, s)
		}
	}
	list = c.namedIn(list, subjects)
	if both := c.comparedProjects(list); both != nil {
		return both, true
	}
	list = slices.DeleteFunc(list, func(t *Topic) bool { return t.Entity.Self().Kind == graph.KindProject })
	if len(list) > 1 && wording.Sides(c.question) == nil {
		named := list
		list = slices.DeleteFunc(slices.Clone(list), func(t *Topic) bool { return c.isHeading(t, named) })
	}
	if len(list) > 0 && !c.isOutdone(list, subjects) {
		return c.withPlans(c.withoutWriters(list)), true
	}
	return c.likely(subjects), false
}

// withoutWriters returns the topics without the records beside the work that a long
// message names: those who write it and are addressed are not what it is about.
func (c *choosing) withoutWriters(list []*Topic) []*Topic {
	if !c.isLong() || !slices.ContainsFunc(list, func(t *Topic) bool { return !t.IsRecord() }) {
		return list
	}
	return slices.DeleteFunc(list, (*Topic).IsRecord)
}

// IsRecord reports whether a topic is a record.
func (t *Topic) IsRecord() bool { return t.Entity.Self().Kind == graph.KindRecord }

// isHeading reports whether the question calls a topic by what is a heading in the
// texts of another: "prior art of the lock" asks for a section, also if a document
// is called "Prior art".
func (c *choosing) isHeading(t *Topic, topics []*Topic) bool {
	words := c.asked.Words[t.First:t.Last]
	return len(words) > 0 && slices.ContainsFunc(topics, func(other *Topic) bool {
		if other == t || other.First < t.Last && t.First < other.Last {
			return false
		}
		x := c.reader.Indexes[other.Doc.Project]
		terms := x.Headings.Terms(words)
		if terms == nil {
			return false // before the parts of the other are looked at
		}
		return slices.ContainsFunc(textsOf(other.Entity, parts.Of(other.Graph, other.Entity)), func(e graph.Entity) bool {
			d, found := c.reader.Find(e.Self().ID)
			return found && c.reader.Entry(d).HasHeading(terms)
		})
	})
}

// isOutdone reports whether no topic has a name that the question holds whole, and
// the best subject is another that the question does not name. Words of a
// short title are then scattered over a question about something else.
func (c *choosing) isOutdone(list []*Topic, subjects []subject.Subject) bool {
	return !subjects[0].Named(c.params.Subject) && !slices.ContainsFunc(list, func(t *Topic) bool { return t.Name >= c.params.Subject.Named })
}

// likely returns the subjects that a question which names none is probably
// about: those with the best scores, where Params.Asked favours the kinds that
// it asks for. Projects that only say where to look are none.
func (c *choosing) likely(subjects []subject.Subject) (list []*Topic) {
	candidates := slices.DeleteFunc(slices.Clone(subjects), func(s subject.Subject) bool { return !c.isLikely(&s) })
	for i := range candidates {
		if kind := graph.Kind(c.reader.Entry(candidates[i].Doc).Kind); c.intent.Kinds[kind] {
			candidates[i].Score *= c.params.Asked
		}
	}
	slices.SortStableFunc(candidates, func(a, b subject.Subject) int { return cmp.Compare(b.Score, a.Score) })
	places := c.places(candidates)
	candidates = slices.DeleteFunc(candidates, func(s subject.Subject) bool { return slices.Contains(places, s.Doc) })
	for i := range candidates[:min(len(candidates), likelyTopics)] {
		if s := &candidates[i]; s.Score >= c.params.Likely*candidates[0].Score {
			list = c.appendTopic(list, s)
			if added := len(list) - 1; added > 0 {
				list[added].Behind = s.Score < c.params.Close*candidates[0].Score
			}
		}
	}
	return c.withPlans(list)
}

// withPlans returns the topics and, behind them, the families of the documents
// among them, if the question asks for a kind of parts that these may have.
func (c *choosing) withPlans(list []*Topic) []*Topic {
	if !c.asksForParts() {
		return list
	}
	for _, t := range slices.Clone(list) {
		if c.meansDocument(&t.Subject) && !c.isTitledAsRoot(&t.Subject) {
			root, before := c.reader.Root(t.Subject.Doc), len(list)
			if list = c.appendTopic(list, &subject.Subject{Doc: root, Member: root, Score: t.Score}); len(list) > before {
				list[before].Behind = true
			}
		}
	}
	return list
}

// isLikely reports whether a question that names no subject may be about s. A
// project must be named, because an unnamed one only contains the subject.
func (c *choosing) isLikely(s *subject.Subject) bool {
	return !c.isProject(s.Doc) || s.Name >= c.params.Subject.Named
}

// isPeer reports whether a question holds the whole title of a subject of the
// same kind as the best topic, regardless of its score: the title of one of two
// plans may be much longer, and so have much more evidence. Of two plans to
// compare, 98 % instead of 96 % is found.
func (c *choosing) isPeer(s *subject.Subject, topics []*Topic) bool {
	return len(topics) > 0 && s.Name > 0 && !s.IsCode && c.reader.Entry(s.Doc).Kind == c.reader.Entry(topics[0].Doc).Kind
}

// isNamesake reports whether a subject has the name by which the question calls
// the best topic, and may as well be meant: two plans have outputs of one name.
func (c *choosing) isNamesake(s *subject.Subject, topics []*Topic) bool {
	if len(topics) != 1 || s.Name == 0 || s.Score < c.params.Close*topics[0].Score {
		return false
	}
	return s.First == topics[0].First && s.Last == topics[0].Last && s.Owners > 1
}

// likelyTopics is the maximum number of topics that the question does not name,
// by eye.
const likelyTopics = 3

// appendTopic adds a subject, or the member of its family that the question names,
// as a topic, unless the graph lacks it because it
// was written after the graph was read.
func (c *choosing) appendTopic(list []*Topic, s *subject.Subject) []*Topic {
	t := &Topic{Subject: *s, Graph: c.graphs[s.Doc.Project]}
	switch {
	case s.Name > 0 && c.isSection(s.Member):
		t.Member = t.Doc // which has it as a section
	case c.isTitledAsRoot(s), c.hasNumberOfRoot(s):
	case c.namesMember(s) || c.meansDocument(s):
		t.Doc = s.Member
	}
	isKnown := slices.ContainsFunc(list, func(other *Topic) bool { return other.Doc == t.Doc })
	if t.Entity = t.Graph.Entity(c.reader.Entry(t.Doc).ID); t.Entity != nil && !isKnown {
		list = append(list, t)
	}
	return list
}

// isSection reports whether an entry is a document that is one section of its root.
func (l *library) isSection(d corpus.Doc) bool {
	return l.reader.Indexes[d.Project].Headings.IsSection(l.reader.Entry(d))
}

// namesMember reports whether the question has the whole title of a member of a
// family, or the id of a task, and is about it and not about the family, as it is with an
// output and with a name that is written like code.
func (c *choosing) namesMember(s *subject.Subject) bool {
	switch kind := graph.Kind(c.reader.Entry(s.Member).Kind); {
	case s.Name == 0 || kind == graph.KindOutput:
		return false
	case s.IsAlias:
		return c.isTaskID(s)
	}
	return !s.IsCode
}

// isTaskID reports whether the question names a task by its id or number in a tracker.
func (c *choosing) isTaskID(s *subject.Subject) bool {
	return s.Name > 0 && s.IsAlias && c.asked.HasDigit(s.First, s.Last) && graph.Kind(c.reader.Entry(s.Member).Kind) == graph.KindTask
}

// meansDocument reports whether a question that does not hold a whole name has the
// words of a document's title, more than those of other titles of its family and some
// that the title of its root lacks, and is about the document: its sections answer, and
// not the other parts of its plan.
func (c *choosing) meansDocument(s *subject.Subject) bool {
	return s.Name == 0 && s.Covered >= titledDocument && graph.Kind(c.reader.Entry(s.Member).Kind) == graph.KindDocument &&
		!c.hasTitleWordsOf(s.Member)
}

// hasTitleWordsOf reports whether the title of the root of an entry has each word of
// the question that the title of the entry has.
func (c *choosing) hasTitleWordsOf(d corpus.Doc) bool {
	x := c.reader.Indexes[d.Project]
	root := x.Roots.Of(d.Ordinal)
	if root == d.Ordinal {
		return false
	}
	own, of := x.TitleTerms(d.Ordinal, nil), x.TitleTerms(root, nil)
	return !slices.ContainsFunc(c.asked.Terms, func(t subject.Term) bool {
		term := x.Words.Lookup(t.Word)
		return slices.Contains(own, term) && !slices.Contains(of, term)
	})
}

// asksForParts reports whether the question asks for a kind other than documents.
func (a *asking) asksForParts() bool {
	for kind, asks := range a.intent.Kinds {
		if asks && kind != graph.KindDocument {
			return true
		}
	}
	return false
}

// titledDocument is the least share of a document's title in a question about it.
// Of 32 sections of a software team's documents that were asked for by what they
// mean, 58 instead of 33 % were found in 500 tokens, and with .6 as many in 500
// and 83 instead of 89 % in 2,000; of 20 of a museum, 53 instead of 48 %.
const titledDocument = .3

// namesPart reports whether the question names a part of a topic by an alias, or
// an output by its title, and not the topic. A title written like code is one of
// the topic.
func (d *describing) namesPart(t *Topic) bool {
	if t.Name == 0 || t.Member == t.Doc {
		return false
	}
	return t.IsAlias || !t.IsCode && graph.Kind(d.reader.Entry(t.Member).Kind) == graph.KindOutput
}

// holdsPart reports whether the question has all words of the title of a part of a
// topic, and the topic's title only in part: "URI budget in link signing".
func (t *Topic) holdsPart() bool {
	return t.Name == 0 && t.Member != t.Doc && t.Covered >= subject.WholeTitle
}

// partsOf returns the parts of a topic that answer the question. It omits
// documents, whose sections answer instead, and signals, which are short and
// repeat other parts, except for one that matches better than all parts: what it
// refers to is then a part as well.
func (d *describing) partsOf(t *Topic) (parts []graph.Entity) {
	docs := t.Subject.Parts
	if t.Member != t.Doc && (t.Covered >= d.params.Part || d.namesPart(t)) && !slices.Contains(docs, t.Member) {
		docs = append([]corpus.Doc{t.Member}, docs...)
	}
	for i, doc := range docs {
		e := t.Graph.Entity(d.reader.Entry(doc).ID)
		if e == nil || e.Self().Kind == graph.KindDocument || i > 0 && e.Self().Kind == graph.KindSignal {
			continue
		}
		parts = append(parts, e)
		if e.Self().Kind == graph.KindSignal {
			parts = append(parts, t.referredBy(e)...)
		}
	}
	return parts
}

// referredBy returns the parts of the topic that an entity refers to, except
// documents.
func (t *Topic) referredBy(e graph.Entity) (list []graph.Entity) {
	ord, _ := t.Graph.Ordinal(e.Self().ID)
	own, _ := t.Graph.Ordinal(t.Entity.Self().ID)
	for _, link := range t.Graph.Links(ord) {
		isPart := link.Outgoing && link.Other != own && t.Graph.Root(link.Other) == own
		if other := t.Graph.At(link.Other); isPart && other.Self().Kind != graph.KindDocument && !slices.Contains(list, other) {
			list = append(list, other)
		}
	}
	return list
}

// joined returns the question with words joined as titles have them, such as
// "rollback" for "roll back".
func (a *asking) joined() string {
	var b strings.Builder
	end := 0
	for _, word := range a.asked.Words {
		if strings.ContainsAny(a.question[word.Start:word.End], " -") {
			b.WriteString(a.question[end:word.Start] + word.Text)
			end = word.End
		}
	}
	return b.String() + a.question[end:]
}

// about returns the question as one about the sections of a topic. If it names no
// topic, and has only words of a part's title, these ask for sections, too. It has
// no text if it only asks what the topic is.
func (d *describing) about(t *Topic, named bool) passage.Question {
	if t.Introduction > 0 {
		return passage.Question{Named: true}
	}
	names := d.namesOf(t)
	if !named && len(d.otherTerms(t)) == 0 {
		names = names[:1]
	}
	return passage.Question{Text: d.joined(), Words: d.nearWords(), Names: names, Corrected: d.asked.Misspelt, Named: named, Counts: d.counts}
}

// namesOf returns the names of topics that the question may use: of each its own,
// and that of the member that matched.
func (l *library) namesOf(topics ...*Topic) (names []string) {
	for _, t := range topics {
		names = append(names, t.Entity.Self().Label, l.reader.Entry(t.Member).Title)
	}
	return names
}

// The least evidence for a document without parts to be a topic: the share of
// the question that its headings explain; or the share that its name is of the
// question, and the number of its sections. Of sections of PEPs that are asked
// for in other words than their headings, half were found at 2,000 tokens
// without the second rule, 84 % with it. Below .3, texts lose that name a page
// in passing: pages of eips in 500 tokens 49.2 at .2 and 52.0 at .3.
const (
	structured    = .2
	mostlyNamed   = .3
	leastHeadings = 3 // by eye
)

// prune removes the topics that have no more than their own text, but not a task that the
// question names by its id nor minutes that it names by their day, and sets the nearest texts, unless the question names a topic
// whole.
func (q *quoting) prune(o *Outline) {
	isWhole := slices.ContainsFunc(o.Topics, func(t *Topic) bool { return t.Name > 0 })
	literals := q.literals(o) // none names one of all topics
	areNamed := o.Named && (len(o.Topics) > 1 || o.IsLong)
	o.Topics = slices.DeleteFunc(o.Topics, func(t *Topic) bool {
		isNamed := areNamed && t.IsRecord() && t.Name > 0 // its values are beside those of another, or what a message asks
		return !isNamed && !t.IsOfDay && !q.isTaskID(&t.Subject) && !q.hasStructure(t, o.Named)
	})
	if o.Nearest = slices.Concat(literals, q.headings(o)); len(o.Nearest) > 0 {
		o.HasLiteral = true
	} else if !isWhole {
		o.Nearest = q.nearest(o)
	}
	q.nearestLate(o)
}

// hasStructure reports whether a topic has more than its own text, which
// ranking also finds: parts or, if it is named, a section that the question
// asks for, or sections and a name that is most of the question. A document of a
// plan has it by its sections alone, and a project that is compared in any case.
func (q *quoting) hasStructure(t *Topic, named bool) bool {
	isCompared := named && q.isProject(t.Doc)
	if isCompared || slices.ContainsFunc(t.Groups, func(g parts.Group) bool { return !g.Related }) {
		return true
	}
	headed := 0
	isPart := q.reader.Root(t.Doc) != t.Doc
	for _, p := range t.Passages {
		switch {
		case !named && !isPart || len(p.Headings) == 0:
		case named && p.Asked >= structured:
			return true
		default:
			headed++
		}
	}
	return headed >= leastHeadings && (isPart || q.share(t) >= mostlyNamed)
}

// share returns the share of a topic's name in the question's IDF.
func (a *asking) share(t *Topic) float64 {
	all := 0.0
	for i := range a.asked.Terms {
		all += a.asked.Terms[i].IDF
	}
	if all == 0 { // only an identifier
		return 1
	}
	return max(t.Name, t.Titled) / all
}
