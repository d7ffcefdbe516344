package prompt

import (
	"fmt"
	"strings"

	"dossier/graph"
)

// A section is a part of a document before it is cut to a budget: a heading and
// pieces, of which a short budget leaves out the last ones.
type section struct {
	name    string
	heading func(counts) Block // nil for none
	pieces  []*piece
	lane    lane
	list    []graph.Entity // what the section is a list of, nil for other parts
	// blocks makes blocks of the first pieces, where the text has a line about
	// some entities already; nil for the block of each piece.
	blocks func(shown int, said map[string]bool) []Block
	rest   func(shown int) Block // what stands for the pieces left out, nil for a count
}

// A piece is the least that is included or left out: one line, or a block that
// makes no sense in part.
type piece struct {
	make   func() Block // the block, which is made when it is first needed
	made   Block        // nil before
	said   Block        // what is left of it where the text has a line about the entity, nil for all
	entity graph.Entity // that it is about, nil for none
	rank   float64      // where it comes in, in its lane
	tokens int          // of the block, 0 before they are counted
}

func (p *piece) block() Block {
	if p.made == nil {
		p.made = p.make()
	}
	return p.made
}

// counts are how much of a list a text has.
type counts struct {
	shown     int
	elsewhere int // in other lists of the text
	total     int
}

// String returns the counts as a heading has them: "3 of 5, 1 in another list".
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

// left returns how many the text has nowhere.
func (n counts) left() int { return max(n.total-n.shown-n.elsewhere, 0) }

// titled returns a heading of the second level.
func titled(name string) func(counts) Block {
	return func(counts) Block { return Apart{Heading{Level: 2, Name: Name{Label: name}}} }
}

// counted returns a heading of the second level with counts.
func counted(name string) func(counts) Block {
	return func(n counts) Block {
		return Apart{Heading{Level: 2, Name: Name{Label: name, Facts: []string{n.String()}}}}
	}
}

// spaced is a heading that is a blank line.
func spaced(counts) Block { return Blank{} }

// add appends a block to a section.
func (s *section) add(rank float64, entity graph.Entity, b Block) {
	s.pieces = append(s.pieces, &piece{made: b, entity: entity, rank: rank})
}

// addLater appends a block that is made when it is needed: a large project has
// more lines than most texts.
func (s *section) addLater(rank float64, entity graph.Entity, block func() Block) {
	s.pieces = append(s.pieces, &piece{make: block, entity: entity, rank: rank})
}

// part returns the section with its first pieces.
func (s *section) part(shown int, n counts, said map[string]bool) Part {
	part := Part{Name: s.name, Total: len(s.list)}
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

// isWhole reports whether the pieces up to one have all that its entity says.
func (s *section) isWhole(at int) bool {
	if item, ok := s.pieces[at].block().(Item); ok && s.list != nil {
		return !strings.HasSuffix(item.Text, "…") && (item.Text != "" || ownText(item.Entity) == "")
	}
	return s.blocks != nil && s.lane != laneGraph && at+1 == len(s.pieces)
}
