package lists

import "slices"

// A LabelFilter matches entities by their labels, as they are stored. A part that
// is nil matches all. An empty Any matches none; an empty All or None is no condition.
type LabelFilter struct {
	Any  []string // at least one of these
	All  []string // each of these
	None []string // not one of these
}

// Matches reports whether labels match the filter.
func (f *LabelFilter) Matches(labels []string) bool {
	has := func(label string) bool { return slices.Contains(labels, label) }
	lacks := func(label string) bool { return !has(label) }
	return (f.Any == nil || slices.ContainsFunc(f.Any, has)) && !slices.ContainsFunc(f.All, lacks) && !slices.ContainsFunc(f.None, has)
}
