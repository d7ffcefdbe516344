package outline

import (
	"slices"
	"strings"

	"dossier/graph"
)

// recordsOf returns the records in scope of the type with a stem.
func (f *finding) recordsOf(stem string) (list []Member) {
	_, last, isCompound := strings.Cut(stem, "_")
	if !isCompound {
		last = stem
	}
	for m := range f.recordsHolding(last) {
		if f.stem(m.Entity.(*graph.Record).RecordType) == stem {
			list = append(list, m)
		}
	}
	return list
}

// showWords ask for a list without choosing from it.
var showWords = slices.Concat(listingWords, strings.Fields("lists show give gimme name names overview please pls"))
