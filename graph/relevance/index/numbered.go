package index

// numbered numbers values of which there are few, such as kinds and relations.
type numbered[T comparable] struct {
	values  []T // by number
	numbers map[T]uint16
}

func newNumbered[T comparable]() numbered[T] { return numbered[T]{numbers: make(map[T]uint16)} }

// number returns the number of a value, a new one for a new value.
func (n *numbered[T]) number(value T) uint16 {
	number, known := n.numbers[value]
	if !known {
		number = uint16(len(n.values))
		n.values, n.numbers[value] = append(n.values, value), number
	}
	return number
}
