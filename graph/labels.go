package graph

import (
	"slices"
	"strings"
)

// The limits of labels, by eye.
const (
	// MaxLabels is the maximum number of labels of an entity.
	MaxLabels = 100
	// MaxLabel is the maximum number of runes of a label.
	MaxLabel = 200
)

// The labels of tasks that nobody is to begin yet, whatever their state: those that were
// put off, are not agreed, or are copied for others.
const (
	LabelDeferred = "deferred"
	LabelDraft    = "draft"
	LabelTemplate = "template"
)

// CleanLabels returns labels without white space around them, without empty and
// repeated ones; nil for none.
func CleanLabels(labels []string) (clean []string) {
	for _, label := range labels {
		if label = strings.TrimSpace(label); label != "" && !slices.Contains(clean, label) {
			clean = append(clean, label)
		}
	}
	return clean
}

// PatchLabels returns labels with some added at the end and others removed.
func PatchLabels(labels, add, remove []string) []string {
	gone := CleanLabels(remove)
	return slices.DeleteFunc(CleanLabels(slices.Concat(labels, add)), func(label string) bool { return slices.Contains(gone, label) })
}
