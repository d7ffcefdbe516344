package rank_test

import (
	"testing"
	"time"

	"dossier/graph/relevance/indextest"
	"dossier/graph/relevance/links"
	"dossier/graph/relevance/rank"
)

// TestRankByMeaning asks with a word that no entity has: the walk continues
// from entities that are near in meaning.
func TestRankByMeaning(t *testing.T) {
	c := ranker(indextest.People(t))
	ask := rank.Request{Topics: []string{"zebra"}, Depth: 2, Limit: 9}
	if got := c.Rank(ask).Nodes; len(got) != 0 {
		t.Fatalf("by words: %v", ids(got))
	}
	ask.Similar = func(_ int, id string) float64 { return map[string]float64{"mary": .5}[id] }
	got := c.Rank(ask)
	if first := ids(got.Nodes); len(first) < 2 || first[0] != "mary" || got.Nodes[0].Why != rank.WhyMatch ||
		got.Nodes[1].Why != rank.WhyMention {
		t.Errorf("by meaning: %+v, want mary and what she leads to", got.Nodes)
	}
}

// TestClassicShares checks the classic formula with and without embeddings.
func TestClassicShares(t *testing.T) {
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	a, b := indextest.Note("a", "Alpha", "One."), indextest.Note("b", "Beta", "Two.")
	a.Modified, b.Modified = now, now
	x := indextest.New(t, a, b)
	x.SetEdges([]links.Edge{{ID: "e", From: "a", To: "b", Relation: "references"}})
	ask := rank.Request{Starts: []string{"a"}, Topics: []string{"zebra"}, Depth: 1, Limit: 9, Now: now, Classic: true}
	for name, test := range map[string]struct {
		similar func(int, string) float64
		want    float64 // score of b relative to a
	}{
		"without": {nil, (.6/2 + .4) / (.6 + .4 + .001)},
		"with": {func(_ int, id string) float64 { return map[string]float64{"a": .2, "b": 1}[id] },
			(.4/2 + .25 + .35) / (.4 + .25 + .35*.2 + .001)},
	} {
		ask.Similar = test.similar
		scores := map[string]float64{}
		for _, n := range ranker(x).Rank(ask).Nodes {
			scores[n.ID] = n.Score
		}
		if got := scores["b"] / scores["a"]; got < test.want-.001 || got > test.want+.001 {
			t.Errorf("%s: b is %g of a, want %g", name, got, test.want)
		}
	}
}
