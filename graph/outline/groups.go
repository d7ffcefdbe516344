package outline

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/memory"
)

// Group has the entities of a kind that belong to a topic or a list.
type Group struct {
	Kind graph.Kind // of all members
	// Value is what the members of a divided list have in common, "" in others.
	Value string
	// Title is the heading of a group of a list.
	Title string
	// Related reports whether Members are neighbours of the topic, not parts.
	Related bool
	Members []Member // in order of rendering
	// Matches reports whether the label of a member has a word of the question
	// which neither names the topic nor only asks. Meant reports whether the
	// dictionary relates such a word to a noun for Kind.
	Matches, Meant bool
	// Listed reports whether Members are documents that are listed as other parts
	// are.
	Listed bool
}

// Member is an entity of a group.
type Member struct {
	Graph  *memory.Graph // the project of the entity
	Entity graph.Entity
	// Relation is the label of a neighbour's edge to the topic: "depends on".
	Relation string
	// Edges are the ids of the edges on the path from the topic, nil for a member
	// of a list.
	Edges []string
	// Shown are the fields of a record, or the properties of another entity, by which
	// the question chooses.
	Shown []string
}

// groupsOf returns the parts and neighbours of an entity by kind: first the
// related neighbours, then the facts about the entity, then its other parts.
// The members of each group are in the order of [byNeed].
func groupsOf(g *memory.Graph, e graph.Entity) []Group {
	ord, known := g.Ordinal(e.Self().ID)
	if !known {
		return nil
	}
	m := &gathering{graph: g, root: ord, kind: e.Self().Kind, seen: map[int32]bool{ord: true}, parts: map[graph.Kind][]Member{}}
	m.gather()
	var list []Group
	for _, kind := range kindOrder {
		if members := m.related[kind]; len(members) > 0 {
			list = append(list, Group{Kind: kind, Related: true, Members: byNeed(members)})
		}
	}
	for _, kind := range kindOrder {
		if members := m.parts[kind]; len(members) > 0 {
			list = append(list, Group{Kind: kind, Members: byNeed(members)})
		}
	}
	return list
}

// kindOrder is the order of groups. It begins with those that say in a few
// words who, how far and when.
var kindOrder = func() []graph.Kind {
	order := []graph.Kind{graph.KindRecord, graph.KindOutput, graph.KindTask, graph.KindMilestone}
	for _, spec := range graph.Kinds {
		if !slices.Contains(order, spec.Kind) {
			order = append(order, spec.Kind)
		}
	}
	return order
}()

// IsFact reports whether a group is a fact about its topic. Facts are rendered
// before the topic's other parts.
func (g *Group) IsFact() bool {
	return g.Related && !g.Listed || !g.Related && slices.Index(kindOrder, g.Kind) < slices.Index(kindOrder, graph.KindProject)
}

// byID sorts members by due date and id.
func byID(members []Member) []Member {
	arrange(members, len(members), func(graph.Entity) int { return 0 })
	return members
}

// byNeed sorts members by the scores of open risks, due date and id.
func byNeed(members []Member) []Member {
	arrange(members, len(members), func(e graph.Entity) int {
		if c := e.Self(); c.Kind != graph.KindRisk || c.IsOver() {
			return 0
		}
		return graph.Score(e, time.Time{}) // of a risk, it does not depend on the time
	})
	return members
}

// A ranked is a member with what it is sorted by.
type ranked struct {
	Member
	score int
	due   int64  // in seconds, the greatest number for none
	name  string // that of natural, "" until it is needed
}

// arrange sorts members by descending score, then by due date and id: the first
// most of them, as a list may have a million, of which a text has few. It makes
// each key once.
func arrange(members []Member, most int, score func(graph.Entity) int) {
	list, order := make([]ranked, len(members)), make([]*ranked, len(members))
	for i, m := range members {
		list[i] = ranked{Member: m, score: score(m.Entity), due: math.MaxInt64}
		if at := graph.Due(m.Entity); at != nil {
			list[i].due = at.Unix()
		} else if signal, ok := m.Entity.(*graph.Signal); ok && signal.TS != nil {
			list[i].due = -signal.TS.Unix() // the newest first
		}
		order[i] = &list[i]
	}
	sortFirst(order, most)
	for i, one := range order {
		members[i] = one.Member
	}
}

// sortFirst sorts the first most of a list to its beginning. Those that may be
// among them are collected behind them, until there are as many.
func sortFirst(list []*ranked, most int) {
	both := list[:min(2*most, len(list))]
	slices.SortFunc(both, (*ranked).compare)
	n := most
	for i := len(both); i < len(list); i++ {
		if list[i].compare(list[most-1]) > 0 {
			continue
		}
		list[n], list[i] = list[i], list[n]
		if n++; n == len(both) {
			slices.SortFunc(both, (*ranked).compare)
			n = most
		}
	}
	slices.SortFunc(both, (*ranked).compare)
}

func (r *ranked) compare(other *ranked) int {
	switch {
	case r.score != other.score:
		return cmp.Compare(other.score, r.score)
	case r.due != other.due:
		return cmp.Compare(r.due, other.due)
	}
	return cmp.Compare(r.key(), other.key())
}

func (r *ranked) key() string {
	if r.name == "" {
		r.name = natural(r.Entity)
	}
	return r.name
}

// natural returns the id of an entity in its import, with numbers padded so
// that the second of a list is before the tenth, and then its own id.
func natural(e graph.Entity) string {
	c := e.Self()
	if c.ExternalID == nil {
		return c.ID
	}
	var out strings.Builder
	digits := 0 // at the end of what was read
	flush := func(end int) {
		if digits > 0 {
			out.WriteString("000000000000"[min(digits, 12):])
			out.WriteString((*c.ExternalID)[end-digits : end])
			digits = 0
		}
	}
	for i, r := range *c.ExternalID {
		if r >= '0' && r <= '9' {
			digits++
			continue
		}
		flush(i)
		out.WriteRune(r)
	}
	flush(len(*c.ExternalID))
	return out.String() + c.ID
}

// gathering collects the parts and neighbours of a root.
type gathering struct {
	graph   *memory.Graph
	root    int32
	kind    graph.Kind
	seen    map[int32]bool
	parts   map[graph.Kind][]Member
	related map[graph.Kind][]Member
}

// partDepth is the maximum number of edges from a root to a part: from a plan
// to its task, and from that to what the task produces.
const partDepth = 2

// A reached entity is one at the end of a path of edges from the root.
type reached struct {
	ordinal int32
	path    []string
}

// gather adds the entities that are linked to the root, the nearest first.
func (m *gathering) gather() {
	frontier := []reached{{ordinal: m.root}}
	for depth := range partDepth {
		var next []reached
		for _, from := range frontier {
			next = append(next, m.visit(from, depth)...)
		}
		frontier = next
	}
}

// visit adds the entities that are linked to from, and returns the parts among
// them.
func (m *gathering) visit(from reached, depth int) (parts []reached) {
	for _, link := range m.graph.Links(from.ordinal) {
		isPart := m.isPart(from.ordinal, link)
		if m.seen[link.Other] || depth > 0 && !isPart {
			continue
		}
		m.seen[link.Other] = true
		path := append(slices.Clip(from.path), m.graph.EdgeAt(link.Edge).ID)
		if m.add(link, isPart, path) && isPart {
			parts = append(parts, reached{link.Other, path})
		}
	}
	return parts
}

// isPart reports whether the entity at the end of a link is a part of the root: in its
// family, or contained in it as the head of another, or in the family of such a head.
func (m *gathering) isPart(from int32, link memory.Link) bool {
	switch m.graph.Root(link.Other) {
	case m.root, from:
		return true
	case link.Other:
		return from == m.root && link.Outgoing && m.graph.EdgeAt(link.Edge).Rel.IsContainment()
	}
	return false
}

// add adds the entity at the end of a link, with the edges to it, and reports
// whether the entity was added as a part. It ignores projects and scratch
// entities.
func (m *gathering) add(link memory.Link, isPart bool, edges []string) bool {
	e := m.graph.At(link.Other)
	common := e.Self()
	if common.Kind == graph.KindProject || common.IsScratch() {
		return false
	}
	member := Member{Graph: m.graph, Entity: e, Edges: edges}
	if isPart || m.isOnlyText(link.Other) || common.Kind.IsShared() || m.kind.IsShared() && common.Kind != m.kind {
		m.parts[common.Kind] = append(m.parts[common.Kind], member)
		return true
	}
	member.Relation = m.graph.EdgeAt(link.Edge).Label(link.Direction())
	if m.related == nil {
		m.related = map[graph.Kind][]Member{}
	}
	m.related[common.Kind] = append(m.related[common.Kind], member)
	return true
}

// isOnlyText reports whether an entity is a document of the root alone, as of a
// decision that references its text: it is its own root, because documents precede
// decisions in families, and nothing else but shared entities has an edge to it.
func (m *gathering) isOnlyText(ord int32) bool {
	if m.kind == graph.KindDocument || m.graph.At(ord).Self().Kind != graph.KindDocument {
		return false
	}
	for _, link := range m.graph.Links(ord) {
		if link.Other != m.root && !m.graph.At(link.Other).Self().Kind.IsShared() {
			return false
		}
	}
	return true
}

// IsOther reports whether a group has parts that are neither facts nor texts to
// quote.
func (g *Group) IsOther() bool {
	return !g.IsFact() && g.Kind != graph.KindSignal && (g.Kind != graph.KindDocument || g.Listed)
}

// FewMembers is the maximum number of members of a group that precede further
// sections if a label has a word of the question. By eye.
const FewMembers = 15
