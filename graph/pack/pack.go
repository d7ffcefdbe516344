// Package pack chooses the pieces of ranked candidates that fit into a
// document's budget of tokens: first short forms of the best candidates, then
// full ones in order, then names. It does not depend on entities or Markdown.
package pack

import (
	"slices"
	"strings"
)

// Level is the amount of a candidate that is included.
type Level int

// The levels, in ascending order.
const (
	omitted Level = iota
	Name
	Short
	Full
)

// Piece is a sentence, list item, table row, code fence or heading of a
// candidate. It is either included or not, and never cut.
type Piece struct {
	Text string // as it is rendered
	// Before is the text between the previous piece and this one in the source.
	Before string
	// Score is how well the piece answers the question.
	Score float64
	// Key identifies pieces with the same content; only the first one is
	// included. Empty for none.
	Key string
	// Head is the number, from 1, of a piece that must be included with this
	// one, such as the head of its table; 0 for none.
	Head int
}

// Related is a line about a neighbour of a candidate.
type Related struct {
	Text string // as it is rendered
	// Key identifies the lines of one edge, seen from both ends; only the first
	// one is included.
	Key string
	// Vague is set if the line does not say what the relation is.
	Vague bool
}

// Candidate is an entity that the document may include.
type Candidate struct {
	// Heading is the line above the candidate's text. Name is the line that
	// replaces both if only the name is included.
	Heading, Name string
	// Pieces are the candidate's text in order.
	Pieces []Piece
	// Related are the lines after the text of the full form.
	Related []Related
	// Score is the candidate's relevance.
	Score float64
	// Answers is set if one passage of the candidate has most words of the question.
	Answers bool
	// Unread is set if the candidate's text is not among the pieces. Only its
	// name can be included.
	Unread bool
	// NameFrom is the least budget of a step of [Nested] in which the name may be
	// included.
	NameFrom int
	// Key identifies candidates with the same content; only the first one is
	// included. Empty for none.
	Key string
}

// Candidates are the candidates of a document in descending order of score.
type Candidates interface {
	// Len returns the number of candidates.
	Len() int
	// At returns the candidate with an index. Packing calls it only for
	// candidates that may fit, perhaps repeatedly.
	At(i int) *Candidate
	// Texts returns how many of the first candidates may have their texts included in a
	// step of [Nested] with a budget.
	Texts(budget int) int
}

// Packed is the included part of a candidate.
type Packed struct {
	// Candidate is the index of the candidate.
	Candidate int
	Level     Level // how much of the candidate is included
	// Picked reports for each piece whether it is included.
	Picked []bool
	// Related are the included lines about neighbours.
	Related []string
	// Tokens is the number of tokens of the included part.
	Tokens int
}

// Params are the constants of packing. Shares are of the budget unless stated
// otherwise. [Defaults] has the source of each value.
type Params struct {
	// The text of a short form has clamp(budget/ShortShare, ShortLeast,
	// ShortMost) tokens. Its best piece may have Best.
	ShortShare, ShortLeast, ShortMost, Best int
	// AnswerShare is the share of the budget that the text of the short form of the first
	// candidate may have if that answers the question, at most AnswerMost tokens.
	AnswerShare float64
	AnswerMost  int
	// The First candidates with at least FirstScore of the best score get a
	// short form before any is extended, in FirstShare of the budget.
	First                  int
	FirstScore, FirstShare float64
	// Share of the remaining tokens is the maximum for a candidate longer than
	// the budget, until the others have had their turn.
	Share float64
	// Stop is the number of tokens below which only names are added.
	Stop int
	// Vague lines may add 1/Vague of a candidate's tokens until the others have
	// had their turn.
	Vague int
	// Misses is the number of pieces that do not fit after which the next
	// candidate has its turn.
	Misses int
	// LongToken is a length in bytes above the average token of any text. It
	// avoids counting texts that cannot fit.
	LongToken int
	// UsualToken is the usual length in bytes of an English token, for
	// estimates.
	UsualToken int
}

// Defaults returns the constants in use. Points are facts included in a budget,
// on the sets of docs/notebook/relevance.md.
func Defaults() Params {
	return Params{
		ShortShare:  8,   // first value of the method
		ShortLeast:  60,  // hotpot +4 at 250 tokens against 40
		ShortMost:   100, // first value of the method
		Best:        80,  // hotpot +5 at 250 tokens against the cap of a short form
		AnswerShare: .3,  // of the budget; .4 gave fewer pages of eips
		AnswerMost:  200, // by eye
		First:       8,   // hotpot +.5 at 1,000 tokens against 6
		FirstScore:  .35, // first value of the method
		FirstShare:  .7,  // first value of the method
		Share:       .35, // by eye
		Stop:        25,  // first value of the method
		Vague:       4,   // conversations +8 at 500 tokens against no limit
		Misses:      12,  // by eye: bounds counting; a smaller piece is rare after as many
		LongToken:   12,  // by eye: above the average of any text
		UsualToken:  4,   // by eye: English in o200k_base
	}
}

// Nested chooses the parts of candidates that fit into budget tokens, as counted by
// count. The result is in the order of the candidates, without omitted ones. A larger
// budget includes everything that a smaller one of at least base does: Nested packs for
// base, then adds what fits into twice that, and so on. A budget between two such steps
// includes the first of what the larger step adds.
func Nested(candidates Candidates, base, budget int, count func(string) int, params Params) []Packed {
	p := newPacker(candidates, budget, count, params)
	for step := max(base, 1); ; step = Step(step+1, base) {
		p.pack(step)
		if step >= budget || p.stopped {
			return slices.DeleteFunc(p.packed, func(one Packed) bool { return one.Level == omitted })
		}
	}
}

// Step returns the smallest step of [Nested] that is at least budget.
func Step(budget, base int) int {
	step := max(base, 1)
	for step < budget {
		step *= 2
	}
	return step
}

// Text joins the candidate's picked pieces with the separators of the source.
// An ellipsis marks a gap within a paragraph.
func (c *Candidate) Text(picked []bool) string {
	var text strings.Builder
	last := -1
	for i, piece := range c.Pieces {
		if !picked[i] {
			continue
		}
		switch {
		case last < 0:
		case last == i-1, strings.Contains(piece.Before, "\n"):
			text.WriteString(piece.Before)
		default:
			text.WriteString(" … ")
		}
		text.WriteString(piece.Text)
		last = i
	}
	return text.String()
}

// size returns the length of all pieces in bytes.
func (c *Candidate) size() int {
	size := 0
	for _, piece := range c.Pieces {
		size += len(piece.Text)
	}
	return size
}
