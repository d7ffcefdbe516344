package outline

import "slices"

// alternatives returns the wanted values in groups, of which a record must have one
// value each: a group for each value or, if no record has all of them, for those of one
// field, as in "suppliers in Norway or Sweden".
func (f *finding) alternatives(members []Member, wanted []wantedValue) (groups [][]wantedValue) {
	for _, value := range wanted {
		groups = append(groups, []wantedValue{value})
	}
	if len(wanted) < 2 || len(f.havingEach(members, groups)) > 0 {
		return groups
	}
	groups = nil
	places := map[string]int{}
	for _, value := range wanted {
		field := ""
		if value.negation == "" && !value.isField {
			field = f.fieldOf(members, value)
		}
		if at, known := places[field]; known && field != "" {
			groups[at] = append(groups[at], value)
			continue
		}
		places[field] = len(groups)
		groups = append(groups, []wantedValue{value})
	}
	return groups
}

// havingEach returns the members that have a value of each group.
func (f *finding) havingEach(members []Member, groups [][]wantedValue) []Member {
	return slices.DeleteFunc(slices.Clone(members), func(m Member) bool {
		return slices.ContainsFunc(groups, func(group []wantedValue) bool {
			return !slices.ContainsFunc(group, func(value wantedValue) bool { return f.hasValues(m, []wantedValue{value}) })
		})
	})
}
