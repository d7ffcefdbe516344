package outline

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/relevance/rank"
	"dossier/graph/relevance/subject"
	"dossier/graph/text"
)

// choice has the entities that a list is chosen from, and the words of the
// question that may distinguish some of them.
type choice struct {
	base  []Member
	words []string
	clock time.Time
	late  bool    // only what should be done but is not
	open  bool    // only what is not done
	when  *period // nil for any time
	due   bool    // only what is due in the period, not what happened in it
	event string  // the column of the event in the period, "" for any

	conditions []condition
}

// openWords ask for what is not done.
var openWords = []string{"open", "outstanding", "remaining", "left", "still", "unresolved", "undecided"}

// choosing returns a choice among base without the members that the question
// excludes: by its conditions, because they are not overdue, or because they are
// neither due nor changed in its period.
func (f *finding) choosing(words []string, base []Member) *choice {
	c := &choice{base: base, words: words, clock: f.clock}
	for _, one := range f.conditions() {
		if one.isValue && !slices.ContainsFunc(c.base, func(m Member) bool { return !one.has(m) }) {
			continue
		}
		c.conditions = append(c.conditions, one)
		c.drop(func(word string) bool { return slices.Contains(one.words, word) })
		c.delete(func(m Member) bool { return !one.has(m) })
	}
	c.setOpen()
	isOverdue := func(word string) bool { return isOverdueWord(word) && !f.isStateOfNamed(word) }
	c.late = slices.ContainsFunc(c.words, isOverdue)
	c.drop(isOverdue)
	if c.late {
		c.delete(func(m Member) bool { return !graph.IsExpected(m.Entity, f.clock) })
	}
	if c.when = f.period(); c.when != nil {
		c.due = c.isDue(f.intent)
		if c.due && len(c.base) > 0 && !slices.ContainsFunc(c.base, mayBeDue) {
			c.drop(func(word string) bool { return slices.Contains(c.when.words, word) })
			c.when, c.due = nil, false // the time is of something else, as in "risks for the release in March"
		}
	}
	if c.when != nil {
		if at := slices.IndexFunc(c.words, func(word string) bool { return eventOf(word) != "" }); at >= 0 {
			c.event = eventOf(c.words[at])
		}
		c.drop(func(word string) bool { return slices.Contains(c.when.words, word) })
		c.delete(func(m Member) bool { return !c.inPeriod(m.Entity) })
	}
	return c
}

// mayBeDue reports whether entities of a member's kind have a due date.
func mayBeDue(m Member) bool { return m.Entity.Self().Spec().DueField() != nil }

// neverDue reports whether entities of none of the kinds have a due date.
func neverDue(kinds map[graph.Kind]bool) bool {
	for kind := range kinds {
		if graph.SpecOf(kind).DueField() != nil {
			return false
		}
	}
	return true
}

// isStateOfNamed reports whether a word is a state of a kind that the question
// names, as "missed" is of milestones.
func (f *finding) isStateOfNamed(word string) bool {
	for kind, isNoun := range f.intent.Named {
		if isNoun && slices.Contains(graph.SpecOf(kind).States, word) {
			return true
		}
	}
	return false
}

// setOpen excludes what is done if the question asks only for what is open, and
// names no state.
func (c *choice) setOpen() {
	isOpenWord := func(word string) bool { return slices.Contains(openWords, word) }
	if c.open = slices.ContainsFunc(c.words, isOpenWord) && len(c.states(nil)) == 0; c.open {
		c.drop(isOpenWord)
		c.delete(func(m Member) bool { return isDone(m.Entity) })
	}
}

// period returns the period that the question names, nil for none. The next
// entities of a kind are those that are due from now on. A long message has no
// period, because its dates are its own.
func (f *finding) period() *period {
	if len(f.asked.Terms) > confidenceParams.Long {
		return nil
	}
	words := f.words()
	p := periodOf(words, f.clock, f.intent.Recent || isPast(words))
	if p == nil && len(f.kindsNamed()) > 0 {
		p = periodAhead(words, f.clock)
	}
	return p
}

// words returns the folded words of the question.
func (f *finding) words() []string {
	words := make([]string, len(f.asked.Words))
	for i, word := range f.asked.Words {
		words[i] = word.Text
	}
	return words
}

// isDue reports whether the period is about due dates: the question says so or
// asks for what comes next, or the period ends in the future, and the question asks neither for news nor for
// changes since a date.
func (c *choice) isDue(intent rank.Intent) bool {
	if c.when.isAhead || slices.ContainsFunc(c.words, func(word string) bool { return dueStems[text.English(word)] }) {
		return true
	}
	if intent.Recent || !c.when.from.IsZero() && c.when.to.IsZero() {
		return false
	}
	return c.when.to.After(c.clock)
}

// inPeriod reports whether an entity is due, or changed, in the period.
func (c *choice) inPeriod(e graph.Entity) bool {
	if !c.due {
		_, changed := c.when.changedAt(e, c.event)
		return changed
	}
	due := graph.Due(e)
	isPast := !c.when.to.IsZero() && !c.when.to.After(c.clock)
	return due != nil && c.when.has(*due) && (isPast || !isDone(e))
}

func isDone(e graph.Entity) bool { return e.Self().Spec().IsDone(e.Self().State()) }

func (c *choice) delete(unwanted func(Member) bool) { c.base = slices.DeleteFunc(c.base, unwanted) }

func (c *choice) drop(unwanted func(string) bool) {
	c.words = slices.DeleteFunc(slices.Clone(c.words), unwanted)
}

// keep removes the members of other kinds.
func (c *choice) keep(kinds map[graph.Kind]bool) {
	c.delete(func(m Member) bool { return !kinds[m.Entity.Self().Kind] })
}

// filters reports whether the choice excludes members by more than words.
func (c *choice) filters() bool {
	return c.late || c.open || c.when != nil || len(c.conditions) > 0
}

// finish adds the other filters to the title of the list, and orders the list by
// time if the question has a period.
func (c *choice) finish(list *List) {
	for _, one := range c.conditions {
		if !slices.Contains(list.Filters, one.title) {
			list.Filters = append(list.Filters, one.title)
		}
	}
	if c.late {
		list.Filters = append(list.Filters, "overdue")
	}
	if c.open {
		list.Filters = append(list.Filters, "open")
	}
	if c.when == nil {
		return
	}
	when := c.when.String()
	list.IsDue = c.due
	if c.due {
		when = "due " + when
	}
	list.Filters = append(list.Filters, when)
	for _, group := range list.Groups {
		c.order(group.Members)
	}
}

// order sorts members by due date, the earliest first, or by their last change,
// the latest first.
func (c *choice) order(members []Member) {
	if c.due {
		byID(members)
		return
	}
	slices.SortFunc(members, func(a, b Member) int {
		first, _ := c.when.changedAt(a.Entity, c.event)
		second, _ := c.when.changedAt(b.Entity, c.event)
		return cmp.Or(second.Compare(first), cmp.Compare(a.Entity.Self().ID, b.Entity.Self().ID))
	})
}

// listOfAll returns the list over all projects if the question asks only for a
// kind, a state or a time: "what is blocked", "which decisions are open", "what
// happened since Monday". It returns nil for other questions.
func (f *finding) listOfAll(subjects []subject.Subject) *List {
	if len(f.asked.Terms) > confidenceParams.Long || f.namesWhole(subjects) || !f.mayChoose() {
		return nil
	}
	named := f.kindsNamed()
	base := f.everything(named)
	isOfAll := f.isOfAll(subjects)
	var call call
	if isOfAll && slices.ContainsFunc(f.asked.Words, func(word text.Word) bool { return isPlural(word.Text) }) {
		call = f.callOf(base)
	}
	if isOfAll && len(call.kinds) == 0 {
		call = f.callTyped()
	}
	isCalled, words := slices.ContainsFunc(call.words, isPlural), f.filterWords(nil)
	kinds := named
	if isCalled {
		kinds = call.kinds
	}
	if slices.ContainsFunc(words, isOverdueWord) && len(kinds) > 0 && neverDue(kinds) {
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
	states := c.states(named)
	c.drop(func(word string) bool { return slices.Contains(states, word) || slices.Contains(values, word) })
	if !asksNothing(c.words) || len(values)+len(states) == 0 && !c.filters() && len(named) == 0 {
		return nil
	}
	list := &List{Of: f.scopeName(), Kinds: named, IsAll: true}
	c.sort()
	f.groupBy(list, c, states, values)
	c.finish(list)
	if call.isTyped {
		list.Filters = slices.Concat(call.words, list.Filters)
	}
	f.asked.Unknown, f.asked.Corrected = nil, nil // these words only ask
	return list
}

// someWords ask for entities without a noun for their kind.
var someWords = strings.Fields("list ones all everything")

// asksForSome reports whether a question that names no kind asks for a list by
// one of someWords.
func (f *finding) asksForSome() bool {
	return slices.ContainsFunc(f.asked.Words, func(word text.Word) bool { return slices.Contains(someWords, word.Text) })
}

// isOfAll reports whether the question names neither a project, milestone or
// record nor a number, so that its words may be values of what it lists.
func (f *finding) isOfAll(subjects []subject.Subject) bool {
	hasNumber := slices.ContainsFunc(f.asked.Words, func(word text.Word) bool { return isNumber(strings.TrimPrefix(word.Text, "v")) })
	return !hasNumber && len(f.anchors(subjects)) == 0
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
// returns the values by which it chooses them. If no member of the one kind that
// it calls by a word of the project, or that only a verb implies, has them or is
// in the states, the kinds of which some do are kept.
func (f *finding) keepCalled(c *choice, named map[graph.Kind]bool, isCalled, isOfAll bool) []string {
	var all []Member
	mayBeOthers := isCalled || f.asksForSome() && !f.namesOwnKind()
	if mayBeOthers {
		all = slices.Clone(c.base)
	}
	c.keep(f.kindsOfAll(named))
	if len(named) == 0 && isOfAll && !mayBeOthers {
		return f.pluralValues(c)
	}
	if len(named) > 1 || len(named) == 0 && !f.asksForSome() || !isOfAll {
		return nil
	}
	states := c.states(named)
	c.drop(func(word string) bool { return slices.Contains(states, word) })
	values := f.values(c)
	if len(values) == 0 && mayBeOthers && !f.isAnyIn(c.base, states) {
		kept := c.base
		c.base = all
		if values = f.values(c); len(values) == 0 && !f.isAnyIn(all, states) {
			c.base = kept
		}
	}
	c.words = append(c.words, states...)
	return values
}

// pluralValues returns the plurals of a question for a list, other than states,
// that some entities have in their type or in a short value of their props: tasks
// may be labelled as release blockers, also if none of them has what is asked.
func (f *finding) pluralValues(c *choice) (values []string) {
	states := c.states(nil)
	if len(states) == 0 && !c.filters() {
		return nil
	}
	for _, word := range c.words {
		if isPlural(word) && !slices.Contains(states, word) && f.haveAny(f.everything(nil), []string{word}) {
			values = append(values, word)
		}
	}
	return values
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

// states returns the words that are states or impacts of members, or states of
// the given kinds. It looks at each member once, because a question can have
// thousands of words.
func (c *choice) states(kinds map[graph.Kind]bool) []string {
	type stored struct {
		kind          graph.Kind
		state, impact string
	}
	values, seen := map[string]bool{}, map[stored]bool{}
	for _, m := range c.base {
		state, impact := valuesOf(m.Entity)
		if one := (stored{m.Entity.Self().Kind, state, impact}); !seen[one] {
			seen[one] = true
			values[strings.ToLower(state)], values[strings.ToLower(impact)] = true, true
			values["done"] = values["done"] || isDone(m.Entity)
		}
	}
	for kind := range kinds {
		for _, state := range graph.SpecOf(kind).States {
			values[state] = true
		}
	}
	delete(values, "")
	var states []string
	for _, word := range c.words {
		if slices.ContainsFunc(alsoCalled(word), func(w string) bool { return values[strings.ToLower(w)] }) {
			states = append(states, word)
		}
	}
	return states
}

// sort orders the members by need of attention, then by date and id.
func (c *choice) sort() {
	arrange(c.base, func(e graph.Entity) int { return graph.Score(e, c.clock) })
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
