package relevance

import (
	"strings"
	"testing"
	"time"
)

// likeness gives cosines by id, 0 for all others.
func likeness(cosines map[string]float64) func(string) float64 {
	return func(id string) float64 { return cosines[id] }
}

func TestSearchByMeaning(t *testing.T) {
	c := Over(library(t))
	for _, test := range []struct {
		name, query string
		cosines     map[string]float64
		want        string // ids, those that matched by meaning alone in brackets
	}{
		{"none near", "zebra", map[string]float64{"1": .1}, ""},
		{"meaning alone", "zebra", map[string]float64{"4": .5, "2": .4}, "(4) (2)"},
		{"far from the nearest", "zebra", map[string]float64{"4": .8, "2": .5}, "(4)"},
		{"both before one", "oauth", map[string]float64{"1": .5}, "1 2"},
		{"turns the words' order", "page oauth", map[string]float64{"1": .5, "3": .4}, "1 2 (3)"},
		{"the exact title first", "payments", map[string]float64{"1": .5}, "3 (1)"},
		{"excluded", "zebra -band", map[string]float64{"4": .5, "2": .4}, "(2)"},
		{"without the phrase", `"sign in"`, map[string]float64{"2": .5}, "1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			found := c.Search(SearchRequest{Query: test.query, Limit: 9, Similar: likeness(test.cosines)})
			for i, h := range found.Hits {
				if h.Why == ByMeaning {
					h.ID = "(" + h.ID + ")"
				}
				if h.Score > 1 || h.Score <= 0 || i > 0 && h.Score > found.Hits[i-1].Score {
					t.Errorf("%s has score %g", h.ID, h.Score)
				}
				got = append(got, h.ID)
			}
			if strings.Join(got, " ") != test.want || found.Total != len(got) {
				t.Errorf("found %v of %d, want %s", got, found.Total, test.want)
			}
		})
	}
}

func TestMeaningIsKeptAndPaged(t *testing.T) {
	c := Over(library(t))
	near := likeness(map[string]float64{"1": .5, "3": .49, "4": .48})
	kept := func(id, _ string) bool { return id != "3" }
	found := c.Search(SearchRequest{Query: "zebra", Offset: 1, Limit: 9, Keep: kept, Similar: near})
	if len(found.Hits) != 1 || found.Hits[0].ID != "4" || found.Total != 2 {
		t.Errorf("the second page is %+v of %d", found.Hits, found.Total)
	}
	if s := found.Hits[0].Sentences; len(s) != 1 || s[0].Field != "content" {
		t.Errorf("told by %+v, want its first sentence", s)
	}
}

// TestRankByMeaning asks for what no word says: the walk goes on from what is
// near in meaning.
func TestRankByMeaning(t *testing.T) {
	c := Over(people(t))
	ask := Request{Topics: []string{"zebra"}, Depth: 2, Limit: 9}
	if got := c.Rank(ask).Nodes; len(got) != 0 {
		t.Fatalf("by words: %v", ids(got))
	}
	ask.Similar = func(_ int, id string) float64 { return map[string]float64{"mary": .5}[id] }
	got := c.Rank(ask)
	if first := ids(got.Nodes); len(first) < 2 || first[0] != "mary" || got.Nodes[0].Why != WhyMatch || got.Nodes[1].Why != WhyMention {
		t.Errorf("by meaning: %+v, want mary and what she leads to", got.Nodes)
	}
}

// TestClassicShares holds the classic formula with and without embeddings.
func TestClassicShares(t *testing.T) {
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	a, b := note("a", "Alpha", "One."), note("b", "Beta", "Two.")
	a.Modified, b.Modified = now, now
	x := indexed(t, a, b)
	x.SetEdges([]Edge{{ID: "e", From: "a", To: "b", Relation: "references"}})
	ask := Request{Starts: []string{"a"}, Topics: []string{"zebra"}, Depth: 1, Limit: 9, Now: now, Classic: true}
	for name, test := range map[string]struct {
		similar func(int, string) float64
		want    float64 // of b against a
	}{
		"without": {nil, (.6/2 + .4) / (.6 + .4 + .001)},
		"with":    {func(_ int, id string) float64 { return map[string]float64{"a": .2, "b": 1}[id] }, (.4/2 + .25 + .35) / (.4 + .25 + .35*.2 + .001)},
	} {
		ask.Similar = test.similar
		scores := map[string]float64{}
		for _, n := range Over(x).Rank(ask).Nodes {
			scores[n.ID] = n.Score
		}
		if got := scores["b"] / scores["a"]; got < test.want-.001 || got > test.want+.001 {
			t.Errorf("%s: b is %g of a, want %g", name, got, test.want)
		}
	}
}
