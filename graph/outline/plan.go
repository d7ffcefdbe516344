package outline

import (
	"slices"
	"strings"

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
	quoted := map[[2]int][]Line{} // the passages by topic and section
	for _, line := range p.Lines[:lines] {
		t := &topics[line.Topic]
		used[line.Topic] = true
		switch {
		case line.Detail != "" && line.Section < 0:
			t.Items[line.ItemAt].Detail = line.detailAfter(t.Items[line.ItemAt].Detail)
		case line.Detail != "":
			item := &t.Sections[line.Section].Items[line.ItemAt]
			item.Detail = line.detailAfter(item.Detail)
		case line.Section >= 0 && line.IsPassage:
			at := [2]int{line.Topic, line.Section}
			quoted[at] = append(quoted[at], line)
		case line.Section >= 0:
			t.Sections[line.Section].Items = append(t.Sections[line.Section].Items, line.Item)
		case line.IsHeading:
		case line.IsPassage:
			t.Lead = append(t.Lead, line.Passage)
		default:
			t.Items = append(t.Items, line.Item)
		}
	}
	for at, lines := range quoted {
		topics[at[0]].Sections[at[1]].Passages = inOrder(lines)
	}
	kept := topics[:0]
	for i := range topics {
		if used[i] {
			kept = append(kept, topics[i])
		}
	}
	return kept
}

// detailAfter returns the detail of an item with that of a line.
func (l *Line) detailAfter(before string) string {
	if l.Continues {
		return strings.TrimSuffix(before, continued) + " " + l.Detail
	}
	return l.Detail
}

// inOrder returns the passages of lines of a section in the order of its text.
func inOrder(lines []Line) []prompt.Passage {
	slices.SortStableFunc(lines, func(a, b Line) int { return a.Place - b.Place })
	list := make([]prompt.Passage, len(lines))
	for i, line := range lines {
		list[i] = line.Passage
		list[i].Gap = i > 0 && line.Place > lines[i-1].Place+1
	}
	return list
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
		case line.IsPassage, line.IsHeading:
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
