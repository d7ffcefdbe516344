package tokens

import "math"

const (
	shortPiece   = 128     // bytes; up to this length, scanning all pairs for the best is faster than a queue
	longestPiece = 4 << 20 // bytes; a longer piece is not merged, which bounds memory: see the package comment
)

// count returns the number of tokens a piece is merged into.
func (r *ranks) count(piece string) int {
	switch {
	case r.rank(piece) != unmerged:
		return 1
	case len(piece) <= shortPiece:
		return r.countShort(piece)
	case len(piece) <= longestPiece:
		return r.countLong(piece)
	}
	return len(piece)
}

// part is a part of a piece that is being merged: its start, and the rank of
// its pair with the next part.
type part struct{ start, rank int32 }

// countShort merges on the stack without allocation. Its time is quadratic in
// the length, which shortPiece bounds.
func (r *ranks) countShort(piece string) int {
	var buffer [shortPiece + 1]part
	parts := buffer[:len(piece)+1] // the last marks the end
	for i := range parts {
		parts[i] = part{int32(i), unmerged}
		if i+2 <= len(piece) {
			parts[i].rank = r.rank(piece[i : i+2])
		}
	}
	rerank := func(i int) {
		parts[i].rank = unmerged
		if i+2 < len(parts) {
			parts[i].rank = r.rank(piece[parts[i].start:parts[i+2].start])
		}
	}
	for {
		best := 0
		for i := range parts {
			if parts[i].rank < parts[best].rank {
				best = i
			}
		}
		if parts[best].rank == unmerged {
			return len(parts) - 1
		}
		parts = append(parts[:best+1], parts[best+2:]...)
		rerank(best)
		if best > 0 {
			rerank(best - 1)
		}
	}
}

// countLong merges with linked parts and a queue of pairs, in time n·log n.
func (r *ranks) countLong(piece string) int {
	m := merge{ranks: r, piece: piece, parts: make([]link, len(piece)+1), pairs: make(queue, 0, len(piece))}
	for i := range m.parts {
		m.parts[i] = link{prev: int32(i) - 1, next: int32(i) + 1}
	}
	for i := range len(piece) {
		m.rerank(int32(i))
	}
	count := len(piece)
	for len(m.pairs) > 0 {
		if rank, start := m.pairs.pop(); m.parts[start].rank == rank {
			m.join(start)
			count--
		}
	}
	return count
}

// merge is a long piece that is being merged. Parts are identified by their
// start; the one at len(piece) marks the end.
type merge struct {
	ranks *ranks
	piece string
	parts []link
	pairs queue // every pair that is a token, and stale pairs, whose rank is no longer that of their first part
}

// link is a part in a list of parts: the starts of its neighbours, and the rank
// of its pair with the next part.
type link struct{ prev, next, rank int32 }

// join merges the part at start with the next one.
func (m *merge) join(start int32) {
	gone := m.parts[start].next
	m.parts[gone].rank = unmerged
	next := m.parts[gone].next
	m.parts[start].next, m.parts[next].prev = next, start
	m.rerank(start)
	if prev := m.parts[start].prev; prev >= 0 {
		m.rerank(prev)
	}
}

// rerank ranks the pair that begins at start, and queues it if it is a token.
func (m *merge) rerank(start int32) {
	m.parts[start].rank = unmerged
	next := m.parts[start].next
	if int(next) == len(m.piece) {
		return
	}
	rank := m.ranks.rank(m.piece[start:m.parts[next].next])
	m.parts[start].rank = rank
	if rank != unmerged {
		m.pairs.push(rank, start)
	}
}

// queue is a binary heap of pairs, the lowest rank first and the leftmost of
// equal ranks: rank<<32 | start.
type queue []uint64

func (q *queue) push(rank, start int32) {
	*q = append(*q, uint64(rank)<<32|uint64(start))
	heap := *q
	for i := len(heap) - 1; i > 0 && heap[i] < heap[(i-1)/2]; i = (i - 1) / 2 {
		heap[i], heap[(i-1)/2] = heap[(i-1)/2], heap[i]
	}
}

func (q *queue) pop() (rank, start int32) {
	heap := *q
	top, end := heap[0], len(heap)-1
	heap[0] = heap[end]
	heap = heap[:end]
	*q = heap
	for i := 0; ; {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < end; child++ {
			if heap[child] < heap[least] {
				least = child
			}
		}
		if least == i {
			return int32(top >> 32), int32(top & math.MaxUint32)
		}
		heap[i], heap[least] = heap[least], heap[i]
		i = least
	}
}
