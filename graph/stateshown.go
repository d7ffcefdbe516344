package graph

import (
	"slices"
	"strings"
	"unicode"
)

// ended are the states of kinds that have one for all that ended without being done.
// Requirements have no state.
var ended = map[Kind]string{
	KindPlan: "completed", KindDecision: "reversed", KindDocument: "archived", KindMilestone: "missed", KindRequirement: "",
}

// The words of sources for how something ended, or why nobody begins it. As labels they
// say more than the state of a kind.
var (
	endings = []string{
		"withdrawn", "rejected", "superseded", "replaced", "deprecated", "obsolete", "abandoned", "declined", "removed", "retired", "moved",
		"cancelled", "canceled", "duplicate", "won't do", "won't fix", "not planned", "dropped", "expired", "invalid",
		"abgelehnt", "ersetzt", "verworfen", "zurückgezogen", "rejeté", "remplacé", "abandonné", "retiré", "rechazado", "reemplazado", "retirado",
	}
	waiting = []string{LabelDeferred, "stagnant", "postponed"}
)

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

// StateShown returns the state of the entity as texts say it: its label for how it ended if
// its state is that of all that ended, such as "withdrawn" of a plan that is completed, or
// for why nobody begins a plan that is a draft.
func (c *Common) StateShown() string {
	words := endings
	if state, has := ended[c.Kind]; !has || c.State() != state {
		words = waiting
		if c.Kind != KindPlan || c.State() != "draft" {
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
