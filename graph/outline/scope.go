package outline

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"dossier/graph"
	"dossier/graph/relevance/rank"
	"dossier/graph/relevance/subject"
	"dossier/graph/text"
)

// choice has the entities that a list is chosen from, and the words of the
// question that may distinguish some of them.
type choice struct {
	f     *finding
	base  []Member
	words []string
	clock time.Time
	// listed is the maximum number of members of a list that have a line, 0 for any.
	listed int
	late   bool    // only what should be done but is not
	open   bool    // only what is not done
	when   *period // nil for any time
	due    bool    // only what is due in the period, not what happened in it
	event  string  // the column of the event in the period, "" for any
	recent bool    // the latest first

	conditions []condition
}

// choosing returns a choice among base without the members that the question
// excludes: by its conditions, because they are not overdue, or because they are
// neither due nor changed in its period.
func (f *finding) choosing(words []string, base []Member) *choice {
	c := &choice{f: f, base: base, words: words, clock: f.clock, listed: f.params.Listed, recent: f.intent.Recent}
	for _, one := range f.conditions() {
		if one.isValue && (!one.isKnown || !slices.ContainsFunc(c.base, func(m Member) bool { return !one.has(m) })) {
			continue
		}
		if one.applies != nil && !slices.ContainsFunc(c.base, one.applies) {
			continue
		}
		c.conditions = append(c.conditions, one)
		c.drop(func(word string) bool { return slices.Contains(one.words, word) })
		c.delete(func(m Member) bool { return !one.has(m) })
	}
	f.setOpen(c)
	shouldBe := f.asksWhatShouldBe()
	isOverdue := func(word string) bool {
		return f.isOverdue(word) && !f.isStateOfNamed(word) || shouldBe && meansDone(word)
	}
	c.late = slices.ContainsFunc(c.words, isOverdue)
	c.drop(isOverdue)
	if c.late {
		c.delete(func(m Member) bool { return !graph.IsLate(m.Entity, f.clock) })
	}
	f.setPeriod(c)
	return c
}

// setPeriod excludes what is neither due nor changed in the period of the question,
// if it has one that is about the members.
func (f *finding) setPeriod(c *choice) {
	if c.when = f.period(); c.when != nil && c.late && c.when.isUpToNow(f.clock) {
		c.drop(func(word string) bool { return slices.Contains(c.when.words, word) })
		c.when = nil // overdue "as of today" or "before today"
	}
	if c.when == nil {
		return
	}
	if at := slices.IndexFunc(c.words, func(word string) bool { return eventOf(word) != "" }); at >= 0 {
		c.event = eventOf(c.words[at])
	}
	isDue := c.isDue(f.intent) && !f.isOfReports()
	c.due = isDue && (len(c.base) == 0 || f.mayBeDue(c.base))
	if isDue && !c.due && c.event == "" {
		f.setPast(c)
	}
	if c.when != nil {
		c.drop(func(word string) bool { return slices.Contains(c.when.words, word) })
		c.keepPeriod()
	}
}

// keepPeriod removes the members that are not in the period. If none is due in a month
// without a year, the last such month is meant if some are due in that.
func (c *choice) keepPeriod() {
	var all []Member
	if c.due && c.when.isOfMonth() {
		all = slices.Clone(c.base)
	}
	c.delete(func(m Member) bool { return !c.inPeriod(m) })
	if len(c.base) > 0 || len(all) == 0 {
		return
	}
	next, last := c.when, periodOf(c.f.words(), c.clock, true)
	if last == nil {
		last = c.f.monthNamed(true)
	}
	if last == nil {
		return
	}
	c.when, c.base = last, all
	if c.delete(func(m Member) bool { return !c.inPeriod(m) }); len(c.base) == 0 {
		c.when = next
	}
}

// setPast makes the period of what is never due that in which signals were noticed,
// decisions made, or insights changed. It removes a period ahead, and that of other
// kinds: the time is of something else, as in "risks for the release in March".
func (f *finding) setPast(c *choice) {
	words := c.when.words
	c.drop(func(word string) bool { return slices.Contains(words, word) })
	if c.when = periodOf(f.words(), f.clock, true); c.when == nil {
		c.when = f.monthNamed(true)
	}
	areOf := func(kind graph.Kind) bool {
		return !slices.ContainsFunc(c.base, func(m Member) bool { return m.Entity.Self().Kind != kind })
	}
	switch isAhead := c.when == nil || c.when.from.After(c.clock); {
	case areOf(graph.KindDecision) && !isAhead:
		c.event = eventOf("decided")
	case isAhead, !areOf(graph.KindSignal) && !areOf(graph.KindInsight):
		c.when = nil
	}
}

// asksWhatShouldBe reports whether the question asks for what is late as in "what
// should have been finished by now".
func (f *finding) asksWhatShouldBe() bool {
	for i := range f.asked.Words {
		if f.says(i, "should have been") {
			return true
		}
	}
	return false
}

// mayBeDue reports whether some of the members that the question asks for have a
// kind with a due date.
func (f *finding) mayBeDue(members []Member) bool {
	if named := f.kindsNamed(); len(named) > 0 && neverDue(named) {
		return false
	}
	return slices.ContainsFunc(members, func(m Member) bool { return m.Entity.Self().Spec().DueField() != nil })
}

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
	for kind := range f.kindsListed() {
		if slices.Contains(graph.SpecOf(kind).States, word) {
			return true
		}
	}
	return false
}

// periodWords returns the words of the period that the question names, nil for none.
func (f *finding) periodWords() []string {
	if when := f.period(); when != nil {
		return when.words
	}
	return nil
}

// period returns the period that the question names, nil for none. The next
// entities of a kind are those that are due from now on. A long message has no
// period, because its dates are its own.
func (f *finding) period() *period {
	if f.when == nil {
		f.when = sync.OnceValue(f.readPeriod)
	}
	return f.when()
}

func (f *finding) readPeriod() *period {
	if f.isLong() {
		return nil
	}
	words := f.words()
	isOfPast := f.isOfReports()
	p := periodOf(words, f.clock, f.intent.Recent || isPast(words) || isOfPast)
	if p == nil && (len(f.kindsNamed()) > 0 || isOfPast) {
		if p = periodAhead(words, f.clock); p == nil {
			p = f.monthNamed(isOfPast)
		}
	}
	return p
}

// isOfReports reports whether a question asks for signals by the plural of their channel
// or kind, which report what has happened.
func (f *finding) isOfReports() bool {
	return slices.ContainsFunc(f.words(), func(word string) bool { return ownKind(word) == graph.KindSignal || f.isChannel(word) })
}

// ignoreDays removes the numbers that are days or years of the period of the question
// from its terms, so that "from 1 to 8 December" is not about what is called number 8.
func (f *finding) ignoreDays() {
	p := f.readPeriod()
	if p == nil {
		return
	}
	f.asked.Terms = slices.DeleteFunc(f.asked.Terms, func(t subject.Term) bool { return isNumber(t.Word) && slices.Contains(p.words, t.Word) })
}

// isDayOfPeriod reports whether the words from first to last are numbers that are days
// or years of the period of the question, and name nothing.
func (f *finding) isDayOfPeriod(first, last int) bool {
	p := f.period()
	if p == nil || slices.ContainsFunc(f.words()[first:last], func(word string) bool { return !isNumber(word) }) {
		return false
	}
	for at := range f.words() {
		end := at + len(p.words)
		if at <= first && last <= end && end <= len(f.words()) && slices.Equal(f.words()[at:end], p.words) {
			return true
		}
	}
	return false
}

// monthNamed returns the month that a question names without a word before it, as
// in "December deadlines", the last such one if past is set; nil for none. A month that is also another word, or is
// cut short, must have a capital.
func (f *finding) monthNamed(past bool) *period {
	for i, word := range f.asked.Words {
		isClear := len(word.Text) > len("sept") && word.Text != "march" || word.Marks&text.Capital != 0
		if span, length := monthAt(f.words()[i:], dayOf(f.clock), past); length > 0 && isClear {
			span.words = f.words()[i : i+length]
			return span
		}
	}
	return nil
}

// words returns the folded words of the question. The caller must not change
// them.
func (f *finding) words() []string {
	if f.folded == nil {
		f.folded = make([]string, len(f.asked.Words))
		for i, word := range f.asked.Words {
			f.folded[i] = word.Text
		}
	}
	return f.folded
}

// isDue reports whether the period is about due dates: the question says so or
// asks for what comes next, or the period ends in the future, and the question asks neither for news nor for
// changes since a date.
func (c *choice) isDue(intent rank.Intent) bool {
	if c.when.isAhead || slices.ContainsFunc(c.words, func(word string) bool { return dueStems[text.English(word)] }) {
		return true
	}
	if intent.Recent || c.when.words[0] == "from" || !c.when.from.IsZero() && c.when.to.IsZero() {
		return false
	}
	return c.when.to.After(c.clock)
}

// inPeriod reports whether an entity is due, or changed, in the period.
func (c *choice) inPeriod(m Member) bool {
	if !c.due {
		_, changed := c.f.changedAt(m, c.when, c.event)
		return changed
	}
	e := m.Entity
	due := graph.Due(e)
	isPast := !c.when.to.IsZero() && !c.when.to.After(c.clock)
	return due != nil && c.when.has(*due) && (isPast || !isOver(e))
}

// isOver reports whether nothing more is expected of an entity: it is done or was
// dropped.
func isOver(e graph.Entity) bool { return e.Self().Spec().IsOver(e.Self().State()) }

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
		list.Filters = append(list.Filters, c.lateness())
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
		if !c.due {
			c.f.showBeginnings(group.Members, func(m Member) *origin { return c.f.beginningBy(m, c.when, c.event) })
		}
	}
}

// lateness returns the filter of a list of what is late.
func (c *choice) lateness() string {
	if slices.ContainsFunc(c.base, func(m Member) bool { return m.Entity.Self().State() == graph.StateMissed }) {
		return "overdue or missed"
	}
	return "overdue"
}

// order sorts members by due date, the earliest first, or by their last change,
// the latest first.
func (c *choice) order(members []Member) {
	if c.due {
		byID(members)
		return
	}
	c.f.latestFirst(members, c.when, c.event)
}

// latestFirst sorts members by their last change in a period, or by the time of an
// event.
func (f *finding) latestFirst(members []Member, in *period, event string) {
	type changed struct {
		Member
		at time.Time
	}
	list := make([]changed, len(members))
	for i, m := range members {
		list[i].Member = m
		list[i].at, _ = f.changedAt(m, in, event)
	}
	slices.SortFunc(list, func(a, b changed) int {
		return cmp.Or(b.at.Compare(a.at), cmp.Compare(a.Entity.Self().ID, b.Entity.Self().ID))
	})
	for i := range list {
		members[i] = list[i].Member
	}
}
