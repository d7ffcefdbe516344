package index

import (
	"iter"
	"maps"
	"slices"
	"unicode/utf8"

	"dossier/flat"
	"dossier/graph/relevance/terms"
	"dossier/graph/text"
)

// Headings counts the words below the headings of a project. A question that
// asks for a section is matched with the words that the project's documents use
// there.
type Headings struct {
	dictionary *terms.Words
	sections   int   // number of sections with a heading
	words      int64 // sum of the number of distinct words below each heading
	classes    map[uint64]*HeadingClass
	named      map[uint32]int32 // by term: sections with it in the heading
	below      flat.Table       // by key: sections with it below the heading
	pairs      flat.Table       // the same by key<<32 | number of the heading's class
	buffer     []Section
}

// HeadingClass has the counts for headings with the same terms.
type HeadingClass struct {
	Sections int32    // the number of sections with such a heading
	Terms    []uint32 // as in [Section]
	Words    int64    // sum of the number of distinct words below each heading

	number uint32 // in the order of first use
}

func newHeadings(words *terms.Words) Headings {
	return Headings{dictionary: words, classes: make(map[uint64]*HeadingClass), named: make(map[uint32]int32)}
}

// count adds uses to the counts of an entry's sections.
func (h *Headings) count(e *Entry, uses int32) {
	for i := range e.Sections {
		h.countOne(e, &e.Sections[i], uses)
	}
}

// countOne adds uses to the counts of a section.
func (h *Headings) countOne(e *Entry, section *Section, uses int32) {
	if section.Class == 0 {
		return
	}
	keys := h.keys(e, section)
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

// keys returns the different keys of the words below a section's heading,
// ascending. Comments count, because a template says in them what belongs there.
func (h *Headings) keys(entry *Entry, section *Section) []uint32 {
	var keys []uint32
	for _, sentence := range entry.Body(*section) {
		for _, token := range entry.Tokens[sentence.First:sentence.Last] {
			keys = append(keys, h.Key(token.Word()))
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// Key returns the key under which sections count a word: its term, or
// for a stop word a number derived from the word. Stop words distinguish
// sections: "why not" belongs to drawbacks.
func (h *Headings) Key(word uint32) uint32 {
	if term := h.dictionary.TermOf(word); term != 0 {
		return term
	}
	return word | 1<<31
}

// termsOf returns the terms of a text, in order.
func (h *Headings) termsOf(s string) (terms []uint32) {
	for word := range text.Words(s) {
		if term := h.dictionary.Lookup(word.Text); term != 0 {
			terms = append(terms, term)
		}
	}
	return terms
}

// IsSection reports whether an entry is a document that is one section of another
// entry: other documents have its title.
func (h *Headings) IsSection(e *Entry) bool {
	return len(e.Sections) > 0 && e.Sections[0].Level == 0 && h.Class(e.Sections[0].Class).Sections > 1
}

// Size returns the number of sections with a heading, and the mean number
// of distinct words below a heading.
func (h *Headings) Size() (sections int, words float64) {
	return h.sections, float64(h.words) / float64(max(h.sections, 1))
}

// Class returns the counts of a class of headings.
func (h *Headings) Class(class uint64) HeadingClass {
	if c := h.classes[class]; c != nil {
		return *c
	}
	return HeadingClass{}
}

// Classes returns an iterator over the classes with at least the given
// number of sections, in no order.
func (h *Headings) Classes(sections int32) iter.Seq2[uint64, HeadingClass] {
	return func(yield func(uint64, HeadingClass) bool) {
		for hash, class := range h.classes {
			if class.Sections >= sections && !yield(hash, *class) {
				return
			}
		}
	}
}

// With returns the number of sections with a term in their heading.
func (h *Headings) With(term uint32) int { return int(h.named[term]) }

// Below returns the number of sections with a key below the heading.
func (h *Headings) Below(key uint32) int {
	count, _ := h.below.Get(uint64(key))
	return int(count)
}

// BelowClass returns the number of sections of a class of the index with a key
// below the heading.
func (h *Headings) BelowClass(class HeadingClass, key uint32) int {
	count, _ := h.pairs.Get(uint64(key)<<32 | uint64(class.number))
	return int(count)
}

// WordsLike returns words that headings have, in no order, among which
// are all that differ from word by at most slips letters, not the first one.
func (h *Headings) WordsLike(word string, slips int) []string {
	if word == "" {
		return nil
	}
	_, first := utf8.DecodeRuneInString(word)
	var words []string
	for _, number := range h.dictionary.Beginning(word[:first]) {
		other := h.dictionary.Text(number)
		if h.With(h.dictionary.TermOf(number)) > 0 && len(other)-len(word) <= slips && len(word)-len(other) <= slips {
			words = append(words, other)
		}
	}
	return words
}

// savedClass is a [HeadingClass] without its terms.
type savedClass struct {
	hash     uint64
	words    int64
	sections int32
	number   uint32
}

func (h *Headings) save(w *flat.Writer) {
	flat.Write(w, []int64{int64(h.sections), h.words})
	classes := []savedClass{}
	hashes := slices.Sorted(maps.Keys(h.classes))
	for _, hash := range hashes {
		class := h.classes[hash]
		classes = append(classes, savedClass{hash, class.Words, class.Sections, class.number})
	}
	flat.Write(w, classes)
	flat.WriteLists(w, func(yield func([]uint32) bool) {
		for _, hash := range hashes {
			if !yield(h.classes[hash].Terms) {
				return
			}
		}
	})
	flat.WriteMap(w, h.named)
	h.below.Save(w)
	h.pairs.Save(w)
}

func (h *Headings) load(r *flat.Reader) {
	counts := flat.ReadN[int64](r, 2)
	classes := flat.Read[savedClass](r)
	terms := flat.ReadListsN[uint32](r, len(classes))
	h.named = flat.ReadMap[uint32, int32](r)
	h.below.Load(r)
	h.pairs.Load(r)
	if r.Err() != nil {
		return
	}
	h.sections, h.words = int(counts[0]), counts[1]
	for _, c := range classes {
		h.classes[c.hash] = &HeadingClass{c.sections, terms.Next(), c.words, c.number}
	}
}

func (h *Headings) memory() int {
	return h.below.Memory() + h.pairs.Memory() + flat.MapMemory(h.named) + flat.MapMemory(h.classes) +
		len(h.classes)*flat.Size[HeadingClass]()
}
