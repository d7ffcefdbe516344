package contextdoc

import (
	"fmt"
	"slices"

	"dossier/graph"
	"dossier/graph/contextdoc/known"
	"dossier/graph/layout"
	"dossier/graph/memory"
	"dossier/graph/pack"
	"dossier/graph/prompt"
)

// maxKnown is the maximum number of digests and ids in Known: enough for a long
// conversation. By eye.
const maxKnown = 200

// knownShare is the divisor of the budget up to which a document that leaves
// out known content is filled with what comes next. By eye.
const knownShare = 4

// known parses the digests and ids that a client has. It warns of texts that
// are neither, and of ids that no project of the scope has; the document may
// repeat their content.
func (sc *scope) known(given []string) *known.Set {
	if len(given) == 0 {
		return nil
	}
	k := known.NewSet()
	unread := 0
	for _, text := range given {
		named := sc.named(text)
		switch {
		case len(named) == 1:
			k.AddID(named[0].Self().ID)
		case len(named) > 1:
			sc.warnings = append(sc.warnings, Warning{WarnUnknown, fmt.Sprintf(
				"known: %d entities may be meant by %q, such as %s; nothing is left out for it", len(named), graph.Truncate(text, shownName),
				named[0].Self().ID)})
		case graph.IsUUID(text), graph.IsShortID(text):
			sc.warnings = append(sc.warnings, Warning{WarnUnknown, "known: no entity with id " + text + "; nothing is left out for it"})
		case !k.AddDigest(text):
			unread++
		}
	}
	if unread > 0 {
		sc.warnings = append(sc.warnings, Warning{WarnUnknown, fmt.Sprintf(
			"known: %d of %d are no digests of this version and no ids; what they contain may be repeated", unread, len(given))})
	}
	return k
}

// shownName is the length to which a warning cuts a name. By eye.
const shownName = 60

// named returns the entities of the scope that a name means: those with this external
// id, or else whose id begins with it.
func (sc *scope) named(name string) []graph.Entity {
	for _, find := range []func(*memory.Graph) []graph.Entity{
		func(g *memory.Graph) []graph.Entity { return g.IDs().External(name) },
		func(g *memory.Graph) []graph.Entity { return g.IDs().Begun(name) },
		func(g *memory.Graph) []graph.Entity { return g.IDs().Qualified(name) },
	} {
		var found []graph.Entity
		for _, p := range sc.projects {
			found = append(found, find(p.Graph)...)
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// amountOf returns a form as digests have it.
func amountOf(form Form) known.Amount {
	switch form {
	case FormFull:
		return known.Full
	case FormShort:
		return known.Short
	}
	return known.Name
}

// includedIn returns the entities of nodes as digests have them.
func includedIn(nodes []Node) []known.Included {
	list := make([]known.Included, len(nodes))
	for i, node := range nodes {
		list[i] = known.Included{Entity: node.Entity, Amount: amountOf(node.Form), Size: node.Tokens * bytesPerToken}
		for _, p := range node.Passages {
			list[i].Quotes = append(list[i].Quotes, known.Quote{Field: p.Field, Start: p.Start, End: p.End})
		}
	}
	return list
}

// compare sets the digests of a document and, if the request has the digest of
// an earlier one, the changes since then.
func compare(r *request, d *Document) {
	included := includedIn(d.Nodes)
	digest := known.Of(d.Text, included)
	d.Digest, d.KnownDigest = digest.String(), digest.Known()
	if r.since == nil {
		return
	}
	d.Changes = r.since.Changes(included)
	if cut := r.since.Cut(); cut > 0 {
		d.Warnings = append(d.Warnings, Warning{warnChanges, fmt.Sprintf(
			"the earlier document has %d entities beyond the %d that its digest holds; what is new is not known", cut, known.Most)})
	}
}

// Handle returns the handle of the document, "" for one without entities.
func (d *Document) Handle() string { return known.Handle(d.lines, includedIn(d.Nodes)) }

// formsIn returns the forms of the entities, by id, in a body that has some of
// the lines of a plan. An entity has the form FULL if all its lines are
// included, not counting quotes.
func formsIn(plan *layout.Plan, lines []layout.Line, loaded *texts) map[string]Form {
	whole, here, forms := linesOf(plan.Lines), linesOf(lines), map[string]Form{}
	for id, n := range here {
		forms[id] = FormShort
		if n == whole[id] && !plan.Missing[id] && loaded.full[id] != nil {
			forms[id] = FormFull
		}
	}
	for _, line := range lines {
		topic := plan.Topics[line.Topic]
		isContents := line.Entity == topic.Entity // the headings of the topic's texts
		if line.Section >= 0 && line.Quote == nil && topic.Sections[line.Section].Inline && !isContents {
			forms[line.Entity.Self().ID] = FormName
		}
	}
	return forms
}

// linesOf returns the numbers of lines of entities, by id, not counting quotes.
func linesOf(lines []layout.Line) map[string]int {
	counts := map[string]int{}
	for _, line := range lines {
		if line.Quote == nil {
			counts[line.Entity.Self().ID]++
		}
	}
	return counts
}

// unknown returns the part of a plan that consists of the first lines, without
// those that are known. Of a topic that is not known itself it keeps one line,
// because a topic without lines is omitted.
func unknown(plan *layout.Plan, lines int, has *known.Set, loaded *texts) *layout.Plan {
	if has == nil {
		return &layout.Plan{Topics: plan.Topics, Scores: plan.Scores, Paths: plan.Paths, Lines: plan.Lines[:lines]}
	}
	forms := formsIn(plan, plan.Lines[:lines], loaded)
	isUnseen := unseen(plan, lines, has)
	isNew := func(line layout.Line) bool {
		if !isUnseen(line) {
			return false
		}
		if q := line.Quote; q != nil {
			return !has.HasQuote(line.Entity, known.Quote{Field: q.Field, Start: q.Start, End: q.End})
		}
		return line.Answers || !has.Has(line.Entity, amountOf(forms[line.Entity.Self().ID]))
	}
	left := emptied(plan, plan.Lines[:lines], has, isNew)
	return plan.Only(lines, func(line layout.Line) bool {
		isKept := isNew(line) || left[line.Topic]
		delete(left, line.Topic)
		return isKept
	})
}

// emptied returns the topics that are not known although all their lines are.
func emptied(plan *layout.Plan, lines []layout.Line, has *known.Set, isNew func(layout.Line) bool) map[int]bool {
	topics := make(map[int]bool)
	for _, line := range lines {
		entity := plan.Topics[line.Topic].Entity
		topics[line.Topic] = entity != nil && !has.Has(entity, known.Name)
	}
	for _, line := range lines {
		if !line.IsAddition() && isNew(line) {
			delete(topics, line.Topic)
		}
	}
	return topics
}

// unseen returns a function that reports whether handles lack one of the first
// lines of a plan, or a line that adds to it.
func unseen(plan *layout.Plan, lines int, has *known.Set) func(layout.Line) bool {
	if !has.HasLines() {
		return func(layout.Line) bool { return true }
	}
	type place struct{ topic, section, item int }
	isNew, items, count := map[known.LineHash]bool{}, map[place]known.LineHash{}, map[place]int{}
	for _, line := range plan.Lines[:lines] {
		in, hash := place{topic: line.Topic, section: line.Section}, hashOf(plan, line)
		switch {
		case line.IsAddition():
			of := items[place{line.Topic, line.Section, line.ItemAt}]
			isNew[of] = isNew[of] || !has.HasLine(hash)
			continue
		case !line.IsPassage && !line.IsHeading:
			items[place{line.Topic, line.Section, count[in]}] = hash
			count[in]++
		}
		isNew[hash] = !has.HasLine(hash)
	}
	return func(line layout.Line) bool { return isNew[hashOf(plan, line)] }
}

// hashOf returns the hash of a line of a plan.
func hashOf(plan *layout.Plan, line layout.Line) known.LineHash {
	return known.HashOf(placeOf(plan, line), textOf(line))
}

// placeOf returns a text for the section of a line.
func placeOf(plan *layout.Plan, line layout.Line) string {
	topic := &plan.Topics[line.Topic]
	place := topic.Label
	if topic.Entity != nil {
		place = topic.Entity.Self().ID
	}
	if line.Section >= 0 {
		place += "\n" + topic.Sections[line.Section].Title
	}
	return place
}

// hashedLines returns the lines of a plan as handles have them.
func hashedLines(plan *layout.Plan) []known.Line {
	list := make([]known.Line, len(plan.Lines))
	for i, line := range plan.Lines {
		list[i] = known.Line{Hash: hashOf(plan, line), Place: placeOf(plan, line), Size: line.Size()}
		if subject := plan.Topics[line.Topic].Entity; subject != nil {
			list[i].Subject = subject.Self().ID
		}
	}
	return list
}

// withoutKnown returns a plan of the first lines without those that are known.
// If these take less than least tokens, it adds later lines. It also returns
// how many lines of the plan it considered.
func withoutKnown(c *layout.Costs, has *known.Set, lines, least int, loaded *texts) (*layout.Plan, int) {
	has = has.Within(func() []known.Line { return hashedLines(c.Plan) })
	included := unknown(c.Plan, lines, has, loaded)
	if len(included.Lines) == lines {
		return included, lines
	}
	low, high := lines, len(c.Plan.Lines)
	for low < high {
		middle := (low + high + 1) / 2
		if more := unknown(c.Plan, middle, has, loaded); c.Of(more.First(len(more.Lines))) <= least {
			included, low = more, middle
		} else {
			high = middle - 1
		}
	}
	return included, low
}

// leftOut returns the ids of the entities of which a line of a plan is not
// included, and of topics without an included line.
func leftOut(plan *layout.Plan, lines, included []layout.Line) (ids []string) {
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
		if subject := plan.Topics[line.Topic].Entity; subject != nil && !topics[line.Topic] {
			ids = append(ids, subject.Self().ID)
		}
	}
	return ids
}

// withoutKnown returns the packed entities that are not handled and not known in
// their packed form, and the ids of those that are known.
func (x *entries) withoutKnown(packed []pack.Packed, handled map[string]bool) (left []pack.Packed, ids []string) {
	for _, p := range packed {
		switch node := x.nodes[p.Candidate]; {
		case handled[node.ID]:
		case x.style.has.Has(x.graph(p.Candidate).Entity(node.ID), amountOf(forms[p.Level])):
			ids = append(ids, node.ID)
		default:
			left = append(left, p)
		}
	}
	return left, ids
}

// handled returns the ids of the entities that a draft includes or leaves out
// because they are known.
func (d *draft) handled() map[string]bool {
	ids := make(map[string]bool, len(d.nodes)+len(d.known))
	for _, node := range d.nodes {
		ids[node.Entity.Self().ID] = true
	}
	for _, id := range d.known {
		ids[id] = true
	}
	return ids
}

// leave records entities of which a document leaves out known parts.
func (d *draft) leave(ids ...string) {
	for _, id := range ids {
		if !slices.Contains(d.known, id) {
			d.known = append(d.known, id)
		}
	}
}

// knownNote returns the line that counts the known entities that a document
// leaves out, and the others of which it leaves out parts; "" for none.
func (d *draft) knownNote() string {
	included := map[string]bool{}
	for _, node := range d.nodes {
		included[node.Entity.Self().ID] = true
	}
	parts := 0
	for _, id := range d.known {
		if included[id] {
			parts++
		}
	}
	return prompt.KnownNote(len(d.known)-parts, parts)
}
