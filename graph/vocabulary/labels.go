package vocabulary

import (
	"slices"
	"strings"

	"dossier/graph/ask"
	"dossier/graph/text"
)

// labels finds the labels that the question has, whole or without what is before a
// colon or a slash: "priority::high" is also high, and "area/ui" ui.
func (f *finding) labels() {
	called := map[string][]string{} // labels, by the stems of their words
	for _, g := range f.graphs {
		for _, label := range g.Labels() {
			for _, name := range namesOfLabel(label) {
				if !slices.Contains(called[name], label) {
					called[name] = append(called[name], label)
				}
			}
		}
	}
	if len(called) == 0 {
		return
	}
	stems := make([]string, len(f.words))
	for i, w := range f.words {
		stems[i] = stemOf(w.Text)
	}
	for at := range stems {
		for last := at + 1; last <= len(stems); last++ {
			labels := called[strings.Join(stems[at:last], " ")]
			if labels == nil || last == at+1 && text.StopWord(f.words[at].Text) {
				continue
			}
			slices.Sort(labels)
			f.add("value", ask.Cond{Op: ask.Equal, Name: ask.LabelColumn, Values: labels}, at, last, labelPrior)
		}
	}
}

// namesOfLabel returns the stems of the words of a label, and of its part behind a scope.
func namesOfLabel(label string) []string {
	names := []string{key(label)}
	if at := strings.LastIndexAny(label, ":/"); at >= 0 && at+1 < len(label) {
		names = append(names, key(label[at+1:]))
	}
	return slices.DeleteFunc(names, func(name string) bool { return name == "" })
}

// key returns the stems of the words of a label as one text.
func key(label string) string { return strings.Join(stemsOf(label), " ") }
