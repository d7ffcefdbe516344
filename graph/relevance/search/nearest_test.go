package relevance

import (
	"cmp"
	"slices"
	"testing"

	"dossier/graph/text"
)

// The titles that are compared are chosen by a guess; it must not lose those that comparing all of them finds, but for
// titles that have no more than a stop word in common.
func TestNearestIsWhatComparingAllFinds(t *testing.T) {
	set := readSet(t, "musique_train")
	corpus := Over(set.index(t))
	keep := func(string) bool { return true }
	for _, asked := range []string{"Jedburg Scotlnd", "Abreham Lincon", "zzzz qqq", "universty of calfornia berkly", "w", "Untied Kingdm of Grat Britan", "1984"} {
		grams := text.TrigramsOf(asked)
		similarity := func(title string) float64 { return grams.Similarity(text.TrigramsOf(title)) }
		all := slices.SortedFunc(slices.Values(set.documents), func(a, b setDocument) int {
			return cmp.Or(cmp.Compare(similarity(b.Title), similarity(a.Title)), cmp.Compare(a.Title, b.Title), cmp.Compare(a.ID, b.ID))
		})
		near := corpus.Nearest(asked, keep, 3)
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
