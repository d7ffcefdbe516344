package outline

import (
	"maps"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/relevance/rank"
	"dossier/graph/relevance/subject"
	"dossier/graph/text"
)

// leastName is the least number of digits of a number that is the name of
// something, and no amount such as that of "the top 10 risks". By eye.
const leastName = 3

// listOfAll returns the list over all projects if the question asks only for a
// kind, a state or a time: "what is blocked", "which decisions are open", "what
// happened since Monday". It returns nil for other questions.
func (f *finding) listOfAll(subjects []subject.Subject) *List {
	if f.isLong() || f.namesWhole(subjects) || f.hasNumber(leastName) || !f.mayChoose() {
		return nil
	}
	named := f.kindsListed()
	base := f.everything(named)
	isOfAll := f.isOfAll(subjects)
	call := f.callOfAll(base, isOfAll)
	isCalled, words := slices.ContainsFunc(call.words, isPlural), f.askingWords(nil)
	kinds := named
	if isCalled {
		kinds = call.kinds
	}
	if call.isTyped {
		base = slices.DeleteFunc(base, func(m Member) bool { return !kinds[m.Entity.Self().Kind] })
	}
	if areOverdueByParts(words, kinds) {
		words = slices.DeleteFunc(words, func(word string) bool { return slices.Contains(call.words, word) || ownKind(word) != "" })
		named, isCalled, base = nil, false, f.everything(nil) // what of them is overdue are their parts
	}
	c := f.choosing(words, base)
	if isCalled {
		named = call.kinds
		f.narrow(c, call)
	}
	values := f.keepCalled(c, named, isCalled, isOfAll)
	if f.areOfName(values, subjects) {
		return nil
	}
	states := f.states(c, named)
	c.drop(func(word string) bool { return slices.Contains(states, word) || slices.Contains(values, word) })
	if !asksNothing(c.words) || len(values)+len(states) == 0 && !c.filters() && len(named) == 0 {
		return nil
	}
	list := &List{Of: f.scopeName(), Kinds: named, IsAll: true}
	f.groupBy(list, c, states, values)
	c.sort(list)
	c.finish(list)
	if call.isTyped {
		list.Filters = slices.Concat(call.words, list.Filters)
	}
	f.knowAsking(isCalled || len(named) > 0)
	return list
}

// knowAsking removes the words that only ask from the unknown ones: all but the
// noun for what the list has, unless the graph knows that as well.
func (f *finding) knowAsking(isKnown bool) {
	noun := f.otherNoun()
	f.asked.Unknown, f.asked.Corrected = nil, nil
	if noun != "" && !isKnown {
		f.asked.Unknown = []string{noun}
	}
}

// kindsListed returns the kinds that the question names, none if it asks for the
// deadlines of a period, which are those of all that is due. Deadlines of another
// kind are no milestones.
func (f *finding) kindsListed() map[graph.Kind]bool {
	isDeadline := func(word text.Word) bool { return text.English(word.Text) == text.English("deadline") }
	if !slices.ContainsFunc(f.asked.Words, isDeadline) {
		return f.kindsNamed()
	}
	if f.period() != nil {
		return nil
	}
	named := f.kindsNamed()
	if len(named) > 1 {
		delete(named, graph.KindMilestone)
	}
	return named
}

// callOfAll returns what a question over all projects calls what it lists.
func (f *finding) callOfAll(base []Member, isOfAll bool) (of call) {
	if !isOfAll {
		return of
	}
	if slices.ContainsFunc(f.asked.Words, func(word text.Word) bool { return isPlural(word.Text) }) {
		of = f.callOf(base)
	}
	if len(of.kinds) == 0 {
		of = f.callTyped()
	}
	return of
}

// areOverdueByParts reports whether words ask which entities of some kinds are
// overdue, and the kinds have no due dates.
func areOverdueByParts(words []string, kinds map[graph.Kind]bool) bool {
	return slices.ContainsFunc(words, isOverdueWord) && len(kinds) > 0 && neverDue(kinds)
}

// someWords ask for entities without a noun for their kind.
var someWords = strings.Fields("list ones all everything")

// asksForSome reports whether a question that names no kind asks for a list by
// one of someWords.
func (f *finding) asksForSome() bool {
	return slices.ContainsFunc(f.asked.Words, func(word text.Word) bool { return slices.Contains(someWords, word.Text) })
}

// isOfAll reports whether the question names neither a project, milestone or
// record nor a number, other than that of a period, so that its words may be values
// of what it lists.
func (f *finding) isOfAll(subjects []subject.Subject) bool {
	return !f.hasNumber(1) && len(f.anchors(subjects)) == 0
}

// hasNumber reports whether the question has a number or version of so many digits
// or more, besides that of a period.
func (f *finding) hasNumber(digits int) bool {
	times := f.periodWords()
	return slices.ContainsFunc(f.asked.Words, func(word text.Word) bool {
		number := strings.TrimPrefix(word.Text, "v")
		return len(number) >= digits && isNumber(number) && !slices.Contains(times, word.Text)
	})
}

// areOfName reports whether all words that choose members are of a name in the
// question, which then asks about the entity of that name. A name of one word
// begins with a capital that does not begin the question.
func (f *finding) areOfName(values []string, subjects []subject.Subject) bool {
	if len(values) == 0 || len(subjects) == 0 || subjects[0].Name == 0 {
		return false
	}
	first, last := subjects[0].First, subjects[0].Last
	isName := last-first > 1 || first > 0 && f.asked.Words[first].Marks&text.Capital != 0
	return isName && !slices.ContainsFunc(values, func(value string) bool {
		return !slices.ContainsFunc(f.asked.Words[first:last], func(word text.Word) bool { return word.Text == value })
	})
}

// keepCalled keeps the members of the kinds that the question names or calls, and
// returns the values by which it chooses them. A kind that it calls by a word of
// the project, or that only a verb or a value implies, may be a mistake: if no
// member of it has the values or is in the states, the kinds with such members are
// kept.
func (f *finding) keepCalled(c *choice, named map[graph.Kind]bool, isCalled, isOfAll bool) []string {
	var all []Member
	mayBeOthers := isCalled || !f.namesOwnKind() && (f.asksForSome() || len(named) > 0 && f.asksByValue(c.words))
	if mayBeOthers {
		all = slices.Clone(c.base)
	}
	c.keep(f.kindsOfAll(named))
	if len(named) == 0 && isOfAll && !mayBeOthers {
		if values := f.pluralValues(c); values != nil {
			return values
		}
		return f.statusValues(c)
	}
	if len(named) > 1 || len(named) == 0 && !f.asksForSome() || !isOfAll {
		return nil
	}
	states := f.states(c, named)
	c.drop(func(word string) bool { return slices.Contains(states, word) })
	values := f.values(c)
	if mayBeOthers && len(values) == 0 && !f.anyHas(c.base, states, levelDone) {
		values = f.valuesOfOthers(c, all, states)
	}
	c.words = append(c.words, states...)
	return values
}

// valuesOfOthers returns the values by which the question chooses from other
// members, which become those of the choice if some have the values or are in the
// states.
func (f *finding) valuesOfOthers(c *choice, others []Member, states []string) (values []string) {
	kept := c.base
	c.base = others
	if values = f.values(c); len(values) == 0 && !f.anyHas(others, states, levelDone) {
		c.base = kept
	}
	return values
}

// asksByValue reports whether one of some words that ask for a kind may be a value
// of others: what is rejected may be a proposal, and no decision.
func (f *finding) asksByValue(words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return rank.Asks(word) && f.isIndexedValue(word) })
}

// pluralValues returns the plurals of a question for a list, other than states,
// that some entities have in their type or in a short value of their props: tasks
// may be labelled as release blockers, also if none of them has what is asked.
func (f *finding) pluralValues(c *choice) (values []string) {
	states := f.states(c, nil)
	if len(states) == 0 && !c.filters() {
		return nil
	}
	for _, word := range c.words {
		if isPlural(word) && !slices.Contains(states, word) && f.isIndexedValue(word) && f.anyHas(f.everything(nil), []string{word}, levelStem) {
			values = append(values, word)
		}
	}
	return values
}

// statusValues returns the values by which a question that names no kind chooses
// entities, if it has no other words than states, and one is a status: a participle,
// or what something is in, as in "what has expired" and "what is in active review".
func (f *finding) statusValues(c *choice) []string {
	all, states := c.words, f.states(c, nil)
	c.drop(func(word string) bool { return slices.Contains(states, word) })
	values := f.values(c)
	c.words = all
	isStatus := func(word string) bool {
		return f.isStatus(word, states) && f.anyHas(c.base, []string{word}, levelValue)
	}
	if !slices.ContainsFunc(values, isStatus) {
		return nil
	}
	return values
}

// beforeStatus are the prepositions before what something is in.
var beforeStatus = strings.Fields("in under on as")

// isStatus reports whether a word of the question, after some of the states, may be a
// status.
func (f *finding) isStatus(word string, states []string) bool {
	before := slices.Index(f.words(), word) - 1
	for before > 0 && slices.Contains(states, f.words()[before]) {
		before--
	}
	isAfter := before >= 0 && slices.Contains(beforeStatus, f.words()[before])
	return isAfter || text.IsParticiple(word)
}

// kindsOfAll returns the kinds of a list over all projects: the named ones, or
// all except records if the question names none, or names them only by verbs and
// the graphs have none of these.
func (f *finding) kindsOfAll(named map[graph.Kind]bool) map[graph.Kind]bool {
	kinds := map[graph.Kind]bool{}
	for _, spec := range graph.Kinds {
		kinds[spec.Kind] = spec.Kind != graph.KindRecord
	}
	for kind := range named {
		if f.namesOwnKind() || slices.ContainsFunc(f.scope(), func(g *graph.Graph) bool { return g.CountOf(kind) > 0 }) {
			return named
		}
	}
	return kinds
}

// kindsNamed returns the kinds that the question names by a noun, except
// records, and except projects if it names them only as the place to look in.
func (f *finding) kindsNamed() map[graph.Kind]bool {
	named := maps.Clone(f.intent.Named)
	maps.DeleteFunc(named, func(kind graph.Kind, by bool) bool {
		return !by || kind == graph.KindRecord || kind == graph.KindProject && !f.listsProjects()
	})
	return named
}

// sort orders the members of a list by need of attention, then by date and id: as
// many as may be in the text. If the question asks for the latest, it orders them
// by their last change, and decisions by their dates, unless they are ordered by a
// period later.
func (c *choice) sort(list *List) {
	if c.when != nil {
		return
	}
	for _, group := range list.Groups {
		if c.recent {
			event := c.event
			if event == "" && group.Kind == graph.KindDecision {
				event = eventOf("decided")
			}
			c.f.latestFirst(group.Members, &period{to: c.clock}, event)
			continue
		}
		most := len(group.Members)
		if c.listed > 0 {
			most = min(most, max(c.listed, askedMembers))
		}
		arrange(group.Members, most, func(e graph.Entity) int { return graph.Score(e, c.clock) })
	}
}

// scopeName returns the name of the projects that a list is about.
func (f *finding) scopeName() string {
	graphs := f.scope()
	if len(graphs) != 1 {
		return "all projects"
	}
	if project := graphs[0].Project(); project != nil {
		return project.Label
	}
	return "the project"
}

// listAbout returns the list that a question about something asks for, nil for
// none.
func (f *finding) listAbout(o *Outline, subjects []subject.Subject) (list *List) {
	isSingle := len(o.Topics) == 1 && o.Named
	if isSingle {
		list = f.listAround(o.Topics[0])
	}
	if list == nil && !f.namesWork(o) {
		list = f.list(subjects)
	}
	if list == nil && isSingle {
		list = f.listOfTopic(o.Topics[0], subjects)
	}
	return list
}
