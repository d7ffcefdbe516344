package outline

import (
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// The levels of the places in which a member has a word, the most specific
// last.
const (
	levelNone  = iota
	levelTitle // in its title, or in a long text of its props
	levelDone  // the word means done, and it is
	levelStem  // a form of the word is in its type, or in a short value of its props
	levelValue // the word itself is
	levelState // its state, or another value of a closed set
)

// having returns the members that have a word in its most specific place, which
// is level. If the word only asks, titles do not count.
func (f *finding) having(list []Member, word string) (with []Member, level int) {
	names := alsoCalled(word)
	if isStateOrImpact(word) && f.anyIn(list, names, levelState) {
		for _, m := range list {
			if hasValue(m.Entity, names) {
				with = append(with, m)
			}
		}
		return with, levelState
	}
	if asksNothing([]string{word}) && !f.mayBeStored(word) {
		return nil, levelNone
	}
	terms, isStored := f.termsOf(word), f.anyIn(list, names, levelDone)
	if terms.texts == 0 && !isStored {
		return nil, levelNone
	}
	mayHave := func(Member) bool { return true }
	if !isStored {
		mayHave = f.mayHave(terms, len(list))
	}
	var levels [levelState + 1][]Member
	for _, m := range list {
		if mayHave(m) {
			level := f.level(m, word)
			levels[level] = append(levels[level], m)
		}
	}
	least := levelTitle
	if asksNothing([]string{word}) {
		least = levelDone
	}
	for level := len(levels) - 1; level >= least; level-- {
		if len(levels[level]) > 0 {
			return levels[level], level
		}
	}
	return nil, levelNone
}

// anyHas reports whether some member has one of some words at a level, at least
// [levelDone], or above. It looks at no members for a word that none can have so.
func (f *finding) anyHas(members []Member, words []string, least int) bool {
	return slices.ContainsFunc(words, func(word string) bool {
		isIndexed := f.isIndexedValue(word)
		if (isIndexed || isStateOrImpact(word)) && f.anyIn(members, alsoCalled(word), least) {
			return true
		}
		return isIndexed && slices.ContainsFunc(members, func(m Member) bool { return f.level(m, word) >= least })
	})
}

// mayBeStored reports whether some entity may have a word, or one that it also
// means, as its state, impact or a value.
func (f *finding) mayBeStored(word string) bool {
	return isStateOrImpact(word) || f.isIndexedValue(word)
}

// isIndexedValue reports whether some entity has, or had, a word, or one that it
// also means, as a value.
func (f *finding) isIndexedValue(word string) bool {
	return slices.ContainsFunc(alsoCalled(word), func(name string) bool {
		return slices.ContainsFunc(f.reader.Indexes, func(x *index.Index) bool { return x.MayBeValue(x.Term(x.Stem(name))) })
	})
}

// stateForms are other forms of the names of states.
var stateForms = map[string]string{
	"drafts": "draft", "miss": "missed", "blown": "missed", "failed": "missed", "parked": "deferred", "defer": "deferred", "occur": "occurred", "happened": "occurred", "reverse": "reversed", "reverted": "reversed", "postponed": "deferred", "postpone": "deferred",
	"overturned": "reversed", "revoked": "reversed", "rescinded": "reversed", "undone": "reversed", "shelved": "deferred", "materialised": "occurred", "materialized": "occurred",
	"cancel": "cancelled", "canceled": "cancelled", "abandon": "abandoned", "dropped": "abandoned", "archive": "archived", "pause": "paused",
	"scrapped": "cancelled", "axed": "cancelled", "killed": "cancelled", "ditched": "abandoned", "discarded": "abandoned", "suspended": "paused", "halted": "paused", "retired": "archived",
}

// otherWords are other names of states and stages.
var otherWords = map[string]string{
	"ga": "stable", "finished": "done", "completed": "done", "running": "active",
	"implemented": "done", "delivered": "done", "resolved": "done", "fixed": "done", "solved": "done", "progress": "in_progress", "ongoing": "in_progress", "underway": "in_progress", "wip": "in_progress", "stuck": "blocked", "waiting": "blocked",
	"accomplished": "done", "backlog": "todo", "reached": "achieved completed",
	"declined": "rejected", "refused": "rejected", "denied": "rejected", "approved": "accepted", "retracted": "withdrawn",
}

// level returns the most specific place in which a member has a word.
func (f *finding) level(m Member, word string) int {
	terms := f.termsOf(word)
	level := stateLevel(m.Entity, terms.names)
	if level == levelState {
		return level
	}
	if terms.texts > 0 {
		if d, found := f.document(m); found {
			level = max(level, f.indexed(d, terms.of[d.Project]))
		}
	}
	return level
}

// document returns the document of a member, and reports whether there is one.
func (f *finding) document(m Member) (d corpus.Doc, found bool) {
	id := m.Entity.Self().ID
	if project := slices.Index(f.graphs, m.Graph); project >= 0 {
		d.Project = int32(project)
		d.Ordinal, found = f.reader.Indexes[project].Find(id)
		return d, found
	}
	return f.reader.Find(id)
}

// stateLevel returns levelState if one of the names of a word is the state or
// impact of an entity, levelDone if one is done and so is the entity, otherwise
// levelNone.
func stateLevel(e graph.Entity, names []string) int {
	switch {
	case hasValue(e, names):
		return levelState
	case slices.Contains(names, "done") && isDone(e):
		return levelDone
	}
	return levelNone
}

// meansDone reports whether a word is for the state of what is done, whatever
// that is called for a kind.
func meansDone(word string) bool { return slices.Contains(alsoCalled(word), "done") }

// alsoCalled returns the word, and the stored names of the states or the stage that
// it means, or the short form of a word for types.
func alsoCalled(word string) []string {
	if short := clipped[strings.TrimSuffix(word, "s")]; short != "" {
		return []string{word, short}
	}
	for _, others := range []map[string]string{otherWords, stateForms} {
		if other, known := others[word]; known {
			return append([]string{word}, strings.Fields(other)...)
		}
	}
	return []string{word}
}

// hasState reports whether an entity has the state or impact that a word means.
func hasState(e graph.Entity, word string) bool {
	return hasValue(e, alsoCalled(word))
}

// hasValue reports whether the state or impact of an entity has one of the names.
func hasValue(e graph.Entity, names []string) bool {
	state, impact := valuesOf(e)
	return slices.ContainsFunc(names, func(name string) bool {
		return strings.EqualFold(state, name) || impact != "" && strings.EqualFold(impact, name)
	})
}

// valuesOf returns the state and the impact of an entity, "" for none.
func valuesOf(e graph.Entity) (state, impact string) {
	if risk, ok := e.(*graph.Risk); ok {
		impact = graph.Or(risk.Impact, "")
	}
	return e.Self().State(), impact
}

// wordTerms are the terms of a word, and of what it also means, in each index.
type wordTerms struct {
	names []string // see alsoCalled
	of    [][]wordTerm
	texts int // the number of postings of all terms

	entities map[graph.Entity]bool // with one of the terms; see mayHave
}

// A wordTerm is the term of a word, and the word itself if the index has it. A plural, such
// as proposals, is no form of a participle: what is proposed may be something else.
type wordTerm struct {
	term, exact uint32
	isPlural    bool
}

// termsOf returns the terms of a word. It keeps them, because a list may look for
// the word in a million entities.
func (f *finding) termsOf(word string) *wordTerms {
	terms, known := f.terms[word]
	if known {
		return terms
	}
	terms = &wordTerms{names: alsoCalled(word), of: make([][]wordTerm, len(f.reader.Indexes))}
	for project, x := range f.reader.Indexes {
		for _, name := range terms.names {
			term := x.Term(x.Stem(name))
			if found := len(x.Postings(term)); found > 0 {
				terms.texts += found
				terms.of[project] = append(terms.of[project], wordTerm{term, x.Word(name), isPlural(name)})
			}
		}
	}
	if f.terms == nil {
		f.terms = map[string]*wordTerms{}
	}
	f.terms[word] = terms
	return terms
}

// mayHave returns a function that reports whether the texts of one of some members
// may have one of the terms. If fewer texts than members have them, these are
// looked up, and not each member.
func (f *finding) mayHave(terms *wordTerms, members int) func(Member) bool {
	if terms.texts >= members {
		return func(Member) bool { return true }
	}
	if terms.entities == nil {
		terms.entities = f.entitiesWith(terms)
	}
	return func(m Member) bool { return terms.entities[m.Entity] || !slices.Contains(f.graphs, m.Graph) }
}

// entitiesWith returns the entities whose texts have one of the terms.
func (f *finding) entitiesWith(terms *wordTerms) map[graph.Entity]bool {
	with := map[graph.Entity]bool{}
	for project, words := range terms.of {
		x := f.reader.Indexes[project]
		for _, word := range words {
			for _, posting := range x.Postings(word.term) {
				with[f.graphs[project].Entity(x.Entry(posting.Ordinal).ID)] = true
			}
		}
	}
	return with
}

// indexed returns the level at which an entity has one of the terms in its type,
// props or title, levelNone if it has none.
func (f *finding) indexed(d corpus.Doc, words []wordTerm) int {
	x := f.reader.Indexes[d.Project]
	var terms, exact []uint32
	isPlural := false
	for _, word := range words {
		if _, found := x.Posting(word.term, d.Ordinal); found {
			terms, exact = append(terms, word.term), append(exact, word.exact)
			isPlural = isPlural || word.isPlural
		}
	}
	level := levelNone
	if len(terms) == 0 {
		return level
	}
	entry := x.Entry(d.Ordinal)
	for _, sentence := range entry.Sentences {
		at := placeOf(entry, &sentence)
		if at <= level {
			continue
		}
		for _, token := range entry.Tokens[sentence.First:sentence.Last] {
			word := token.Word()
			switch term := x.TermOf(word); {
			case term == 0 || !slices.Contains(terms, term):
			case at == levelStem && slices.Contains(exact, word):
				level = levelValue
			case isPlural && at == levelStem && text.IsParticiple(x.WordText(word)):
			default:
				level = max(level, at)
			}
		}
	}
	return level
}

// placeOf returns the level of the words of a sentence.
func placeOf(entry *index.Entry, sentence *text.Sentence) int {
	switch {
	case entry.IsValue(sentence):
		return levelStem
	case sentence.Field == 0, strings.HasPrefix(entry.Fields[sentence.Field], propField):
		return levelTitle
	default:
		return levelNone
	}
}
