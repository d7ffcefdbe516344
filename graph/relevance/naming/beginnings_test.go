package naming_test

import (
	"math/rand/v2"
	"testing"

	"dossier/graph/relevance/naming"
)

// TestBeginnings checks that no title is missed in random texts, and that most places of
// texts need not be looked up.
func TestBeginnings(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	d, titleWords := &dictionary{""}, naming.NewTitleWords()
	names, analyst := naming.New(), naming.NewAnalyst(d, &titleWords)
	for i := range 12 {
		names.Add(analyst.Analyse(&naming.Entity{Kind: "task", Title: title(random)}).Forms, int32(i))
	}
	beginnings := names.Beginnings()
	found, passed, all := 0, 0, 0
	for range 2000 {
		tokens := d.tokens(title(random))
		if len(tokens) == 0 {
			continue
		}
		all++
		_, length := names.LongestTitle(tokens)
		may := beginnings.May(tokens)
		if length > 0 && !may {
			t.Fatalf("%v has a title of %d words and no beginning", tokens, length)
		}
		if length > 0 {
			found++
		}
		if may {
			passed++
		}
	}
	if found == 0 || passed > all*2/3 {
		t.Errorf("%d of %d texts have a title, %d may have one", found, all, passed)
	}
}
