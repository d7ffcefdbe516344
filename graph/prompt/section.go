package prompt

import (
	"fmt"
	"strings"

	"dossier/graph"
)

// A section is a part of a document before it is cut to the budget: a heading,
// and pieces of which the last are left out if the budget is short.
type section struct {
	name    string
	heading func(counts) Block // nil for none
	pieces  []*piece
	lane    lane
	list    *listing // what belongs in the list, nil if the section is not a list
	// blocks returns the blocks of the first shown pieces; nil for those of the
	// pieces. The text already has lines about the entities in said.
	blocks func(shown int, said map[string]bool) []Block
	rest   func(shown int) Block // returns the block for the pieces left out; nil for a count
}

// A listing has the entities that belong in a list. That of a large project has
// many more than a text: only their number, and whether one is among them.
type listing struct {
	entities []graph.Entity
	total    int
	has      func(graph.Entity) bool // nil if it is whether entities has one
}

// add adds an entity, and returns its number, counted from 1.
func (l *listing) add(e graph.Entity) int {
	l.entities = append(l.entities, e)
	l.total++
	return l.total
}

// contains reports whether an entity is in the list.
func (l *listing) contains(e graph.Entity) bool {
	if l.has == nil {
		set := make(map[graph.Entity]bool, len(l.entities))
		for _, e := range l.entities {
			set[e] = true
		}
		l.has = func(e graph.Entity) bool { return set[e] }
	}
	return l.has(e)
}

// size returns the number of entities in the list, 0 for no list.
func (s *section) size() int {
	if s.list == nil {
		return 0
	}
	return s.list.total
}

// A piece is the unit that is included or left out: one line, or an indivisible
// block.
type piece struct {
	make   func() Block // returns the block; called when that is first needed
	made   Block        // the block, nil until make is called
	said   Block        // the block if the text already has a line about the entity; nil if it is the same
	entity graph.Entity // of the block, nil for none
	rank   float64      // order of inclusion in the lane, lowest first
	tokens int          // of the block, 0 until counted
}

func (p *piece) block() Block {
	if p.made == nil {
		p.made = p.make()
	}
	return p.made
}

// counts are the numbers of a list's entities in a text.
type counts struct {
	shown     int
	elsewhere int // only in other lists of the text
	total     int
}

// String returns the counts for a heading: "3 of 5, 1 in another list".
func (n counts) String() string {
	switch {
	case n.shown == n.total:
		return fmt.Sprint(n.total)
	case n.elsewhere == 0:
		return fmt.Sprintf("%d of %d", n.shown, n.total)
	case n.elsewhere == 1:
		return fmt.Sprintf("%d of %d, 1 in another list", n.shown, n.total)
	}
	return fmt.Sprintf("%d of %d, %d in other lists", n.shown, n.total, n.elsewhere)
}

// left returns the number of entities that are nowhere in the text.
func (n counts) left() int { return max(n.total-n.shown-n.elsewhere, 0) }

// titled returns a function that returns a second-level heading.
func titled(name string) func(counts) Block {
	return func(counts) Block { return Apart{Heading{Level: 2, Name: Name{Label: name}}} }
}

// counted returns a function that returns a second-level heading with counts.
func counted(name string) func(counts) Block {
	return func(n counts) Block {
		return Apart{Heading{Level: 2, Name: Name{Label: name, Facts: []string{n.String()}}}}
	}
}

// spaced returns a blank line in place of a heading.
func spaced(counts) Block { return Blank{} }

// add appends a block to a section.
func (s *section) add(rank float64, entity graph.Entity, b Block) {
	s.pieces = append(s.pieces, &piece{made: b, entity: entity, rank: rank})
}

// addLater appends a block that is made when it is first needed, because a
// large project has more lines than most texts include.
func (s *section) addLater(rank float64, entity graph.Entity, block func() Block) {
	s.pieces = append(s.pieces, &piece{make: block, entity: entity, rank: rank})
}

// part returns the part with the first shown pieces of the section.
func (s *section) part(shown int, n counts, said map[string]bool) Part {
	part := Part{Name: s.name, Total: s.size()}
	if s.heading != nil {
		part.Heading = s.heading(n)
	}
	if s.blocks != nil {
		part.Blocks = s.blocks(shown, said)
	} else {
		for _, p := range s.pieces[:shown] {
			part.Blocks = append(part.Blocks, p.block())
		}
	}
	switch {
	case s.rest != nil && shown < len(s.pieces):
		part.Blocks = append(part.Blocks, s.rest(shown))
	case s.list != nil && n.left() > 0:
		part.Blocks = append(part.Blocks, More{Count: n.left()})
	}
	return part
}

// isWhole reports whether the pieces up to s.pieces[at] have all of the
// entity's text.
func (s *section) isWhole(at int) bool {
	if item, ok := s.pieces[at].block().(Item); ok && s.list != nil {
		return !strings.HasSuffix(item.Text, "…") && (item.Text != "" || ownText(item.Entity) == "")
	}
	return s.blocks != nil && s.lane != laneGraph && at+1 == len(s.pieces)
}
