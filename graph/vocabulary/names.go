package vocabulary

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"dossier/graph"
	"dossier/graph/ask"
	"dossier/graph/ask/times"
	"dossier/graph/ask/words"
	"dossier/graph/memory"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/naming"
	"dossier/graph/text"
)

// manyOwners is the number of entities with one name from which on it is none. By eye.
const manyOwners = 4

// names finds the entities whose names the question has whole, and the people that it
// calls by a part of their names. What has one name in several projects is one of them.
func (f *calling) names() {
	var found []calledBy
	scopes := map[calledBy][]ask.Cond{}
	for i, x := range f.reader.Indexes {
		tokens := make([]text.Token, len(f.words))
		for at, w := range f.words {
			tokens[at] = text.NewToken(x.Words.Number(w.Text), w.Marks)
		}
		for at := range tokens {
			owners, length := x.Names.LongestName(tokens[at:])
			if version := "v" + f.words[at].Text; length == 0 && isVersion(version) {
				owners, length = x.Names.LongestName([]text.Token{text.NewToken(x.Words.Number(version), f.words[at].Marks)})
			}
			rank, of := f.ownersAt(f.graphs[i], x, owners, at, length)
			if len(of) == 0 {
				continue
			}
			key := calledBy{at, at + length, rank}
			if scopes[key] == nil {
				found = append(found, key)
			}
			scopes[key] = append(scopes[key], of...)
		}
	}
	for _, key := range found {
		f.add("entity", anyScope(scopes[key]), key.at, key.last, key.prior())
	}
	f.people()
	f.partsOfNames()
}

// isVersion reports whether a word is the name of a version, such as v1.22.
func isVersion(word string) bool {
	major, minor, isSplit := strings.Cut(strings.TrimPrefix(word, "v"), ".")
	return isSplit && text.IsDigits(major) && text.IsDigits(minor)
}

// A calledBy is some words of the question that are a name of entities with a rank, see
// ownersAt.
type calledBy struct{ at, last, rank int }

func (c calledBy) prior() float64 {
	switch words := c.last - c.at; c.rank {
	case 0:
		return projectPrior + longer(words)
	case 1:
		return namePrior + longer(words)
	default:
		return partPrior
	}
}

// ownersAt returns the owners of a name in a project that have the first rank: projects,
// then plans, goals, milestones and people, then others, of which one alone may be meant.
func (f *calling) ownersAt(g *memory.Graph, x *index.Index, owners []naming.Owner, at, length int) (rank int, scopes []ask.Cond) {
	var ranked [3][]ask.Cond
	for _, owner := range owners {
		e := g.Entity(x.Entry(owner.Ordinal).ID)
		switch {
		case e == nil || owner.IsInitials() || graph.IsPerson(e): // see people
		case e.Self().Kind == graph.KindProject:
			ranked[0] = append(ranked[0], scopeOf(e))
		case e.Self().Kind.IsScope():
			ranked[1] = append(ranked[1], scopeOf(e))
		case (length > 1 || f.isIDAt(at)) && areOne(owners):
			ranked[2] = []ask.Cond{scopeOf(e)}
		}
	}
	for rank, scopes := range ranked {
		if len(scopes) > 0 && len(scopes) < manyOwners {
			return rank, scopes
		}
	}
	return 0, nil
}

// areOne reports whether all owners of a name are one entity, by its label and a field.
func areOne(owners []naming.Owner) bool {
	return !slices.ContainsFunc(owners, func(o naming.Owner) bool { return o.Ordinal != owners[0].Ordinal })
}

// leastDigits is the least number of digits of an id without letters that the question
// may have like any other number. By eye: numbers of few digits are days and amounts.
const leastDigits = 4

// isIDAt reports whether a word may be a whole id: one with a digit, and if it has only
// these, many of them, or a sign before them as in #12.
func (f *finding) isIDAt(at int) bool {
	word := f.words[at]
	if text.IsDigits(word.Text) {
		return len(word.Text) >= leastDigits || word.Start > 0 && strings.ContainsRune("#!&", rune(f.question[word.Start-1]))
	}
	return strings.ContainsAny(word.Text, "0123456789")
}

func anyScope(scopes []ask.Cond) ask.Cond {
	if len(scopes) == 1 {
		return scopes[0]
	}
	return ask.Cond{Op: ask.Or, Of: scopes}
}

// The least length of a part of a name by which the question may call an entity, in
// words, and the most entries with a word of it that are looked at. By eye.
const (
	leastPart = 2
	mostTitle = 200
)

// partsOfNames finds plans, goals and milestones of which the question has at least two
// words of the title in a row, and half of it, or one beside what only one can mean.
func (f *calling) partsOfNames() {
	for at, w := range f.words {
		if text.StopWord(w.Text) {
			continue
		}
		titled := f.titledWith(at)
		if at+leastPart <= len(f.words) {
			for _, e := range titled {
				f.partOfName(e, at)
			}
		}
		f.onlyWith(titled, at)
	}
}

// titledWith returns the plans, goals and milestones with a word of the question in their
// titles.
func (f *calling) titledWith(at int) (titled []graph.Entity) {
	for i, x := range f.reader.Indexes {
		if x.Words.Number(f.words[at].Text) == 0 {
			continue
		}
		postings := x.Postings.Of(x.Words.Lookup(f.words[at].Text))
		if len(postings) > mostTitle {
			continue
		}
		for _, p := range postings {
			kind := graph.Kind(x.Entry(p.Ordinal).Kind)
			if p.Title == 0 || !kind.IsScope() {
				continue
			}
			g, id := f.graphs[i], x.Entry(p.Ordinal).ID
			if e := g.Entity(id); e != nil {
				ord, _ := g.Ordinal(id)
				titled, f.titles[e] = append(titled, e), titlesOn(g, memory.PageOf(ord))[ord]
			}
		}
	}
	return titled
}

// onlyWith adds one of some entities for a word of their titles: the only entity of the kind
// that is named beside the word, as in "the commissioning plan", or the only entity whose
// title begins with the word, if that is a code, or before a list of its parts, as in
// "commissioning tasks".
func (f *finding) onlyWith(titled []graph.Entity, at int) {
	isBeside := func(e graph.Entity) bool { return f.isOne(at+1, e.Self().Kind) || f.isOne(at-1, e.Self().Kind) }
	isBegun := func(e graph.Entity) bool {
		title := f.titles[e]
		return len(title) > 1 && title[0].word == f.words[at].Text
	}
	if beside := only(titled, isBeside); beside != nil {
		f.add("entity", scopeOf(beside), at, at+1, partPrior)
	}
	prior := partPrior
	switch isList := at+1 < len(f.words) && words.IsPlural(f.words[at+1].Text); {
	case f.isCode(at):
	case isList:
		prior = calledPrior
	default:
		return
	}
	if begun := only(titled, isBegun); begun != nil {
		f.add("entity", scopeOf(begun), at, at+1, prior)
	}
}

// isCode reports whether a word is a letter or more with digits, such as D2.
func (f *finding) isCode(at int) bool {
	word := f.words[at].Text
	return strings.ContainsAny(word, "0123456789") && strings.ContainsFunc(word, unicode.IsLetter)
}

// only returns the only entity for which is returns true, nil if there are none or several.
func only(list []graph.Entity, is func(graph.Entity) bool) (found graph.Entity) {
	for _, e := range list {
		if !is(e) {
			continue
		}
		if found != nil {
			return nil
		}
		found = e
	}
	return found
}

// isOne reports whether a word of the question is the name of a kind in the singular.
func (f *finding) isOne(at int, kind graph.Kind) bool {
	return at >= 0 && at < len(f.words) && words.IsOne(f.words[at].Text, string(kind))
}

func (f *calling) partOfName(e graph.Entity, at int) {
	title, length := f.titles[e], 0
	for start := range title {
		n := 0
		for start+n < len(title) && at+n < len(f.stems) && title[start+n].isFormOf(f.stems[at+n]) {
			n++
		}
		length = max(length, n)
	}
	content := func(words []stemmed) (n int) {
		for _, w := range words {
			if !text.StopWord(w.word) {
				n++
			}
		}
		return n
	}
	if length >= leastPart && 2*content(f.stems[at:at+length]) >= content(title) {
		f.add("entity", scopeOf(e), at, at+length, partPrior)
	}
}

// A stemmed is a folded word with its stem, and its other forms.
type stemmed struct {
	word, stem string
	forms      []string // see [words.Table.Forms], and their stems; nil of words of titles
}

// is reports whether the word has a stem, or another form of it has.
func (name stemmed) is(stem string) bool {
	return name.stem == stem || slices.Contains(name.forms, stem)
}

// titlesOn returns the words of the titles of the plans, goals and milestones of a page, by the
// ordinals of these. The graph keeps them.
func titlesOn(g *memory.Graph, page int) map[int32][]stemmed {
	memo := &g.Memo(page).Titles
	if made, is := memo.Load().(map[int32][]stemmed); is {
		return made
	}
	made := map[int32][]stemmed{}
	for ord, e := range g.Page(page) {
		if kind := e.Self().Kind; kind.IsScope() {
			for _, word := range text.Folded(e.Self().Label) {
				made[ord] = append(made[ord], stemmed{word: word, stem: stemOf(word)})
			}
		}
	}
	memo.Store(made)
	return made
}

// isFormOf reports whether a word of a name is a word or another form of it: launch and
// launched.
func (name stemmed) isFormOf(w stemmed) bool {
	return isCalled(name.word, w.word) || len(name.word) >= leastInflected && len(w.word) >= leastInflected && w.stem == name.stem
}

// dueDay returns the day on which an entity is due, or was completed, nil for none.
func dueDay(e graph.Entity) *times.Period {
	due := graph.Due(e)
	if m, ok := e.(*graph.Milestone); ok && due == nil {
		due = m.CompletedAt
	}
	if due == nil {
		return nil
	}
	day := time.Date(due.Year(), due.Month(), due.Day(), 0, 0, 0, 0, time.UTC)
	return &times.Period{From: day, To: day.AddDate(0, 0, 1)}
}
