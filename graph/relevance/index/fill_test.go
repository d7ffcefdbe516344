package index_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dossier/graph/relevance/index"
	"dossier/graph/relevance/indextest"
	"dossier/graph/relevance/links"
	"dossier/graph/text"
)

// library returns many documents with edges: more than are put at once, in words that
// come up again and again, some of them new in later batches, and one that is damaged.
func library(random *rand.Rand) (documents []index.Document, edges []links.Edge) {
	const count = 4_500
	words := strings.Fields("Mary Somerville of Jedburgh saw the Analytical Engine in Leeds KEP-12: log-in pods, résumé (draft) OAuth")
	some := func(n int, i int) string {
		list := make([]string, 1+random.IntN(n))
		for j := range list {
			list[j] = words[random.IntN(len(words))]
			if random.IntN(20) == 0 {
				list[j] = fmt.Sprintf("Word%d", random.IntN(i/10+1))
			}
		}
		return strings.Join(list, " ")
	}
	for i := range count {
		d := indextest.Note(fmt.Sprintf("n/%04d", i), some(5, i), some(30, i)+".\n\n# "+some(2, i)+"\n\n"+some(9, i))
		if i%3 == 0 {
			d.Aliases = []string{fmt.Sprintf("REF-%d", i)}
		}
		documents = append(documents, d)
		edges = append(edges, links.Edge{ID: fmt.Sprintf("e%04d", i), From: fmt.Sprintf("n/%04d", i/7), To: d.ID, Role: links.Contains})
	}
	documents[2_345].Vector = []byte("damaged")
	return documents, edges
}

// TestFill compares an index that is filled at once with one that grows by changes, and
// the numbers of their words.
func TestFill(t *testing.T) {
	documents, edges := library(rand.New(rand.NewPCG(7, 8)))
	rootOf := func(id string) string { return id[:4] + "00" }
	grown := index.New(text.English)
	for _, part := range [][]index.Document{documents[:1], documents[1:300], documents[300:]} {
		if err := grown.Apply(slices.Clone(part), nil); err != nil && len(part) < 300 {
			t.Fatal(err)
		}
	}
	grown.SetEdges(edges)
	grown.SetRoots(rootOf)
	filled := index.New(text.English)
	err := filled.Fill(slices.Clone(documents), links.Edges{Count: len(edges), Each: slices.Values(edges)}, rootOf)
	if unread, damaged := errors.AsType[index.Unreadable](err); !damaged || !slices.Equal(unread, index.Unreadable{"n/2345"}) {
		t.Errorf("got %v", err)
	}
	got, want := strings.Split(dump(filled), "\n"), strings.Split(dump(grown), "\n")
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("filled:\n%s\ngrown:\n%s", got[min(i, len(got)-1)], want[min(i, len(want)-1)])
		}
	}
	for _, word := range []string{"somerville", "word7", "word150", "kep-12", "12"} {
		if number := filled.Words.Number(word); number == 0 || number != grown.Words.Number(word) {
			t.Errorf("%s has the numbers %d and %d", word, number, grown.Words.Number(word))
		}
	}
}
