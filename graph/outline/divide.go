package outline

import (
	"slices"
	"strings"
	"time"

	"dossier/graph"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// The words by which a question divides a list: "tasks grouped by state", "risks
// for each plan", "how many tasks does each person have", "who has the most tasks".
var (
	byWords      = strings.Fields("by per")
	eachWords    = strings.Fields("each every")
	beforeBy     = strings.Fields("grouped group sorted split divided broken down arranged ordered listed for does do has is are there")
	mostWords    = strings.Fields("most fewest least more")
	ownerWords   = strings.Fields("owner owners assignee assignees person people member members")
	stateWords   = strings.Fields("state states status")
	orderedWords = []string{monthWord, "priority"}
)

// maxDividing is the maximum number of words of a question that divides a list, by
// eye: a long message has such words by chance.
const maxDividing = 16

// monthWord divides a list by the months of due dates.
const monthWord = "month"

// findDivided returns the outline of a question that divides a list by what its
// members have, nil for another question. The groups have the number of their
// members, the largest first.
func findDivided(r *corpus.Reader, graphs []*graph.Graph, question string, clock time.Time, keep func(graph.Kind) bool, params Params) *Outline {
	rest, by := dividedBy(question)
	if by == "" || !mayDivide(r, by) && !hasReferences(graphs, by) {
		return nil
	}
	o := Find(r, graphs, rest, clock, keep, params)
	if o.List == nil || len(o.List.Groups) != 1 {
		return nil
	}
	if o.List.Groups = newDivision(r, graphs, by).divide(o.List.Groups[0]); o.List.Groups == nil {
		return nil
	}
	return o
}

// mayDivide reports whether some entity may have what a word divides a list by.
func mayDivide(r *corpus.Reader, by string) bool {
	isKnown := slices.Contains(ownerWords, by) || slices.Contains(stateWords, by) || slices.Contains(orderedWords, by) || ownKind(by) != ""
	isColumn := func(s *graph.Spec) bool { return s.Field(by) != nil }
	isField := func(x *index.Index) bool { return x.HasField(recordField + by) }
	return isKnown || slices.ContainsFunc(graph.Kinds, isColumn) || slices.ContainsFunc(r.Indexes, isField)
}

// hasReferences reports whether records of projects refer to entities in a field. It
// returns false if there are too many to look at.
func hasReferences(graphs []*graph.Graph, field string) bool {
	if haveManyRecords(graphs) {
		return false
	}
	for _, g := range graphs {
		for _, e := range g.OfKind(graph.KindRecord) {
			if referencesIn(g, e.(*graph.Record), field) != nil {
				return true
			}
		}
	}
	return false
}

// dividedBy returns a question without the words by which it divides a list, and
// what it divides the list by: a word for owners, states or priorities, a kind, or
// the name of a field. by is "" if it divides none.
func dividedBy(question string) (rest, by string) {
	folded := text.Folded(question)
	if len(folded) > maxDividing {
		return "", ""
	}
	first, last, by := dividingWords(folded)
	if by == "" {
		return "", ""
	}
	words := slices.Collect(text.Parts(question))
	if rest = question[:words[first].Start]; last < len(words) {
		rest += question[words[last].Start:]
	}
	return rest, by
}

// dividingWords returns the place of the words by which a question divides a list,
// and what it divides the list by.
func dividingWords(words []string) (first, last int, by string) {
	for i := range len(words) - 1 {
		isAtEnd := slices.Contains(byWords, words[i]) && i+2 == len(words) // else it may be somebody's, as in "by Ann"
		if !isAtEnd && !slices.Contains(eachWords, words[i]) {
			continue
		}
		first, last = i, i+2
		for first > 0 && slices.Contains(beforeBy, words[first-1]) {
			first--
		}
		for last < len(words) && slices.Contains(havingWords, words[last]) {
			last++
		}
		return first, last, words[i+1]
	}
	return whoHasMost(words)
}

// whoHasMost is dividingWords for "who has the most tasks" and "which plan has the
// fewest risks".
func whoHasMost(words []string) (first, last int, by string) {
	most := slices.IndexFunc(words, func(word string) bool { return slices.Contains(mostWords, word) })
	if most < 0 || most+1 == len(words) || !slices.ContainsFunc(words[:most], func(word string) bool { return slices.Contains(havingWords, word) }) {
		return 0, 0, ""
	}
	switch words[0] {
	case "who":
		return 0, most + 1, ownerWords[0]
	case "which", "what":
		return 0, most + 1, words[1]
	}
	return 0, 0, ""
}
