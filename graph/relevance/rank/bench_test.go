package relevance

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"dossier/graph/text"

	"golang.org/x/text/unicode/norm"
)

// set is one of the sets of questions under ../shared/data/relevance.
type set struct {
	name      string
	documents []setDocument
	questions []setQuestion
	edges     []Edge
}

type setDocument struct{ ID, Title, Content string }

type setQuestion struct {
	ID, Text string
	Gold     []string
	Facts    []struct{ Doc, Text string }
}

// readSet reads a set; the test is skipped where it is not at hand.
func readSet(t testing.TB, name string) *set {
	t.Helper()
	dir := filepath.Join("..", "..", "..", "shared", "data", "relevance", name)
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the benchmark is not beside the repository")
	}
	s := &set{name: name}
	byID := make(map[string]int)
	lines(t, filepath.Join(dir, "graph.ndjson"), func(b []byte) {
		var r struct {
			Kind string `json:"kind"`
			setDocument
		}
		decode(t, b, &r)
		if r.Kind == "document" {
			s.documents = append(s.documents, r.setDocument)
		}
	})
	lines(t, filepath.Join(dir, "questions.ndjson"), func(b []byte) {
		var q setQuestion
		decode(t, b, &q)
		byID[q.ID] = len(s.questions)
		s.questions = append(s.questions, q)
	})
	lines(t, filepath.Join(dir, "gold.ndjson"), func(b []byte) {
		var q setQuestion
		decode(t, b, &q)
		at := &s.questions[byID[q.ID]]
		at.Gold, at.Facts = q.Gold, q.Facts
	})
	return s
}

func lines(t testing.TB, path string, each func([]byte)) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<24)
	for sc.Scan() {
		each(sc.Bytes())
	}
}

func decode(t testing.TB, b []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(b, v); err != nil {
		t.Fatal(err)
	}
}

// index builds the set's index; the mentions are found in the texts.
func (s *set) index(t testing.TB) *Index {
	t.Helper()
	var docs []Document
	for _, d := range s.documents {
		docs = append(docs, Document{ID: d.ID, Kind: "document", Title: d.Title,
			Vector: text.Analyse(text.Field{Name: "title", Text: d.Title}, text.Field{Name: "content", Text: d.Content})})
	}
	x := NewIndex(text.English)
	if err := x.Apply(docs, nil); err != nil {
		t.Fatal(err)
	}
	x.SetEdges(s.edges)
	return x
}

// recall gives R@5 and all@5 in per cent for a ranking.
func (s *set) recall(rank func(question string) []string) (r5, all5 float64) {
	for _, q := range s.questions {
		ids := rank(q.Text)
		ids = ids[:min(5, len(ids))]
		found := 0
		for _, g := range q.Gold {
			if slices.Contains(ids, g) {
				found++
			}
		}
		r5 += float64(found) / float64(len(q.Gold))
		if found == len(q.Gold) {
			all5++
		}
	}
	n := float64(len(s.questions)) / 100
	return r5 / n, all5 / n
}

// BenchmarkRank ranks 100,000 documents in ten projects, in words of which few are frequent, with families of twenty.
// Building them takes some seconds.
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
	var indexes []*Index
	for p := range projects {
		var docs []Document
		var edges []Edge
		for i := range perProject {
			id := fmt.Sprintf("%d:%d", p, i)
			docs = append(docs, note(id, words(4), words(40)))
			if parent := i - i%family; parent != i {
				edges = append(edges, Edge{ID: id, From: fmt.Sprintf("%d:%d", p, parent), To: id, Relation: "contains"})
			}
		}
		x := indexed(b, docs...)
		x.SetEdges(edges)
		indexes = append(indexes, x)
	}
	corpus := Over(indexes...)
	b.ReportAllocs()
	for b.Loop() {
		corpus.Rank(Request{Topics: []string{"word3 word40 word500 and word7000"}, Depth: 2, Limit: 2000, Now: time.Unix(1e9, 0)})
	}
}

// foldText folds a text as the benchmark's evaluate.py does.
func foldText(s string) string {
	drop := func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}
	return strings.Join(strings.Fields(strings.ToLower(strings.Map(drop, norm.NFKD.String(s)))), " ")
}
