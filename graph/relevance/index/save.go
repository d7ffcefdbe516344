package index

import (
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"dossier/flat"
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
		func() { x.Words.Save(w) }, s.saveEntries, func() { x.Links.Save(w, places.Edge) }, s.saveTexts, s.saveSections, s.saveMentions,
		s.savePostings, func() { x.Names.Save(w) }, func() { x.Headings.save(w) }, s.saveSpelling, s.saveValues,
		func() { x.Templates.save(w) }, s.saveMass,
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

// savedEntry has the values of an entry that are no lists.
type savedEntry struct {
	occurred, modified int64 // in microseconds of Unix time
	place              int32 // in the graph, noPlace for a free entry
	trigrams           int32
	key, identifier    uint32
	length             float32
	kind, fields       uint16
	active, done       bool
}

// noPlace is the place of a free entry.
const noPlace int32 = -1

func (s *saving) saveEntries() {
	fields := flat.NewNumbered[string, uint16]()
	counts := []uint16{}
	saved := make([]savedEntry, len(s.entries))
	for i := range s.entries {
		e, a := &s.entries[i], &s.attributes[i]
		saved[i] = savedEntry{
			occurred: e.occurred, modified: a.Modified.UnixMicro(), place: noPlace, trigrams: e.Likeness.Trigrams,
			key: e.Likeness.Key, identifier: e.Likeness.Identifier, length: s.lengths[i], kind: a.kind, active: a.Active, done: a.Done,
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
	flat.WriteLists(s.w, eachOf(s, func(e *Entry) []uint32 { return e.Likeness.Words }))
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
	s.Phrases.save(s.w)
}

func (s *saving) savePostings() {
	s.Postings.Save(s.w)
	s.Roots.save(s.w)
}

func (s *saving) saveSpelling() {
	s.Spelling.save(s.w)
	s.TitleWords.Save(s.w)
}

func (s *saving) saveValues() {
	flat.Write(s.w, s.Values)
	s.Series.save(s.w)
}
