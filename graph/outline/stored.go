package outline

import (
	"slices"
	"strings"

	"dossier/graph"
)

// A memberList identifies a list of members by its memory: members are removed
// from a list or put in another order, but no others are put into their places. Of a
// list that is shorter than before, the last member is another than that of as many
// members of the whole.
type memberList struct {
	first  *Member
	last   graph.Entity
	length int
}

// oneOfEach returns a member of each kind, state and impact among members. It
// keeps the result for the words that are looked for in the same members: to read
// the states of 100,000 entities takes 17 ms, mostly waiting for memory.
func (f *finding) oneOfEach(members []Member) []Member {
	if len(members) == 0 {
		return nil
	}
	list := memberList{&members[0], members[len(members)-1].Entity, len(members)}
	each, known := f.each[list]
	if !known {
		if f.each == nil {
			f.each = map[memberList][]Member{}
		}
		each = oneOfEach(members)
		f.each[list] = each
	}
	return each
}

func oneOfEach(members []Member) (each []Member) {
	type stored struct {
		kind          graph.Kind
		state, impact string
	}
	var last stored
	seen := map[stored]bool{}
	for _, m := range members {
		one := stored{kind: m.Entity.Self().Kind}
		if one.state, one.impact = valuesOf(m.Entity); one == last || seen[one] {
			continue
		}
		last, seen[one] = one, true
		each = append(each, m)
	}
	return each
}

// anyIn reports whether some member has one of the names of a word as its state
// or impact, or done if it is that, at a level or above.
func (f *finding) anyIn(members []Member, names []string, least int) bool {
	return slices.ContainsFunc(f.oneOfEach(members), func(m Member) bool { return stateLevel(m.Entity, names) >= least })
}

// states returns the words of a choice that are states or impacts of its members,
// or states of the given kinds. "done" is one if a member is done in its kind's
// own word.
func (f *finding) states(c *choice, kinds map[graph.Kind]bool) []string {
	if !slices.ContainsFunc(c.words, isStateOrImpact) {
		return nil
	}
	each := f.oneOfEach(c.base)
	values := storedValues(each)
	values["done"] = values["done"] || slices.ContainsFunc(each, func(m Member) bool { return isDone(m.Entity) })
	for kind := range kinds {
		for _, state := range graph.SpecOf(kind).States {
			values[state] = true
		}
	}
	return wordsFor(values, c.words)
}

// statesAmong returns the words that are states or impacts of members.
func (f *finding) statesAmong(words []string, members []Member) []string {
	if !slices.ContainsFunc(words, isStateOrImpact) {
		return nil
	}
	return wordsFor(storedValues(f.oneOfEach(members)), words)
}

// storedValues returns the states and impacts of members, in lower case. They
// are collected once, because a question can have thousands of words.
func storedValues(members []Member) map[string]bool {
	values := map[string]bool{}
	for _, m := range members {
		state, impact := valuesOf(m.Entity)
		values[strings.ToLower(state)], values[strings.ToLower(impact)] = true, true
	}
	delete(values, "")
	return values
}

// wordsFor returns the words that mean one of the values.
func wordsFor(values map[string]bool, words []string) (meaning []string) {
	for _, word := range words {
		if slices.ContainsFunc(alsoCalled(word), func(w string) bool { return values[strings.ToLower(w)] }) {
			meaning = append(meaning, word)
		}
	}
	return meaning
}
