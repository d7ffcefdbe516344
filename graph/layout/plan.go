// Package layout orders what an outline has in lines by worth, of which a budget
// takes the first ones.
package layout

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/prompt"
)

// A Line is the smallest unit of a budget: an entity in a list, or a sentence
// of a text.
type Line struct {
	// Topic and Section are the numbers of the line's topic and section. Section
	// is -1 for the lead of the topic.
	Topic, Section       int
	Item                 prompt.Item    // of an entity
	Passage              prompt.Passage // of a text
	Entity               graph.Entity   // which the line is about
	IsPassage, IsHeading bool           // IsHeading: of a topic that has no more than its heading
	// Answers means that Item has an edge that the question asks for.
	Answers bool
	// Quote is the place of the passage in the text of Entity, nil for a lead.
	Quote *Quote
	// Place is that of the passage among those of its section.
	Place int
	// Detail is the text beyond the label of item number ItemAt in the section. It
	// is empty in other lines. Continues reports whether it follows a detail of the
	// item in a line before.
	Detail    string
	ItemAt    int
	Continues bool
	// Rename is the name of item number ItemAt with its id and all facts. It is nil
	// in other lines.
	Rename *prompt.Name
}

// isAddition reports whether a line adds to the item of one before.
func (l *Line) isAddition() bool { return l.Detail != "" || l.Rename != nil }

// A Quote is a place in a text field of an entity.
type Quote struct {
	Field    string   // the column
	Headings []string // around it, the outermost first
	// Start and End are offsets in characters.
	Start, End int
}

// A Plan has the headings of a text, and its lines by worth. A text with more
// of the lines has everything that one with fewer lines has.
type Plan struct {
	Topics []prompt.Topic // without lines
	// Scores are the scores of the topics relative to the best one; 1 for a list.
	Scores []float64
	// Paths are the edges from each topic to the entities of its lines, by id.
	Paths []map[string][]memory.SnapshotEdge
	Lines []Line // the most important first
	// IsCut reports whether lines are missing, see [Style]. Missing has the ids of
	// entities of which lines other than quotes are.
	IsCut   bool
	Missing map[string]bool
}

// Size returns the approximate length of a line as rendered, in bytes.
func (l *Line) Size() int {
	size := len(l.Item.Label) + len(l.Item.ID) + len(l.Item.Text) + len(l.Passage.Text) + len(l.Detail) + markup
	for _, fact := range l.Item.Facts {
		size += len(fact)
	}
	if l.Rename != nil {
		size += len(l.Rename.String())
	}
	return size
}

// markup is about the number of bytes of a line beyond its texts, by eye.
const markup = 8

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
		case line.Rename != nil:
			t.Items[line.ItemAt].Name = *line.Rename
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

// only returns a plan with the wanted ones of the first lines. What is added to an
// entity is kept if the line of its label is.
func (p *Plan) only(lines int, wanted func(Line) bool) *Plan {
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
		case line.isAddition():
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
