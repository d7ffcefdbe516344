package search_test

import (
	"cmp"
	"slices"
	"testing"

	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/indextest"
	"dossier/graph/relevance/search"
	"dossier/graph/text"
)

// TestNearestIsWhatComparingAllFinds checks that the estimate which chooses the
// titles to compare misses none that comparing all would find, except titles
// that share only a stop word.
func TestNearestIsWhatComparingAllFinds(t *testing.T) {
	set := indextest.ReadSet(t, "musique_train")
	titles := corpus.Over(set.Index(t))
	keep := func(string) bool { return true }
	for _, asked := range []string{"Jedburg Scotlnd", "Abreham Lincon", "zzzz qqq", "universty of calfornia berkly", "w",
		"Untied Kingdm of Grat Britan", "1984"} {
		grams := text.TrigramsOf(asked)
		similarity := func(title string) float64 { return grams.Similarity(text.TrigramsOf(title)) }
		all := slices.SortedFunc(slices.Values(set.Documents), func(a, b indextest.SetDocument) int {
			return cmp.Or(cmp.Compare(similarity(b.Title), similarity(a.Title)), cmp.Compare(a.Title, b.Title), cmp.Compare(a.ID, b.ID))
		})
		near := search.Nearest(titles, asked, keep, 3, search.Defaults())
		for i, n := range near {
			if n.ID != all[i].ID {
				t.Errorf("%q: number %d is %q of %.3f, want %q of %.3f", asked, i, n.Title, n.Score, all[i].Title, similarity(all[i].Title))
			}
		}
		if len(near) < 3 && similarity(all[2].Title) > 0 {
			t.Errorf("%q: %d titles are near, want 3", asked, len(near))
		}
	}
}

func TestNearestTitles(t *testing.T) {
	c := corpus.Over(indextest.Library(t), indextest.People(t))
	keep := func(kind string) bool { return kind == "document" }
	var got []string
	for _, title := range search.Nearest(c, "Lovelase logn", keep, 3, search.Defaults()) {
		got = append(got, title.Title)
		if title.Score <= 0 || title.Project != map[bool]int{false: 0, true: 1}[title.ID == "ada"] {
			t.Errorf("title %+v", title)
		}
	}
	if want := []string{"Ada Lovelace", "Login page", "OAuth Login"}; !slices.Equal(got, want) {
		t.Errorf("nearest are %q, want %q", got, want)
	}
	none := func(string) bool { return false }
	if got := search.Nearest(c, "Lovelase", none, 3, search.Defaults()); len(got) != 0 {
		t.Errorf("nearest are %v, want none of the kinds", got)
	}
}
