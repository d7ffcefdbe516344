package vocabulary

import (
	"maps"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/ask"
	"dossier/graph/ask/words"
	"dossier/graph/text"
)

// labels finds the labels that the question has, whole or without what is before a
// colon or a slash: "priority::high" is also high, and "area/ui" ui.
func (f *calling) labels() {
	called := f.calledLabels()
	if len(called) == 0 {
		return
	}
	stems := make([]string, len(f.words))
	for i, w := range f.stems {
		stems[i] = w.stem
	}
	for at := range stems {
		for last := at + 1; last <= len(stems); last++ {
			labels := called[strings.Join(stems[at:last], " ")]
			if labels == nil || last == at+1 && text.StopWord(f.words[at].Text) {
				continue
			}
			slices.Sort(labels)
			prior := labelPrior
			if f.isOtherState(at, last, []graph.Kind{graph.KindTask}) {
				prior = statePrior
			}
			c := ask.Cond{Op: ask.Equal, Name: ask.LabelColumn, Values: labels}
			f.add("value", c, at, last, prior)
			if last > at+1 || !words.IsName(f.words[at].Text) {
				f.labelled(c, at, last)
			}
		}
	}
	f.labelSynonyms(called)
}

// labelled adds some words that are labels as a noun for the entities that have them: good
// first issues, the enhancement.
func (f *calling) labelled(c ask.Cond, at, last int) {
	switch asked, own := f.words[last-1].Text, text.Folded(c.Values[0]); {
	case len(own) == 0:
	case asked == own[len(own)-1]:
		f.add("calledone", f.havingLabel(c), at, last, labelPrior)
	case text.IsPlural(asked, own[len(own)-1]):
		f.add("called", f.havingLabel(c), at, last, labelPrior)
	}
}

// havingLabel returns the list of the entities with a label, of the kind if only one has it.
func (f *finding) havingLabel(c ask.Cond) ask.Query {
	var kinds []graph.Kind
	for _, g := range f.graphs {
		for _, label := range c.Values {
			kinds = append(kinds, g.Labels()[label]...)
		}
	}
	return ofKinds(kinds, c)
}

// ofKinds returns the list of what meets a condition, of the kind if it is only one.
func ofKinds(kinds []graph.Kind, c ask.Cond) ask.Query {
	slices.Sort(kinds)
	if kinds = slices.Compact(kinds); len(kinds) == 1 {
		return ask.Query{Kind: kinds[0], Where: c}
	}
	return ask.Query{Where: c}
}

// labelSynonyms adds the labels for which a language has other words.
func (f *calling) labelSynonyms(called map[string][]string) {
	for _, one := range f.same {
		labels := called[key(one.value)]
		if labels == nil {
			continue
		}
		c := ask.Cond{Op: ask.Equal, Name: ask.LabelColumn, Values: labels}
		f.add("value", c, one.at, one.last, typePrior)
		if one.isNoun { // Fehler, of bug
			f.add("called", f.havingLabel(c), one.at, one.last, typePrior)
		}
	}
}

// calledLabels returns the labels of the graphs, by the stems of their words.
func (f *calling) calledLabels() map[string][]string {
	called := map[string][]string{}
	for _, g := range f.graphs {
		for _, label := range slices.Sorted(maps.Keys(g.Labels())) {
			for _, name := range namesOfLabel(label) {
				if !slices.Contains(called[name], label) {
					called[name] = append(called[name], label)
				}
			}
		}
	}
	return called
}

// isOtherState reports whether some words of the question are those of states that
// entities of the kinds cannot have, and no entity has: deferred, of tasks with such a
// label, is no state if no decision is deferred.
func (f *finding) isOtherState(at, last int, kinds []graph.Kind) bool {
	var states []string
	phrase := strings.Join(f.folded(at, last-at), " ")
	for _, table := range words.Tables {
		for _, m := range table.Of(phrase) {
			if m.Type == words.State {
				states = append(states, strings.Fields(m.Value)...)
			}
		}
	}
	if len(states) == 0 {
		return false
	}
	for _, spec := range graph.Kinds {
		has := func(state string) bool { return slices.Contains(spec.States, state) }
		if slices.ContainsFunc(states, has) && (slices.Contains(kinds, spec.Kind) || f.hasState(spec.Kind, states)) {
			return false
		}
	}
	return true
}

// hasState reports whether an entity of a kind is in one of some states.
func (f *finding) hasState(kind graph.Kind, states []string) bool {
	for _, g := range f.graphs {
		for _, e := range g.OfKind(kind) {
			if slices.Contains(states, e.Self().State()) {
				return true
			}
		}
	}
	return false
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
