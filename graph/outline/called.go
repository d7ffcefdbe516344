package outline

import (
	"maps"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/rank"
	"dossier/graph/text"
)

// A call is how a question calls the kinds that it asks for a list of.
type call struct {
	kinds map[graph.Kind]bool
	// isNamed reports whether it is by their names, and not by words of the
	// project for them.
	isNamed bool
	// words are the words of the project.
	words []string
	// isTyped reports whether words are of types that only some entities of the
	// kind have.
	isTyped bool
}

// isOfAll reports whether the call asks for all of the kinds: by their names, or by
// a plural of a project if the question names only that, or people: "motions by Ann".
func (c call) isOfAll(anchors []*Topic) bool {
	isOther := func(t *Topic) bool { return t.Entity.Self().Kind != graph.KindProject && !graph.IsPerson(t.Entity) }
	return c.isNamed || !slices.ContainsFunc(anchors, isOther) && slices.ContainsFunc(c.words, isPlural)
}

// isOfSeries reports whether a word of the call is the plural of what is before the number
// of the identifiers of its kind, as in "MSCs by Ann".
func (f *finding) isOfSeries(c call) bool {
	return slices.ContainsFunc(c.words, func(word string) bool {
		return isPlural(word) && slices.ContainsFunc(slices.Collect(maps.Keys(c.kinds)), func(kind graph.Kind) bool { return f.mayCall(kind, word) })
	})
}

// isCalled reports whether a member is called by one of the words.
func (f *finding) isCalled(m Member, words []string) bool {
	stems := f.callsOf(m)
	return slices.ContainsFunc(words, func(word string) bool { return slices.Contains(stems, f.stem(word)) })
}

// callOf returns the kinds that a question asks for: those that it names by
// their own nouns, or else by a word that the project has for most members of a
// kind, or else by other nouns.
func (f *finding) callOf(base []Member) call {
	named := map[graph.Kind]bool{}
	for kind, isNoun := range f.intent.Named {
		if isNoun {
			named[kind] = true
		}
	}
	if f.namesOwnKind() {
		if len(named) > 1 && !slices.ContainsFunc(f.asked.Words, func(word text.Word) bool { return ownKind(word.Text) == graph.KindRecord }) {
			delete(named, graph.KindRecord) // the owners of "plans without an owner"
		}
		return call{kinds: named, isNamed: true}
	}
	if kind, words := f.kindCalled(base); kind != "" {
		return call{kinds: map[graph.Kind]bool{kind: true}, words: words}
	}
	return call{kinds: named, isNamed: len(named) > 0}
}

// listingWords ask for several entities.
var listingWords = strings.Fields("which list all many every each")

// callTyped returns what typed does for a question that has one of listingWords or a
// period, because otherwise the plural may be its subject.
func (f *finding) callTyped() call {
	isListing := func(word text.Word) bool { return slices.Contains(listingWords, word.Text) }
	if !slices.ContainsFunc(f.asked.Words, isListing) && f.period() == nil {
		return call{}
	}
	return f.typed()
}

// typed returns the kind of which some entities have a type with the singular of
// a plural in the question: the backports may be tasks of a type, and the mails
// signals of a channel.
func (f *finding) typed() call {
	for _, word := range f.asked.Words {
		singular, cut := strings.CutSuffix(word.Text, "s")
		if f.isChannel(word.Text) {
			return call{kinds: map[graph.Kind]bool{graph.KindSignal: true}, words: []string{word.Text}, isTyped: true}
		}
		for _, g := range f.scope() {
			if kind, known := g.TypeWords()[singular]; cut && known && kind != graph.KindProject && isPlural(word.Text) {
				return call{kinds: map[graph.Kind]bool{kind: true}, words: []string{word.Text}, isTyped: true}
			}
		}
	}
	return call{}
}

// isChannel reports whether a word is the plural of the channel of some signal, which
// is its title.
func (f *finding) isChannel(word string) bool {
	singular := strings.TrimSuffix(word, "s")
	isOf := func(channel string) bool {
		return slices.ContainsFunc(f.reader.Indexes, func(x *index.Index) bool {
			signals := slices.Index(x.Kinds(), string(graph.KindSignal))
			return slices.ContainsFunc(x.Postings(x.Term(x.Stem(channel))), func(p index.Posting) bool {
				return x.KindOf(p.Ordinal) == signals && text.Fold(x.Entry(p.Ordinal).Title) == channel
			})
		})
	}
	return isPlural(word) && (isOf(singular) || mailWords[singular] != "" && isOf(mailWords[singular]))
}

// mailWords are two words for the same channel.
var mailWords = map[string]string{"email": "mail", "mail": "email"}

// namesOwnKind reports whether the question has the name of a kind.
func (f *finding) namesOwnKind() bool {
	return slices.ContainsFunc(f.asked.Words, func(word text.Word) bool { return ownKind(word.Text) != "" })
}

// ownKind returns the kind whose name a word is, "" for none.
func ownKind(word string) graph.Kind {
	for _, spec := range graph.Kinds {
		if word == string(spec.Kind) || word == spec.Plural {
			return spec.Kind
		}
	}
	return ""
}

// callSample is the number of members of a kind that are looked at for words of
// the project, by eye: it limits the cost.
const callSample = 200

// fewProjects is the maximum number of projects each of which is looked at for words of
// its own, by eye: it limits the cost.
const fewProjects = 50

// kindCalled returns the first kind of which most members have one of the
// question's words in their type, or before the number of their identifier, and
// these words. It returns "" for none. A plural may be of one project alone: the RFCs
// may be all decisions of a project, and few of those of all.
func (f *finding) kindCalled(base []Member) (graph.Kind, []string) {
	members := byKind(base)
	for _, spec := range graph.Kinds {
		if words := f.callingWords(members[spec.Kind]); len(words) > 0 {
			return spec.Kind, words
		}
	}
	if len(f.scope()) == 1 || len(f.scope()) > fewProjects {
		return "", nil
	}
	for _, spec := range graph.Kinds {
		for _, list := range byProject(members[spec.Kind]) {
			words := slices.DeleteFunc(f.callingWords(list), func(word string) bool { return !isPlural(word) })
			if len(words) > 0 {
				return spec.Kind, words
			}
		}
	}
	return "", nil
}

// byProject returns the runs of members of one project.
func byProject(members []Member) (runs [][]Member) {
	for first := 0; first < len(members); {
		end := first + 1
		for end < len(members) && members[end].Graph == members[first].Graph {
			end++
		}
		runs, first = append(runs, members[first:end]), end
	}
	return runs
}

// callingWords returns the words of the question by which most of some members are
// called.
func (f *finding) callingWords(list []Member) (words []string) {
	step := max(1, len(list)/callSample)
	sampled, with := 0, map[string]int{}
	for i := 0; i < len(list); i += step {
		sampled++
		for _, stem := range f.callsOf(list[i]) {
			with[stem]++
		}
	}
	most := 0
	for i, word := range f.asked.Words {
		if stem := f.stem(word.Text); stem != "" && 2*with[stem] > sampled && !f.isNumbered(i) {
			words = append(words, word.Text)
			most = max(most, with[stem])
		}
	}
	return slices.DeleteFunc(words, func(word string) bool { return with[f.stem(word)] < most && !isPlural(word) })
}

// match sets Matches of the groups of a topic.
func (f *finding) match(t *Topic) {
	x := f.reader.Indexes[t.Doc.Project]
	terms := map[uint32]bool{}
	for i, word := range f.asked.Words {
		if isNamed := i >= t.First && i < t.Last; !isNamed && !rank.Asks(word.Text) {
			terms[x.Term(x.Stem(word.Text))] = true
		}
	}
	for _, name := range f.namesOf(t) {
		for word := range text.Words(name) {
			delete(terms, x.Term(x.Stem(word.Text)))
		}
	}
	delete(terms, 0)
	for i := range t.Groups {
		group := &t.Groups[i]
		group.Matches = !group.Related && slices.ContainsFunc(group.Members[:min(len(group.Members), fewMembers)], func(m Member) bool {
			d, found := f.document(m)
			return found && slices.ContainsFunc(f.reader.TitleTerms(d, nil), func(term uint32) bool { return terms[term] })
		})
	}
}

// neighbourPhrases ask for what is joined to a subject.
var neighbourPhrases = []string{
	"related", "relate", "relates", "similar", "cite", "cites", "cited", "citing", "refer", "refers", "references", "referenced",
	"mention", "mentions", "mentioned", "linked", "builds on", "build on", "based on", "supersede", "supersedes", "superseded",
	"replace", "replaces", "replaced", "extends", "see also", "predecessor", "predecessors", "successor", "successors",
	"obsolete", "obsoletes", "obsoleted", "connected to", "connected with", "depend on", "depends on",
}

// asksNeighbours reports whether the question asks for what is joined to a topic,
// by such a phrase or by the plural of what the topic is called: "which other
// plans". Words of the topic's name do not ask.
func (f *finding) asksNeighbours(t *Topic) bool {
	called := append(f.callsOf(Member{Graph: t.Graph, Entity: t.Entity}), f.stem(string(t.Entity.Self().Kind)))
	for i := range f.asked.Words {
		if i >= t.First && i < t.Last {
			continue
		}
		word := f.asked.Words[i].Text
		if isPlural(word) && slices.Contains(called, f.stem(word)) || slices.ContainsFunc(neighbourPhrases, func(phrase string) bool { return f.says(i, phrase) }) {
			return true
		}
	}
	return false
}

// says reports whether the question has the words of a phrase from word i on.
func (f *finding) says(i int, phrase string) bool {
	for word := range strings.FieldsSeq(phrase) {
		if i == len(f.asked.Words) || f.asked.Words[i].Text != word {
			return false
		}
		i++
	}
	return true
}

// isPlural reports whether a word is the plural of a regular noun or of an
// abbreviation.
func isPlural(word string) bool {
	singular, cut := strings.CutSuffix(word, "s")
	return cut && (text.English(singular) == text.English(word) || isAbbreviations(word))
}

// isAbbreviations reports whether a word is the plural of an abbreviation without
// vowels, such as "rfcs", which has no other stem. Shorter words are abbreviations
// that end so, such as "dns".
func isAbbreviations(word string) bool {
	return len(word) > len("dns") && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") && !strings.ContainsAny(word, "aeiouy")
}

// isNumbered reports whether a number follows word i, so that both are an
// identifier.
func (f *finding) isNumbered(i int) bool {
	return i+1 < len(f.asked.Words) && isNumber(f.asked.Words[i+1].Text)
}

// clipped are common short forms of words for types, by the words; full are the words.
var (
	clipped = map[string]string{
		"application": "app", "configuration": "config", "dependency": "dep", "documentation": "doc", "environment": "env", "feature": "feat",
		"repository": "repo", "specification": "spec", "vulnerability": "vuln",
	}
	full = func() map[string]string {
		words := map[string]string{}
		for word, short := range clipped {
			words[short] = word
		}
		return words
	}()
)

// stem returns the stem of a word by which entities may be called. It keeps stems,
// because many entities have the same type.
func (f *finding) stem(word string) string {
	stem, known := f.stems[word]
	if !known {
		if f.stems == nil {
			f.stems = map[string]string{}
		}
		stem = text.English(word)
		if isAbbreviations(word) {
			stem = strings.TrimSuffix(stem, "s")
		}
		f.stems[word] = stem
	}
	return stem
}

// maxValues is the maximum number of words by which a question chooses members
// of a list over all projects, besides states. A question with more is about
// something.
const maxValues = 3 // by eye

// values returns the remaining words that choose members by a short value, such
// as a type or a status in their props, and not the names of kinds. It drops the
// names of the properties. It returns nil if the question also has words of other
// places.
func (f *finding) values(c *choice) []string {
	var words, keys []string
	for i, word := range c.words {
		least, asks := levelStem, asksNothing([]string{word})
		if asks && !f.isValueBeside(c.words, i) {
			least = levelValue
		}
		isValue := !text.StopWord(word) && ownKind(word) == "" && len(words) < maxValues && f.anyHas(c.base, []string{word}, least)
		switch {
		case isValue:
			words = append(words, word)
		case f.isKeyBeside(c.words, i):
			keys = append(keys, word)
		case !asks:
			return nil
		}
	}
	c.drop(func(word string) bool { return slices.Contains(keys, word) })
	return words
}

// isKeyBeside reports whether word i is the name of a property that has the word
// before or after it as a value: "of team cargo" and "of the cargo team".
func (f *finding) isKeyBeside(words []string, i int) bool {
	return f.isKeyOf(words, i, i-1) || f.isKeyOf(words, i, i+1) || f.isOfLongKey(words, i)
}

// isValueBeside reports whether the word before or after word i is the name of a property
// that has word i as a value.
func (f *finding) isValueBeside(words []string, i int) bool {
	return f.isKeyOf(words, i-1, i) || f.isKeyOf(words, i+1, i)
}

// isKeyOf reports whether one of some words is the name of a property that has another
// of them as a value.
func (f *finding) isKeyOf(words []string, key, value int) bool {
	return min(key, value) >= 0 && max(key, value) < len(words) &&
		slices.ContainsFunc(f.reader.Indexes, func(x *index.Index) bool { return x.HasValue(words[key], words[value]) })
}

// isOfLongKey reports whether word i is of the name of a property, of several words that
// the question all has, with another word as a value: "whose review lead is Ann".
func (f *finding) isOfLongKey(words []string, i int) bool {
	stems := make([]string, len(words))
	for at, word := range words {
		stems[at] = text.English(word)
	}
	isKey := func(x *index.Index, name string) bool {
		own := nameStems(name)
		isAsked := len(own) > 1 && slices.Contains(own, stems[i]) && !slices.ContainsFunc(own, func(stem string) bool { return !slices.Contains(stems, stem) })
		return isAsked && slices.ContainsFunc(words, func(word string) bool { return x.HasValue(name, word) })
	}
	return slices.ContainsFunc(f.reader.Indexes, func(x *index.Index) bool {
		for name := range propNames(x) {
			if isKey(x, name) {
				return true
			}
		}
		return false
	})
}
