package known

import (
	"crypto/sha256"
	"fmt"
	"hash/fnv"
)

// A Line is a line of the outline of a document.
type Line struct {
	Hash    LineHash
	Place   string // its section of a topic
	Subject string // the id of the entity of the topic, "" for none
	Size    int    // in bytes
}

// A LineHash identifies the text of a line at its place.
type LineHash uint64

// HashOf returns the hash of a text at a place.
func HashOf(place, text string) LineHash {
	hash := fnv.New64a()
	fmt.Fprintf(hash, "%s\n%s", place, text) // writing to a hash does not fail
	return LineHash(hash.Sum64())
}

// A lineSum is some lines of an outline, in any order.
type lineSum struct {
	lines int
	sum   LineHash
	size  int // in bytes
}

func (s *lineSum) add(line *Line) {
	s.lines++
	s.sum += line.Hash
	s.size += line.Size
}

// piece returns the piece for lines of a section, or of a whole outline if place
// is "".
func (s *lineSum) piece(place string) piece {
	return pieceOf(sha256.Sum256(fmt.Appendf(nil, "%s\n%d\n%x", place, s.lines, s.sum)), formLines)
}

// linePieces returns the pieces for the lines of an outline: first for all of
// them, and then for those of each section.
func linePieces(lines []Line) []weighed {
	if len(lines) == 0 {
		return nil
	}
	var whole lineSum
	sections, places := map[string]*lineSum{}, []string{}
	for i := range lines {
		line := &lines[i]
		if sections[line.Place] == nil {
			sections[line.Place], places = &lineSum{}, append(places, line.Place)
		}
		whole.add(line)
		sections[line.Place].add(line)
	}
	pieces := []weighed{{whole.piece(""), whole.size}}
	for _, place := range places {
		pieces = append(pieces, weighed{sections[place].piece(place), sections[place].size})
	}
	return pieces
}

// Within returns s with the lines of an outline that handles have. A handle has
// only the hash of several lines. So the first lines, the first of each section,
// and each line alone are compared, and then again without those that were
// found, because a document does not have what earlier ones have. It calls lines
// only if there are handles.
func (s *Set) Within(lines func() []Line) *Set {
	if s == nil || len(s.pieces) == 0 {
		return s
	}
	of, all := *s, lines()
	of.lines, of.named = map[LineHash]bool{}, map[string]bool{}
	for found := -1; found < len(of.lines); {
		found = len(of.lines)
		of.addLines(all)
	}
	for i := range all {
		if line := &all[i]; of.lines[line.Hash] && line.Subject != "" {
			of.named[line.Subject] = true
		}
	}
	return &of
}

// addLines adds the lines that one of the pieces has.
func (s *Set) addLines(lines []Line) {
	var whole lineSum
	var all []LineHash
	sections, bySection := map[string]*lineSum{}, map[string][]LineHash{}
	for i := range lines {
		line := &lines[i]
		place := line.Place
		if s.lines[line.Hash] {
			continue
		}
		if sections[place] == nil {
			sections[place] = &lineSum{}
		}
		var alone lineSum
		alone.add(line)
		whole.add(line)
		sections[place].add(line)
		all, bySection[place] = append(all, line.Hash), append(bySection[place], line.Hash)
		switch {
		case s.pieces[whole.piece("")]:
			s.addAll(all)
		case s.pieces[sections[place].piece(place)]:
			s.addAll(bySection[place])
		case s.pieces[alone.piece(place)]:
			s.lines[line.Hash] = true
		}
	}
}

func (s *Set) addAll(hashes []LineHash) {
	for _, hash := range hashes {
		s.lines[hash] = true
	}
}

// HasLines reports whether handles have lines of the outline that [Set.Within]
// was called with.
func (s *Set) HasLines() bool { return s != nil && len(s.lines) > 0 }

// HasLine reports whether handles have a line of this outline.
func (s *Set) HasLine(hash LineHash) bool { return s != nil && s.lines[hash] }
