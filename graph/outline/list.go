package outline

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"dossier/graph"
	"dossier/graph/prompt"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/subject"
	"dossier/graph/text"
)

// List has all entities with something in common that a question asks for:
// those of a milestone, person or project with some state, type or value.
type List struct {
	// Of names what the entities belong to, such as a milestone.
	Of string
	// Filters are the words of the question that chose the entities.
	Filters []string
	Groups  []Group
	// Kinds are the kinds that the question names.
	Kinds map[graph.Kind]bool
	// IsAll reports whether the question asks only for the list. Groups is empty
	// only if so. IsDue reports whether the entities are sorted by due dates.
	IsAll, IsDue bool
}

// Title returns the title of the list of a kind, "" for all kinds.
func (l *List) Title(kind graph.Kind) string {
	title := "Entities"
	if kind != "" {
		title = kind.Heading()
	}
	if kind != graph.KindProject {
		title += " of " + graph.Line(l.Of, prompt.LabelLimit)
	}
	return strings.Join(append([]string{title}, l.Filters...), ", ")
}

// Nothing returns the titles of the lists of an empty list.
func (l *List) Nothing() string {
	var titles []string
	for _, spec := range graph.Kinds {
		if l.Kinds[spec.Kind] {
			titles = append(titles, l.Title(spec.Kind))
		}
	}
	return cmp.Or(strings.Join(titles, "; "), l.Title(""))
}

// list returns the list that a question asks for. It is nil if the question
// names no project, milestone or record, or has no words that distinguish their
// members.
func (f *finding) list(subjects []subject.Subject) *List {
	anchors := f.anchors(subjects)
	if len(anchors) == 0 {
		return nil
	}
	onlyProjects := !slices.ContainsFunc(anchors, func(t *Topic) bool { return t.Entity.Self().Kind != graph.KindProject })
	c := f.choosing(f.filterWords(anchors), members(anchors, onlyProjects))
	kinds, called := f.kindsCalled(c.base)
	if c.late && !slices.ContainsFunc(c.base, func(m Member) bool { return kinds[m.Entity.Self().Kind] }) {
		kinds = nil
	}
	if onlyProjects {
		c.sort()
	}
	if len(kinds) > 0 && (onlyProjects || called) {
		c.keep(kinds)
	}
	list := &List{Of: anchors[0].Entity.Self().Label}
	applied := f.group(list, c.base, c.words)
	if onlyProjects && !c.filters() && applied == 0 || len(list.Groups) == 0 {
		return nil
	}
	c.finish(list)
	if len(list.Filters) == 0 && len(anchors) == 1 && !called {
		return nil // the anchor is a topic, which has the same
	}
	return list
}

// has reports whether an entity is in the list.
func (l *List) has(e graph.Entity) bool {
	return slices.ContainsFunc(l.Groups, func(g Group) bool {
		return slices.ContainsFunc(g.Members, func(m Member) bool { return m.Entity.Self().ID == e.Self().ID })
	})
}

// without returns groups without the entities of the list.
func (l *List) without(groups []Group) []Group {
	var kept []Group
	for _, g := range groups {
		g.Members = slices.DeleteFunc(g.Members, func(m Member) bool { return l.has(m.Entity) })
		if len(g.Members) > 0 {
			kept = append(kept, g)
		}
	}
	return kept
}

// anchorEvidence is the least evidence of a name for an anchor, by eye: a
// version number has little, because every project has it. ordinaryEvidence is
// the least for the last word of an id, which may be a common word such as
// "data".
const (
	anchorEvidence   = .12
	ordinaryEvidence = .4
)

// isAnchor reports whether the question names a project, milestone or record
// with enough evidence to ask for its members.
func (f *finding) isAnchor(s *subject.Subject) bool {
	kind, least := graph.Kind(f.reader.Entry(s.Doc).Kind), anchorEvidence
	if s.IsCode && s.Last-s.First == 1 && isOrdinary(f.asked.Words[s.First]) && kind != graph.KindProject {
		least = ordinaryEvidence
	}
	return s.Name >= least && kind.IsShared()
}

// anchors returns the projects, milestones and records that the question names.
// A project takes precedence over others of its name. If the question names
// projects, only their milestones and records count.
func (f *finding) anchors(subjects []subject.Subject) []*Topic {
	var list []*Topic
	projects := map[int32]bool{}
	spans := map[[2]int]bool{}
	for i := range subjects {
		s := &subjects[i]
		kind := graph.Kind(f.reader.Entry(s.Doc).Kind)
		if !f.isAnchor(s) {
			continue
		}
		if kind == graph.KindProject {
			projects[s.Doc.Project], spans[[2]int{s.First, s.Last}] = true, true
		}
		list = f.appendTopic(list, s)
	}
	return slices.DeleteFunc(list, func(t *Topic) bool {
		if t.Entity.Self().Kind == graph.KindProject {
			return false
		}
		return spans[[2]int{t.First, t.Last}] || len(projects) > 0 && !projects[t.Doc.Project]
	})
}

// members returns the neighbours of milestones and records, or all entities of
// the projects if onlyProjects is set.
func members(anchors []*Topic, onlyProjects bool) []Member {
	var list []Member
	seen := map[string]bool{}
	add := func(g *graph.Graph, e graph.Entity) {
		if c := e.Self(); !seen[c.ID] && c.Kind != graph.KindProject && !c.IsScratch() {
			seen[c.ID] = true
			list = append(list, Member{Graph: g, Entity: e})
		}
	}
	for _, t := range anchors {
		ord, _ := t.Graph.Ordinal(t.Entity.Self().ID)
		switch {
		case onlyProjects:
			for _, e := range t.Graph.Entities() {
				add(t.Graph, e)
			}
		case t.Entity.Self().Kind != graph.KindProject:
			for _, link := range t.Graph.Links(ord) {
				add(t.Graph, t.Graph.At(link.Other))
			}
		}
	}
	return list
}

// filterWords returns the words of the question that name neither an anchor nor
// the project that the question calls, without stop words, numbers and versions.
func (f *finding) filterWords(anchors []*Topic) []string {
	named := map[string]bool{}
	for _, t := range anchors {
		for _, word := range f.asked.Words[t.First:t.Last] {
			named[text.English(word.Text)] = true
		}
		for word := range text.Words(t.Entity.Self().Label) {
			named[text.English(word.Text)] = true
		}
	}
	var words []string
	for _, word := range f.asked.Words {
		stem := text.English(word.Text)
		if stem == "" || named[stem] || slices.Contains(f.calledBy, stem) || isNumber(strings.TrimPrefix(word.Text, "v")) {
			continue
		}
		words = append(words, word.Text)
	}
	return words
}

// isOrdinary reports whether a word has neither capitals nor digits.
func isOrdinary(word text.Word) bool {
	return word.Marks&text.Capital == 0 && !strings.ContainsFunc(word.Text, unicode.IsDigit)
}

func isNumber(word string) bool {
	_, err := strconv.ParseFloat(word, 64)
	return err == nil
}

// overdueWords ask for what should be done but is not.
var overdueWords = []string{"overdue", "late", "delayed", "missed"}

func isOverdueWord(word string) bool { return slices.Contains(overdueWords, word) }

// kindsCalled returns the kinds that a question asks for: by their names, or by
// a word that is in the types, or before the numbers of the identifiers, of
// most members of a kind. called reports whether it is by name.
func (f *finding) kindsCalled(base []Member) (kinds map[graph.Kind]bool, called bool) {
	named := maps.Clone(f.intent.Named)
	maps.DeleteFunc(named, func(_ graph.Kind, by bool) bool { return !by })
	if len(named) > 0 {
		return named, true
	}
	words := map[string]bool{}
	for _, word := range f.asked.Words {
		words[text.English(word.Text)] = true
	}
	for _, spec := range graph.Kinds {
		all, with := 0, 0
		for _, m := range base {
			if m.Entity.Self().Kind != spec.Kind {
				continue
			}
			all++
			if hasTypeWord(m.Entity.Self(), words) {
				with++
			}
		}
		if all > 0 && 2*with > all {
			return map[graph.Kind]bool{spec.Kind: true}, false
		}
	}
	return nil, false
}

// hasTypeWord reports whether one of the words is in an entity's type or before
// the number in its identifier.
func hasTypeWord(c *graph.Common, words map[string]bool) bool {
	parts := []string{}
	if c.TypeKey != nil {
		parts = strings.FieldsFunc(*c.TypeKey, func(r rune) bool { return r == '.' || r == '_' })
	}
	if at := strings.IndexAny(c.Label, "-: "); at > 1 {
		parts = append(parts, strings.ToLower(c.Label[:at]))
	}
	return slices.ContainsFunc(parts, func(part string) bool { return words[text.English(part)] })
}

// group adds to the list the members of each kind that have the distinguishing
// words. It keeps only the kinds with the most such words, and returns their
// number.
func (f *finding) group(list *List, base []Member, words []string) (applied int) {
	for _, spec := range graph.Kinds {
		kept, by := f.choose(base, spec.Kind, words)
		switch {
		case len(kept) == 0 || len(by) < applied:
			continue
		case len(by) > applied:
			list.Groups, list.Filters, applied = nil, by, len(by)
		}
		list.Groups = append(list.Groups, Group{Kind: spec.Kind, Members: kept})
	}
	slices.SortStableFunc(list.Groups, func(a, b Group) int { return len(a.Members) - len(b.Members) })
	return applied
}

// choose returns the members of a kind that are in one of the states of the
// words, and have every other word which distinguishes some of them. It also
// returns these words.
func (f *finding) choose(base []Member, kind graph.Kind, words []string) (kept []Member, by []string) {
	for _, m := range base {
		if m.Entity.Self().Kind == kind {
			kept = append(kept, m)
		}
	}
	states := slices.DeleteFunc(slices.Clone(words), func(word string) bool {
		return !slices.ContainsFunc(kept, func(m Member) bool { return hasState(m.Entity, word) })
	})
	if len(states) > 1 {
		kept = slices.DeleteFunc(kept, func(m Member) bool {
			return !slices.ContainsFunc(states, func(word string) bool { return hasState(m.Entity, word) })
		})
		by = []string{strings.Join(states, " or ")}
	}
	for _, word := range words {
		if len(states) > 1 && slices.Contains(states, word) {
			continue
		}
		if with := f.having(kept, word); len(with) > 0 && len(with) < len(kept) {
			kept, by = with, append(by, word)
		}
	}
	return kept, by
}

// having returns the members that have a word in its most specific place: in
// their state or another value of a closed set, else in their type or props,
// else, unless the word only asks, in their title.
func (f *finding) having(list []Member, word string) []Member {
	var levels [4][]Member
	for _, m := range list {
		level := f.level(m, word)
		levels[level] = append(levels[level], m)
	}
	least := 1
	if asksNothing([]string{word}) {
		least = 2
	}
	for level := len(levels) - 1; level >= least; level-- {
		if len(levels[level]) > 0 {
			return levels[level]
		}
	}
	return nil
}

// otherWords are other names of states and stages.
var otherWords = map[string]string{
	"ga": "stable", "finished": "done", "completed": "done", "running": "active",
	"progress": "in_progress", "ongoing": "in_progress", "stuck": "blocked",
}

func (f *finding) level(m Member, word string) int {
	if hasState(m.Entity, word) {
		return 3
	}
	d, found := f.reader.Find(m.Entity.Self().ID)
	if !found {
		return 0
	}
	return f.indexed(d, alsoCalled(word))
}

// alsoCalled returns the word, and the stored name of the state or stage that
// it means.
func alsoCalled(word string) []string {
	if other, known := otherWords[word]; known {
		return []string{word, other}
	}
	return []string{word}
}

// hasState reports whether an entity has the state or impact that a word means.
func hasState(e graph.Entity, word string) bool {
	return slices.ContainsFunc(alsoCalled(word), func(w string) bool { return hasValue(e, w) })
}

// hasValue reports whether the state or impact of an entity is the word.
func hasValue(e graph.Entity, word string) bool {
	state, impact := valuesOf(e)
	return strings.EqualFold(state, word) || impact != "" && strings.EqualFold(impact, word)
}

// valuesOf returns the state and the impact of an entity, "" for none.
func valuesOf(e graph.Entity) (state, impact string) {
	if risk, ok := e.(*graph.Risk); ok {
		impact = graph.Or(risk.Impact, "")
	}
	return e.Self().State(), impact
}

// indexed returns 2 if an entity has one of the words in its type or props, 1
// if only in its title, else 0.
func (f *finding) indexed(d corpus.Doc, words []string) int {
	x := f.reader.Indexes[d.Project]
	entry := x.Entry(d.Ordinal)
	level := 0
	for _, sentence := range entry.Sentences {
		at := 0
		switch field := entry.Fields[sentence.Field]; {
		case sentence.Field == 0:
			at = 1
		case field == "type_key" || strings.HasPrefix(field, "props."):
			at = 2
		}
		if at <= level {
			continue
		}
		for _, token := range entry.Tokens[sentence.First:sentence.Last] {
			term := x.TermOf(token.Word())
			if term != 0 && slices.ContainsFunc(words, func(w string) bool { return x.Term(x.Stem(w)) == term }) {
				level = at
			}
		}
	}
	return level
}
