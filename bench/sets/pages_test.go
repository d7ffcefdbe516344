package sets

import (
	"compress/gzip"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// pages returns a set of three documents and a question about two of them.
func pages() *Pages {
	return NewPages("tiny", []Document{
		{Kind: "document", ID: "d1", Title: "Émile Zola", Content: "He wrote Germinal."},
		{Kind: "document", ID: "d2", Title: "Germinal", Content: "It is set in a mine."},
		{Kind: "document", ID: "d3", Title: "Paris", Content: "A city."},
	}, []Edge{{"d1", "d2", "wrote"}, {"d1", "d2", "again"}, {"d2", "d2", "self"}}, []PageQuestion{{
		ID: "q", Text: "Where is the book by Zola set?", Gold: []string{"d1", "d2"},
		Facts: []Fact{{"d1", "he wrote germinal."}, {"d2", "it is set in a mine."}},
	}})
}

func nodes(ids ...string) (list []Node) {
	for _, id := range ids {
		list = append(list, Node{ID: id})
	}
	return list
}

func TestPageScores(t *testing.T) {
	p := pages()
	question := p.Questions()[0]
	for name, test := range map[string]struct {
		answer Answer
		want   Score
	}{
		"all": {
			Answer{Text: "Emile  Zola: He wrote Germinal. Germinal: It is set in a\nmine.", Tokens: 20, Budget: 20, Nodes: nodes("d1", "d2")},
			Score{Facts: 1, Found: 1, R5: 1, R10: 1, All5: 1, Over: 0},
		},
		"a page without its title": {
			Answer{Text: "Zola: He wrote Germinal. It is set in a mine.", Budget: 20, Nodes: nodes("d1", "d2")},
			Score{Facts: .5, Found: .5, R5: .5, R10: .5, All5: 0, Over: 0},
		},
		"a fact without its page": {
			Answer{Text: "Émile Zola: He wrote Germinal. It is set in a mine.", Budget: 20, Nodes: nodes("d1")},
			Score{Facts: .5, Found: .5, R5: .5, R10: .5, All5: 0, Over: 0},
		},
		"over the budget": {
			Answer{Text: "Émile Zola: He wrote Germinal. It is set in a mine.", Tokens: 21, Budget: 20, Nodes: nodes("d1", "d2")},
			Score{Facts: 0, Found: 0, R5: 1, R10: 1, All5: 1, Over: 1},
		},
		"a ranking that is known": {
			Answer{Text: "Germinal", Budget: 20, Nodes: nodes("d2"), Ranked: []string{"d3", "x", "y", "z", "d2", "d1"}},
			Score{Facts: 0, Found: .5, R5: .5, R10: 1, All5: 0, Over: 0},
		},
		"nothing": {Answer{Budget: 20}, Score{Facts: 0, Found: 0, R5: 0, R10: 0, All5: 0, Over: 0}},
	} {
		if got := p.Score(question, &test.answer); !maps.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", name, got, test.want)
		}
	}
}

// TestPagesCountOnce checks that a node counts once if listed repeatedly.
func TestPagesCountOnce(t *testing.T) {
	p := pages()
	a := &Answer{Text: "Paris Germinal Émile Zola", Budget: 9, Nodes: nodes("d3", "d3", "d3", "d3", "d3", "d2", "d1")}
	if got := p.Score(p.Questions()[0], a); got[R5] != 1 {
		t.Errorf("R@5 = %v, want 1", got[R5])
	}
}

func TestPagesNDJSON(t *testing.T) {
	data, err := pages().NDJSON()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	if len(lines) != 5 { // a project, three documents, and one of three edges
		t.Fatalf("got %d lines:\n%s", len(lines), data)
	}
	want := `{"dst_id":"d2","kind":"edge","props":{"rel":"wrote"},"rel":"references","src_id":"d1"}`
	if lines[4] != want {
		t.Errorf("edge: got %s, want %s", lines[4], want)
	}
}

// write writes a file. It is packed if its name ends in .gz.
func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if !strings.HasSuffix(path, ".gz") {
		if _, err := file.WriteString(content); err != nil {
			t.Fatal(err)
		}
		return
	}
	packed := gzip.NewWriter(file)
	if _, err := packed.Write([]byte(content)); err != nil {
		t.Fatal(err)
	}
	if err := packed.Close(); err != nil {
		t.Fatal(err)
	}
}

const (
	tinyGraph = `{"kind":"document","id":"d1","title":"One","content":"1","project":"p"}
{"kind":"document","id":"d2","title":"","content":"2","project":"p"}
{"kind":"edge","src":"d1","dst":"d2","rel":"mentions"}
{"kind":"edge","src":"d2","dst":"d1","rel":"next"}
`
	tinyGold      = `{"id":"q1","gold":["d2"],"facts":[]}` + "\n"
	tinyQuestions = `{"id":"q1","text":"Two?","project":"p"}` + "\n"
)

// TestReadPages checks that mention edges are read only in the sets of
// withMentions.
func TestReadPages(t *testing.T) {
	for name, edges := range map[string]int{"hotpot_train": 1, "eips_dev": 2} {
		folder := filepath.Join(t.TempDir(), name)
		write(t, filepath.Join(folder, "graph.ndjson.gz"), tinyGraph)
		write(t, filepath.Join(folder, "gold.ndjson"), tinyGold)
		write(t, filepath.Join(folder, "questions.ndjson"), tinyQuestions)
		p, err := ReadPages(folder)
		if err != nil {
			t.Fatal(err)
		}
		if p.Name() != name || len(p.Documents) != 2 || len(p.Edges) != edges {
			t.Errorf("%s has %d documents and %d edges, want 2 and %d", p.Name(), len(p.Documents), len(p.Edges), edges)
		}
		if got := p.Documents[1].Title; got != "d2" {
			t.Errorf("a document without a title is called %q, want d2", got)
		}
		if got := p.Rows()[0].Measure; got != Found {
			t.Errorf("without facts the first measure is %q, want %q", got, Found)
		}
	}
}

func TestLinesNamesTheLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bad.ndjson")
	write(t, path, "{}\n{\n")
	err := Lines(path, func(struct{}) {})
	if err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("got %v, want an error about line 2", err)
	}
}
