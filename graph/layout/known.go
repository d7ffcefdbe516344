package layout

import (
	"dossier/graph/contextdoc/known"
	"dossier/graph/prompt"
)

// Text returns the text of the line.
func (l *Line) Text() string {
	switch {
	case l.Detail != "":
		return l.Detail
	case l.Rename != nil:
		return prompt.Name{ID: l.Rename.ID, Facts: l.Rename.Facts}.String()
	case l.IsPassage, l.IsHeading:
		return l.Passage.Text
	default:
		return "- " + l.Item.String()
	}
}

// Amounts returns how much of each entity, by id, a body has with some of the lines of the
// plan. Of an entity that isRead it has all if all its lines are included, not counting
// quotes.
func (p *Plan) Amounts(lines []Line, isRead func(id string) bool) map[string]known.Amount {
	whole, here, amounts := linesOf(p.Lines), linesOf(lines), map[string]known.Amount{}
	for id, n := range here {
		amounts[id] = known.Short
		if n == whole[id] && !p.Missing[id] && isRead(id) {
			amounts[id] = known.Full
		}
	}
	for _, line := range lines {
		topic := p.Topics[line.Topic]
		isContents := line.Entity == topic.Entity // the headings of the topic's texts
		if line.Section >= 0 && line.Quote == nil && topic.Sections[line.Section].Inline && !isContents {
			amounts[line.Entity.Self().ID] = known.Name
		}
	}
	return amounts
}

// linesOf returns the numbers of lines of entities, by id, not counting quotes.
func linesOf(lines []Line) map[string]int {
	counts := map[string]int{}
	for _, line := range lines {
		if line.Quote == nil {
			counts[line.Entity.Self().ID]++
		}
	}
	return counts
}

// Unknown returns the part of the plan that consists of the first lines, without those
// that are known. If these take less than least tokens, it adds later lines. It also returns
// how many lines of the plan it considered.
func (c *Costs) Unknown(has *known.Set, lines, least int, isRead func(id string) bool) (*Plan, int) {
	has = has.Within(c.Plan.Hashed)
	included := c.Plan.unknown(lines, has, isRead)
	if len(included.Lines) == lines {
		return included, lines
	}
	low, high := lines, len(c.Plan.Lines)
	for low < high {
		middle := (low + high + 1) / 2
		if more := c.Plan.unknown(middle, has, isRead); c.ofTopics(more.First(len(more.Lines))) <= least {
			included, low = more, middle
		} else {
			high = middle - 1
		}
	}
	return included, low
}

// unknown returns the part of the plan that consists of the first lines, without
// those that are known. Of a topic that is not known itself it keeps one line,
// because a topic without lines is omitted.
func (p *Plan) unknown(lines int, has *known.Set, isRead func(id string) bool) *Plan {
	if has == nil {
		return &Plan{Topics: p.Topics, Scores: p.Scores, Paths: p.Paths, Lines: p.Lines[:lines]}
	}
	amounts := p.Amounts(p.Lines[:lines], isRead)
	isUnseen := p.unseen(lines, has)
	isNew := func(line Line) bool {
		if !isUnseen(line) {
			return false
		}
		if q := line.Quote; q != nil {
			return !has.HasQuote(line.Entity, known.Quote{Field: q.Field, Start: q.Start, End: q.End})
		}
		return line.Answers || !has.Has(line.Entity, amounts[line.Entity.Self().ID])
	}
	left := p.emptied(p.Lines[:lines], has, isNew)
	return p.only(lines, func(line Line) bool {
		isKept := isNew(line) || left[line.Topic]
		delete(left, line.Topic)
		return isKept
	})
}

// emptied returns the topics that are not known although all their lines are.
func (p *Plan) emptied(lines []Line, has *known.Set, isNew func(Line) bool) map[int]bool {
	topics := make(map[int]bool)
	for _, line := range lines {
		entity := p.Topics[line.Topic].Entity
		topics[line.Topic] = entity != nil && !has.Has(entity, known.Name)
	}
	for _, line := range lines {
		if !line.isAddition() && isNew(line) {
			delete(topics, line.Topic)
		}
	}
	return topics
}

// unseen returns a function that reports whether handles lack one of the first
// lines of the plan, or a line that adds to it.
func (p *Plan) unseen(lines int, has *known.Set) func(Line) bool {
	if !has.HasLines() {
		return func(Line) bool { return true }
	}
	type place struct{ topic, section, item int }
	isNew, items, count := map[known.LineHash]bool{}, map[place]known.LineHash{}, map[place]int{}
	for _, line := range p.Lines[:lines] {
		in, hash := place{topic: line.Topic, section: line.Section}, p.hashOf(line)
		switch {
		case line.isAddition():
			of := items[place{line.Topic, line.Section, line.ItemAt}]
			isNew[of] = isNew[of] || !has.HasLine(hash)
			continue
		case !line.IsPassage && !line.IsHeading:
			items[place{line.Topic, line.Section, count[in]}] = hash
			count[in]++
		}
		isNew[hash] = !has.HasLine(hash)
	}
	return func(line Line) bool { return isNew[p.hashOf(line)] }
}

// hashOf returns the hash of a line of the plan.
func (p *Plan) hashOf(line Line) known.LineHash { return known.HashOf(p.placeOf(line), line.Text()) }

// placeOf returns a text for the section of a line.
func (p *Plan) placeOf(line Line) string {
	topic := &p.Topics[line.Topic]
	place := topic.Label
	if topic.Entity != nil {
		place = topic.Entity.Self().ID
	}
	if line.Section >= 0 {
		place += "\n" + topic.Sections[line.Section].Title
	}
	return place
}

// Hashed returns the lines of the plan as handles have them.
func (p *Plan) Hashed() []known.Line {
	list := make([]known.Line, len(p.Lines))
	for i, line := range p.Lines {
		list[i] = known.Line{Hash: p.hashOf(line), Place: p.placeOf(line), Size: line.Size()}
		if subject := p.Topics[line.Topic].Entity; subject != nil {
			list[i].Subject = subject.Self().ID
		}
	}
	return list
}

// LeftOut returns the ids of the entities of which one of lines is not
// included, and of topics without an included line.
func (p *Plan) LeftOut(lines, included []Line) (ids []string) {
	counts, topics := map[string]int{}, map[int]bool{}
	for _, line := range included {
		counts[line.Entity.Self().ID]++
		topics[line.Topic] = true
	}
	for _, line := range lines {
		if id := line.Entity.Self().ID; counts[id] == 0 {
			ids = append(ids, id)
		} else {
			counts[id]--
		}
		if subject := p.Topics[line.Topic].Entity; subject != nil && !topics[line.Topic] {
			ids = append(ids, subject.Self().ID)
		}
	}
	return ids
}
