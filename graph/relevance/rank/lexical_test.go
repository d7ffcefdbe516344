package rank_test

import (
	"fmt"
	"strings"
	"testing"

	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/indextest"
	"dossier/graph/relevance/rank"
)

// TestTitlesOfLongTexts asks by a use case for the code that implements it. Two
// files have words of it, and one has them in its title too, which adds to its
// score. A requirement whose title is its text gains nothing.
func TestTitlesOfLongTexts(t *testing.T) {
	code := func(n int) (code string) {
		for i := range n {
			code += fmt.Sprintf(" field%d", i)
		}
		return code
	}
	const useCase = "The operator opens the form to modify a banner, the system loads its picture, checks size and colour, " +
		"asks whether the change is right, stores it, shows a notice, logs who did it, when, from which desk, and returns to the list of offers."
	docs := []index.Document{
		indextest.Note("named", "BannerForm", strings.Repeat(code(40)+" banner form", 3)),
		indextest.Note("other", "MainWindow", strings.Repeat(code(40)+" banner form", 6)),
		indextest.Note("sentence", "The operator may modify a banner in a form", ""),
	}
	for i := range 20 {
		docs = append(docs, indextest.Note(fmt.Sprint("rest", i), "Class", code(40)+" "+useCase))
	}
	x := indextest.New(t, docs...)
	share := func(title float64, id string) float64 {
		params := rank.Defaults()
		params.TextTitle, params.Titles = title, rank.TitleParams{}
		for _, node := range rank.New(corpus.Over(x), params).Rank(rank.Request{Topics: []string{useCase}, Limit: 99}).Nodes {
			if node.ID == id {
				return node.Score
			}
		}
		return 0
	}
	for id, gains := range map[string]bool{"named": true, "other": false, "sentence": false} {
		if with, without := share(rank.Defaults().TextTitle, id), share(0, id); gains != (with > without) {
			t.Errorf("%s has %g of the best score with titles, and %g without", id, with, without)
		}
	}
}
