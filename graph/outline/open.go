package outline

import (
	"slices"
	"strings"
)

// openWords ask for what is not done.
var openWords = []string{"open", "outstanding", "remaining", "left", still, "unresolved", "undecided"}

const still = "still"

// stillWords are the words after "still" that say that something is not done, besides
// states.
var stillWords = strings.Fields(`a an the to in on at not no we i you they be have has had need needs needed left missing lacks lack
	waiting wait waits running going unclear unsolved unanswered undone under without for outstanding remaining unresolved undecided`)

// persons are the pronouns of those who do something.
var persons = strings.Fields("i we you they he she one")

// setOpen excludes what is done if the question asks only for what is open, and
// names no state.
func (f *finding) setOpen(c *choice) {
	isOpenWord := func(word string) bool {
		return slices.Contains(openWords, word) && (word != still || f.asksStillOpen())
	}
	asksOpen := slices.ContainsFunc(c.words, isOpenWord) || slices.Contains(f.words(), "urgent")
	if c.open = asksOpen && len(f.states(c, nil)) == 0; c.open {
		c.drop(isOpenWord)
		c.delete(func(m Member) bool {
			spec := m.Entity.Self().Spec()
			return isOver(m.Entity) || len(spec.States) == 0 && !f.intent.Named[spec.Kind]
		})
	}
}

// asksStillOpen reports whether "still" says that something is not done: in a question
// for a kind, before one of stillWords, and in what somebody can still do, unlike in
// "which commands still work".
func (f *finding) asksStillOpen() bool {
	words := f.words()
	next := slices.Index(words, still) + 1
	if next > 1 && slices.Contains(persons, words[next-2]) {
		return true
	}
	return next == len(words) || len(f.kindsNamed()) > 0 || slices.Contains(stillWords, words[next]) || isStateOrImpact(words[next])
}
