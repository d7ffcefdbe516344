package index

import (
	"slices"

	"dossier/graph/flat"
	"dossier/graph/text"
)

// A project may keep each section of a proposal as a document of its own, with the
// title "RFC-12 Motivation", "Motivation (RFC-12)" or just "Motivation". The title is
// then the heading of the text, and documents with the same title are of one class.

// chapterLevel is the level up to which a heading is one of a whole document, and not
// of one section. By eye: sections that were split off keep lower ones.
const chapterLevel = 2

// headByTitle sets the heading of the first section of an entry: its title if it is a
// document that is part of another entry, without the words of that entry's title. A
// text with chapters is no single section.
func (x *Index) headByTitle(ordinal int32) {
	entry := &x.entries[ordinal]
	isChapter := func(s Section) bool { return s.Level > 0 && s.Level <= chapterLevel }
	if len(entry.Sections) == 0 || entry.Sections[0].Level > 0 || slices.ContainsFunc(entry.Sections, isChapter) {
		return
	}
	first, terms := &entry.Sections[0], x.titleHeading(ordinal)
	if slices.Equal(first.Terms, terms) {
		return
	}
	x.Headings.countOne(entry, first, -1)
	x.held.add(entry, -1)
	first.Terms, first.Class = terms, 0
	if len(terms) > 0 {
		first.Class = x.Headings.hash(terms)
	}
	x.held.add(entry, 1)
	x.Headings.countOne(entry, first, 1)
}

// titleHeading returns the terms of the title of a document that its root's title
// lacks, nil for another entry.
func (x *Index) titleHeading(ordinal int32) (terms []uint32) {
	root := x.Roots.Of(ordinal)
	if x.entries[ordinal].Kind != documentKind || root == ordinal {
		return nil
	}
	named := x.termsIn(x.entries[root].Title)
	for _, term := range x.termsIn(x.entries[ordinal].Title) {
		if !slices.Contains(named, term) && !slices.Contains(terms, term) {
			terms = append(terms, term)
		}
	}
	return flat.Exact(terms)
}

// termsIn returns the terms of a text, in order.
func (x *Index) termsIn(s string) (terms []uint32) {
	for word := range text.Words(s) {
		if term := x.Words.Lookup(word.Text); term != 0 {
			terms = append(terms, term)
		}
	}
	return terms
}

// headAll sets the headings of all entries.
func (x *Index) headAll() {
	for ordinal := range x.entries {
		if x.entries[ordinal].Kind == documentKind {
			x.headByTitle(int32(ordinal))
		}
	}
}

// headFamily sets the headings of the entry with an id and of its parts, whose headings
// depend on it.
func (x *Index) headFamily(id string) {
	first, known := x.ordinals[id]
	if !known {
		return
	}
	x.headByTitle(first)
	for at := x.Roots.next[first]; at != first && x.Roots.Of(first) == first; at = x.Roots.next[at] {
		x.headByTitle(at)
	}
}

// IsSection reports whether an entry is a document that is one section of another
// entry: other documents have its title.
func (x *Index) IsSection(ordinal int32) bool {
	sections := x.entries[ordinal].Sections
	return len(sections) > 0 && sections[0].Level == 0 && x.Headings.Class(sections[0].Class).Sections > 1
}
