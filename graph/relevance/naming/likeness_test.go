package naming_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"dossier/graph/relevance/naming"
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
	words := naming.NewTitleWords()
	analyst := naming.NewAnalyst(&dictionary{""}, &words)
	titles, likenesses := make([]string, 200), make([]naming.Likeness, 200)
	for i := range titles {
		titles[i] = title(random)
		analysis := analyst.Analyse(&naming.Entity{Title: titles[i]})
		words.Complete(&analysis, titles[i])
		likenesses[i] = analysis.Likeness
	}
	for range 300 {
		query, length := title(random), 1+random.IntN(5)
		if random.IntN(20) == 0 {
			query = strings.Repeat(query+" abcdefghijklmnopqrstuvwxyz zyxwvutsrqponmlkjihgfedcba ", 3) // more trigrams than bits
		}
		trigrams, key := text.TrigramsOf(text.Fold(query)), text.Key(query)
		compared := words.Compare(trigrams, length, key)
		for i, of := range titles {
			l, folded := &likenesses[i], text.Fold(of)
			whole, most := compared.Whole(l)
			if got := compared.Within(l); got > most {
				t.Fatalf("%q with %d words of %q: %g, at most %g", of, length, query, got, most)
			}
			got := fmt.Sprint(whole, compared.Within(l), compared.IsTitle(l, of), compared.IsIdentifier(l, of))
			want := fmt.Sprint(trigrams.Similarity(text.TrigramsOf(folded)), within(trigrams, folded, length),
				text.Key(of) == key, text.Key(naming.Identifier(of)) == key)
			if got != want {
				t.Fatalf("%q with %d words of %q: got %s, want %s", of, length, query, got, want)
			}
		}
	}
}

// within returns the greatest similarity of the trigrams of a text with the given number of
// words to as many consecutive words of title, like pg_trgm's word_similarity(). If title
// has no more words, the entire title is compared.
func within(trigrams text.Trigrams, title string, words int) float64 {
	list := strings.FieldsFunc(title, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	best := 0.0
	for at := 0; at == 0 || at+words <= len(list); at++ {
		best = max(best, trigrams.Similarity(text.TrigramsOf(strings.Join(list[at:min(at+words, len(list))], " "))))
	}
	return best
}
