package outline

import (
	"maps"
	"slices"
	"strings"

	"dossier/graph"
	"dossier/graph/text"
)

// leastName is the least number of digits of a number that is the name of
// something, and no amount such as that of "the top 10 risks". By eye.
const leastName = 3

// someWords ask for entities without a noun for their kind.
var someWords = strings.Fields("list ones all everything")

// hasNumber reports whether the question has a number or version of so many digits
// or more, besides that of a period.
func (f *finding) hasNumber(digits int) bool {
	times := f.periodWords()
	return slices.ContainsFunc(f.asked.Words, func(word text.Word) bool {
		number := strings.TrimPrefix(word.Text, "v")
		return len(number) >= digits && isNumber(number) && !slices.Contains(times, word.Text)
	})
}

// kindsNamed returns the kinds that the question names by a noun, except
// records, and except projects if it names them only as the place to look in.
func (f *finding) kindsNamed() map[graph.Kind]bool {
	named := maps.Clone(f.intent.Named)
	maps.DeleteFunc(named, func(kind graph.Kind, by bool) bool {
		return !by || kind == graph.KindRecord || kind == graph.KindProject && !f.listsProjects()
	})
	return named
}
