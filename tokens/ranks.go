package tokens

import (
	"fmt"
	"hash/maphash"
	"math"
	"math/bits"
	"strings"
)

// ranks is the vocabulary of an encoding: the rank of each token by its bytes.
// Every single byte is a token. Neighbours that together are a token merge, the
// pair of the lowest rank first, and of equal ranks the leftmost.
//
// It is a hash table without pointers. With a map, each collection of garbage
// visited 200,000 tokens, which was most of what it did in a server with small
// projects.
type ranks struct {
	seed  maphash.Seed
	slots []slot // a power of two, at least half of them empty
	bytes string // of all tokens
}

// A slot is empty, or has a token. Tokens are in the first empty slot from that
// of their hash on.
type slot struct {
	start, rank int32
	hash        uint16 // a part of the hash, which spares most comparisons
	size        uint8  // in bytes; 0 for an empty slot
}

// longestToken is the maximum size of a token in bytes.
const longestToken = 128

// unmerged is the rank of a pair that is not a token.
const unmerged = math.MaxInt32

// newRanks returns the ranks of tokens in their order, in which "" is no token. No
// vocabulary has a token that is longer than longestToken.
func newRanks(tokens []string) (*ranks, error) {
	r := &ranks{seed: maphash.MakeSeed(), slots: make([]slot, 1<<bits.Len(uint(2*len(tokens))))}
	var all strings.Builder
	for rank, token := range tokens {
		if len(token) > longestToken {
			return nil, fmt.Errorf("expected tokens of at most %d bytes; got one of %d", longestToken, len(token))
		}
		if token == "" {
			continue
		}
		at, hash := r.find(token)
		r.slots[at] = slot{int32(all.Len()), int32(rank), hash, uint8(len(token))}
		all.WriteString(token)
		r.bytes = all.String()
	}
	return r, nil
}

// find returns the slot of a token, and the part of its hash. If there is no
// such token, the slot is empty.
func (r *ranks) find(token string) (at int, hash uint16) {
	sum := maphash.String(r.seed, token)
	hash = uint16(sum >> 48)
	for i := int(sum); ; i++ {
		at = i & (len(r.slots) - 1)
		s := &r.slots[at]
		if s.size == 0 || s.hash == hash && r.bytes[s.start:int(s.start)+int(s.size)] == token {
			return at, hash
		}
	}
}

// rank returns the rank of a token, or unmerged if there is no such token.
func (r *ranks) rank(token string) int32 {
	if len(token) > longestToken {
		return unmerged
	}
	at, _ := r.find(token)
	if s := &r.slots[at]; s.size > 0 {
		return s.rank
	}
	return unmerged
}
