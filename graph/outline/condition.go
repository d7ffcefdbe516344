package outline

import (
	"reflect"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/text"
)

// A condition is what a question requires of the members of a list, besides
// their kind, state and time: a level such as a high priority, or the lack of a
// state, an owner or a due date.
type condition struct {
	title string   // as in the title of the list: "not mitigated"
	words []string // of the question
	has   func(Member) bool
	// isValue reports whether the condition is the lack of a value, which counts
	// only if some member has the value. isKnown reports whether some entity may
	// have it.
	isValue, isKnown bool
	// applies reports whether the condition says something of a member, nil if of
	// all. It is ignored if it applies to none, as the state of a document to tasks.
	applies func(Member) bool
}

// conditions returns the conditions that the question has, in its order, without
// those that it repeats.
func (f *finding) conditions() []condition {
	words := f.words()
	var list []condition
	seen := map[string]bool{}
	first, last := f.asking()
	for i := first; i < last; i++ {
		c := f.lackAt(words, i)
		if c.has == nil && !f.isNameOfProject(words[i]) {
			c = levelAt(words, i)
		}
		if c.has == nil {
			c = readyAt(words, i)
		}
		if c.has == nil {
			c = f.propAt(words, i)
		}
		if c.has == nil {
			c = f.heldAt(words, i)
		}
		if said := strings.Join(c.words, " "); c.has != nil && !seen[said] {
			seen[said] = true
			list = append(list, c)
		}
	}
	return list
}

// isNameOfProject reports whether a word is the whole name or the external id of a project,
// such as P2.
func (f *finding) isNameOfProject(word string) bool {
	return slices.ContainsFunc(f.graphs, func(g *graph.Graph) bool {
		project := g.Project()
		return project != nil && (text.Fold(project.Name) == word || project.ExternalID != nil && text.Fold(*project.ExternalID) == word)
	})
}

// nobody are the words that say that an entity has no owner, with one of
// ownerStems or workStems after them.
var nobody = strings.Fields("nobody noone none one")

// havingWords are before nobody in "tasks that have nobody", and anybody are the
// words after "without".
var (
	havingWords = strings.Fields("have has got had with")
	anybody     = strings.Fields("anybody anyone somebody someone")
)

// workedStems are the stems of what somebody did, before "by".
var workedStems = text.Stems("owned authored written assigned led handled managed maintained")

// lacksNobody reports whether word i says that members have no owner.
func lacksNobody(words []string, i int) bool {
	if i > 0 && words[i-1] == "by" && slices.Contains(nobody[:3], words[i]) {
		return true
	}
	return i > 0 && (slices.Contains(nobody, words[i]) && slices.Contains(havingWords, words[i-1]) || slices.Contains(anybody, words[i]) && words[i-1] == "without")
}

// negations are the other words that negate what comes after them.
var negations = strings.Fields(`not no without never isnt arent wasnt werent hasnt havent didnt doesnt dont
	lack lacks lacking missing need needs`)

// nots are the negations of values such as a stage or a type.
var nots = strings.Fields("not isnt arent wasnt werent hasnt havent hadnt dont doesnt didnt")

// betweenWords may be between a negation and what it negates.
var betweenWords = strings.Fields(`a an any at in of to with the been being be is are has have yet clear named part belong
	linked connected attached related mitigating supporting i we you they he she it`)

var (
	ownerStems = text.Stems("owner owns assignee assigned responsible")
	workStems  = text.Stems("handles manages leads drives covers tackles looks works takes picked cares charge")
	dueStems   = text.Stems("due deadline date dated scheduled")
)

// lackAt returns the condition that members lack what word i names, as in "not
// mitigated", "not in beta", "without an owner", "unassigned" and "without a plan".
// What is done lacks no owner and no date. It is the zero condition if nothing
// negates the word.
func (f *finding) lackAt(words []string, i int) condition {
	if lacksNobody(words, i) {
		last := i + 1
		for last < len(words) && (ownerStems[text.English(words[last])] || workStems[text.English(words[last])]) {
			last++
		}
		first := i - 1
		if words[first] == "by" && first > 0 && workedStems[text.English(words[first-1])] {
			first--
		}
		return condition{title: withoutOwner, words: words[first:last], has: f.lacksOwner}
	}
	if kind, first := f.lackedAt(words, i); kind != "" {
		return without(kind, words[first:i+1])
	}
	word, first := negatedAt(words, i)
	if word == "" {
		return condition{}
	}
	c, stem := notIn(word), text.English(word)
	if c.has == nil && slices.Contains(nots, words[first]) {
		c.has, c.isValue = func(m Member) bool { return f.level(m, word) < levelStem }, true
		c.isKnown = isStateOrImpact(word) || f.mayBeValue(word)
	}
	last := i + 1
	switch isNobody := slices.Contains(nobody, words[first]); {
	case ownerStems[stem], isNobody && workStems[stem]:
		c.title, c.has, c.isValue = withoutOwner, f.lacksOwner, false
	case dueStems[stem]:
		c.title, c.has, c.isValue = "without a date", isUndated, false
		for last < len(words) && dueStems[text.English(words[last])] {
			last++
		}
	}
	c.words = words[first:last]
	return c
}

const withoutOwner = "without an owner"

func (f *finding) lacksOwner(m Member) bool { return !isOver(m.Entity) && !f.isOwned(m) }

// negatedAt returns word i without its negation, and the index of the
// negation's first word. It returns "" if nothing negates the word.
func negatedAt(words []string, i int) (word string, first int) {
	first = i - 1
	for first > 0 && slices.Contains(betweenWords, words[first]) {
		first--
	}
	if first >= 0 && (slices.Contains(nobody, words[first]) || slices.Contains(negations, words[first])) {
		return words[i], first
	}
	word, _ = strings.CutPrefix(words[i], "un")
	if word == words[i] {
		return "", 0
	}
	return word, i
}

// notIn returns the condition that members are not in the state that a word
// means, or not done if the word is for an event that ends work. It is the zero
// condition for other words.
func notIn(word string) condition {
	c := condition{title: "not " + word}
	switch event := eventOf(word); {
	case event == "decision_at", event == "mitigated_at":
		c.has = func(m Member) bool { return m.Entity.Self().Spec().Field(event) != nil && !isOver(m.Entity) }
	case slices.Contains(startedWords, word):
		c.has = func(m Member) bool { return isUnstarted(m.Entity) }
	case event == "completed_at", meansDone(word), meansDone(word + "ed"): // "no fix"
		c.has = func(m Member) bool { return len(m.Entity.Self().Spec().Done) > 0 && !isOver(m.Entity) }
	case isState(word):
		c.applies = func(m Member) bool { return mayBe(m.Entity, word) }
		c.has = func(m Member) bool { return c.applies(m) && !hasState(m.Entity, word) }
	}
	return c
}

// startedWords are the words for work that has left its first state.
var startedWords = strings.Fields("started begun touched")

// isUnstarted reports whether an entity that can be in progress is in its first
// state.
func isUnstarted(e graph.Entity) bool {
	states := e.Self().Spec().States
	return slices.Contains(states, "in_progress") && e.Self().State() == states[0]
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

// isUndated reports whether an entity that is not done and may have a due date
// has none.
func isUndated(m Member) bool {
	return !isOver(m.Entity) && m.Entity.Self().Spec().DueField() != nil && graph.Due(m.Entity) == nil
}

// isState reports whether a word means a state of a kind.
func isState(word string) bool {
	return slices.ContainsFunc(graph.Kinds, func(s *graph.Spec) bool { return hasAny(s.States, word) })
}

// mayBe reports whether entities of the kind can have the state that a word
// means.
func mayBe(e graph.Entity, word string) bool { return hasAny(e.Self().Spec().States, word) }

func hasAny(states []string, word string) bool {
	return slices.ContainsFunc(alsoCalled(word), func(name string) bool { return slices.Contains(states, name) })
}

// ranges are the ranges of a field that counts from 1, the most, to 5, by the
// words for them. Urgent is as in [graph.Score].
var ranges = map[string]struct{ from, to int }{
	"1": {1, 1}, "2": {2, 2}, "3": {3, 3}, "4": {4, 4}, "5": {5, 5},
	"top": {1, 1}, "highest": {1, 1}, "high": {1, 2}, "urgent": {1, 2}, "medium": {3, 3}, "low": {4, 5}, "lowest": {5, 5},
}

// levelAt returns the condition that the field which word i names has the value
// beside it, as in "high impact" and "priority 1". Also "urgent" and "p1" are
// priorities, and "severe" is an impact. It is the zero condition for other words.
func levelAt(words []string, i int) condition {
	switch {
	case words[i] == "urgent":
		return levelOf("priority", "urgent", words[i:i+1])
	case slices.Contains(graveWords, words[i]):
		return levelOf("impact", "high", words[i:i+1])
	}
	if number, cut := strings.CutPrefix(words[i], "p"); cut && len(number) == 1 {
		return levelOf("priority", number, words[i:i+1])
	}
	after := i + 1
	for after < len(words) && slices.Contains(betweenWords, words[after]) {
		after++
	}
	for _, at := range []int{i - 1, after} {
		if at < 0 || at == len(words) {
			continue
		}
		if c := levelOf(words[i], words[at], words[min(i, at):max(i, at)+1]); c.has != nil {
			return c
		}
	}
	return condition{}
}

// levelOf returns the condition that a field of the light view has a value of
// its closed set, or is in a range. It is the zero condition if no kind has
// such a field.
func levelOf(name, value string, words []string) condition {
	span, inRange := ranges[value]
	holds := func(e graph.Entity, field *graph.Field) bool {
		switch stored := field.Value(e).(type) {
		case string:
			return stored == value
		case int:
			return inRange && span.from <= stored && stored <= span.to
		}
		return false
	}
	isKnown := slices.ContainsFunc(graph.Kinds, func(s *graph.Spec) bool {
		field := s.Field(name)
		return field != nil && field.Light && (field.Enum != "" && graph.EnumHas(field.Enum, value) || inRange && field.Type == reflect.TypeFor[*int]())
	})
	if !isKnown {
		return condition{}
	}
	title := value + " " + name
	if isNumber(value) {
		title = name + " " + value
	}
	return condition{title: title, words: words, has: func(m Member) bool {
		field := m.Entity.Self().Spec().Field(name)
		return field != nil && field.Light && holds(m.Entity, field)
	}}
}
