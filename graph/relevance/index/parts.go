package index

import (
	"slices"

	"dossier/flat"
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
func (c *change) headByTitle(ordinal int32) {
	entry := &c.entries[ordinal]
	isChapter := func(s Section) bool { return s.Level > 0 && s.Level <= chapterLevel }
	if len(entry.Sections) == 0 || entry.Sections[0].Level > 0 || slices.ContainsFunc(entry.Sections, isChapter) {
		return
	}
	first, terms := &entry.Sections[0], c.titleHeading(ordinal)
	if slices.Equal(first.Terms, terms) {
		return
	}
	c.Headings.countOne(entry, first, -1)
	c.held.add(entry, -1)
	first.Terms, first.Class = terms, 0
	if len(terms) > 0 {
		first.Class = c.Headings.hash(terms)
	}
	c.held.add(entry, 1)
	c.Headings.countOne(entry, first, 1)
}

// titleHeading returns the terms of the title of a document that its root's title
// lacks, nil for another entry.
func (c *change) titleHeading(ordinal int32) (terms []uint32) {
	root := c.Roots.Of(ordinal)
	if c.entries[ordinal].Kind != documentKind || root == ordinal {
		return nil
	}
	named := c.Headings.termsOf(c.entries[root].Title)
	for _, term := range c.Headings.termsOf(c.entries[ordinal].Title) {
		if !slices.Contains(named, term) && !slices.Contains(terms, term) {
			terms = append(terms, term)
		}
	}
	return flat.Exact(terms)
}

// headAll sets the headings of all entries.
func (c *change) headAll() {
	for ordinal := range c.entries {
		if c.entries[ordinal].Kind == documentKind {
			c.headByTitle(int32(ordinal))
		}
	}
}

// headFamily sets the headings of the entry with an id and of its parts, whose headings
// depend on it.
func (c *change) headFamily(id string) {
	first, known := c.ordinals[id]
	if !known {
		return
	}
	c.headByTitle(first)
	for at := c.Roots.next[first]; at != first && c.Roots.Of(first) == first; at = c.Roots.next[at] {
		c.headByTitle(at)
	}
}
