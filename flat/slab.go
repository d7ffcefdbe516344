package flat

// A Slab keeps many short lists in few allocations, which a garbage collection looks
// at in less time. The memory of one lasts as long as any list in it.
type Slab[T any] struct {
	rest []T
	size int // of the last allocation
}

// slabSize is the most bytes that lists share. By eye: lists of a project that change
// one by one should not keep much memory of others.
const slabSize = 64 << 10

// Copy returns a copy of a list without spare capacity, nil for an empty list. Allocations
// are as large as the one before twice, so that those of few lists are small.
func (s *Slab[T]) Copy(list []T) []T {
	if len(list) == 0 {
		return nil
	}
	if len(list) > len(s.rest) {
		s.size = max(len(list), min(2*s.size, slabSize/max(Size[T](), 1)))
		s.rest = make([]T, s.size)
	}
	taken := s.rest[:len(list):len(list)]
	s.rest = s.rest[len(list):]
	copy(taken, list)
	return taken
}
