package index

// numbered numbers the values of a small set, such as kinds or relations.
type numbered[T comparable] struct {
	values  []T // by number
	numbers map[T]uint16
}

func newNumbered[T comparable]() numbered[T] { return numbered[T]{numbers: make(map[T]uint16)} }

// number returns the number of a value. A new value has the next number.
func (n *numbered[T]) number(value T) uint16 {
	number, known := n.numbers[value]
	if !known {
		number = uint16(len(n.values))
		n.values, n.numbers[value] = append(n.values, value), number
	}
	return number
}
