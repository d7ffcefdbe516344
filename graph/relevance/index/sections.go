package index

import (
	"hash/fnv"
	"iter"
	"slices"

	"dossier/graph/flat"
	"dossier/graph/text"
)

// Section is the part of a field from a heading to the next.
type Section struct {
	// First and Last are the range of its sentences in Entry.Sentences. A heading
	// is the first of them.
	First, Last int32
	// Level is the level of the heading, 0 for the part before the first heading.
	Level int32
	// Parent is the index in Entry.Sections of the enclosing section, -1 for none.
	Parent int32
	// Class is equal for headings with the same terms, 0 without a heading or
	// terms. That of a document that is part of another entity may have its title as
	// the heading of its first section, at level 0, see headByTitle.
	Class uint64
	// Terms are the terms of the heading, without duplicates. A 0 separates those
	// between which there is punctuation, as in "Notes/Constraints/Caveats".
	Terms []uint32
}

// cutSections returns the sections of an entry's fields except the title.
func (x *Index) cutSections(entry *Entry) []Section {
	var list []Section
	field := uint16(0)
	for i, sentence := range entry.Sentences {
		switch {
		case sentence.Field == 0:
			continue
		case sentence.Unit == text.Heading:
			list = append(list, x.headed(entry, list, int32(i)))
		case sentence.Field != field || len(list) == 0:
			list = append(list, Section{First: int32(i), Parent: -1})
		}
		field = sentence.Field
		list[len(list)-1].Last = int32(i + 1)
	}
	return flat.Exact(list)
}

// headed returns the section that begins with a heading. before are the
// sections before it.
func (x *Index) headed(entry *Entry, before []Section, heading int32) Section {
	sentence := entry.Sentences[heading]
	s := Section{First: heading, Level: int32(max(sentence.Level, 1)), Parent: -1}
	seen := map[uint32]bool{0: true}
	apart := false
	for _, token := range entry.Tokens[sentence.First:sentence.Last] {
		apart = apart || token.Has(text.Apart)
		if term := x.TermOf(token.Word()); !seen[term] {
			if apart && len(s.Terms) > 0 {
				s.Terms = append(s.Terms, 0)
			}
			seen[term], apart = true, false
			s.Terms = append(s.Terms, term)
		}
	}
	if len(s.Terms) > 0 {
		s.Class = x.hashStems(s.Terms)
	}
	for i := len(before) - 1; i >= 0; i-- {
		other := before[i]
		if entry.Sentences[other.First].Field != sentence.Field {
			break
		}
		if other.Level > 0 && other.Level < s.Level {
			s.Parent = int32(i)
			break
		}
	}
	return s
}

// hashStems returns a hash of the stems of terms, which is equal in every index.
func (x *Index) hashStems(terms []uint32) uint64 {
	hash := fnv.New64a()
	for _, term := range terms {
		if term != 0 {
			hash.Write([]byte(x.StemOf(term)))
			hash.Write([]byte{0})
		}
	}
	return hash.Sum64()
}

// HeadingTerms returns the terms of words, nil if no heading may have all of them.
func (x *Index) HeadingTerms(words []text.Word) (terms []uint32) {
	for _, word := range words {
		term := x.Term(x.Stem(word.Text))
		if term == 0 {
			continue
		}
		if x.HeadingsWith(term) == 0 {
			return nil
		}
		terms = append(terms, term)
	}
	return terms
}

// HeadingsOf returns the number of sections whose headings have these terms and no
// others.
func (x *Index) HeadingsOf(terms []uint32) int {
	var each []uint32
	for _, term := range terms {
		if !slices.Contains(each, term) {
			each = append(each, term)
		}
	}
	return int(x.HeadingClass(x.hashStems(each)).Sections)
}

// HasHeading reports whether a section of an entry has a heading with these terms
// and no others.
func (x *Index) HasHeading(ordinal int32, terms []uint32) bool {
	return slices.ContainsFunc(x.entries[ordinal].Sections, func(s Section) bool { return slices.Equal(s.Terms, terms) })
}

// IsHeading reports whether a sentence of the section is its heading.
func (s Section) IsHeading(sentence int32) bool { return s.Level > 0 && sentence == s.First }

// HasHeadings reports whether a section of the entry has a heading.
func (e *Entry) HasHeadings() bool {
	return slices.ContainsFunc(e.Sections, func(s Section) bool { return s.Level > 0 })
}

// HeadingsOf returns the headings around a section, the outermost first, and its own.
func (e *Entry) HeadingsOf(s Section) (headings []text.Sentence) {
	for s.Level > 0 {
		headings = append(headings, e.Sentences[s.First])
		if s.Parent < 0 {
			break
		}
		s = e.Sections[s.Parent]
	}
	slices.Reverse(headings)
	return headings
}

// TitleSentences returns the sentences of the entry's title.
func (e *Entry) TitleSentences() []text.Sentence {
	end := slices.IndexFunc(e.Sentences, func(s text.Sentence) bool { return s.Field != 0 })
	if end < 0 {
		end = len(e.Sentences)
	}
	return e.Sentences[:end]
}

// OwnSentences returns the sentences below a section's heading that are neither comments
// nor a template's.
func (x *Index) OwnSentences(entry *Entry, s Section) (list []text.Sentence) {
	for i := s.First; i < s.Last; i++ {
		if !s.IsHeading(i) && x.IsOwn(entry, int(i)) {
			list = append(list, entry.Sentences[i])
		}
	}
	return list
}

// IsOwn reports whether a sentence is neither a comment nor a template's.
func (x *Index) IsOwn(entry *Entry, sentence int) bool {
	return entry.Sentences[sentence].Unit != text.Comment && !x.IsTemplate(entry, sentence)
}

// Body returns the sentences of a section below its heading.
func (e *Entry) Body(s Section) []text.Sentence {
	if s.Level > 0 {
		return e.Sentences[s.First+1 : s.Last]
	}
	return e.Sentences[s.First:s.Last]
}

// headings counts the words below the headings of a project. A question that
// asks for a section is matched with the words that the project's documents use
// there.
type headings struct {
	sections int   // number of sections with a heading
	words    int64 // sum of the number of distinct words below each heading
	classes  map[uint64]*HeadingClass
	named    map[uint32]int32 // by term: sections with it in the heading
	below    flat.Table       // by key: sections with it below the heading
	pairs    flat.Table       // the same by key<<32 | number of the heading's class
}

// HeadingClass has the counts for headings with the same terms.
type HeadingClass struct {
	Sections int32    // the number of sections with such a heading
	Terms    []uint32 // as in [Section]
	Words    int64    // sum of the number of distinct words below each heading

	number uint32 // in the order of first use
}

func newHeadings() headings {
	return headings{classes: make(map[uint64]*HeadingClass), named: make(map[uint32]int32)}
}

// countHeadings adds uses to the counts of an entry's sections.
func (x *Index) countHeadings(ordinal, uses int32) {
	entry := &x.entries[ordinal]
	for i := range entry.Sections {
		x.countHeading(entry, &entry.Sections[i], uses)
	}
}

func (x *Index) countHeading(entry *Entry, section *Section, uses int32) {
	if section.Class != 0 {
		x.headings.count(*section, x.sectionKeys(entry, *section), uses)
	}
}

func (h *headings) count(section Section, keys []uint32, uses int32) {
	class := h.classes[section.Class]
	if class == nil {
		class = &HeadingClass{Terms: section.Terms, number: uint32(len(h.classes))}
		h.classes[section.Class] = class
	}
	h.sections += int(uses)
	h.words += int64(uses) * int64(len(keys))
	class.Sections += uses
	class.Words += int64(uses) * int64(len(keys))
	for _, term := range section.Terms {
		if term == 0 {
			continue
		}
		h.named[term] += uses
	}
	for _, key := range keys {
		*h.below.At(uint64(key)) += uses
		*h.pairs.At(uint64(key)<<32 | uint64(class.number)) += uses
	}
}

// sectionKeys returns the different keys of the words below a section's heading,
// ascending. Comments count, because a template says in them what belongs there.
func (x *Index) sectionKeys(entry *Entry, section Section) []uint32 {
	var keys []uint32
	for _, sentence := range entry.Body(section) {
		for _, token := range entry.Tokens[sentence.First:sentence.Last] {
			keys = append(keys, x.SectionKey(token.Word()))
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// SectionKey returns the key under which sections count a word: its term, or
// for a stop word a number derived from the word. Stop words distinguish
// sections: "why not" belongs to drawbacks.
func (x *Index) SectionKey(word uint32) uint32 {
	if term := x.TermOf(word); term != 0 {
		return term
	}
	return word | 1<<31
}

// Headings returns the number of sections with a heading, and the mean number
// of distinct words below a heading.
func (x *Index) Headings() (sections int, words float64) {
	return x.headings.sections, float64(x.headings.words) / float64(max(x.headings.sections, 1))
}

// HeadingClass returns the counts of a class of headings.
func (x *Index) HeadingClass(class uint64) HeadingClass {
	if c := x.headings.classes[class]; c != nil {
		return *c
	}
	return HeadingClass{}
}

// HeadingClasses returns an iterator over the classes with at least the given
// number of sections, in no order.
func (x *Index) HeadingClasses(sections int32) iter.Seq2[uint64, HeadingClass] {
	return func(yield func(uint64, HeadingClass) bool) {
		for hash, class := range x.headings.classes {
			if class.Sections >= sections && !yield(hash, *class) {
				return
			}
		}
	}
}

// HeadingsWith returns the number of sections with a term in their heading.
func (x *Index) HeadingsWith(term uint32) int { return int(x.headings.named[term]) }

// SectionsWith returns the number of sections with a key below the heading.
func (x *Index) SectionsWith(key uint32) int {
	count, _ := x.headings.below.Get(uint64(key))
	return int(count)
}

// SectionsOf returns the number of sections of a class of the index with a key
// below the heading.
func (x *Index) SectionsOf(class HeadingClass, key uint32) int {
	count, _ := x.headings.pairs.Get(uint64(key)<<32 | uint64(class.number))
	return int(count)
}
