package outline

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"dossier/graph"
	"dossier/graph/prompt"
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
	// None is the text of the list if it is empty, "" if it follows from the others.
	None string
}

// Title returns the title of the list of a kind, "" for all kinds.
func (l *List) Title(kind graph.Kind) string {
	return l.title(kind, kind != graph.KindProject)
}

// titleOf returns the title of a group. Of a divided list, only the first says what
// the entities belong to.
func (l *List) titleOf(number int) string {
	g := l.Groups[number]
	if g.Title != "" {
		return prompt.InertLine(g.Title)
	}
	if g.Of != "" {
		return (&List{Of: g.Of, Filters: l.Filters}).Title(g.Kind)
	}
	if g.Value == "" {
		return l.Title(g.Kind)
	}
	return l.title(g.Kind, number == 0) + ", " + prompt.InertLine(g.Value)
}

func (l *List) title(kind graph.Kind, saysOf bool) string {
	title := "Entities"
	if kind != "" {
		title = kind.Heading()
	}
	if saysOf {
		title += " of " + graph.Line(l.Of, prompt.LabelLimit)
	}
	for _, filter := range l.Filters {
		if state := stateForms[filter]; kind == "" || slices.Contains(graph.SpecOf(kind).States, state) {
			filter = cmp.Or(state, filter)
		}
		title += ", " + filter
	}
	return title
}

// Nothing returns the titles of the lists of an empty list.
func (l *List) Nothing() string {
	if l.None != "" {
		return l.None
	}
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
	base := f.members(anchors, onlyProjects)
	call := f.callOf(base)
	c := f.choosing(f.askingWords(anchors), base)
	if c.late && !slices.ContainsFunc(c.base, func(m Member) bool { return call.kinds[m.Entity.Self().Kind] }) {
		call.kinds = nil
	}
	f.dropHeads(c, call, onlyProjects)
	list := &List{Of: anchors[0].Entity.Self().Label, Kinds: call.kinds}
	applied := f.groupCalled(list, c, call, onlyProjects)
	saysNothing := len(list.Groups) == 0 && (!c.filters() || len(call.kinds) == 0 || !f.namesOwnKind())
	if onlyProjects && f.lacksWords(list, c, call, applied) || saysNothing {
		return nil
	}
	if onlyProjects {
		c.sort(list)
	}
	c.finish(list)
	isOfTopics := len(anchors) == 1 || areSeveral(anchors, graph.KindRecord) || sidesOf(f.question) != nil
	if len(list.Filters) == 0 && isOfTopics && !call.isOfAll(anchors) {
		return nil // the anchors are topics, which have the same
	}
	f.splitBy(anchors, list)
	return list
}

// dropHeads removes the nouns for what the question asks for from the words that choose,
// unless they are values.
func (f *finding) dropHeads(c *choice, call call, onlyProjects bool) {
	c.drop(func(word string) bool {
		isHead := !onlyProjects && f.isHead(word) || len(call.kinds) > 0 && f.isBehindWhich(word)
		return isHead && !f.anyHas(c.base, []string{word}, levelStem)
	})
}

// lacksWords reports whether the question has too few words for a list of a
// project, of which some were applied: it chooses nothing, has more words that choose
// nothing than such that do, or has unknown words and calls no kind.
func (f *finding) lacksWords(list *List, c *choice, call call, applied int) bool {
	choosesNone := !c.filters() && applied == 0 && !f.asksForKinds(c, call)
	others := slices.DeleteFunc(slices.Clone(c.words), func(word string) bool {
		return asksNothing([]string{word}) || slices.Contains(list.Filters, word)
	})
	isOfOthers := !c.filters() && len(others) > max(applied, 1)
	return choosesNone || isOfOthers || len(call.kinds) == 0 && len(f.asked.Unknown) > 0
}

// asksForKinds reports whether the question asks for all entities of the kinds that
// it names, as in "risks of the ferry" and "the latest decision in it", or calls by words
// of the project.
func (f *finding) asksForKinds(c *choice, call call) bool {
	isNoun := func(word text.Word) bool {
		kind := ownKind(word.Text)
		return kind != graph.KindProject && kind != "" && (isPlural(word.Text) || f.intent.Recent)
	}
	isWhich := func(word text.Word) bool { return f.isBehindWhich(word.Text) }
	isNamed := slices.ContainsFunc(f.asked.Words, isNoun) || slices.ContainsFunc(f.asked.Words, isWhich)
	isCalled := call.isNamed && isNamed || slices.ContainsFunc(call.words, isPlural)
	return isCalled && asksNothing(c.words)
}

// groupCalled adds to the list the members of the called kinds that the words of
// the question choose. If no member of a kind that it calls by a word of the
// project has the others, those of all kinds that have them as values are
// chosen: the beta features may be plans of type beta. It returns the number of
// words that were applied, without those of titles if the question calls no kind
// of a project.
func (f *finding) groupCalled(list *List, c *choice, call call, onlyProjects bool) (applied int) {
	all := c.base
	if len(call.kinds) > 0 && (onlyProjects || call.isNamed || f.isOfSeries(call)) {
		c.base = slices.Clone(c.base)
		c.keep(call.kinds)
	}
	if onlyProjects || slices.ContainsFunc(call.words, isPlural) {
		f.narrow(c, call)
	}
	by := f.group(list, c.base, c.words, onlyProjects)
	if applied = len(by.words); onlyProjects && len(call.kinds) == 0 {
		return by.values
	}
	if applied > 0 || c.filters() || call.isNamed || len(call.words) == 0 || !onlyProjects || f.asksForKinds(c, call) {
		return applied
	}
	c.base, list.Groups = all, nil
	if by = f.group(list, c.base, c.words, onlyProjects); by.values == 0 {
		list.Groups, list.Filters = nil, nil
	}
	return by.values
}

// narrow removes the members of the called kinds that are not called so, and the
// words that call them, which choose no others.
func (f *finding) narrow(c *choice, call call) {
	if len(call.words) == 0 {
		return
	}
	c.drop(func(word string) bool { return slices.Contains(call.words, word) })
	c.delete(func(m Member) bool { return call.kinds[m.Entity.Self().Kind] && !f.isCalled(m, call.words) })
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

// filterWords returns the words of the question that name neither an anchor, a
// field of it, nor the project that the question calls, each once, without stop
// words, numbers, versions, what is behind "by", requests for a list, and unknown
// verbs: all risks "could kill the launch".
func (f *finding) filterWords(anchors []*Topic) []string {
	return f.filterWordsIn(anchors, 0, len(f.asked.Words))
}

// askingWords returns the filterWords of the part of the question that asks.
func (f *finding) askingWords(anchors []*Topic) []string {
	first, last := f.asking()
	return f.filterWordsIn(anchors, first, last)
}

func (f *finding) filterWordsIn(anchors []*Topic, first, last int) []string {
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
	seen := map[string]bool{}
	noun := f.otherNoun()
	for i := first; i < last; i++ {
		word := f.asked.Words[i]
		stem := text.English(word.Text)
		if seen[word.Text] || word.Text == noun || f.choosesNothing(i) {
			continue
		}
		seen[word.Text] = true
		if stem == "" || named[stem] || slices.Contains(f.calledBy, stem) || isNumber(strings.TrimPrefix(word.Text, "v")) {
			continue
		}
		if !slices.ContainsFunc(anchors, func(t *Topic) bool { return f.hasFieldCalled(t.Doc, word.Text) }) {
			words = append(words, word.Text)
		}
	}
	return words
}

// choosesNothing reports whether word i is behind "by", a request for a list, an
// unknown verb, or a word for the changes and dates of a period.
func (f *finding) choosesNothing(i int) bool {
	word := f.asked.Words[i].Text
	isUnknownVerb := i > 0 && slices.Contains(modals, f.asked.Words[i-1].Text) && slices.Contains(f.asked.Unknown, word)
	isOfPeriod := f.period() != nil && (slices.Contains(changeWords, word) || f.isDateOfEvent(i))
	return isUnknownVerb || isOfPeriod || f.isBehindBy(i) || f.isRequest(i)
}

// isOrdinary reports whether a word has neither capitals nor digits.
func isOrdinary(word text.Word) bool {
	return word.Marks&text.Capital == 0 && !strings.ContainsFunc(word.Text, unicode.IsDigit)
}

func isNumber(word string) bool {
	_, err := strconv.ParseFloat(word, 64)
	return err == nil
}

// groupBy adds to the list the members that are in one of the states and have the
// values. It adds none if no member has any of the values. It also adds none if no
// member is in any of the states, unless these are the event that the question
// asks for in a period.
func (f *finding) groupBy(list *List, c *choice, states, values []string) {
	if len(values) > 0 && !f.anyHas(c.base, values, levelStem) {
		list.Filters = slices.Concat(values, states)
		return
	}
	if len(states) > 0 && c.event == "" && !f.anyHas(c.base, states, levelDone) {
		list.Filters = states
		return
	}
	f.group(list, c.base, slices.Concat(states, values), true)
}

// group adds to the list the members of each kind that have the distinguishing
// words. It keeps only the kinds with the most such words and, if preferValues is
// set, of these those with the most of them as values. It returns these words.
func (f *finding) group(list *List, base []Member, words []string, preferValues bool) (most applying) {
	members := byKind(base)
	for _, spec := range graph.Kinds {
		kept, by := f.choose(members[spec.Kind], words)
		if len(by.words) == 0 {
			kept = slices.Clone(kept) // which is sorted later
		}
		if !preferValues {
			by.values = 0
		}
		switch order := by.compare(most); {
		case len(kept) == 0 || order < 0:
			continue
		case order > 0:
			list.Groups, list.Filters, most = nil, by.words, by
		}
		list.Groups = append(list.Groups, Group{Kind: spec.Kind, Members: kept})
	}
	slices.SortStableFunc(list.Groups, func(a, b Group) int { return len(a.Members) - len(b.Members) })
	return most
}

// applying has the words that choose members, and the number of those that are
// values of them.
type applying struct {
	words  []string
	values int
}

// byKind returns members by kind. The lists share the memory of members if those
// of a kind are together.
func byKind(members []Member) map[graph.Kind][]Member {
	of := map[graph.Kind][]Member{}
	for len(members) > 0 {
		kind := members[0].Entity.Self().Kind
		end := slices.IndexFunc(members, func(m Member) bool { return m.Entity.Self().Kind != kind })
		if end < 0 {
			end = len(members)
		}
		if run := members[:end:end]; of[kind] == nil {
			of[kind] = run
		} else {
			of[kind] = append(of[kind], run...)
		}
		members = members[end:]
	}
	return of
}

func (a applying) compare(b applying) int {
	return cmp.Or(cmp.Compare(len(a.words), len(b.words)), cmp.Compare(a.values, b.values))
}

// choose returns the members that are in one of the states of the words, and
// have every other word which distinguishes some of them. It also returns these
// words. Values that the question has to the letter come before words that may be
// other forms of values: in "filed under memory errors", no type begins with "file".
func (f *finding) choose(base []Member, words []string) (kept []Member, by applying) {
	kept = base
	states := f.statesAmong(words, base)
	if len(states) > 1 {
		kept = slices.DeleteFunc(slices.Clone(kept), func(m Member) bool {
			return !slices.ContainsFunc(states, func(word string) bool { return hasState(m.Entity, word) })
		})
		by = applying{words: []string{strings.Join(states, " or ")}, values: 1}
		words = slices.DeleteFunc(slices.Clone(words), func(word string) bool { return slices.Contains(states, word) })
	}
	isExact := func(word string) bool { return f.anyHas(base, []string{word}, levelValue) }
	exact := slices.DeleteFunc(slices.Clone(words), func(word string) bool { return !isExact(word) })
	others := slices.DeleteFunc(slices.Clone(words), isExact)
	for _, word := range slices.Concat(exact, others) {
		if with, level := f.having(kept, word); len(with) > 0 && len(with) < len(kept) {
			kept, by.words = with, append(by.words, word)
			if level > levelTitle {
				by.values++
			}
		}
	}
	return kept, by
}
