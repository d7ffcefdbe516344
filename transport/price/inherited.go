package price

import "strings"

// inherited are the quantities that a field sets for lists below it. They are few.
type inherited []inheritedQuantity

// usuallyInherited is more than most fields pass down: nodes, edges and totalCount.
const usuallyInherited = 4

type inheritedQuantity struct {
	path string
	quantity
}

// at returns the quantity for a path, and reports whether there is one.
func (h inherited) at(path string) (q quantity, known bool) {
	for _, one := range h {
		if one.path == path {
			return one.quantity, true
		}
	}
	return q, false
}

// under returns the quantities for the fields below the field with the name.
func (h inherited) under(name string) (below inherited) {
	for _, one := range h {
		if rest, is := strings.CutPrefix(one.path, name+"."); is {
			below = below.with(rest, one.quantity)
		}
	}
	return below
}

// with returns the quantities with that for a path.
func (h inherited) with(path string, size quantity) inherited {
	for i := range h {
		if h[i].path == path {
			h[i].quantity = size
			return h
		}
	}
	if h == nil {
		h = make(inherited, 0, usuallyInherited)
	}
	return append(h, inheritedQuantity{path, size})
}
