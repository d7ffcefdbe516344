package contextdoc

import (
	"fmt"
	"slices"

	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/outline/layout"
	"dossier/graph/pack"
	"dossier/graph/prompt"
)

// maxKnown is the maximum number of digests and ids in Known: enough for a long
// conversation. By eye.
const maxKnown = 200

// knownShare is the divisor of the budget up to which a document that leaves
// out known content is filled with what comes next. By eye.
const knownShare = 4

// known describes the entities that a client has from earlier documents. nil
// means none.
type known struct {
	entities map[uint32][]knownEntity // by idHash
	ids      map[string]bool          // of entities that are known in full, in any state
	pieces   map[piece]bool           // of handles
	begun    map[piece]bool           // the first 16 bits of pieces
	lines    map[lineHash]bool        // of a plan, which handles have
	named    map[string]bool          // ids of the subjects of these lines
}

func newKnown() *known {
	return &known{
		entities: map[uint32][]knownEntity{}, ids: map[string]bool{},
		pieces: map[piece]bool{}, begun: map[piece]bool{},
	}
}

// A knownEntity is how much of an entity an earlier document included.
type knownEntity struct {
	state  uint8 // the bits of its state at that time
	form   Form
	quotes []knownQuote
}

// A knownQuote is a range of characters in the field with a number.
type knownQuote struct{ field, start, end int }

// known parses the digests and ids that a client has. It warns of texts that
// are neither, and of ids that no project of the scope has; the document may
// repeat their content.
func (sc *scope) known(given []string) *known {
	if len(given) == 0 {
		return nil
	}
	k := newKnown()
	unread := 0
	for _, text := range given {
		named := sc.named(text)
		switch {
		case len(named) == 1:
			k.ids[named[0].Self().ID] = true
		case len(named) > 1:
			sc.warnings = append(sc.warnings, Warning{WarnUnknown, fmt.Sprintf(
				"known: %d entities may be meant by %q, such as %s; nothing is left out for it", len(named), graph.Truncate(text, shownName),
				named[0].Self().ID)})
		case graph.IsUUID(text), graph.IsShortID(text):
			sc.warnings = append(sc.warnings, Warning{WarnUnknown, "known: no entity with id " + text + "; nothing is left out for it"})
		case !k.addDigest(text):
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
		func(g *memory.Graph) []graph.Entity { return g.External(name) },
		func(g *memory.Graph) []graph.Entity { return g.Begun(name) },
		func(g *memory.Graph) []graph.Entity { return g.Qualified(name) },
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

// of returns what is known about an entity in its present state.
func (k *known) of(e graph.Entity) (list []knownEntity) {
	if k == nil {
		return nil
	}
	if k.ids[e.Self().ID] {
		return []knownEntity{{form: FormFull}}
	}
	if len(k.pieces) > 0 {
		list = k.ofPieces(e)
	}
	candidates := k.entities[idHash(e.Self().ID)]
	if len(candidates) == 0 {
		return list
	}
	state := stateOf(e).bits()
	for _, one := range candidates {
		if one.state == state {
			list = append(list, one)
		}
	}
	return list
}

// has reports whether an entity is known in a form or in a fuller one.
func (k *known) has(e graph.Entity, form Form) bool {
	return slices.ContainsFunc(k.of(e), func(one knownEntity) bool { return formRank(one.form) >= formRank(form) })
}

// hasQuote reports whether a quote of the text of an entity is known.
func (k *known) hasQuote(e graph.Entity, q *layout.Quote) bool {
	field := fieldNumber(e, q.Field)
	return slices.ContainsFunc(k.of(e), func(one knownEntity) bool {
		return one.form == FormFull || slices.ContainsFunc(one.quotes, func(known knownQuote) bool {
			return known.field == field && known.start <= q.Start && q.End <= known.end
		})
	})
}

// formOrder has the forms of an entity, the shortest first.
var formOrder = []Form{FormName, FormShort, FormFull}

func formRank(form Form) int { return slices.Index(formOrder, form) }

// fieldNumber returns the number of a field among those of its kind, -1 for
// none.
func fieldNumber(e graph.Entity, name string) int {
	return slices.IndexFunc(e.Self().Spec().Fields, func(f graph.Field) bool { return f.Name == name })
}

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

// new returns the part of a plan that consists of the first lines, without
// those that are known. Of a topic that is not known itself it keeps one line,
// because a topic without lines is omitted.
func (k *known) new(plan *layout.Plan, lines int, loaded *texts) *layout.Plan {
	if k == nil {
		return &layout.Plan{Topics: plan.Topics, Scores: plan.Scores, Paths: plan.Paths, Lines: plan.Lines[:lines]}
	}
	forms := formsIn(plan, plan.Lines[:lines], loaded)
	isUnseen := k.unseen(plan, lines)
	isNew := func(line layout.Line) bool {
		if !isUnseen(line) {
			return false
		}
		if line.Quote != nil {
			return !k.hasQuote(line.Entity, line.Quote)
		}
		return line.Answers || !k.has(line.Entity, forms[line.Entity.Self().ID])
	}
	emptied := k.emptied(plan, plan.Lines[:lines], isNew)
	return plan.Only(lines, func(line layout.Line) bool {
		isKept := isNew(line) || emptied[line.Topic]
		delete(emptied, line.Topic)
		return isKept
	})
}

// emptied returns the topics that are not known although all their lines are.
func (k *known) emptied(plan *layout.Plan, lines []layout.Line, isNew func(layout.Line) bool) map[int]bool {
	topics := make(map[int]bool)
	for _, line := range lines {
		entity := plan.Topics[line.Topic].Entity
		topics[line.Topic] = entity != nil && !k.has(entity, FormName)
	}
	for _, line := range lines {
		if !line.IsAddition() && isNew(line) {
			delete(topics, line.Topic)
		}
	}
	return topics
}

// withoutKnown returns a plan of the first lines without those that are known.
// If these take less than least tokens, it adds later lines. It also returns
// how many lines of the plan it considered.
func (c *costs) withoutKnown(has *known, lines, least int, loaded *texts) (*layout.Plan, int) {
	has = has.within(c.plan)
	included := has.new(c.plan, lines, loaded)
	if len(included.Lines) == lines {
		return included, lines
	}
	low, high := lines, len(c.plan.Lines)
	for low < high {
		middle := (low + high + 1) / 2
		if more := has.new(c.plan, middle, loaded); c.tokens(more) <= least {
			included, low = more, middle
		} else {
			high = middle - 1
		}
	}
	return included, low
}

// tokens returns the cost of all lines of a plan.
func (c *costs) tokens(plan *layout.Plan) (sum int) {
	for _, topic := range plan.First(len(plan.Lines)) {
		sum += c.count(prompt.Markdown(topic))
	}
	return sum
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
		case x.style.has.has(x.graph(p.Candidate).Entity(node.ID), forms[p.Level]):
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
