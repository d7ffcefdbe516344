package relevance

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
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
