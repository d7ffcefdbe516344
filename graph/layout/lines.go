package layout

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/outline"
	"dossier/graph/outline/parts"
	"dossier/graph/prompt"
	"dossier/graph/text"
)

// Style determines how entities are rendered, and has what the question asks
// for.
type Style struct {
	// Wants reports whether the question asks for a kind, Relation whether it asks
	// for a relation. Open reports whether it asks only for what is not done.
	Wants    outline.Wanted
	Relation func(graph.Relation) bool
	Open     bool
	// First are the kinds whose groups come first, in this order. If documents are
	// among them, sections precede all groups.
	First []graph.Kind
	// Sources adds to each topic the reason why it is included.
	Sources bool
	// ID returns an id as rendered, "" to omit it.
	ID func(id string) string
	// Facts returns the facts after the name of an entity, SubjectFacts those
	// after the name of a subject.
	Facts, SubjectFacts func(g *memory.Graph, e graph.Entity) []string
	// FirstFacts returns the facts after the name of a member of a list until all
	// names are in it, ListFacts those after it then.
	FirstFacts, ListFacts func(g *memory.Graph, e graph.Entity) []string
	// Values returns the values of a record, for the lines of a list.
	Values func(r *graph.Record) []string
	// Listed is the maximum number of entities of a list that have a line; 0 for
	// any number.
	Listed int
	// Room is the number of bytes of lines after which the plan is cut, because
	// its reader has no room for more; 0 for no limit. The lines before are the
	// same.
	Room int
}

// A writer writes the lines of a plan.
type writer struct {
	outline    *outline.Outline
	full       map[string]graph.Entity
	style      Style
	plan       Plan
	size       int                      // of the lines in bytes
	late       func()                   // called once after lateAfter bytes, nil for none
	said       map[string]bool          // sentences in the lines, and sections that were read
	held, huge []Line                   // the ends of long texts, until the facts are in the plan; lines that come last
	shown      map[string]bool          // ids of the documents that are named in sections
	detailed   map[string]bool          // ids of the entities whose details are in the plan
	offsets    map[string]*text.Offsets // of quoted texts, by entity and field
}

// A composer writes the groups and sections of topics.
type composer struct {
	*writer
	listed map[*parts.Group]bool // groups that precede further sections
}

// A planner writes lists, people and topics in their order.
type planner struct {
	*composer
	numbers    []int                   // of the topics in the plan
	hasNearest bool                    // see nearest
	named      map[string]*prompt.Name // of members of lists with ids and all facts, by id
}

// Of returns the plan of an outline. full has the entities of
// [outline.Outline.Refs] by id.
func Of(o *outline.Outline, full map[string]graph.Entity, style Style) *Plan {
	w := &writer{
		outline: o, full: full, style: style, plan: Plan{Missing: map[string]bool{}},
		said: map[string]bool{}, shown: map[string]bool{}, detailed: map[string]bool{}, offsets: map[string]*text.Offsets{},
	}
	p := &planner{composer: &composer{writer: w, listed: map[*parts.Group]bool{}}, named: map[string]*prompt.Name{}}
	if o.List != nil {
		p.list(o.List)
	}
	if !o.IsNearestFirst() || o.HasLiteral {
		p.people()
	}
	for _, t := range o.Topics {
		p.numbers = append(p.numbers, p.topic(t))
	}
	if o.IsNearestLate {
		w.late = func() { p.nearest(math.MaxInt) }
	}
	p.order()
	return &p.plan
}

// put adds a line, unless the plan is full.
func (w *writer) put(line Line) {
	if w.isFull() {
		w.plan.IsCut = true
		if line.Quote == nil {
			w.plan.Missing[line.Entity.Self().ID] = true
		}
		return
	}
	w.plan.Lines = append(w.plan.Lines, line)
	w.size += line.Size()
	if w.late != nil && w.size >= lateAfter {
		w.late()
	}
}

// isFull reports whether the plan has no room for a further line.
func (w *writer) isFull() bool { return w.style.Room > 0 && w.size >= w.style.Room }

// inFull returns the entity with its text if that was read, else e.
func (w *writer) inFull(e graph.Entity) graph.Entity {
	if full := w.full[e.Self().ID]; full != nil {
		return full
	}
	return e
}

// item returns the item of a member: with all facts if it has an edge that the question
// asks for, because who does a blocking task until when is most of the answer.
func (w *writer) item(m parts.Member, relations []string) prompt.Item {
	if len(relations) > 0 {
		return w.itemOf(m, relations, w.style.ListFacts)
	}
	return w.itemOf(m, relations, w.style.Facts)
}

// itemOf returns the item of a member with some facts and the edges that the question
// asks for.
func (w *writer) itemOf(m parts.Member, relations []string, factsOf func(*memory.Graph, graph.Entity) []string) prompt.Item {
	c := m.Entity.Self()
	e := w.inFull(m.Entity)
	facts := factsOf(m.Graph, e)
	texts := slices.Clip(relations)
	if !slices.Contains(facts, m.Relation) {
		texts = append(texts, m.Relation)
	}
	return prompt.Item{
		Name: prompt.Name{
			Entity: m.Entity, Label: graph.Line(prompt.HeadingWithText(e), graph.LabelLimit), ID: w.style.ID(c.ID),
			Facts: append(facts, shown(&m, e, facts)...),
		},
		Text: strings.TrimSuffix(strings.Join(texts, ", "), ", "),
	}
}

// topic adds a topic without its lines and returns its number.
func (w *writer) topic(t *outline.Topic) int {
	e := w.inFull(t.Entity)
	w.plan.Topics = append(w.plan.Topics, prompt.Topic{Source: w.source(t), Name: prompt.Name{
		Entity: e, Label: graph.Line(graph.Heading(e), graph.LabelLimit), ID: w.style.ID(e.Self().ID),
		Kind: string(e.Self().Kind), Facts: append(prompt.RecordType(e), w.style.SubjectFacts(t.Graph, e)...),
	}})
	w.plan.Scores = append(w.plan.Scores, w.outline.Relative(t))
	w.plan.Paths = append(w.plan.Paths, pathsOf(t))
	return len(w.plan.Topics) - 1
}

// pathsOf returns the edges to the members of a topic's groups, by id.
func pathsOf(t *outline.Topic) map[string][]memory.SnapshotEdge {
	paths := map[string][]memory.SnapshotEdge{}
	for _, group := range t.Groups {
		for _, m := range group.Members {
			path := make([]memory.SnapshotEdge, len(m.Edges))
			for i, id := range m.Edges {
				path[i] = m.Graph.SnapshotEdge(id)
			}
			paths[m.Entity.Self().ID] = path
		}
	}
	return paths
}

// source returns the reason why a topic is included, "" without Style.Sources.
func (w *writer) source(t *outline.Topic) string {
	if !w.style.Sources {
		return ""
	}
	how := "likely subject"
	if w.outline.Named {
		how = "subject"
	}
	return fmt.Sprintf("score %.2f · distance 0 · %s", w.outline.Relative(t), how)
}

// asks reports whether the question asks for a group of a topic: a kind of
// parts, or the neighbours.
func (c *composer) asks(t *outline.Topic, g *parts.Group) bool {
	if g.Related {
		return t.AsksNeighbours
	}
	if t.Own != nil {
		return t.Own.Kinds[g.Kind]
	}
	return g.Meant || c.style.Wants(g.Kind)
}

// The least share of the question that the best section of a topic must explain
// to be rendered before facts: a little, or more if the topic has parts of a
// kind that the question asks for. held is the least share of the question that
// a section must have instead if there are no such parts. By eye.
const (
	asked          = .03
	askedWithParts = .2
	held           = .3
)

// answers reports whether sections of a topic are rendered before its facts. The
// words of a long message are in sections by chance.
func (c *composer) answers(t *outline.Topic) bool {
	if len(t.Passages) == 0 {
		return false
	}
	best := t.Passages[0]
	switch {
	case !c.outline.Named, t.Own != nil && !t.Own.Named, slices.Contains(c.style.First, graph.KindDocument):
		return best.Score > 0 // the topic was found by its text, or texts come first
	case c.outline.IsLong, slices.ContainsFunc(t.Groups, func(g parts.Group) bool { return c.asks(t, &g) }):
		return best.Asked >= askedWithParts
	default:
		return best.Asked >= asked || best.Held >= held
	}
}

// The number of members of a group that precede the other parts, if the question
// does not ask for them: firstInline in one line, firstListed in a list. By eye:
// a plan with 60 outputs had nothing else in 500 tokens, one with 60 tasks had
// neither its risks nor its texts in 2,000.
const (
	firstInline = 6
	firstListed = 8
)

// mostOf returns the number of members that precede other parts.
func mostOf(g *parts.Group) int {
	if isInline(g) {
		return firstInline
	}
	return firstListed
}

// isInline reports whether the members of a group are rendered in one line.
func isInline(g *parts.Group) bool {
	return g.Kind == graph.KindRecord || g.Kind == graph.KindOutput || g.Kind == graph.KindMilestone
}

// facts adds the facts about a topic that the question does not ask for: of
// each group the first ones.
func (c *composer) facts(t *outline.Topic, number int) {
	c.groups(t, number, func(g *parts.Group) bool { return !c.asks(t, g) && g.IsFact() })
}

// others adds the members of groups beyond the first ones.
func (c *composer) others(t *outline.Topic, number int) {
	for i := range t.Groups {
		g := &t.Groups[i]
		if members := c.members(t, g); len(members) > mostOf(g) && c.isShort(t, g) {
			c.group(t, number, g, members[mostOf(g):])
		}
	}
}

// isShort reports whether a group has only its first members before other parts.
// Neighbours in one line, signals and documents are never shortened, nor is all
// that there is.
func (c *composer) isShort(t *outline.Topic, g *parts.Group) bool {
	return (!c.asks(t, g) || t.AsksProgress) && !hasOnly(t, g) && !c.listed[g] && (g.IsFact() || g.IsOther()) && (!g.Related || !isInline(g))
}

// hasOnly reports whether a topic has neither sections nor parts other than those of
// a group and facts.
func hasOnly(t *outline.Topic, g *parts.Group) bool {
	isMore := func(other parts.Group) bool { return other.Kind != g.Kind && other.IsOther() }
	return g.IsOther() && len(t.Passages) == 0 && !slices.ContainsFunc(t.Groups, isMore)
}

// members returns the members of a group in the order of their lines: what is
// not done first if only the first ones precede other parts, and under a lens.
func (c *composer) members(t *outline.Topic, g *parts.Group) []parts.Member {
	members := g.Members
	switch {
	case c.style.Open && c.asks(t, g):
		members = openFirst(members)
	case c.outline.IsNarrowed && !isInline(g), c.isShort(t, g) && !isInline(g) && len(members) > mostOf(g):
		members = slices.Clone(members)
		slices.SortStableFunc(members, func(a, b parts.Member) int { return one(a.Entity.Self().IsOver()) - one(b.Entity.Self().IsOver()) })
	}
	return members[:min(len(members), groupMembers)]
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

// groups adds the wanted groups of a topic, of those that the question does not
// ask for the first members.
func (c *composer) groups(t *outline.Topic, number int, wanted func(*parts.Group) bool) {
	for _, g := range c.inOrder(t) {
		if !wanted(g) {
			continue
		}
		members := c.members(t, g)
		if c.isShort(t, g) {
			members = members[:min(len(members), mostOf(g))]
		}
		c.group(t, number, g, members)
	}
}

// group adds some members of a group.
func (c *composer) group(t *outline.Topic, number int, g *parts.Group, members []parts.Member) {
	at := c.groupSection(number, prompt.TopicSection{Title: groupTitle(g), Count: len(g.Members), Inline: isInline(g)})
	topic := c.inFull(t.Entity)
	var refs map[string]string
	if g.Kind == graph.KindRecord {
		refs = fieldsByRef(topic)
	}
	for _, m := range members {
		if g.Kind == graph.KindRecord && !g.Related && isInline(g) { // those of each type are a fact
			one := &parts.Group{Kind: g.Kind, Members: []parts.Member{m}}
			title := cmp.Or(refs[m.Entity.Self().ID], inverseField(topic, c.inFull(m.Entity)), groupTitle(one))
			at = c.groupSection(number, prompt.TopicSection{Title: title, Inline: true})
		}
		if isPart(t, m.Entity) {
			continue
		}
		if c.isFull() {
			c.put(Line{Entity: m.Entity})
			continue
		}
		relations := c.relations(m)
		line := Line{Topic: number, Section: at, Entity: m.Entity, Item: c.item(m, relations), Answers: len(relations) > 0}
		if g.Kind == graph.KindMilestone && m.Entity.Self().IsOver() {
			line.Item.Facts = nil // what is reached says little
		}
		c.put(line)
	}
}

// fieldsByRef returns the fields of a record by the entities to which they refer, of several to
// one the first by name: manager.
func fieldsByRef(e graph.Entity) map[string]string {
	record, is := e.(*graph.Record)
	if !is {
		return nil
	}
	byRef, fields := map[string]string{}, record.Fields.Object()
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		for _, ref := range graph.RefsIn(fields[name]) {
			if id := graph.ID(ref); byRef[id] == "" {
				byRef[id] = strings.ReplaceAll(name, "_", " ")
			}
		}
	}
	return byRef
}

// inverseField returns how a record refers to another one of its type: manager of. It returns "" if it
// does not.
func inverseField(of, e graph.Entity) string {
	record, is := e.(*graph.Record)
	other, isToo := of.(*graph.Record)
	if !is || !isToo || record.RecordType != other.RecordType {
		return ""
	}
	if name := fieldsByRef(e)[of.Self().ID]; name != "" {
		return name + " of"
	}
	return ""
}

// groupTitle returns the title of a group. Records of the same type have the
// type as their title.
func groupTitle(group *parts.Group) string {
	title := group.Kind.Heading()
	if record, ok := group.Members[0].Entity.(*graph.Record); ok && !group.Related {
		other := func(m parts.Member) bool { return m.Entity.(*graph.Record).RecordType != record.RecordType }
		if record.RecordType != "" && !slices.ContainsFunc(group.Members, other) {
			title = graph.Capital(record.RecordType)
		}
	}
	if group.Related {
		return "Related " + strings.ToLower(title)
	}
	return title
}

// openFirst returns the members that are not done, or all if all are done.
func openFirst(members []parts.Member) []parts.Member {
	open := slices.DeleteFunc(slices.Clone(members), func(m parts.Member) bool {
		return m.Entity.Self().IsOver()
	})
	if len(open) == 0 {
		return members
	}
	return open
}

// groupMembers is the maximum number of members of a group in a text, by eye.
const groupMembers = 200

// isPart reports whether an entity is among the parts of a topic that answer the
// question.
func isPart(t *outline.Topic, e graph.Entity) bool {
	return slices.ContainsFunc(t.Parts, func(part graph.Entity) bool { return part.Self().ID == e.Self().ID })
}
