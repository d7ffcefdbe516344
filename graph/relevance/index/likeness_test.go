package index_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dossier/graph/relevance/index"
	"dossier/graph/relevance/indextest"
	"dossier/graph/text"
)

var titleParts = []string{
	"the", "Login", "log-in", "OAuth", "KEP-1287", "résumé", "Straße", "東京の計画", "then", "a", "page", "(beta)", "2026", "pages,", "x", "—",
	"LOGIN",
}

// title returns a random title; some are empty.
func title(random *rand.Rand) string {
	var parts []string
	for range random.IntN(9) {
		parts = append(parts, titleParts[random.IntN(len(titleParts))])
	}
	return strings.Join(parts, " ")
}

// TestTitlesCompareAsTexts checks that the comparison of titles with random
// texts has the results of package text.
func TestTitlesCompareAsTexts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var documents []index.Document
	for i := range 200 {
		documents = append(documents, indextest.Note(fmt.Sprint(i), title(random), "A body."))
	}
	x := indextest.New(t, documents...)
	defer index.Lock([]*index.Index{x})()
	for range 300 {
		query, words := title(random), 1+random.IntN(5)
		if random.IntN(20) == 0 {
			query = strings.Repeat(query+" abcdefghijklmnopqrstuvwxyz zyxwvutsrqponmlkjihgfedcba ", 3) // more trigrams than bits
		}
		trigrams, key := text.TrigramsOf(text.Fold(query)), text.Key(query)
		compared := x.CompareTitles(trigrams, words, key)
		for i := range documents {
			ordinal, _ := x.Find(fmt.Sprint(i))
			folded := text.Fold(documents[i].Title)
			whole, most := compared.Whole(ordinal)
			if within := compared.Within(ordinal); within > most {
				t.Fatalf("%q with %d words of %q: %g, at most %g", documents[i].Title, words, query, within, most)
			}
			got := fmt.Sprint(whole, compared.Within(ordinal), compared.IsTitle(ordinal), compared.IsIdentifier(ordinal))
			want := fmt.Sprint(trigrams.Similarity(text.TrigramsOf(folded)), trigrams.Within(folded, words),
				text.Key(documents[i].Title) == key, text.Key(index.Identifier(documents[i].Title)) == key)
			if got != want {
				t.Fatalf("%q with %d words of %q: got %s, want %s", documents[i].Title, words, query, got, want)
			}
		}
	}
}

// TestCompletionsGrow adds words between completions.
func TestCompletionsGrow(t *testing.T) {
	x := index.New(text.English)
	random := rand.New(rand.NewPCG(3, 4))
	var words []string
	for i := range 60 {
		word := fmt.Sprintf("w%c%c%c", 'a'+random.IntN(3), 'a'+random.IntN(26), 'a'+random.IntN(18)) // no plurals
		words = append(words, word)
		if err := x.Apply([]index.Document{indextest.Note(fmt.Sprint(i), word, "A body.")}, nil); err != nil {
			t.Fatal(err)
		}
		for _, prefix := range []string{"w", "wa", "wab", "wzz"} {
			var want []string
			for _, word := range words {
				if len(word) > len(prefix) && strings.HasPrefix(word, prefix) && !slices.Contains(want, word) {
					want = append(want, word)
				}
			}
			unlock := index.Lock([]*index.Index{x})
			var got []string
			for _, one := range x.Completions(prefix, 1000) {
				if !strings.HasSuffix(one.Word, "s") { // forms of titles
					got = append(got, one.Word)
				}
			}
			unlock()
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("%s: got %v, want %v", prefix, got, want)
			}
		}
	}
}
