package sources

import (
	"cmp"
	"slices"
	"strings"

	"dossier/graph"
)

// types are the types of issues for labels, by the words of these.
var types = map[string]string{
	"bug": "bug", "bugs": "bug", "defect": "bug", "feature": "feature", "feature request": "feature", "enhancement": "feature",
	"improvement": "feature",
	"question":    "question", "support": "question", "chore": "chore", "maintenance": "chore", "task": "task", "epic": "epic",
	"story": "story", "rfc": "proposal", "proposal": "proposal",
}

// topics are the types for labels that may also say what an issue of another type is
// about: a bug of the documentation is a bug.
var topics = map[string]string{
	"regression": "bug", "crash": "bug", "documentation": "documentation", "docs": "documentation", "doc": "documentation",
	"refactor": "chore", "refactoring": "chore",
	"security": "security", "test": "test", "tests": "test", "flaky test": "test", "editorial": "editorial", "design": "design",
}

// typeScopes are the scopes of labels that say a type, as in kind/bug.
var typeScopes = []string{"kind", "type", "c", "t", "category"}

// TypeOf returns the type that labels such as bug, kind/bug or "type: bug" say, ""
// for none. One with a scope counts most.
func TypeOf(labels []string) string {
	scoped, plain, topic := "", "", ""
	for _, label := range labels {
		words := wordsOf(label)
		isScoped := len(words) > 1 && slices.Contains(typeScopes, words[0])
		if isScoped {
			words = words[1:]
		}
		name := strings.Join(words, " ")
		of := cmp.Or(types[name], topics[name])
		switch {
		case isScoped:
			scoped = cmp.Or(scoped, of)
		case types[name] != "":
			plain = cmp.Or(plain, of)
		default:
			topic = cmp.Or(topic, of)
		}
	}
	return cmp.Or(scoped, plain, topic)
}

// SetScoped sets what the labels of an item say, of which many are scoped, such as
// priority::high and workflow::in review.
func (item *Item) SetScoped() {
	item.Priority, item.Type = cmp.Or(item.Priority, PriorityOf(item.Labels)), cmp.Or(item.Type, TypeOf(item.Labels))
	if item.Status != "" && StateOf(graph.KindTask, item.Status) != "todo" || item.State != "" {
		return
	}
	for _, label := range item.Labels {
		scope, value, scoped := strings.Cut(strings.ToLower(label), "::")
		if scoped && (scope == "workflow" || scope == "status") && KnowsStatus(value) {
			item.State, item.Props["workflow"] = StateOf(graph.KindTask, value), value
		}
	}
}

// PriorityOf returns the priority that labels such as P1, "priority: high" or
// prio/2 say, "" for none.
func PriorityOf(labels []string) string {
	for _, label := range labels {
		words := wordsOf(label)
		switch {
		case len(words) == 0:
		case len(words[0]) == 2 && words[0][0] == 'p' && words[0][1] >= '0' && words[0][1] <= '4' && len(words) < 4:
			return strings.ToUpper(words[0])
		case len(words) > 1 && slices.Contains([]string{"priority", "prio", "pri", "importance", "urgency"}, words[0]):
			return strings.Join(words[1:], " ")
		case len(words) == 2 && words[1] == "priority":
			return words[0]
		}
	}
	return ""
}

func wordsOf(label string) []string {
	return strings.FieldsFunc(strings.ToLower(label), func(r rune) bool { return r < '0' || '9' < r && r < 'a' || 'z' < r && r <= 127 })
}
