package relevance

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"dossier/graph/text"

	"pgregory.net/rapid"
)

// library is what the searches below go through.
func library(t testing.TB) *Index {
	return indexed(t,
		note("1", "OAuth Login", "Users sign in with a provider."),
		note("2", "Login page", "The page has a form. OAuth comes later, and OAuth is hard. OAuth again."),
		note("3", "Payments", "Cards are charged by the provider."),
		note("4", "The Who", "A band."),
		note("5", "Providers", "Who charges what, in a table."),
		note("6", "東京の計画", "計画は東京で始まる。"),
	)
}

func TestSearch(t *testing.T) {
	c := Over(library(t))
	for query, want := range map[string]string{
		"oauth login":            "1 2",
		"oauth logn":             "1 2",
		"Login":                  "1 2", // neither is the exact title
		"payments":               "3",
		"the who":                "4",
		"zebra login page":       "2 1",
		`"sign in"`:              "1",
		`"in sign"`:              "",
		`"in a"`:                 "5",
		"provider -cards":        "5 1",
		`provider -"sign in"`:    "5 3",
		"prov":                   "5 3 1",
		"charged cards":          "3 5",
		"東京":                     "6",
		"zebra":                  "",
		`"unclosed login`:        "1 2",
		"-login":                 "",
		"":                       "",
		`""`:                     "",
		strings.Repeat("-", 999): "",
	} {
		var got []string
		found := c.Search(SearchRequest{Query: query, Limit: 9})
		for _, h := range found.Hits {
			got = append(got, h.ID)
		}
		if strings.Join(got, " ") != want || found.Total != len(got) {
			t.Errorf("%q finds %v of %d, want %s", query, got, found.Total, want)
		}
	}
}

func TestHitSaysWhatMatched(t *testing.T) {
	h := Over(library(t)).Search(SearchRequest{Query: "oauth", Limit: 1}).Hits[0]
	if h.ID != "1" && !slices.Equal(h.Fields, []string{"title", "content"}) {
		t.Errorf("%s matched in %v", h.ID, h.Fields)
	}
	found := Over(library(t)).Search(SearchRequest{Query: "paymnts", Limit: 5})
	if len(found.Hits) != 1 || found.Hits[0].Why != BySimilar || len(found.Notes) != 1 || !strings.Contains(found.Notes[0], "payments") {
		t.Errorf("a misspelt title gives %+v", found)
	}
	exact := Over(library(t)).Search(SearchRequest{Query: "LOGIN PAGE", Limit: 5}).Hits[0]
	if exact.ID != "2" || exact.Score != 1 || exact.Why != ByTitle {
		t.Errorf("the exact title gives %+v", exact)
	}
}

func TestSearchPages(t *testing.T) {
	c := Over(library(t))
	all := c.Search(SearchRequest{Query: "provider login", Limit: 9}).Hits
	for i := range all {
		page := c.Search(SearchRequest{Query: "provider login", Offset: i, Limit: 1}).Hits
		if len(page) != 1 || page[0].ID != all[i].ID {
			t.Errorf("page %d is %+v, want %s", i, page, all[i].ID)
		}
	}
	kept := c.Search(SearchRequest{Query: "provider login", Limit: 9, Keep: func(id, _ string) bool { return id == "3" }})
	if len(kept.Hits) != 1 || kept.Total != 1 {
		t.Errorf("kept are %+v", kept)
	}
}

func TestSearchScoresAreOrdered(t *testing.T) {
	c := Over(library(t))
	words := rapid.SampledFrom([]string{"oauth", "login", "prov", "\"", "-", "the", "who", "charges", "東京", " ", "logn", "\"sign in\""})
	rapid.Check(t, func(t *rapid.T) {
		query := strings.Join(rapid.SliceOfN(words, 0, 8).Draw(t, "words"), " ")
		last := 1.0
		for _, h := range c.Search(SearchRequest{Query: query, Limit: 9}).Hits {
			if h.Score < 0 || h.Score > last {
				t.Fatalf("%q: score %f after %f", query, h.Score, last)
			}
			last = h.Score
		}
	})
}

func TestHostileQueriesAreShort(t *testing.T) {
	c := Over(library(t))
	for _, piece := range []string{`"`, `"a" `, "-a ", "zz ", "login ", "é", "東", `-"x y" `} {
		query := strings.Repeat(piece, 50_000)
		begun := time.Now()
		c.Search(SearchRequest{Query: query, Limit: 5})
		c.Rank(Request{Topics: []string{query}, Depth: 5, Limit: 5})
		if took := time.Since(begun); took > 3*time.Second {
			t.Errorf("%q repeated takes %v", piece, took)
		}
	}
}

func ExampleCorpus_Search() {
	x := NewIndex(text.English)
	_ = x.Apply([]Document{note("1", "OAuth Login", "Users sign in with a provider.")}, nil)
	found := Over(x).Search(SearchRequest{Query: "oauth logn", Limit: 5})
	fmt.Println(found.Hits[0].Title, found.Notes)
	// Output: OAuth Login [Nothing holds “logn”; looked for “login” as well.]
}
