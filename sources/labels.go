package sources

import (
	"slices"
	"strings"
)

// types are the types of issues for labels, by the words of these.
var types = map[string]string{
	"bug": "bug", "bugs": "bug", "defect": "bug", "regression": "bug", "crash": "bug", "feature": "feature", "feature request": "feature", "enhancement": "feature",
	"improvement": "feature", "documentation": "documentation", "docs": "documentation", "doc": "documentation", "question": "question", "support": "question",
	"chore": "chore", "maintenance": "chore", "refactor": "chore", "refactoring": "chore", "task": "task", "epic": "epic", "story": "story",
	"security": "security", "test": "test", "tests": "test", "flaky test": "test", "rfc": "proposal", "proposal": "proposal", "editorial": "editorial", "design": "design",
}

// TypeOf returns the type that labels such as bug, kind/bug or "type: bug" say, ""
// for none.
func TypeOf(labels []string) string {
	for _, label := range labels {
		words := wordsOf(label)
		if len(words) > 1 && slices.Contains([]string{"kind", "type", "c", "t", "category"}, words[0]) {
			words = words[1:]
		}
		if of, known := types[strings.Join(words, " ")]; known {
			return of
		}
	}
	return ""
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
