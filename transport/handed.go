package transport

import "strings"

// handed are the quantities that a field sets for lists below it. They are few.
type handed []handedQuantity

// usualHanded is more than most fields hand down: nodes, edges and totalCount.
const usualHanded = 4

type handedQuantity struct {
	path string
	quantity
}

// at returns the quantity for a path, and reports whether there is one.
func (h handed) at(path string) (q quantity, known bool) {
	for _, one := range h {
		if one.path == path {
			return one.quantity, true
		}
	}
	return q, false
}

// under returns the quantities for the fields below the field with the name.
func (h handed) under(name string) (below handed) {
	for _, one := range h {
		if rest, is := strings.CutPrefix(one.path, name+"."); is {
			below = below.with(rest, one.quantity)
		}
	}
	return below
}

// with returns the quantities with that for a path.
func (h handed) with(path string, size quantity) handed {
	for i := range h {
		if h[i].path == path {
			h[i].quantity = size
			return h
		}
	}
	if h == nil {
		h = make(handed, 0, usualHanded)
	}
	return append(h, handedQuantity{path, size})
}
