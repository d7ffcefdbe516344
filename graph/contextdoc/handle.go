package contextdoc

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
// The hash of a piece and its form are a number of pieceBits bits. The numbers
// are written one after the other in decimal digits, of which three are one
// token of most encodings. With 10 handles, the probability that a piece is
// mistaken for a known one is 1 in 480,000.
const (
	handleForm = "k" // followed by digits; knownForm has other characters as well
	pieceBits  = 27
	formBits   = 2
	// formLines is the form of a piece that is lines of an outline.
	formLines = 3
	// MaxPieces is the maximum number of pieces of a handle: 57 digits, which
	// are 20 tokens with handleForm.
	MaxPieces = 7
	// digitsPerPiece is that of each piece after the first, which has one more.
	digitsPerPiece = 8
)

// A piece is a part of a document: an entity in a form, or lines of an outline.
// It is a hash with the number of the form, or formLines.
type piece uint32

// A weighed is a piece with its approximate size, in bytes or in tokens.
type weighed struct {
	piece
	size int
}

func pieceOf(hash [sha256.Size]byte, form int) piece {
	return piece(binary.BigEndian.Uint32(hash[:])>>(32-pieceBits+formBits)<<formBits) | piece(form)
}

// entityPiece returns the piece for an entity in its present state. The first
// 16 bits of the hash are those of the id, so that most entities are found to
// be unknown without their state.
func entityPiece(e graph.Entity, form Form) piece {
	state := stateOf(e)
	hash := sha256.Sum256([]byte(e.Self().ID))
	binary.BigEndian.PutUint16(hash[2:], binary.BigEndian.Uint16(state.hash[:]))
	return pieceOf(hash, formRank(form))
}

// Handle returns a handle with at most a number of pieces, up to [MaxPieces]. It
// is "" for a document without entities.
func (d *Document) Handle(most int) string {
	pieces := d.pieces()
	pieces = pieces[:min(most, MaxPieces, len(pieces))]
	if len(pieces) == 0 {
		return ""
	}
	number := new(big.Int)
	for _, one := range pieces {
		number.Or(number.Lsh(number, pieceBits), big.NewInt(int64(one)))
	}
	return fmt.Sprintf("%s%0*s", handleForm, len(pieces)*digitsPerPiece+1, number)
}

// pieces returns the pieces of a document: all lines of its outline together,
// and then parts of it and entities, those with the most tokens first.
func (d *Document) pieces() []piece {
	var pieces []piece
	var parts []weighed
	if len(d.lines) > 0 {
		pieces, parts = append(pieces, d.lines[0].piece), slices.Clone(d.lines[1:])
	}
	for _, node := range once(d.Nodes) {
		parts = append(parts, weighed{entityPiece(node.Entity, node.Form), node.Tokens * bytesPerToken})
	}
	slices.SortStableFunc(parts, func(a, b weighed) int { return cmp.Compare(b.size, a.size) })
	for _, one := range parts {
		pieces = append(pieces, one.piece)
	}
	return pieces
}

// addHandle adds the pieces of a handle, and reports whether the text is one.
func (k *known) addHandle(text string) bool {
	digits, is := strings.CutPrefix(text, handleForm)
	n := len(digits) / digitsPerPiece
	if !is || n > MaxPieces || len(digits) != n*digitsPerPiece+1 || strings.Trim(digits, "0123456789") != "" {
		return false
	}
	number, _ := new(big.Int).SetString(digits, 10) // it has only digits
	if number.BitLen() > n*pieceBits {
		return false
	}
	last := big.NewInt(1<<pieceBits - 1)
	for range n {
		one := piece(new(big.Int).And(number, last).Uint64())
		k.pieces[one], k.begun[one>>(pieceBits-16)] = true, true
		number.Rsh(number, pieceBits)
	}
	return true
}

// ofPieces returns what handles have of an entity in its present state.
func (k *known) ofPieces(e graph.Entity) (list []knownEntity) {
	if k.named[e.Self().ID] {
		list = append(list, knownEntity{form: FormName})
	}
	hash := sha256.Sum256([]byte(e.Self().ID))
	if k.begun[piece(binary.BigEndian.Uint16(hash[:]))] {
		for _, form := range formOrder {
			if k.pieces[entityPiece(e, form)] {
				list = append(list, knownEntity{form: form})
			}
		}
	}
	return list
}
