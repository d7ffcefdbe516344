package index

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"dossier/graph/flat"
	"dossier/graph/text"
)

// ErrChanged means that an index was changed while it was saved.
var ErrChanged = errors.New("the index was changed while it was saved")

// Places finds entities and edges in the graph of the index, by id. The graph is
// saved beside the index, which does not repeat ids and titles.
type Places struct {
	Entity, Edge func(id string) (place int32, known bool) // places are from 0 on
}

// Version returns a number that every change increases.
func (x *Index) Version() int64 {
	defer Lock([]*Index{x})()
	return x.version
}

// Save writes the index of a version for [Load]. It locks the index for each of
// its parts. A change does not wait for the rest of a part: the writer fails with
// [ErrChanged] as soon as there is one.
func (x *Index) Save(w *flat.Writer, version int64, places Places) {
	s := &saving{x, w, places}
	w.Watch(func() error {
		if x.changing.Load() > 0 {
			return ErrChanged
		}
		return nil
	})
	for _, part := range []func(){
		s.saveVocabulary, s.saveEntries, s.saveLinks, s.saveTexts, s.saveSections, s.saveMentions, s.savePostings, s.saveTitles,
		s.saveHeadings, s.saveSpelling, s.saveValues, s.saveSentences, s.saveMass,
	} {
		s.part(version, part)
	}
}

type saving struct {
	*Index
	w      *flat.Writer
	places Places
}

func (s *saving) part(version int64, write func()) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.version != version {
		s.w.Fail(ErrChanged)
	}
	if !s.w.Failed() {
		write()
	}
}

func (s *saving) saveVocabulary() {
	v := &s.vocabulary
	flat.WriteStrings(s.w, slices.Values(v.names))
	flat.Write(s.w, v.termOf)
	flat.WriteStrings(s.w, slices.Values(v.stems))
	flat.Write(s.w, s.beginnings.sorted(v.names))
}

// savedEntry has the values of an entry that are no lists.
type savedEntry struct {
	occurred, modified int64 // in microseconds of Unix time
	place              int32 // in the graph, noOwner for a free entry
	trigrams           int32
	key, identifier    uint32
	length             float32
	kind, fields       uint16
	active, done       bool
}

func (s *saving) saveEntries() {
	fields := flat.NewNumbered[string, uint16]()
	counts := []uint16{}
	saved := make([]savedEntry, len(s.entries))
	for i := range s.entries {
		e, a := &s.entries[i], &s.attributes[i]
		saved[i] = savedEntry{
			occurred: e.occurred, modified: a.Modified.UnixMicro(), place: noOwner, trigrams: e.likeness.trigrams,
			key: e.likeness.key, identifier: e.likeness.identifier, length: s.lengths[i], kind: a.kind, active: a.Active, done: a.Done,
		}
		if e.ID == "" || s.w.Failed() {
			continue
		}
		place, known := s.places.Entity(e.ID)
		if !known {
			s.w.Fail(fmt.Errorf("save index: %s is not in the graph", e.ID))
		}
		saved[i].place, saved[i].fields = place, fields.Number(strings.Join(e.Fields, fieldSeparator))
		if len(fields.Values) > len(counts) {
			counts = append(counts, uint16(len(e.Fields)))
		}
	}
	flat.Write(s.w, saved)
	flat.WriteStrings(s.w, slices.Values(fields.Values))
	flat.Write(s.w, counts)
	flat.WriteStrings(s.w, slices.Values(s.kinds.Values))
	flat.Write(s.w, s.free)
	flat.WriteOne(s.w, s.length)
	ordinals, names := []int32{}, []string{}
	for _, ordinal := range slices.Sorted(maps.Keys(s.aliases)) {
		for _, name := range s.aliases[ordinal] {
			ordinals, names = append(ordinals, ordinal), append(names, name)
		}
	}
	flat.Write(s.w, ordinals)
	flat.WriteStrings(s.w, slices.Values(names))
}

// eachOf iterates over a list of each entry.
func eachOf[T any](s *saving, list func(*Entry) []T) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		for i := range s.entries {
			if !yield(list(&s.entries[i])) {
				return
			}
		}
	}
}

func (s *saving) saveTexts() {
	flat.WriteLists(s.w, eachOf(s, func(e *Entry) []text.Sentence { return e.Sentences }))
	flat.WriteLists(s.w, eachOf(s, func(e *Entry) []text.Token { return e.Tokens }))
	flat.WriteLists(s.w, eachOf(s, func(e *Entry) []text.Number { return e.Numbers }))
	flat.WriteLists(s.w, eachOf(s, func(e *Entry) []int32 { return e.sentences }))
	flat.WriteLists(s.w, eachOf(s, func(e *Entry) []uint32 { return e.likeness.words }))
}

// savedSection is a [Section] without its terms.
type savedSection struct {
	First, Last, Level, Parent int32
	Class                      uint64
}

func (s *saving) saveSections() {
	var sections []savedSection
	flat.WriteLists(s.w, eachOf(s, func(e *Entry) []savedSection {
		sections = sections[:0]
		for _, section := range e.Sections {
			sections = append(sections, savedSection{section.First, section.Last, section.Level, section.Parent, section.Class})
		}
		return sections
	}))
	flat.WriteLists(s.w, func(yield func([]uint32) bool) {
		for i := range s.entries {
			for _, section := range s.entries[i].Sections {
				if !yield(section.Terms) {
					return
				}
			}
		}
	})
}

func (s *saving) saveMentions() {
	flat.WriteLists(s.w, eachOf(s, func(e *Entry) []Mention { return e.Mentions }))
	flat.WriteLists(s.w, eachOf(s, func(e *Entry) []int32 { return e.MentionedBy }))
	flat.WriteLists(s.w, eachOf(s, func(e *Entry) []Phrase { return e.Phrases }))
	s.phrases.single.Save(s.w)
	flat.WriteListMap(s.w, s.phrases.several)
}

// noFamilies is the number of families if [Index.SetRoots] was not called.
const noFamilies = -1

func (s *saving) savePostings() {
	flat.WriteLists(s.w, slices.Values(s.postings))
	flat.Write(s.w, s.families.roots)
	flat.Write(s.w, s.families.lengths)
	count := int64(s.families.count)
	if s.families.roots == nil {
		count = noFamilies
	}
	flat.WriteOne(s.w, count)
}

func (s *saving) saveTitles() {
	for _, t := range []*titleTrie{&s.titles, &s.names} {
		t.next.Save(s.w)
		flat.Write(s.w, t.single)
		flat.WriteListMap(s.w, t.several)
		flat.Write(s.w, t.starts)
	}
}

// savedClass is a [HeadingClass] without its terms.
type savedClass struct {
	hash     uint64
	words    int64
	sections int32
	number   uint32
}

func (s *saving) saveHeadings() {
	h := &s.headings
	flat.Write(s.w, []int64{int64(h.sections), h.words})
	classes := []savedClass{}
	hashes := slices.Sorted(maps.Keys(h.classes))
	for _, hash := range hashes {
		class := h.classes[hash]
		classes = append(classes, savedClass{hash, class.Words, class.Sections, class.number})
	}
	flat.Write(s.w, classes)
	flat.WriteLists(s.w, func(yield func([]uint32) bool) {
		for _, hash := range hashes {
			if !yield(h.classes[hash].Terms) {
				return
			}
		}
	})
	flat.WriteMap(s.w, h.named)
	h.below.Save(s.w)
	h.pairs.Save(s.w)
}

func (s *saving) saveSpelling() {
	flat.WriteListMap(s.w, s.spelling.words)
	flat.WriteMap(s.w, s.spelling.sizes)
	flat.WriteMap(s.w, s.spelling.uses)
	names := make([]string, len(s.titleWords.numbers))
	for name, number := range s.titleWords.numbers {
		names[number] = name
	}
	flat.WriteStrings(s.w, slices.Values(names))
	flat.WriteLists(s.w, func(yield func([]uint64) bool) {
		for _, trigrams := range s.titleWords.trigrams {
			if !yield(trigrams) {
				return
			}
		}
	})
}

func (s *saving) saveValues() {
	flat.Write(s.w, s.values)
	flat.Write(s.w, s.series.kinds)
	s.saveSeries(s.series.with)
	s.saveSeries(s.series.inProps)
}

func (s *saving) saveSeries(with map[seriesOf]int) {
	kinds, stems, counts := []uint16{}, []string{}, []int{}
	for _, of := range slices.SortedFunc(maps.Keys(with), seriesOf.compare) {
		kinds, stems, counts = append(kinds, of.kind), append(stems, of.stem), append(counts, with[of])
	}
	flat.Write(s.w, kinds)
	flat.WriteStrings(s.w, slices.Values(stems))
	flat.Write(s.w, counts)
}

func (s *saving) saveSentences() {
	s.sentences.numbers.Save(s.w)
	flat.Write(s.w, s.sentences.hashes)
	flat.Write(s.w, s.sentences.uses)
	flat.Write(s.w, s.sentences.free)
}

// savedEdge is an [edge] with its place in the graph.
type savedEdge struct {
	place, from, to int32
	relation        uint16
}

func (s *saving) saveLinks() {
	saved := make([]savedEdge, 0, len(s.links.edges))
	for i := range s.links.edges {
		e := &s.links.edges[i]
		if e.relation == noRelation {
			continue
		}
		place, known := s.places.Edge(e.id)
		if !known {
			s.w.Fail(fmt.Errorf("save index: edge %s is not in the graph", e.id))
		}
		saved = append(saved, savedEdge{place, e.from, e.to, e.relation})
	}
	slices.SortFunc(saved, func(a, b savedEdge) int { return cmp.Compare(a.place, b.place) }) // which is by id
	flat.Write(s.w, saved)
	names := []string{}
	for _, relation := range s.links.relations.Values {
		names = append(names, relation.name, string(relation.role))
	}
	flat.WriteStrings(s.w, slices.Values(names))
}

func (s *saving) saveMass() {
	mass := s.TitleMass()
	flat.WriteOne(s.w, int64(s.mass.roots))
	flat.Write(s.w, s.mass.idf)
	flat.Write(s.w, s.mass.left)
	flat.Write(s.w, mass)
}
