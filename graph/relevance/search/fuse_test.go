package search_test

import (
	"strings"
	"testing"

	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/indextest"
	"dossier/graph/relevance/search"
)

// cosines returns a function for cosines by id, 0 for other ids.
func cosines(byID map[string]float64) func(string) float64 {
	return func(id string) float64 { return byID[id] }
}

func TestSearchByMeaning(t *testing.T) {
	c := corpus.Over(indextest.Library(t))
	for _, test := range []struct {
		name, query string
		cosines     map[string]float64
		want        string // ids; those that matched only by meaning in brackets
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
			found := find(c, search.Request{Query: test.query, Limit: 9, Similar: cosines(test.cosines)})
			for i, h := range found.Hits {
				if h.Why == search.ByMeaning {
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
	c := corpus.Over(indextest.Library(t))
	near := cosines(map[string]float64{"1": .5, "3": .49, "4": .48})
	kept := func(id, _ string) bool { return id != "3" }
	found := find(c, search.Request{Query: "zebra", Offset: 1, Limit: 9, Keep: kept, Similar: near})
	if len(found.Hits) != 1 || found.Hits[0].ID != "4" || found.Total != 2 {
		t.Errorf("the second page is %+v of %d", found.Hits, found.Total)
	}
	if s := found.Hits[0].Sentences; len(s) != 1 || s[0].Field != "content" {
		t.Errorf("its sentences are %+v, want its first sentence", s)
	}
}
