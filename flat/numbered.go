package flat

// Numbered numbers different values, such as kinds or relations, from 0 on.
type Numbered[T comparable, N ~uint16 | ~uint32] struct {
	Values  []T // by number
	numbers map[T]N
}

// NewNumbered returns a list without values.
func NewNumbered[T comparable, N ~uint16 | ~uint32]() Numbered[T, N] {
	return Numbered[T, N]{numbers: make(map[T]N)}
}

// Number returns the number of a value. A new value has the next number.
func (n *Numbered[T, N]) Number(value T) N {
	number, known := n.numbers[value]
	if !known {
		number = N(len(n.Values))
		n.Values, n.numbers[value] = append(n.Values, value), number
	}
	return number
}
