package index

import (
	"hash/fnv"
	"slices"

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

// IsHeading reports whether a sentence of the section is its heading.
func (s Section) IsHeading(sentence int32) bool { return s.Level > 0 && sentence == s.First }

// cut returns the sections of an entry's fields except the title, until the next call.
func (h *Headings) cut(entry *Entry) []Section {
	list := h.buffer[:0]
	field := uint16(0)
	for i, sentence := range entry.Sentences {
		switch {
		case sentence.Field == 0:
			continue
		case sentence.Unit == text.Heading:
			list = append(list, h.headed(entry, list, int32(i)))
		case sentence.Field != field || len(list) == 0:
			list = append(list, Section{First: int32(i), Parent: -1})
		}
		field = sentence.Field
		list[len(list)-1].Last = int32(i + 1)
	}
	h.buffer = list
	return list
}

// headed returns the section that begins with a heading. before are the
// sections before it.
func (h *Headings) headed(entry *Entry, before []Section, heading int32) Section {
	sentence := entry.Sentences[heading]
	s := Section{First: heading, Level: int32(max(sentence.Level, 1)), Parent: -1}
	seen := map[uint32]bool{0: true}
	apart := false
	for _, token := range entry.Tokens[sentence.First:sentence.Last] {
		apart = apart || token.Has(text.Apart)
		if term := h.dictionary.TermOf(token.Word()); !seen[term] {
			if apart && len(s.Terms) > 0 {
				s.Terms = append(s.Terms, 0)
			}
			seen[term], apart = true, false
			s.Terms = append(s.Terms, term)
		}
	}
	if len(s.Terms) > 0 {
		s.Class = h.hash(s.Terms)
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

// hash returns a hash of the stems of terms, which is equal in every index.
func (h *Headings) hash(terms []uint32) uint64 {
	hash := fnv.New64a()
	for _, term := range terms {
		if term != 0 {
			hash.Write([]byte(h.dictionary.StemOf(term)))
			hash.Write([]byte{0})
		}
	}
	return hash.Sum64()
}

// Terms returns the terms of words, nil if no heading may have all of them.
func (h *Headings) Terms(words []text.Word) (terms []uint32) {
	for _, word := range words {
		term := h.dictionary.Lookup(word.Text)
		if term == 0 {
			continue
		}
		if h.With(term) == 0 {
			return nil
		}
		terms = append(terms, term)
	}
	return terms
}

// Of returns the number of sections whose headings have these terms and no
// others.
func (h *Headings) Of(terms []uint32) int {
	var each []uint32
	for _, term := range terms {
		if !slices.Contains(each, term) {
			each = append(each, term)
		}
	}
	return int(h.Class(h.hash(each)).Sections)
}
