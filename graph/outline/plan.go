package outline

import (
	"slices"

	"dossier/graph/prompt"
)

// First returns the topics with the first lines of the plan. It omits topics
// without a line.
func (p *Plan) First(lines int) []prompt.Topic {
	topics := make([]prompt.Topic, len(p.Topics))
	used := make([]bool, len(p.Topics))
	for i, t := range p.Topics {
		topics[i] = t
		topics[i].Sections = slices.Clone(t.Sections)
	}
	for _, line := range p.Lines[:lines] {
		t := &topics[line.Topic]
		used[line.Topic] = true
		switch {
		case line.Detail != "" && line.Section < 0:
			t.Items[line.ItemAt].Detail = line.Detail
		case line.Detail != "":
			t.Sections[line.Section].Items[line.ItemAt].Detail = line.Detail
		case line.Section >= 0 && line.IsPassage:
			t.Sections[line.Section].Passages = append(t.Sections[line.Section].Passages, line.Passage)
		case line.Section >= 0:
			t.Sections[line.Section].Items = append(t.Sections[line.Section].Items, line.Item)
		case line.IsPassage:
			t.Lead = append(t.Lead, line.Passage)
		default:
			t.Items = append(t.Items, line.Item)
		}
	}
	kept := topics[:0]
	for i := range topics {
		if used[i] {
			kept = append(kept, topics[i])
		}
	}
	return kept
}

// Only returns a plan with the wanted ones of the first lines. The detail of an
// entity is kept if the line of its label is.
func (p *Plan) Only(lines int, wanted func(Line) bool) *Plan {
	only := &Plan{Topics: p.Topics, Scores: p.Scores, Paths: p.Paths}
	type place struct{ topic, section, item int }
	items, kept := map[place]int{}, map[place]int{} // by item: the number of items, and the new number of each
	keptItems := map[place]int{}
	for _, line := range p.Lines[:lines] {
		in := place{topic: line.Topic, section: line.Section}
		switch {
		case line.IsPassage:
			if wanted(line) {
				only.Lines = append(only.Lines, line)
			}
		case line.Detail != "":
			if at, has := kept[place{line.Topic, line.Section, line.ItemAt}]; has {
				line.ItemAt = at
				only.Lines = append(only.Lines, line)
			}
		default:
			if wanted(line) {
				kept[place{line.Topic, line.Section, items[in]}] = keptItems[in]
				keptItems[in]++
				only.Lines = append(only.Lines, line)
			}
			items[in]++
		}
	}
	return only
}
