package rank_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"dossier/graph/relevance/index"
	"dossier/graph/relevance/indextest"
	"dossier/graph/relevance/links"
	"dossier/graph/relevance/rank"
)

// BenchmarkRank ranks 100,000 documents in ten projects, in families of twenty.
// Few of their words are frequent. Indexing takes some seconds.
func BenchmarkRank(b *testing.B) {
	const projects, perProject, family = 10, 10_000, 20
	random := rand.New(rand.NewPCG(5, 6))
	frequency := rand.NewZipf(random, 1.1, 4, 20_000)
	words := func(n int) string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprintf("Word%d", frequency.Uint64())
		}
		return strings.Join(list, " ")
	}
	var indexes []*index.Index
	for p := range projects {
		var docs []index.Document
		var edges []links.Edge
		for i := range perProject {
			id := fmt.Sprintf("%d:%d", p, i)
			docs = append(docs, indextest.Note(id, words(4), words(40)))
			if parent := i - i%family; parent != i {
				edges = append(edges, links.Edge{ID: id, From: fmt.Sprintf("%d:%d", p, parent), To: id, Role: links.Contains})
			}
		}
		x := indextest.New(b, docs...)
		x.SetEdges(edges)
		indexes = append(indexes, x)
	}
	all := ranker(indexes...)
	b.ReportAllocs()
	for b.Loop() {
		all.Rank(rank.Request{Topics: []string{"word3 word40 word500 and word7000"}, Depth: 2, Limit: 2000, Now: time.Unix(1e9, 0)})
	}
}
