// Package known compares what a context document includes with what a client
// has from earlier ones. A [Digest] identifies a document by all its entities, a
// known digest by a few bytes for each of them, and a handle by hashes of its
// largest pieces. A [Set] is what several of them have.
package known

import (
	"encoding/base64"
	"slices"
	"strings"

	"dossier/graph"
)

// An Amount is how much of an entity a document includes. A larger one has
// everything that a smaller one has.
type Amount uint8

// The amounts, as digests have them.
const (
	Name Amount = iota
	Short
	Full
)

// An Included is an entity that a document includes.
type Included struct {
	Entity graph.Entity
	Amount Amount
	Size   int // that it takes in the text, in bytes, approximately
	Quotes []Quote
}

// A Quote is a range of characters in a text field of an entity.
type Quote struct {
	Field      string
	Start, End int
}

// A Set has what a client has from earlier documents. nil is nothing.
type Set struct {
	entities map[uint32][]entity // by idHash
	ids      map[string]bool     // of entities that are known in full, in any state
	pieces   map[piece]bool      // of handles
	begun    map[piece]bool      // the first 16 bits of pieces
	lines    map[LineHash]bool   // of a plan, which handles have
	named    map[string]bool     // ids of the subjects of these lines
}

// An entity is how much of an entity an earlier document included.
type entity struct {
	state  uint8 // the bits of its state at that time
	amount Amount
	quotes []quote
}

// A quote is a range of characters in the field with a number.
type quote struct{ field, start, end int }

// NewSet returns a set without anything.
func NewSet() *Set {
	return &Set{entities: map[uint32][]entity{}, ids: map[string]bool{}, pieces: map[piece]bool{}, begun: map[piece]bool{}}
}

// AddID adds an entity in full, in any state.
func (s *Set) AddID(id string) { s.ids[id] = true }

// AddDigest adds what a digest, a known digest or a handle has, and reports
// whether the text is one of them.
func (s *Set) AddDigest(text string) bool {
	if s.addHandle(text) {
		return true
	}
	var raw []byte
	if encoded, short := strings.CutPrefix(text, rowsForm); short && len(text) <= maxRowsText {
		var err error
		if raw, err = base64.RawURLEncoding.Strict().DecodeString(encoded); err != nil {
			return false
		}
	} else if d, err := Parse("", text); err == nil {
		raw = d.rows
	}
	rows, ok := parseRows(raw)
	for _, row := range rows {
		s.entities[row.hash] = append(s.entities[row.hash], row.entity)
	}
	return ok
}

// IsDigest reports whether a text is a digest, a known digest or a handle.
func IsDigest(text string) bool { return NewSet().AddDigest(text) }

// Has reports whether an entity in its present state is known in an amount or
// in a larger one.
func (s *Set) Has(e graph.Entity, amount Amount) bool {
	return slices.ContainsFunc(s.of(e), func(one entity) bool { return one.amount >= amount })
}

// HasQuote reports whether a quote of the text of an entity is known.
func (s *Set) HasQuote(e graph.Entity, q Quote) bool {
	field := fieldNumber(e, q.Field)
	return slices.ContainsFunc(s.of(e), func(one entity) bool {
		return one.amount == Full || slices.ContainsFunc(one.quotes, func(known quote) bool {
			return known.field == field && known.start <= q.Start && q.End <= known.end
		})
	})
}

// of returns what is known about an entity in its present state.
func (s *Set) of(e graph.Entity) (list []entity) {
	if s == nil {
		return nil
	}
	if s.ids[e.Self().ID] {
		return []entity{{amount: Full}}
	}
	if len(s.pieces) > 0 {
		list = s.ofPieces(e)
	}
	candidates := s.entities[idHash(e.Self().ID)]
	if len(candidates) == 0 {
		return list
	}
	state := stateOf(e).bits()
	for _, one := range candidates {
		if one.state == state {
			list = append(list, one)
		}
	}
	return list
}

// fieldNumber returns the number of a field among those of its kind, -1 for
// none.
func fieldNumber(e graph.Entity, name string) int {
	return slices.IndexFunc(e.Self().Spec().Fields, func(f graph.Field) bool { return f.Name == name })
}
