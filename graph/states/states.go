// Package states has the words for states of entities: those that people, models and sources
// use, and those that texts show.
package states

import (
	"slices"
	"strings"
	"unicode"

	"dossier/graph"
)

// endings are the words of sources for how something ended, waiting those for why nobody
// begins it.
var endings, waiting = named("ended"), named("waiting")

// ended are the states of kinds that have one for all that ended without being done.
// Requirements have no state.
var ended = map[graph.Kind]string{
	graph.KindPlan: "completed", graph.KindDecision: "reversed", graph.KindDocument: "archived", graph.KindMilestone: "missed",
	graph.KindRequirement: "",
}

// Meant returns the state of a kind that a text means: its name in any writing, such as "In
// progress", or a word that all kinds have, such as done for what is completed. It returns ""
// for none.
func Meant(spec *graph.Spec, text string) string {
	plain := strings.NewReplacer(" ", "", "-", "", "_", "")
	word := plain.Replace(strings.ToLower(text))
	for _, state := range spec.States {
		if plain.Replace(state) == word {
			return state
		}
	}
	for _, line := range lines {
		if words, is := strings.CutPrefix(line.name, "state "); !is || !slices.Contains(strings.Fields(words), word) {
			continue
		}
		for _, state := range line.words {
			if slices.Contains(spec.States, state) {
				return state
			}
		}
	}
	return ""
}

// EndingIn returns the word with which a status of a source says how something ended, or
// why nobody begins it: "superseded" of "Superseded by ADR-9"; "" for another status.
func EndingIn(status string) string {
	status = strings.ToLower(strings.TrimSpace(strings.ReplaceAll(status, "’", "'")))
	for _, words := range [][]string{endings, waiting} {
		for _, word := range words {
			if rest, is := strings.CutPrefix(status, word); is && (rest == "" || !unicode.IsLetter([]rune(rest)[0])) {
				return word
			}
		}
	}
	return ""
}

// Shown returns the state of an entity as texts say it: its label for how it ended if
// its state is that of all that ended, such as "withdrawn" of a plan that is completed, or
// for why nobody begins a plan that is a draft.
func Shown(c *graph.Common) string {
	words := endings
	if state, has := ended[c.Kind]; !has || c.State() != state {
		words = waiting
		if c.Kind != graph.KindPlan || c.State() != "draft" {
			return c.State()
		}
	}
	for _, label := range c.Labels {
		if label = strings.ToLower(label); slices.Contains(words, label) {
			return label
		}
	}
	return c.State()
}
