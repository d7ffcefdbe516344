package known

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"dossier/graph"
)

// A handle is a known digest of the pieces of a document that take the most
// tokens: lines of its outline, and entities. It is for models, which read and
// write each character of it. It contains nothing but hashes of texts, ids and
// states, so that any server with the same graph can read it.
//
// The hash of a piece and its amount are a number of pieceBits bits. The numbers
// are written one after the other in decimal digits, of which three are one
// token of most encodings. With 10 handles, the probability that a piece is
// mistaken for a known one is 1 in 480,000.
const (
	handleForm = "k" // followed by digits; rowsForm has other characters as well
	pieceBits  = 27
	formBits   = 2
	// formLines is in place of the amount in a piece that is lines of an outline.
	formLines = 3
	// maxPieces is the maximum number of pieces of a handle: 57 digits, which
	// are 20 tokens with handleForm.
	maxPieces = 7
	// digitsPerPiece is that of each piece after the first, which has one more.
	digitsPerPiece = 8
)

// A piece is a part of a document: an amount of an entity, or lines of an
// outline. It is a hash with the amount, or formLines.
type piece uint32

// A weighed is a piece with its approximate size in bytes.
type weighed struct {
	piece
	size int
}

func pieceOf(hash [sha256.Size]byte, form Amount) piece {
	return piece(binary.BigEndian.Uint32(hash[:])>>(32-pieceBits+formBits)<<formBits) | piece(form)
}

// entityPiece returns the piece for an entity in its present state. The first
// 16 bits of the hash are those of the id, so that most entities are found to
// be unknown without their state.
func entityPiece(e graph.Entity, amount Amount) piece {
	state := stateOf(e)
	hash := sha256.Sum256([]byte(e.Self().ID))
	binary.BigEndian.PutUint16(hash[2:], binary.BigEndian.Uint16(state.hash[:]))
	return pieceOf(hash, amount)
}

// Handle returns the handle of a document, "" for one without entities.
func Handle(lines []Line, included []Included) string {
	pieces := piecesOf(lines, included)
	pieces = pieces[:min(maxPieces, len(pieces))]
	if len(pieces) == 0 {
		return ""
	}
	number := new(big.Int)
	for _, one := range pieces {
		number.Or(number.Lsh(number, pieceBits), big.NewInt(int64(one)))
	}
	return fmt.Sprintf("%s%0*s", handleForm, len(pieces)*digitsPerPiece+1, number)
}

// piecesOf returns the pieces of a document: all lines of its outline together,
// and then parts of it and entities, the largest first.
func piecesOf(lines []Line, included []Included) []piece {
	var pieces []piece
	parts := linePieces(lines)
	if len(parts) > 0 {
		pieces, parts = append(pieces, parts[0].piece), parts[1:]
	}
	for _, one := range once(included) {
		parts = append(parts, weighed{entityPiece(one.Entity, one.Amount), one.Size})
	}
	slices.SortStableFunc(parts, func(a, b weighed) int { return cmp.Compare(b.size, a.size) })
	for _, one := range parts {
		pieces = append(pieces, one.piece)
	}
	return pieces
}

// addHandle adds the pieces of a handle, and reports whether the text is one.
func (s *Set) addHandle(text string) bool {
	digits, is := strings.CutPrefix(text, handleForm)
	n := len(digits) / digitsPerPiece
	if !is || n > maxPieces || len(digits) != n*digitsPerPiece+1 || strings.Trim(digits, "0123456789") != "" {
		return false
	}
	number, _ := new(big.Int).SetString(digits, 10) // it has only digits
	if number.BitLen() > n*pieceBits {
		return false
	}
	last := big.NewInt(1<<pieceBits - 1)
	for range n {
		one := piece(new(big.Int).And(number, last).Uint64())
		s.pieces[one], s.begun[one>>(pieceBits-16)] = true, true
		number.Rsh(number, pieceBits)
	}
	return true
}

// ofPieces returns what handles have of an entity in its present state.
func (s *Set) ofPieces(e graph.Entity) (list []entity) {
	if s.named[e.Self().ID] {
		list = append(list, entity{amount: Name})
	}
	hash := sha256.Sum256([]byte(e.Self().ID))
	if s.begun[piece(binary.BigEndian.Uint16(hash[:]))] {
		for amount := Name; amount <= Full; amount++ {
			if s.pieces[entityPiece(e, amount)] {
				list = append(list, entity{amount: amount})
			}
		}
	}
	return list
}
