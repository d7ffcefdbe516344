package rank_test

import (
	"fmt"
	"testing"

	"dossier/graph/relevance/index"
	"dossier/graph/relevance/indextest"
	"dossier/graph/relevance/rank"
)

// walkOf returns what the walk contributes to an entity's score.
func walkOf(t *testing.T, x *index.Index, question, id string) float64 {
	t.Helper()
	for _, node := range ranker(x).Rank(rank.Request{Topics: []string{question}, Depth: 1, Limit: 99, Explain: true}).Nodes {
		for _, share := range node.Shares {
			if node.ID == id && share.Stage == "walk" {
				return share.Score
			}
		}
	}
	return 0
}

// TestManyPhrasesPassLess compares an entity with a few phrases with the same
// one with hundreds.
func TestManyPhrasesPassLess(t *testing.T) {
	const question = "which tower has a clock?"
	many := ""
	for i := range 200 {
		many += fmt.Sprintf(" It names Alpha%d Beta%d.", i, i)
	}
	walk := func(more string) float64 {
		return walkOf(t, indextest.New(t,
			indextest.Note("clock", "Clock tower", "It is near Great Market Hall."+more),
			indextest.Note("hall", "Old building", "Great Market Hall has walls."),
			indextest.Note("other", "Other", "Nothing."),
		), question, "hall")
	}
	few, all := walk(""), walk(many)
	if few <= 0 || all <= 0 || all > few/2 {
		t.Errorf("the walk passes %g from few phrases and %g from many", few, all)
	}
}
