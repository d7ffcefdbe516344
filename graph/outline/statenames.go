package outline

import (
	"slices"
	"strings"

	"dossier/graph"
)

// stateForms are other forms of the names of states.
var stateForms = map[string]string{
	"drafts": "draft", "miss": "missed", "blown": "missed", "failed": "missed", "parked": "deferred", "defer": "deferred", "occur": "occurred", "happened": "occurred", "reverse": "reversed", "reverted": "reversed", "postponed": "deferred", "postpone": "deferred",
	"overturned": "reversed", "revoked": "reversed", "rescinded": "reversed", "undone": "reversed", "shelved": "deferred", "materialised": "occurred", "materialized": "occurred",
	"cancel": "cancelled", "canceled": "cancelled", "abandon": "abandoned", "dropped": "abandoned", "archive": "archived", "pause": "paused",
	"scrapped": "cancelled", "axed": "cancelled", "killed": "cancelled", "ditched": "abandoned", "discarded": "abandoned", "suspended": "paused", "halted": "paused", "retired": "archived",
}

// otherWords are other names of states and stages.
var otherWords = map[string]string{
	"ga": "stable", "finished": "done", "completed": "done", "running": "active",
	"implemented": "done", "delivered": "done", "resolved": "done", "fixed": "done", "solved": "done", "progress": "in_progress", "ongoing": "in_progress", "underway": "in_progress", "wip": "in_progress", "stuck": "blocked", "waiting": "blocked",
	"accomplished": "done", "backlog": "todo", "reached": "achieved completed",
	"declined": "rejected", "refused": "rejected", "denied": "rejected", "approved": "accepted", "retracted": "withdrawn",
}

// alsoCalled returns the word, and the stored names of the states or the stage that
// it means, or the short form of a word for types.
func alsoCalled(word string) []string {
	if short := clipped[strings.TrimSuffix(word, "s")]; short != "" {
		return []string{word, short}
	}
	for _, others := range []map[string]string{otherWords, stateForms} {
		if other, known := others[word]; known {
			return append([]string{word}, strings.Fields(other)...)
		}
	}
	return []string{word}
}

// isState reports whether a word means a state of a kind.
func isState(word string) bool {
	return slices.ContainsFunc(graph.Kinds, func(s *graph.Spec) bool { return hasAny(s.States, word) })
}

// isStateOrImpact reports whether a word means a state of a kind or an impact.
func isStateOrImpact(word string) bool {
	return isState(word) || slices.ContainsFunc(alsoCalled(word), func(name string) bool { return graph.EnumHas("Impact", name) })
}

// hasAny reports whether a word means one of some states.
func hasAny(states []string, word string) bool {
	return slices.ContainsFunc(alsoCalled(word), func(name string) bool { return slices.Contains(states, name) })
}
