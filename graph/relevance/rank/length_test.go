package rank_test

import (
	"fmt"
	"strings"
	"testing"

	"dossier/graph/relevance/index"
	"dossier/graph/relevance/indextest"
	"dossier/graph/relevance/links"
	"dossier/graph/relevance/rank"
)

// walkOf returns the contribution of the walk to an entity's score.
func walkOf(t *testing.T, ranker rank.Ranker, question, id string) float64 {
	t.Helper()
	for _, node := range ranker.Rank(rank.Request{Topics: []string{question}, Depth: 1, Limit: 99, Explain: true}).Nodes {
		for _, share := range node.Shares {
			if node.ID == id && share.Stage == "walk" {
				return share.Score
			}
		}
	}
	return 0
}

// TestLongEntitiesHoldTextsByChance checks that the length of a neighbour that
// contains all words lowers its score for a text, but not for a question.
func TestLongEntitiesHoldTextsByChance(t *testing.T) {
	words := func(n int) (words string) {
		for i := range n {
			words += fmt.Sprintf(" word%d", i)
		}
		return words
	}
	walk := func(question, neighbour string) float64 {
		docs := []index.Document{indextest.Note("a", "First", words(30)), indextest.Note("b", "Second", neighbour)}
		for i := range 20 {
			docs = append(docs, indextest.Note(fmt.Sprint("short", i), "Short", "Nothing."))
		}
		x := indextest.New(t, docs...)
		x.SetEdges([]links.Edge{{ID: "1", From: "a", To: "b"}})
		return walkOf(t, ranker(x), question, "b")
	}
	for question, less := range map[string]bool{words(10): false, words(30): true} {
		short, long := walk(question, words(60)), walk(question, strings.Repeat(words(300), 5))
		if short == 0 || less != (long < short) {
			t.Errorf("of%s the walk adds %g to a short entity and %g to a long one", question, short, long)
		}
	}
}

// TestManyPhrasesPassLess compares an entity with few phrases and the same
// entity with hundreds.
func TestManyPhrasesPassLess(t *testing.T) {
	const question = "which tower has a clock?"
	many := ""
	for i := range 200 {
		many += fmt.Sprintf(" It names Alpha%d Beta%d.", i, i)
	}
	walk := func(more string) float64 {
		return walkOf(t, ranker(indextest.New(t,
			indextest.Note("clock", "Clock tower", "It is near Great Market Hall."+more),
			indextest.Note("hall", "Old building", "Great Market Hall has walls."),
			indextest.Note("other", "Other", "Nothing."),
		)), question, "hall")
	}
	few, all := walk(""), walk(many)
	if few <= 0 || all <= 0 || all > few/2 {
		t.Errorf("the walk passes %g from few phrases and %g from many", few, all)
	}
}
