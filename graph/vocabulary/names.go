package vocabulary

import (
	"cmp"
	"maps"
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
	"dossier/graph/searchtext"
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
		case isScope(e.Self().Kind):
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

// isScope reports whether lists are of the parts that entities of a kind have.
func isScope(kind graph.Kind) bool {
	switch kind {
	case graph.KindProject, graph.KindPlan, graph.KindGoal, graph.KindMilestone:
		return true
	}
	return false
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
			if p.Title == 0 || !isScope(kind) || kind == graph.KindProject {
				continue
			}
			if e := f.graphs[i].Entity(x.Entry(p.Ordinal).ID); e != nil {
				titled = append(titled, e)
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
		title := f.title(e)
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
	title, length := f.title(e), 0
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

// A stemmed is a folded word with its stem.
type stemmed struct{ word, stem string }

// title returns the words of the title of an entity. They are kept, because several words
// of a question may be in it.
func (f *finding) title(e graph.Entity) []stemmed {
	title, known := f.titles[e]
	if !known {
		for _, word := range text.Folded(e.Self().Label) {
			title = append(title, stemmed{word, stemOf(word)})
		}
		f.titles[e] = title
	}
	return title
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

// A property is what a graph has under the name of a field.
type property struct {
	ask.Field
	isNumber, isDate, isFlag bool
}

// fields finds the names of properties and fields of records.
func (f *valuing) fields() {
	list := map[string]*property{}
	f.recordFields(list)
	f.indexedFields(list)
	for _, name := range slices.Sorted(maps.Keys(list)) {
		switch p := list[name]; {
		case p.isFlag:
			f.callField(name, "value", ask.Cond{Op: ask.Equal, Name: name, Values: []string{"true"}, Kinds: []graph.Kind{graph.KindRecord}})
		case graph.IsOwnerKey(name):
			f.callField(name, "column", ask.OwnerColumn)
		default:
			f.field(p)
		}
	}
}

func (f *valuing) recordFields(list map[string]*property) {
	for _, g := range f.graphs {
		for _, shape := range g.Records().Fields {
			p := list[shape.Name]
			if p == nil {
				p = &property{Field: ask.Field{Name: shape.Name, Kinds: []graph.Kind{graph.KindRecord}}}
				list[shape.Name] = p
			}
			p.IsReference = p.IsReference || shape.IsReference
			p.isNumber, p.isDate, p.isFlag = p.isNumber || shape.IsNumber, p.isDate || shape.IsDate, p.isFlag || shape.IsFlag
			if !slices.Contains(p.Types, shape.RecordType) {
				p.Types = append(p.Types, shape.RecordType)
			}
		}
	}
}

// indexedFields adds the properties of entities: texts, of which the index does not say
// which kinds have them, and numbers. Further titles are no conditions: a question with one
// is about the entity.
func (f *valuing) indexedFields(list map[string]*property) {
	for _, x := range f.reader.Indexes {
		for field := range x.Fields.Names() {
			name, isText := strings.CutPrefix(field, searchtext.PropField)
			if !isText {
				number, isNumber := strings.CutPrefix(field, searchtext.NumberField)
				if !isNumber {
					continue
				}
				name = number
			}
			if graph.IsOwnerKey(name) || dateColumns[name] || slices.Contains(text.AliasKeys, name) {
				continue
			}
			p := list[name]
			if p == nil {
				p = &property{Field: ask.Field{Name: name}}
				list[name] = p
			}
			p.Kinds, p.isNumber = nil, p.isNumber || !isText
		}
	}
}

// dateColumns are the names of the columns of dates of all kinds. A property of others with
// this name must not be what "due this week" means.
var dateColumns = func() map[string]bool {
	names := map[string]bool{}
	for _, spec := range graph.Kinds {
		for _, field := range spec.DateFields() {
			names[field.Name] = true
		}
	}
	return names
}()

// callField adds a token for each place where the question has the name of a field.
func (f *valuing) callField(name, typ string, value any) {
	stems := stemsOf(name)
	for at := range f.words {
		if f.hasStems(at, stems) {
			f.add(typ, value, at, at+len(stems), valuePrior)
		}
	}
}

// field adds the places where the question has the name of a field, or all but its last
// word, which may be a unit or say that it is a date, by the stems of its words.
func (f *valuing) field(p *property) {
	stems, isMeasure := stemsOf(p.Name), p.isNumber || p.isDate
	if isMeasure {
		f.gauges(p, stems)
	}
	last := len(stems) - 1
	if last == 0 && text.StopWord(strings.ToLower(p.Name)) {
		return
	}
	for at := range f.words {
		length, prior := len(stems), valuePrior
		if !f.hasStems(at, stems) {
			length, prior = last, typePrior
		}
		if length == 0 || !f.hasStems(at, stems[:length]) {
			continue
		}
		f.completeKinds(p)
		p.IsNumber = p.isNumber
		f.add("field", p.Field, at, at+length, prior)
		if isMeasure {
			f.add("measure", p.Field, at, at+length, prior)
		}
		if p.isNumber {
			f.add("counts", p.sum(), at, at+length, prior)
		}
	}
}

// completeKinds sets the kinds that have a number.
func (f *valuing) completeKinds(p *property) {
	if !p.isNumber || p.Kinds != nil {
		return
	}
	for _, x := range f.reader.Indexes {
		for _, kind := range x.KindsWithNumber(searchtext.NumberField + p.Name) {
			if kind := graph.Kind(kind); !slices.Contains(p.Kinds, kind) {
				p.Kinds = append(p.Kinds, kind)
			}
		}
	}
	if len(p.Types) > 0 {
		p.Kinds = append(p.Kinds, graph.KindRecord)
	}
}

// sum returns the sum of a number over all that have it.
func (p *property) sum() ask.Query {
	q := ask.Query{Kind: graph.KindTask, Number: ask.Number{Op: "sum", Column: p.Name}}
	if p.Kinds != nil && !slices.Contains(p.Kinds, q.Kind) {
		q.Kind = p.Kinds[0]
	}
	if q.Kind == graph.KindRecord {
		q.RecordType = p.Types[0]
	}
	return q
}

// gauges adds the places where the question orders or compares by what a field measures:
// heaviest, of weight_kg.
func (f *valuing) gauges(p *property, stems []string) {
	for at := range f.words {
		for last := at + 1; last <= min(at+gaugeWords, len(f.words)); last++ {
			phrase := strings.Join(f.folded(at, last-at), " ")
			for _, table := range words.Tables {
				f.gauge(table.Of(phrase), p, stems, at, last)
			}
		}
	}
}

// gaugeWords is the number of words of the longest phrase that measures.
const gaugeWords = 3

func (f *valuing) gauge(meanings []words.Meaning, p *property, stems []string, at, last int) {
	measures := func(m words.Meaning) bool {
		hasStem := func(word string) bool { return slices.Contains(stems, stemOf(word)) }
		return m.Type == words.Gauge && slices.ContainsFunc(strings.Fields(m.Value), hasStem)
	}
	if !slices.ContainsFunc(meanings, measures) {
		return
	}
	f.completeKinds(p)
	p.IsNumber = p.isNumber
	isBy := false
	for _, m := range meanings {
		if m.Type == "sup" || m.Type == "compare" {
			isBy = true
			f.add(m.Type+"by", ask.Gauge{Field: p.Field, By: m.Value}, at, last, valuePrior)
		}
	}
	if !isBy && !f.hasStems(at, stems) { // a verb: costs
		f.add("field", p.Field, at, last, typePrior)
	}
}

func stemsOf(name string) []string {
	stems := text.Folded(strings.ReplaceAll(name, "_", " "))
	for i, word := range stems {
		stems[i] = stemOf(word)
	}
	return stems
}

// stemOf returns the English stem of a word, the word itself if it has none.
func stemOf(word string) string { return cmp.Or(text.English(word), word) }

func (f *finding) hasStems(at int, stems []string) bool {
	isOf := func(stem string, w text.Word) bool { return stem == stemOf(w.Text) }
	return at+len(stems) <= len(f.words) && slices.EqualFunc(stems, f.words[at:at+len(stems)], isOf)
}
