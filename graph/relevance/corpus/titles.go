package corpus

import (
	"math"

	"dossier/graph/relevance/naming"
	"dossier/graph/text"
)

// TitleParams are the constants of finding titles in a question. The zero value
// finds none.
type TitleParams struct {
	// Share is the share of the question's IDF from which a title is certainly
	// named.
	Share float64
	// Discount is the share of their weight in BM25 that the words of a
	// certainly named title lose.
	Discount float64
}

func titleDefaults() TitleParams {
	return TitleParams{Share: .2, Discount: .7} // first values of the method
}

// TitleMatch is a title that a question names.
type TitleMatch struct {
	First, Last int     // a range of Question.Words
	Confidence  float64 // 0 to 1
	Mass        float64 // IDF of its terms
	Owners      int     // number of entries with the title
}

// matchTitles finds the longest titles in the question. A single word counts as
// a title only if it is capitalised and not the first word.
func (a *analysis) matchTitles() {
	if a.params.Titles.Share == 0 {
		return
	}
	for at := 0; at < len(a.Words); {
		length, owners := a.longestTitle(at)
		single := length == 1 && (at == 0 || a.Words[at].Marks&text.Capital == 0)
		if length == 0 || single {
			at++
			continue
		}
		a.addTitle(TitleMatch{First: at, Last: at + length, Owners: owners})
		at += length
	}
}

// longestTitle returns the length of the longest title that begins at a word of
// the question, and the number of entries with this title.
func (a *analysis) longestTitle(at int) (length, owners int) {
	for project, x := range a.Reader.Indexes {
		list, words := x.Names.LongestTitle(a.bindings[project].words[at:])
		if words > length {
			length, owners = words, 0
		}
		if words == length {
			owners += len(list)
		}
	}
	return length, owners
}

// addTitle adds a title, unless it has no terms, and lowers the weight of its
// words.
func (a *analysis) addTitle(title TitleMatch) {
	words := a.Words[title.First:title.Last]
	for _, word := range words {
		if word.Term >= 0 {
			title.Mass += a.Terms[word.Term].IDF
		}
	}
	if title.Mass == 0 {
		return
	}
	title.Confidence = math.Pow(min(1, title.Mass/a.Mass/a.params.Titles.Share), 2)
	a.Titles = append(a.Titles, title)
	for _, word := range words {
		if word.Term >= 0 {
			term := &a.Terms[word.Term]
			term.Weight = min(term.Weight, 1-a.params.Titles.Discount*title.Confidence)
		}
	}
}

// Owners returns the entries of a project that have a title.
func (q *Question) Owners(project int32, title TitleMatch) []naming.Owner {
	owners, length := q.Reader.Indexes[project].Names.LongestTitle(q.bindings[project].words[title.First:title.Last])
	if length < title.Last-title.First {
		return nil
	}
	return owners
}
