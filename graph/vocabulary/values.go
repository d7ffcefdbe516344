package vocabulary

import (
	"maps"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/ask"
	"dossier/graph/ask/words"
	"dossier/graph/memory"
	"dossier/graph/relevance/index"
	"dossier/graph/searchtext"
	"dossier/graph/text"
)

// The maximum number of entries that are looked at for a value, and of words of one. By
// eye: they limit the cost.
const (
	mostEntries = 3000
	valueWords  = 3
)

// values finds words that are values of properties or of fields of records.
func (f *valuing) values() {
	f.synonyms()
	for at := range f.words {
		least := 1
		if text.StopWord(f.words[at].Text) {
			least = 2 // on leave
		} else {
			f.pluralOf(at)
			f.numberedPriority(at)
			f.ownerCalled(at)
		}
		for length := min(valueWords, len(f.words)-at); length >= least; length-- {
			fields := f.having(f.folded(at, length))
			if len(fields) == 0 {
				continue
			}
			f.value(fields, f.folded(at, length), at, at+length)
			break
		}
		if least == 1 {
			f.inflected(at)
		}
	}
}

// inflected adds the values that a word is another form of, such as replaced of replace.
func (f *valuing) inflected(at int) {
	asked := f.words[at].Text
	if len(asked) < leastInflected || words.IsName(asked) || at > 0 && words.IsBeforeOther(f.words[at-1].Text) {
		return // who cooks
	}
	forms := map[string]bool{}
	for i := range f.reader.Indexes {
		f.addForms(i, asked, forms)
	}
	for _, form := range f.language.Forms(asked) {
		forms[form] = true
	}
	for _, form := range slices.Sorted(maps.Keys(forms)) {
		fields := f.having([]string{form})
		for _, name := range slices.Sorted(maps.Keys(fields)) {
			if name != ask.OwnerColumn && name != priorityName {
				f.add("value", fields[name].equal(name, form), at, at+1, inflectedPrior)
			}
		}
	}
}

// addForms adds the values of a project that are other words with the stem of a word.
func (f *finding) addForms(project int, asked string, forms map[string]bool) {
	x := f.reader.Indexes[project]
	for _, value := range f.valuesWith(project, x.Words.Lookup(asked)) {
		one := value.entry.Sentences[value.at]
		if word := x.Words.Text(value.entry.Tokens[one.First].Word()); one.Last-one.First == 1 && word != asked {
			forms[word] = true
		}
	}
}

// leastInflected is the least length of a word that may be a form of another, and
// inflectedPrior the prior of the value that it then means. By eye.
const (
	leastInflected = 4
	inflectedPrior = -.3
)

// havers are the kinds of entities and the types of records that have a value.
type havers struct {
	kinds []graph.Kind
	types []string
}

func (h *havers) add(kind graph.Kind, recordType string) {
	if !slices.Contains(h.kinds, kind) {
		h.kinds = append(h.kinds, kind)
	}
	if recordType != "" && !slices.Contains(h.types, recordType) {
		h.types = append(h.types, recordType)
	}
}

// equal returns the condition to have a value of a field.
func (h *havers) equal(name, value string) ask.Cond {
	slices.Sort(h.kinds)
	slices.Sort(h.types)
	return ask.Cond{Op: ask.Equal, Name: name, Values: []string{value}, Kinds: h.kinds, Types: h.types}
}

// value adds the fields that have a value, which some words of the question mean. Owners
// are people without a record of their own.
func (f *valuing) value(fields map[string]*havers, value []string, at, last int) {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		prior := valuePrior
		switch name {
		case ask.OwnerColumn:
			label := f.question[f.words[at].Start:f.words[last-1].End]
			f.add("entity", ask.Cond{Op: ask.Scope, Entity: &ask.Entity{Kind: graph.KindRecord, Label: label}}, at, last, partPrior)
			continue
		case priorityName:
			prior = priorityPrior
		}
		if f.isOtherState(at, last, fields[name].kinds) {
			prior = statePrior
		}
		f.add("value", fields[name].equal(name, strings.Join(value, " ")), at, last, prior+longer(last-at))
	}
}

// ownerCalled adds the only owner without a record whose name begins with a word.
func (f *valuing) ownerCalled(at int) {
	w := f.words[at]
	if w.Marks&text.Capital == 0 {
		return
	}
	var owners []string
	for i := range f.reader.Indexes {
		owners = append(owners, f.ownersBeginning(i, w.Text)...)
	}
	slices.Sort(owners)
	calls := func(g *memory.Graph) bool { return g.CallsPerson(w.Text) }
	if owners = slices.Compact(owners); len(owners) == 1 && !slices.ContainsFunc(f.graphs, calls) {
		f.add("entity", ask.Cond{Op: ask.Scope, Entity: &ask.Entity{Kind: graph.KindRecord, Label: owners[0]}}, at, at+1, partPrior)
	}
}

// ownersBeginning returns the names of several words of owners in a project that begin with
// one.
func (f *finding) ownersBeginning(project int, first string) (names []string) {
	x := f.reader.Indexes[project]
	for _, value := range f.valuesWith(project, x.Words.Lookup(first)) {
		s := &value.entry.Sentences[value.at]
		name, _ := searchtext.Property(value.entry.Fields[s.Field])
		if !graph.IsOwnerKey(name) || s.Last < s.First+2 || x.Words.Text(value.entry.Tokens[s.First].Word()) != first {
			continue
		}
		var whole []string
		for _, token := range value.entry.Sequence(int32(value.at), nil) {
			whole = append(whole, graph.Capital(x.Words.Text(token.Word())))
		}
		names = append(names, strings.Join(whole, " "))
	}
	return names
}

// numberedPriority adds the priority that a tracker writes as P1 where the question has
// its number, as the tracker does in its data: that of the column may be another.
func (f *valuing) numberedPriority(at int) {
	if f.words[at].Text != priorityName || at+1 == len(f.words) || len(f.words[at+1].Text) != 1 || !text.IsDigits(f.words[at+1].Text) {
		return
	}
	value := "p" + f.words[at+1].Text
	if h := f.having([]string{value})[priorityName]; h != nil {
		f.add("value", h.equal(priorityName, value), at, at+2, priorityPrior+longer(2))
	}
}

// synonyms adds the values of fields for which a language has other words: declined, of
// rejected.
func (f *valuing) synonyms() {
	f.statesOfRecords()
	seen := map[string]bool{}
	for _, one := range f.same {
		if !seen[one.value] {
			value := strings.Fields(one.value)
			f.value(f.having(value), value, one.at, one.last)
		}
		seen[one.value] = true
	}
}

// statesOfRecords adds the values of records that are other words for a state: offen, for open.
// Records have no states.
func (f *valuing) statesOfRecords() {
	if len(f.recordTypes) == 0 {
		return
	}
	for at := range f.words {
		for _, other := range words.Others(f.words[at].Text) {
			fields := f.having(strings.Fields(other))
			for _, name := range slices.Sorted(maps.Keys(fields)) {
				if h := fields[name]; slices.Equal(h.kinds, []graph.Kind{graph.KindRecord}) && name != ask.OwnerColumn {
					f.add("value", h.equal(name, other), at, at+1, inflectedPrior)
				}
			}
		}
	}
}

// A synonym is a place of the question with another word for what may be a value.
type synonym struct {
	value    string
	at, last int
	isNoun   bool // for what is of the type
}

// findSynonyms returns the synonyms in the question, at a place the longest first.
func (f *finding) findSynonyms() (list []synonym) {
	for at := range f.words {
		for length := min(valueWords, len(f.words)-at); length > 0; length-- {
			phrase := strings.Join(f.folded(at, length), " ")
			for _, table := range words.Tables {
				for _, m := range table.Of(phrase) {
					if m.Type == words.Same || m.Type == words.Noun {
						list = append(list, synonym{m.Value, at, at + length, m.Type == words.Noun})
					}
				}
			}
		}
	}
	return list
}

// priorityName is the name of the priority as the source of a tracker has it: P1 of one
// that begins with P0 is the second, whatever it is in others.
const priorityName = "priority"

// folded returns some words of the question, without the signs between them, as in
// Blink>Bluetooth.
func (f *finding) folded(at, length int) []string {
	list := make([]string, 0, length)
	for i, w := range f.words[at : at+length] {
		if isInner := 0 < i && i < length-1; !isInner || !slices.Contains(words.Signs, w.Text) {
			list = append(list, w.Text)
		}
	}
	return list
}

// pluralOf adds the entities with a value by its plural: the P1s, the showstoppers, and
// the nurses, of a field of one type of records.
func (f *valuing) pluralOf(at int) {
	value, isPlural := strings.CutSuffix(f.words[at].Text, "s")
	if stem, isOfY := strings.CutSuffix(value, "ie"); isOfY && len(stem) > leastCall { // stories
		value = stem + "y"
	}
	if !isPlural || len(value) < leastCall || words.IsName(f.words[at].Text) || at > 0 && words.IsBeforeOther(f.words[at-1].Text) {
		return // who cooks, on nights
	}
	hasNumber := strings.ContainsAny(value, "0123456789")
	fields := f.having([]string{value})
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		h := fields[name]
		q, prior := ofKinds(h.kinds, h.equal(name, value)), typePrior
		if isRecord := len(h.types) == 1 && len(h.kinds) == 1; isRecord && !hasNumber {
			q.RecordType = h.types[0]
		} else if hasNumber {
			prior = valuePrior
		}
		f.add("called", q, at, at+1, prior)
	}
}

// having returns the entries that have some words as the value of a field, by field.
func (f *finding) having(words []string) map[string]*havers {
	fields := map[string]*havers{}
	for i, x := range f.reader.Indexes {
		numbers := make([]uint32, len(words))
		for i, word := range words {
			numbers[i] = x.Words.Number(word)
		}
		if slices.Contains(numbers, 0) {
			continue
		}
		term := x.Words.Lookup(words[max(0, slices.IndexFunc(words, isContent))])
		for _, value := range f.valuesWith(i, term) {
			addValue(f.graphs[i], value, numbers, fields)
		}
	}
	return fields
}

// isContent reports whether the index has a word.
func isContent(word string) bool { return !text.StopWord(word) }

// A termOf is a term of the index of a project, by its number.
type termOf struct {
	project int
	term    uint32
}

// A valuePlace is a sentence of an entry that is the value of a property or of a field of
// a record.
type valuePlace struct {
	entry *index.Entry
	at    int
}

// valuesWith returns the values of a project that have a term. The words of a question
// are looked up in several forms and phrases, most of them of the same terms.
func (f *finding) valuesWith(project int, term uint32) (places []valuePlace) {
	x, key := f.reader.Indexes[project], termOf{project, term}
	places, known := f.valued[key]
	if known || term == 0 {
		return places
	}
	records := slices.Index(x.Kinds(), string(graph.KindRecord))
	if isValue := x.Values.Has(term); isValue || records >= 0 {
		postings := x.Postings.Of(term)
		for _, p := range postings[:min(len(postings), mostEntries)] {
			if isValue || x.KindOf(p.Ordinal) == records { // whose fields are not counted as values
				places = appendValues(places, x, x.Entry(p.Ordinal), term)
			}
		}
	}
	f.valued[key] = places
	return places
}

// appendValues appends the values of an entry that have a term. Properties are behind the
// texts of an entry, which may be long.
func appendValues(places []valuePlace, x *index.Index, entry *index.Entry, term uint32) []valuePlace {
	last, isField := uint16(0), false
	hasTerm := func(t text.Token) bool { return x.Words.TermOf(t.Word()) == term }
	for i := len(entry.Sentences) - 1; i >= 0; i-- {
		s := &entry.Sentences[i]
		if s.Field != last || i == len(entry.Sentences)-1 {
			last = s.Field
			if _, isField = searchtext.Property(entry.Fields[last]); !isField && entry.Fields[last] != kindField {
				return places
			}
		}
		if isField && slices.ContainsFunc(entry.Tokens[s.First:s.Last], hasTerm) && (entry.IsValue(s) || entry.IsFieldValue(s)) {
			places = append(places, valuePlace{entry, i})
		}
	}
	return places
}

// addValue adds the field of a value that some words are.
func addValue(g *memory.Graph, value valuePlace, numbers []uint32, fields map[string]*havers) {
	entry, s := value.entry, &value.entry.Sentences[value.at]
	if int(s.Last-s.First) < len(numbers) || entry.Tokens[s.First].Word() != numbers[0] {
		return
	}
	name, _ := searchtext.Property(entry.Fields[s.Field])
	isName := name == text.IDKey || slices.Contains(text.AliasKeys, name) && strings.HasPrefix(entry.Fields[s.Field], searchtext.PropField)
	if isName || !isSequence(entry.Sequence(int32(value.at), nil), numbers) {
		return
	}
	recordType := ""
	if record, ok := g.Entity(entry.ID).(*graph.Record); ok {
		recordType = record.RecordType
		if g.Records().Refers(recordType, name) { // ruth, the id of a manager
			return
		}
	}
	if graph.IsOwnerKey(name) {
		name = ask.OwnerColumn
	}
	if fields[name] == nil {
		fields[name] = &havers{}
	}
	fields[name].add(graph.Kind(entry.Kind), recordType)
}

// kindField is the name of the field with the words of the kind of an entry, the last.
const kindField = "type_key"

func isSequence(tokens []text.Token, numbers []uint32) bool {
	return slices.EqualFunc(tokens, numbers, func(t text.Token, number uint32) bool { return t.Word() == number })
}

// types finds the types of records, by their ids and names, and the parts of the types of
// other entities.
func (f *valuing) types() {
	parts := map[string][]graph.Kind{}
	for _, g := range f.graphs {
		for part, kinds := range g.Types().Parts() {
			parts[part] = append(parts[part], kinds...)
		}
	}
	for _, part := range slices.Sorted(maps.Keys(parts)) {
		slices.Sort(parts[part])
		f.typePart(part, slices.Compact(parts[part]))
	}
	for _, id := range f.recordTypes {
		for _, noun := range f.nounsOf(id) {
			f.recordType(id, noun)
		}
	}
}

// A noun has the folded words of the id of a record type, or those of its name. name is
// the name as written, "" for the id.
type noun struct {
	words []string
	name  string
}

// nounsOf returns the noun of the id of a record type, and that of its name if it differs.
func (f *finding) nounsOf(id string) []noun {
	nouns := []noun{{words: text.Folded(strings.ReplaceAll(id, "_", " "))}}
	if name := text.Folded(f.TypeNames[id]); len(name) > 0 && !slices.Equal(name, nouns[0].words) {
		nouns = append(nouns, noun{name, f.TypeNames[id]})
	}
	return nouns
}

// recordType adds the words that name the records of a type by a noun, in the singular or
// the plural.
func (f *valuing) recordType(id string, as noun) {
	if id == graph.PersonType {
		return
	}
	noun := as.words
	f.called(noun, func(asked string, at, lastAt int) {
		last := noun[len(noun)-1]
		if asked == last && f.language.IsUnchanged(last) { // Händler, equipment
			f.add("kind", ask.RecordsOf(id, as.name), at, lastAt, pluralPrior)
		}
		f.add(nounType(asked, last), ask.RecordsOf(id, as.name), at, lastAt, 0)
	})
}

// pluralPrior is the prior of the plural of a noun that is as its singular. By eye.
const pluralPrior = .01

// called calls add for each place of the question that has a noun of some words, or a
// form of its last one, with the last word asked.
func (f *finding) called(noun []string, add func(asked string, at, last int)) {
	if len(noun) == 0 {
		return
	}
	last := len(noun) - 1
	stem := stemOf(noun[last])
	for at := range max(0, len(f.words)-last) {
		asked := f.words[at+last].Text
		isForm := f.stems[at+last].stem == stem || text.IsPlural(asked, noun[last])
		if isForm && slices.Equal(f.folded(at, last), noun[:last]) {
			add(asked, at, at+last+1)
		}
	}
}

// nounType returns the type of the token for a form of a noun.
func nounType(asked, noun string) string {
	if asked == noun {
		return "one"
	}
	return "kind"
}

// typePart adds the words of a part of types: as a value, also in other forms, as
// graduate for graduation, and, as it is or in plural, as a noun for entities of such a
// type. What a language calls a kind or a relation means that instead. A part of several
// words has a short form of their initials.
func (f *valuing) typePart(part string, kinds []graph.Kind) {
	noun := text.Folded(part)
	if graph.SpecOf(graph.Kind(part)) != nil || len(noun) == 0 {
		return
	}
	for _, one := range f.same {
		if one.value == part {
			f.add("value", ask.Cond{Op: ask.Equal, Name: ask.TypeColumn, Values: []string{part}, Kinds: kinds}, one.at, one.last, typePrior)
			if one.isNoun {
				f.nouns(part, kinds, one.at, one.last)
			}
		}
	}
	f.typeCalled(noun, part, kinds)
	if short := initials(noun); len(noun) > 1 && !words.IsFill(short+"s") { // pls
		f.typeCalled([]string{short}, part, kinds)
	}
}

func (f *valuing) typeCalled(noun []string, part string, kinds []graph.Kind) {
	c := ask.Cond{Op: ask.Equal, Name: ask.TypeColumn, Values: []string{part}, Kinds: kinds}
	f.called(noun, func(asked string, at, last int) {
		own := noun[len(noun)-1]
		isNoun, isClaimed := asked == own || text.IsPlural(asked, own), words.IsName(strings.Join(f.folded(at, last-at), " "))
		if isNoun || !isClaimed {
			f.add("value", c, at, last, typePrior)
		}
		if isNoun && len(kinds) > 1 && words.IsOne(own, string(graph.KindTask)) { // issues of a tracker, of which some are plans
			f.add(nounType(asked, own), ask.NounOf(graph.KindTask, part), at, last, nounPrior)
		}
		if !isNoun || isClaimed {
			return
		}
		for _, kind := range kinds {
			if kind != graph.KindRecord { // whose types have their own
				f.add(nounType(asked, own), ask.NounOf(kind, part), at, last, nounPrior)
			}
		}
	})
}

// nouns adds another word for a part of types as a noun for entities of such a type, unless
// a language calls something else so.
func (f *valuing) nouns(part string, kinds []graph.Kind, at, last int) {
	if words.IsName(strings.Join(f.folded(at, last-at), " ")) {
		return
	}
	for _, kind := range kinds {
		if kind != graph.KindRecord {
			f.add("kind", ask.NounOf(kind, part), at, last, nounPrior)
		}
	}
}

func initials(noun []string) string {
	short := ""
	for _, word := range noun {
		short += word[:1]
	}
	return short
}
