package index

import (
	"strings"
	"sync"
	"time"

	"dossier/flat"
	"dossier/graph/relevance/naming"
	"dossier/graph/text"
)

// Names are the ids and titles of the graph that was saved beside an index, by
// place.
type Names struct {
	Entities, Edges int                                  // numbers of places
	Entity          func(place int32) (id, title string) // the entity at a place
	Edge            func(place int32) (id string)        // the edge at a place
}

// Load reads an index that [Index.Save] wrote. stem is that of the saved index. names is
// called once everything was read that needs no names, so that the graph may be loaded
// meanwhile; its error ends the load.
func Load(r *flat.Reader, stem text.Stemmer, names func() (Names, error)) (*Index, error) {
	l := &loading{Index: New(stem), r: r}
	defer l.beside.Wait()
	for _, part := range []func(){
		func() { l.Words.Load(r) }, l.loadEntries, l.loadLinks, l.loadTexts, l.loadSections, l.loadMentions,
		l.loadPostings, func() { l.Names.Load(r) }, func() { l.Headings.load(r) }, l.loadSpelling, l.loadValues,
		func() { l.Templates.load(r) }, func() { l.mass.load(r, len(l.saved.entries)) },
	} {
		if part(); r.Err() != nil {
			return nil, r.Err()
		}
	}
	l.makeEntries()
	var err error
	if l.graph, err = names(); err != nil {
		return nil, err
	}
	if l.nameLinks(); r.Err() == nil {
		l.nameEntries()
	}
	l.beside.Wait()
	l.Roots.growHolding(l.Words.Terms())
	l.measure()
	return l.Index, r.Err()
}

// spare is the divisor of the number of entries that determines for how many new
// ones a loaded index has room, by eye. The first new entity of a million took
// 1.3 s without it, because all entries were moved.
const spare = 64

type loading struct {
	*Index
	r     *flat.Reader
	graph Names
	edges []int32 // places of the edges in the graph
	saved savedEntries
	// beside are the steps that run while further lists are read, because the first
	// request of a start waits for both.
	beside sync.WaitGroup
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
		fields[i] = l.Fields.add(strings.Split(key, fieldSeparator)[:counts[i]])
	}
	for _, kind := range kinds {
		l.kinds.Number(kind)
	}
	for i, ordinal := range ordinals {
		l.aliases[ordinal] = append(l.aliases[ordinal], names[i])
	}
	l.saved.entries, l.saved.fields = saved, fields
}

// savedEntries has the entries in columns: lists with an element for each.
type savedEntries struct {
	entries   []savedEntry
	fields    [][]string
	sentences *flat.Lists[text.Sentence]
	tokens    *flat.Lists[text.Token]
	values    *flat.Lists[text.Number]
	numbers   *flat.Lists[int32]
	words     *flat.Lists[uint32]
	sections  *flat.Lists[savedSection]
	headings  *flat.Lists[uint32] // by section
	mentions  *flat.Lists[Mention]
	by        *flat.Lists[int32]
	phrases   *flat.Lists[Phrase]
}

func (l *loading) loadTexts() {
	s, count := &l.saved, len(l.saved.entries)
	s.sentences = flat.ReadListsN[text.Sentence](l.r, count)
	s.tokens = flat.ReadListsN[text.Token](l.r, count)
	s.values = flat.ReadListsN[text.Number](l.r, count)
	s.numbers = flat.ReadListsN[int32](l.r, count)
	s.words = flat.ReadListsN[uint32](l.r, count)
}

func (l *loading) loadSections() {
	l.saved.sections = flat.ReadListsN[savedSection](l.r, len(l.saved.entries))
	l.saved.headings = flat.ReadListsN[uint32](l.r, len(l.saved.sections.All()))
}

func (l *loading) loadMentions() {
	s, count := &l.saved, len(l.saved.entries)
	s.mentions = flat.ReadListsN[Mention](l.r, count)
	s.by = flat.ReadListsN[int32](l.r, count)
	s.phrases = flat.ReadListsN[Phrase](l.r, count)
	l.Phrases.load(l.r)
}

// makeEntries makes the entries, without ids and titles. It comes after the lists were
// read: a garbage collection that begins when memory for the entries is allocated reads
// that memory, and then the first write to each page takes ten times as long. The more
// is allocated before, the less likely that is.
func (l *loading) makeEntries() {
	saved := &l.saved
	count := len(saved.entries)
	room := count + count/spare
	l.entries, l.attributes, l.lengths = flat.Make[Entry](count, room), flat.Make[Attributes](count, room), flat.Make[float32](count, room)
	sections := flat.Make[Section](len(saved.sections.All()), len(saved.sections.All()))
	for i := range l.entries {
		e, entry := &saved.entries[i], &l.entries[i]
		*entry = saved.next(e, &sections)
		l.lengths[i] = e.length
		if e.place == noPlace {
			continue
		}
		entry.Kind, entry.Fields = l.kinds.Values[e.kind], saved.fields[e.fields]
		l.attributes[i] = Attributes{Modified: time.UnixMicro(e.modified).UTC(), Active: e.active, Done: e.done, kind: e.kind}
		l.held.add(entry, 1)
		l.held.mentions += len(entry.Mentions)
	}
}

// next returns an entry with its lists; the entries are asked for in order. It takes the
// memory of sections from room.
func (s *savedEntries) next(e *savedEntry, room *[]Section) Entry {
	return Entry{
		Sentences: s.sentences.Next(), Tokens: s.tokens.Next(), Numbers: s.values.Next(), Sections: s.nextSections(room),
		Mentions: s.mentions.Next(), MentionedBy: s.by.Next(), Phrases: s.phrases.Next(),
		occurred: e.occurred, sentences: s.numbers.Next(),
		Likeness: naming.Likeness{Words: s.words.Next(), Trigrams: e.trigrams, Key: e.key, Identifier: e.identifier},
	}
}

func (s *savedEntries) nextSections(room *[]Section) []Section {
	saved := s.sections.Next()
	if len(saved) == 0 {
		return nil
	}
	list := (*room)[:len(saved):len(saved)]
	*room = (*room)[len(saved):]
	for i, section := range saved {
		list[i] = Section{section.First, section.Last, section.Level, section.Parent, section.Class, s.headings.Next()}
	}
	return list
}

// nameEntries sets the ids, titles and ordinals of entries.
func (l *loading) nameEntries() {
	l.ordinals = make(map[string]int32, len(l.entries)-len(l.free))
	for i := range l.entries {
		place := l.saved.entries[i].place
		if place == noPlace {
			continue
		}
		if int(place) >= l.graph.Entities {
			l.r.Fail("an index of another graph")
			return
		}
		e := &l.entries[i]
		e.ID, e.Title = l.graph.Entity(place)
		l.ordinals[e.ID] = int32(i)
	}
	l.Templates.entries = len(l.ordinals)
}

func (l *loading) loadPostings() {
	l.Postings.Load(l.r)
	l.Roots.load(l.r, len(l.saved.entries))
}

func (l *loading) loadSpelling() {
	l.Spelling.load(l.r)
	l.TitleWords.Load(l.r)
}

func (l *loading) loadValues() {
	l.Values = flat.Read[bool](l.r)
	l.Series.load(l.r)
}

func (l *loading) loadLinks() {
	size := len(l.saved.entries)
	if l.edges = l.Links.Load(l.r, size); l.r.Err() == nil {
		l.beside.Go(func() { l.Links.Join(size) })
	}
}

// nameLinks sets the ids of edges.
func (l *loading) nameLinks() {
	for _, place := range l.edges {
		if int(place) >= l.graph.Edges {
			l.r.Fail("an index of another graph")
			return
		}
	}
	l.Links.Name(func(i int) string { return l.graph.Edge(l.edges[i]) })
}
