package index

import (
	"strings"
	"sync"
	"time"

	"dossier/graph/flat"
	"dossier/graph/text"
)

// Names are the ids and titles of the graph that was saved beside an index, by
// place.
type Names struct {
	Entities, Edges int                                  // numbers of places
	Entity          func(place int32) (id, title string) // the entity at a place
	Edge            func(place int32) (id string)        // the edge at a place
}

// Load reads an index that [Index.Save] wrote. stem is that of the saved index.
func Load(r *flat.Reader, stem text.Stemmer, names Names) (*Index, error) {
	l := &loading{Index: New(stem), r: r, graph: names}
	defer l.beside.Wait()
	for _, part := range []func(){
		l.loadVocabulary, l.loadEntries, l.loadLinks, l.loadTexts, l.loadSections, l.loadMentions, l.loadPostings, l.loadTitles,
		l.loadHeadings, l.loadSpelling, l.loadSentences, l.loadMass,
	} {
		if part(); r.Err() != nil {
			return nil, r.Err()
		}
	}
	for i := range l.entries {
		l.held.add(&l.entries[i], 1)
		l.addValues(&l.entries[i])
		if l.entries[i].ID != "" {
			l.countSeries(int32(i), 1)
		}
		l.held.mentions += len(l.entries[i].Mentions)
	}
	l.beside.Wait()
	l.growHolding()
	l.measure()
	return l.Index, nil
}

// spare is the divisor of the number of entries that determines for how many new
// ones a loaded index has room, by eye. The first new entity of a million took
// 1.3 s without it, because all entries were moved.
const spare = 64

type loading struct {
	*Index
	r     *flat.Reader
	graph Names
	// beside are the steps that run while further lists are read, because the first
	// request of a start waits for both.
	beside sync.WaitGroup
}

func (l *loading) loadVocabulary() {
	v := &l.vocabulary
	v.names = flat.ReadStrings(l.r)
	v.termOf = flat.ReadN[uint32](l.r, len(v.names))
	v.stems = flat.ReadStrings(l.r)
	l.beginnings.words = flat.Read[uint32](l.r)
	if l.r.Err() != nil {
		return
	}
	v.words, v.terms = make(map[string]uint32, len(v.names)), make(map[string]uint32, len(v.stems))
	for number, name := range v.names {
		if number > 0 {
			v.words[name] = uint32(number)
		}
	}
	for term, stem := range v.stems {
		if term > 0 {
			v.nameTerm(stem, uint32(term))
		}
	}
}

func (l *loading) loadEntries() {
	saved := flat.Read[savedEntry](l.r)
	keys := flat.ReadStrings(l.r)
	counts := flat.ReadN[uint16](l.r, len(keys))
	kinds := flat.ReadStrings(l.r)
	l.free = flat.Read[int32](l.r)
	l.length = flat.ReadOne[float64](l.r)
	ordinals := flat.Read[int32](l.r)
	names := flat.ReadStringsN(l.r, len(ordinals))
	if l.r.Err() != nil {
		return
	}
	fields := make([][]string, len(keys))
	for i, key := range keys {
		fields[i] = l.shared(strings.Split(key, fieldSeparator)[:counts[i]])
	}
	for _, kind := range kinds {
		l.kinds.Number(kind)
	}
	for i, ordinal := range ordinals {
		l.aliases[ordinal] = append(l.aliases[ordinal], names[i])
	}
	room := len(saved) + len(saved)/spare
	l.entries, l.attributes, l.lengths = make([]Entry, len(saved), room), make([]Attributes, len(saved), room), make([]float32, len(saved), room)
	for i := range saved {
		e := &saved[i]
		l.lengths[i] = e.length
		if e.place == noOwner {
			continue
		}
		if int(e.place) >= l.graph.Entities {
			l.r.Fail("an index of another graph")
			return
		}
		id, title := l.graph.Entity(e.place)
		l.entries[i] = Entry{ID: id, Kind: kinds[e.kind], Title: title, Fields: fields[e.fields], occurred: e.occurred}
		l.entries[i].likeness = likeness{trigrams: e.trigrams, key: e.key, identifier: e.identifier}
		l.attributes[i] = Attributes{Modified: time.UnixMicro(e.modified).UTC(), Active: e.active, Done: e.done, kind: e.kind}
	}
	l.beside.Go(l.numberEntries)
}

// numberEntries sets the ordinals of entries.
func (l *loading) numberEntries() {
	l.ordinals = make(map[string]int32, len(l.entries)-len(l.free))
	for i := range l.entries {
		if id := l.entries[i].ID; id != "" {
			l.ordinals[id] = int32(i)
		}
	}
}

func (l *loading) loadTexts() {
	sentences := flat.ReadListsN[text.Sentence](l.r, len(l.entries))
	tokens := flat.ReadListsN[text.Token](l.r, len(l.entries))
	numbers := flat.ReadListsN[int32](l.r, len(l.entries))
	words := flat.ReadListsN[uint32](l.r, len(l.entries))
	for i := range l.entries {
		e := &l.entries[i]
		e.Sentences, e.Tokens, e.sentences, e.likeness.words = sentences.Next(), tokens.Next(), numbers.Next(), words.Next()
	}
}

func (l *loading) loadSections() {
	sections := flat.ReadListsN[savedSection](l.r, len(l.entries))
	all := make([]Section, len(sections.All()))
	terms := flat.ReadListsN[uint32](l.r, len(all))
	if l.r.Err() != nil {
		return
	}
	for i := range l.entries {
		saved := sections.Next()
		if len(saved) == 0 {
			continue
		}
		list := all[:len(saved):len(saved)]
		all = all[len(saved):]
		for j, s := range saved {
			list[j] = Section{s.First, s.Last, s.Level, s.Parent, s.Class, terms.Next()}
		}
		l.entries[i].Sections = list
	}
}

func (l *loading) loadMentions() {
	mentions := flat.ReadListsN[Mention](l.r, len(l.entries))
	by := flat.ReadListsN[int32](l.r, len(l.entries))
	phrases := flat.ReadListsN[Phrase](l.r, len(l.entries))
	for i := range l.entries {
		e := &l.entries[i]
		e.Mentions, e.MentionedBy, e.Phrases = mentions.Next(), by.Next(), phrases.Next()
	}
	loadTable(l.r, &l.phrases.single)
	l.phrases.several = loadLists[uint64, int32](l.r)
}

func (l *loading) loadPostings() {
	lists := flat.ReadLists[Posting](l.r)
	l.held.postings = len(lists.All())
	l.postings = make([][]Posting, lists.Len())
	for term := range l.postings {
		l.postings[term] = lists.Next()
	}
	roots := flat.Read[int32](l.r)
	lengths := flat.ReadN[float32](l.r, len(roots))
	if count := flat.ReadOne[int64](l.r); count != noFamilies {
		l.families.roots, l.families.lengths, l.families.count = roots, lengths, int(count)
		l.families.close()
	}
}

func (l *loading) loadTitles() {
	for _, t := range []*titleTrie{&l.titles, &l.Index.names} {
		loadTable(l.r, &t.next)
		t.single = flat.Read[TitleOwner](l.r)
		t.several = loadLists[uint32, TitleOwner](l.r)
		t.starts = flat.Read[bool](l.r)
	}
}

func (l *loading) loadHeadings() {
	h := &l.headings
	counts := flat.ReadN[int64](l.r, 2)
	classes := flat.Read[savedClass](l.r)
	terms := flat.ReadListsN[uint32](l.r, len(classes))
	h.named = loadMap[int32](l.r)
	loadTable(l.r, &h.below)
	loadTable(l.r, &h.pairs)
	if l.r.Err() != nil {
		return
	}
	h.sections, h.words = int(counts[0]), counts[1]
	for _, c := range classes {
		h.classes[c.hash] = &HeadingClass{c.sections, terms.Next(), c.words, c.number}
	}
}

func (l *loading) loadSpelling() {
	l.spelling.words = loadLists[uint64, uint32](l.r)
	l.spelling.sizes = loadMap[int](l.r)
	l.spelling.uses = loadMap[int](l.r)
	for _, words := range l.spelling.words {
		l.spelling.pairs += len(words)
	}
	names := flat.ReadStrings(l.r)
	trigrams := flat.ReadListsN[uint64](l.r, len(names))
	l.titleWords.total = len(trigrams.All())
	l.titleWords.trigrams = make([]text.Trigrams, len(names))
	for number, name := range names {
		l.titleWords.numbers[name], l.titleWords.trigrams[number] = uint32(number), trigrams.Next()
	}
}

func (l *loading) loadSentences() {
	loadTable(l.r, &l.sentences.numbers)
	l.sentences.hashes = flat.Read[uint64](l.r)
	l.sentences.uses = flat.ReadN[int32](l.r, len(l.sentences.hashes))
	l.sentences.free = flat.Read[int32](l.r)
}

func (l *loading) loadLinks() {
	saved := flat.Read[savedEdge](l.r)
	names := flat.ReadStrings(l.r)
	if l.r.Err() != nil {
		return
	}
	l.links = links{relations: flat.NewNumbered[relation, uint16](), edges: make([]edge, len(saved))}
	for i := 0; i+1 < len(names); i += 2 {
		l.links.relations.Number(relation{names[i], Role(names[i+1])})
	}
	for i, e := range saved {
		if int(e.place) >= l.graph.Edges || int(e.relation) >= len(l.links.relations.Values) || min(e.from, e.to) < 0 || int(max(e.from, e.to)) >= len(l.entries) {
			l.r.Fail("an index of another graph")
			return
		}
		l.links.edges[i] = edge{l.graph.Edge(e.place), e.from, e.to, e.relation}
	}
	l.beside.Go(func() { l.links.join(len(l.entries)) })
}

func (l *loading) loadMass() {
	m := &l.mass
	m.roots = int(flat.ReadOne[int64](l.r))
	m.idf = flat.Read[float32](l.r)
	m.left = flat.ReadN[int32](l.r, len(m.idf))
	m.mass = flat.ReadN[float32](l.r, len(l.entries))
}

func loadTable(r *flat.Reader, t *table) {
	t.keys = flat.Read[uint64](r)
	t.values = flat.ReadN[int32](r, len(t.keys))
	t.count = int(flat.ReadOne[int64](r))
}

// loadLists reads a map of lists.
func loadLists[K comparable, T any](r *flat.Reader) map[K][]T {
	keys := flat.Read[K](r)
	lists := flat.ReadListsN[T](r, len(keys))
	of := make(map[K][]T, len(keys))
	for _, key := range keys {
		of[key] = lists.Next()
	}
	return of
}

// loadMap reads a map.
func loadMap[V any](r *flat.Reader) map[uint32]V {
	keys := flat.Read[uint32](r)
	list := flat.ReadN[V](r, len(keys))
	values := make(map[uint32]V, len(keys))
	for i := range min(len(keys), len(list)) {
		values[keys[i]] = list[i]
	}
	return values
}
