package prompt

import (
	"fmt"
	"slices"
	"strings"

	"dossier/graph"
)

// A Chapter is a part of a document before it is cut to the budget: a heading,
// and pieces of which the last are left out if the budget is short.
type Chapter struct {
	name    string
	heading func(counts) Block // nil for none
	pieces  []*Piece
	lane    lane
	place   int      // among the lists of an overview
	list    *listing // what belongs in the list, nil if the chapter is not a list
	// blocks returns the blocks of the shown pieces; nil for those that they have.
	// The text already has lines about the entities in said.
	blocks func(shown []*Piece, said map[string]bool) []Block
	rest   func(shown int) Block // returns the block for the pieces left out; nil for a count
	grows  bool                  // entries have several pieces, and only the heading says how many are left out
	known  int                   // number of pieces that were left out because the reader has them
}

// NewTitle returns the chapter of the title of a document, below a notice unless that is nil.
func NewTitle(title string, notice Block) *Chapter {
	c := &Chapter{name: "title", lane: laneHead}
	if notice != nil {
		c.add(0, nil, notice)
	}
	c.add(0, nil, Heading{Level: 1, Name: Name{Label: title}, Tight: true})
	return c
}

// NewChapter returns a chapter about entities that belong in it, in order. blocks
// returns the blocks of the first pieces that are added to it. heading may be empty.
func NewChapter(name, heading string, of []graph.Entity, blocks func(shown []*Piece) []Block) *Chapter {
	c := &Chapter{name: name, lane: laneLists, list: &listing{entities: of, total: len(of)}, grows: true}
	c.blocks = func(shown []*Piece, _ map[string]bool) []Block { return blocks(shown) }
	if heading != "" {
		c.heading = func(n counts) Block {
			name := Name{Label: heading}
			if n.shown < n.total {
				name.Facts = []string{n.String()}
			}
			return Apart{Heading{Level: 2, Name: name, Tight: true}}
		}
	}
	return c
}

// newList returns the chapter of a list, without entities.
func newList(heading string) *Chapter {
	return &Chapter{name: strings.ToLower(heading), heading: counted(heading), lane: laneLists, list: &listing{}}
}

// Add appends a piece about an entity, nil for none, which costs as much as a block.
// Pieces of lower ranks are included first. isLast is set if the piece has the last part of
// the text of the entity.
func (s *Chapter) Add(rank float64, entity graph.Entity, b Block, isLast bool) *Piece {
	isFirst := entity != nil && !slices.ContainsFunc(s.pieces, func(p *Piece) bool { return p.entity == entity })
	p := &Piece{made: b, entity: entity, rank: rank, isFirst: isFirst, isLast: isLast}
	s.pieces = append(s.pieces, p)
	return p
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
func (s *Chapter) size() int {
	if s.list == nil {
		return 0
	}
	return s.list.total
}

// A Piece is the unit that is included or left out: one line, or an indivisible
// block.
type Piece struct {
	make            func() Block // returns the block; called when that is first needed
	made            Block        // the block, nil until make is called
	said            Block        // the block if the text already has a line about the entity; nil if it is the same
	entity          graph.Entity // of the block, nil for none
	rank            float64      // order of inclusion in the lane, lowest first
	tokens          int          // of the block, 0 until counted
	isFirst, isLast bool         // among the pieces about the entity
}

func (p *Piece) block() Block {
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
	known     int // left out because the reader has them
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

// left returns the number of entities that are neither in the text nor known.
func (n counts) left() int { return max(n.total-n.shown-n.elsewhere-n.known, 0) }

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

// entities returns the number of entities that the first pieces are about.
func (s *Chapter) entities(pieces int) int {
	if !s.grows {
		return pieces
	}
	n := 0
	for _, p := range s.pieces[:pieces] {
		if p.isFirst {
			n++
		}
	}
	return n
}

// add appends a block to a section.
func (s *Chapter) add(rank float64, entity graph.Entity, b Block) {
	s.pieces = append(s.pieces, &Piece{made: b, entity: entity, rank: rank})
}

// addLater appends a block that is made when it is first needed, because a
// large project has more lines than most texts include.
func (s *Chapter) addLater(rank float64, entity graph.Entity, block func() Block) {
	s.pieces = append(s.pieces, &Piece{make: block, entity: entity, rank: rank})
}

// part returns the part with the first shown pieces of the section.
func (s *Chapter) part(shown int, n counts, said map[string]bool) Part {
	part := Part{Name: s.name, Total: s.size()}
	if s.heading != nil {
		part.Heading = s.heading(n)
	}
	if s.blocks != nil {
		part.Blocks = s.blocks(s.pieces[:shown], said)
	} else {
		for _, p := range s.pieces[:shown] {
			part.Blocks = append(part.Blocks, p.block())
		}
	}
	switch {
	case s.grows:
	case s.rest != nil && shown < len(s.pieces):
		part.Blocks = append(part.Blocks, s.rest(shown))
	case s.list != nil && n.left() > 0:
		part.Blocks = append(part.Blocks, More{Count: n.left()})
	}
	return part
}

// isWhole reports whether the pieces up to s.pieces[at] have all of the
// entity's text.
func (s *Chapter) isWhole(at int) bool {
	if s.grows {
		return s.pieces[at].isLast
	}
	if item, ok := s.pieces[at].block().(Item); ok && s.list != nil {
		return !strings.HasSuffix(item.Text, "…") && (item.Text != "" || ownText(item.Entity) == "")
	}
	return s.blocks != nil && s.lane != laneGraph && at+1 == len(s.pieces)
}
