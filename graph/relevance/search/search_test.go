package search_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/relevance/indextest"
	"dossier/graph/relevance/rank"
	"dossier/graph/relevance/search"
	"dossier/graph/text"

	"pgregory.net/rapid"
)

// find searches with the constants in use.
func find(c corpus.Corpus, request search.Request) search.Found {
	return search.Search(c, request, search.Defaults())
}

// TestSearchEnds checks that no stage runs, and nothing is found, after the
// caller is gone.
func TestSearchEnds(t *testing.T) {
	const stages = 5
	c := corpus.Over(indextest.Library(t))
	for most := range stages + 1 {
		asked := 0
		found := find(c, search.Request{Query: "oauth login", Limit: 9, Ended: func() bool {
			asked++
			return asked > most
		}})
		if ended := most < stages; ended && (asked != most+1 || found.Total > 0 || len(found.Hits) > 0) ||
			!ended && (asked != stages || found.Total == 0) {
			t.Errorf("left before stage %d: asked %d times, found %d", most+1, asked, found.Total)
		}
	}
}

func TestSearch(t *testing.T) {
	c := corpus.Over(indextest.Library(t))
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
		found := find(c, search.Request{Query: query, Limit: 9})
		for _, h := range found.Hits {
			got = append(got, h.ID)
		}
		if strings.Join(got, " ") != want || found.Total != len(got) {
			t.Errorf("%q finds %v of %d, want %s", query, got, found.Total, want)
		}
	}
}

// TestPhrasesOfPastedText checks queries with quotes that no entity has.
func TestPhrasesOfPastedText(t *testing.T) {
	c := corpus.Over(indextest.Library(t))
	pasted := `panic: "in sign" and "no such thing" at login page`
	found := find(c, search.Request{Query: pasted, Limit: 9})
	want := "Nothing holds “in sign” and “no such thing” word for word; looked for the words alone."
	if len(found.Hits) == 0 || found.Hits[0].ID != "2" || len(found.Notes) == 0 || found.Notes[0] != want {
		t.Errorf("%s finds %+v, notes %q", pasted, found.Hits, found.Notes)
	}
	repeated := find(c, search.Request{Query: `login "in sign" "in sign"`, Limit: 9})
	if len(repeated.Notes) == 0 || repeated.Notes[0] != "Nothing holds “in sign” word for word; looked for the words alone." {
		t.Errorf("a phrase twice: notes %q", repeated.Notes)
	}
	for query, total := range map[string]int{`"sign in" page`: 1, `zebra "no such thing"`: 0, `"in sign" -login`: 0, `"in a"`: 1,
		`"with a" "in a"`: 0, `"has a form" "login page"`: 1, `provider -"with a"`: 2} {
		if found := find(c, search.Request{Query: query, Limit: 9}); found.Total != total || len(found.Notes) > 0 {
			t.Errorf("%s finds %d, notes %q; want %d", query, found.Total, found.Notes, total)
		}
	}
}

func TestHitSaysWhatMatched(t *testing.T) {
	h := find(corpus.Over(indextest.Library(t)), search.Request{Query: "oauth", Limit: 1}).Hits[0]
	if h.ID != "1" || !slices.Equal(h.Fields, []string{"title"}) {
		t.Errorf("%s matched in %v", h.ID, h.Fields)
	}
	h = find(corpus.Over(indextest.Library(t)), search.Request{Query: "page form login", Limit: 1}).Hits[0]
	if h.ID != "2" || !slices.Equal(h.Fields, []string{"title", "content"}) || len(h.Sentences) != 1 {
		t.Errorf("%s matched in %v, %v", h.ID, h.Fields, h.Sentences)
	}
	found := find(corpus.Over(indextest.Library(t)), search.Request{Query: "paymnts", Limit: 5})
	if len(found.Hits) != 1 || found.Hits[0].Why != search.BySimilar || len(found.Notes) != 1 ||
		!strings.Contains(found.Notes[0], "payments") {
		t.Errorf("a misspelt title gives %+v", found)
	}
	exact := find(corpus.Over(indextest.Library(t)), search.Request{Query: "LOGIN PAGE", Limit: 5}).Hits[0]
	if exact.ID != "2" || exact.Score != 1 || exact.Why != search.ByTitle {
		t.Errorf("the exact title gives %+v", exact)
	}
}

func TestSearchPages(t *testing.T) {
	c := corpus.Over(indextest.Library(t))
	all := find(c, search.Request{Query: "provider login", Limit: 9}).Hits
	for i := range all {
		page := find(c, search.Request{Query: "provider login", Offset: i, Limit: 1}).Hits
		if len(page) != 1 || page[0].ID != all[i].ID {
			t.Errorf("page %d is %+v, want %s", i, page, all[i].ID)
		}
	}
	kept := find(c, search.Request{Query: "provider login", Limit: 9, Keep: func(id, _ string) bool { return id == "3" }})
	if len(kept.Hits) != 1 || kept.Total != 1 {
		t.Errorf("kept are %+v", kept)
	}
}

// TestShortPages checks that the hits of a short page, for which most titles
// need not be compared, are the first ones of a long page.
func TestShortPages(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	words := strings.Fields("salt brine glaze cellar lantern orchard ferry canal meadow anvil copper willow harbour granite")
	some := func(count int) string {
		text := make([]string, 1+random.IntN(count))
		for i := range text {
			text[i] = words[random.IntN(1+random.IntN(len(words)))]
		}
		return strings.Join(text, " ")
	}
	var documents []index.Document
	for i := range 500 {
		documents = append(documents, indextest.Note(fmt.Sprint(i), some(4), some(30)+"."))
	}
	c := corpus.Over(indextest.New(t, documents...))
	for range 100 {
		request := search.Request{Query: some(3), Limit: 1 + random.IntN(20), Offset: random.IntN(20)}
		page := find(c, request)
		all := find(c, search.Request{Query: request.Query, Limit: 300})
		want := all.Hits[min(request.Offset, len(all.Hits)):min(request.Offset+request.Limit, len(all.Hits))]
		if page.Total != all.Total || !slices.EqualFunc(page.Hits, want, func(a, b search.Hit) bool { return reflect.DeepEqual(a, b) }) {
			t.Fatalf("%q from %d: got %v of %d, want %v of %d", request.Query, request.Offset, page.Hits, page.Total, want, all.Total)
		}
	}
}

func TestSearchScoresAreOrdered(t *testing.T) {
	c := corpus.Over(indextest.Library(t))
	words := rapid.SampledFrom([]string{"oauth", "login", "prov", "\"", "-", "the", "who", "charges", "東京", " ", "logn", "\"sign in\""})
	rapid.Check(t, func(t *rapid.T) {
		query := strings.Join(rapid.SliceOfN(words, 0, 8).Draw(t, "words"), " ")
		last := 1.0
		for _, h := range find(c, search.Request{Query: query, Limit: 9}).Hits {
			if h.Score < 0 || h.Score > last {
				t.Fatalf("%q: score %f after %f", query, h.Score, last)
			}
			last = h.Score
		}
	})
}

// TestHostileQueriesAreShort asks queries of 50,000 words, each of which takes
// some 50 ms. The limit is for a busy machine.
func TestHostileQueriesAreShort(t *testing.T) {
	c := corpus.Over(indextest.Library(t))
	for _, piece := range []string{`"`, `"a" `, "-a ", "zz ", "login ", "é", "東", `-"x y" `} {
		query := strings.Repeat(piece, 50_000)
		begun := time.Now()
		find(c, search.Request{Query: query, Limit: 5})
		ranker := rank.New(c, rank.Defaults())
		ranker.Rank(rank.Request{Topics: []string{query}, Depth: 5, Limit: 5})
		if took := time.Since(begun); took > time.Minute {
			t.Errorf("%q repeated takes %v", piece, took)
		}
	}
}

func TestSplitProjectsShareStatistics(t *testing.T) {
	docs := []index.Document{indextest.Note("a", "One border", "A border of a town."), indextest.Note("b", "Two", "The market of a town."),
		indextest.Note("c", "Three", "A town.")}
	whole := find(corpus.Over(indextest.New(t, slices.Clone(docs)...)), search.Request{Query: "border town", Limit: 9})
	parts := find(corpus.Over(indextest.New(t, docs[0]), indextest.New(t, docs[1], docs[2])), search.Request{Query: "border town", Limit: 9})
	if !reflect.DeepEqual(whole, parts) {
		t.Errorf("one project gives %+v, two give %+v", whole, parts)
	}
}

func TestReadersAndWriters(t *testing.T) {
	x, y := indextest.People(t), indextest.People(t)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for j := range 20 {
				switch i % 4 {
				case 0:
					_ = x.Apply([]index.Document{indextest.Note(fmt.Sprint("new", j), "Fresh Title", "Ada Lovelace again.")},
						[]string{fmt.Sprint("new", j-1)})
				case 1:
					_ = y.Apply([]index.Document{indextest.Note("mary", "Mary Somerville", fmt.Sprint("Words ", j))}, nil)
				case 2:
					rank.New(corpus.Over(x, y), rank.Defaults()).Rank(rank.Request{Topics: []string{"friend of Ada Lovelace"}, Depth: 2, Limit: 5})
				default:
					find(corpus.Over(y, x), search.Request{Query: "ada mary scotlnd", Limit: 5})
				}
			}
		})
	}
	all.Wait()
	if x.Len() != 7 || y.Len() != 6 {
		t.Errorf("%d and %d documents are left, want 7 and 6", x.Len(), y.Len())
	}
}

func ExampleSearch() {
	x := index.New(text.English)
	_ = x.Apply([]index.Document{indextest.Note("1", "OAuth Login", "Users sign in with a provider.")}, nil)
	found := search.Search(corpus.Over(x), search.Request{Query: "oauth logn", Limit: 5}, search.Defaults())
	fmt.Println(found.Hits[0].Title, found.Notes)
	// Output: OAuth Login [Nothing holds “logn”; looked for “login” as well.]
}
