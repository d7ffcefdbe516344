package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dossier/bench/sets"
	"dossier/graph"
)

// tiny returns the flags for all sets in testdata.
func tiny(t *testing.T) *asked {
	t.Helper()
	return &asked{shared: filepath.Join("..", "testdata", "shared"), stores: t.TempDir(), db: "sqlite", notes: new(bytes.Buffer)}
}

func (a *asked) output(t *testing.T) string {
	t.Helper()
	var out bytes.Buffer
	if err := a.compare(graph.WithActor(context.Background(), graph.LocalActor), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// cells returns the cells of the row that begins with first.
func cells(t *testing.T, table string, first ...string) []string {
	t.Helper()
	begin := "| " + strings.Join(first, " | ") + " | "
	for line := range strings.Lines(table) {
		if rest, found := strings.CutPrefix(line, begin); found {
			return strings.Split(strings.TrimSuffix(rest, " |\n"), " | ")
		}
	}
	t.Fatalf("no row %q in\n%s", begin, table)
	return nil
}

func TestRelevance(t *testing.T) {
	a := tiny(t)
	a.kept, a.answers = filepath.Join(t.TempDir(), "kept.json"), t.TempDir()
	table := a.output(t)

	columns := cells(t, table, "set", "questions", "n", "measure", "tokens")
	if want := "RELEVANCE, CLASSIC, BM25, whole, BM25, sections, search, then read"; strings.Join(columns, ", ") != want {
		t.Errorf("compared %q, want %s", columns, want)
	}
	for i, cell := range cells(t, table, "hotpot_train", "all", "2", "facts", "250 / 500 / 1000 / 2000 / 20000") {
		if !strings.HasSuffix(cell, " / 100.0") {
			t.Errorf("%s has facts %s, want all of a tiny graph in 20,000 tokens", columns[i], cell)
		}
	}
	for i, cell := range cells(t, table, "questions/dev", "answerable", "2", "summary", "500 / 2000 / 8000") {
		if !strings.HasSuffix(cell, " / 100.0") {
			t.Errorf("%s has a summary of %s, want all in 8,000 tokens", columns[i], cell)
		}
	}
	for i, cell := range cells(t, table, "questions/dev", "f, offtopic", "1", "AUROC", "500 / 2000 / 8000") {
		if i > 1 && cell != "1.000 / 1.000 / 1.000" { // whose best score is not absolute
			t.Errorf("%s sets bread apart by %s, want 1", columns[i], cell)
		}
	}
	cells(t, table, "trace risk", "all", "1", "pages", "500 / 2000")
	if notes := a.notes.(*bytes.Buffer).String(); strings.Count(notes, "is skipped") != 3 || !strings.Contains(notes, "set peps is skipped") {
		t.Errorf("three sets are absent; noted:\n%s", notes)
	}
	files, err := filepath.Glob(filepath.Join(a.answers, "questions-dev-*.jsonl"))
	if err != nil || len(files) != 5 {
		t.Errorf("answers are kept in %q, want a file for each ranking: %v", files, err)
	}

	again := a.output(t)
	if again != table {
		t.Errorf("with stores imported before:\n%s\nwant\n%s", again, table)
	}
	a.diff = a.kept
	if with := a.output(t); with != table {
		t.Errorf("a diff with itself adds %q", strings.TrimPrefix(with, table))
	}
}

func TestRelevanceDiff(t *testing.T) {
	a := tiny(t)
	a.sets, a.rankings, a.budgets, a.kept = "questions", "sections", "8000", filepath.Join(t.TempDir(), "kept.json")
	table := a.output(t)
	data, err := os.ReadFile(a.kept)
	if err != nil {
		t.Fatal(err)
	}
	var results []result
	if err := json.Unmarshal(data, &results); err != nil {
		t.Fatal(err)
	}
	results[0].Questions["dev-a-001"][sets.Recall] = .25
	results[0].Questions["dev-b-001"][sets.Recall] = 1.5
	if err := keep(a.kept, results); err != nil {
		t.Fatal(err)
	}
	a.diff = a.kept
	const want = `questions/dev, BM25, sections, 8000 tokens, recall: 1 more, 1 less, +12.5 points
  + dev-a-001  0.25 → 1.00  What are the risks of Sleep well at night?
  - dev-b-001  1.50 → 1.00  KEP-7777 rollback

`
	if got := strings.TrimPrefix(a.output(t), table); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestFamiliesAlone(t *testing.T) {
	a := tiny(t)
	a.sets, a.rankings, a.families, a.budgets = "questions", "relevance,json", "b", "500"
	table := a.output(t)
	for _, cell := range cells(t, table, "questions/dev", "b", "1", "recall", "500") {
		if cell != "100.0" {
			t.Errorf("recall is %s, want 100.0:\n%s", cell, table)
		}
	}
	if strings.Contains(table, "| a |") || strings.Contains(table, "AUROC") {
		t.Errorf("other families are measured:\n%s", table)
	}
}

func TestNamesThatNothingHas(t *testing.T) {
	for want, change := range map[string]func(*asked){
		`-sets: expected some of hotpot_train, musique_train, eips_dev, peps, questions, trace; got ` +
			`"hotpot"`: func(a *asked) { a.sets = "questions,hotpot" },
		`-rankings: expected some of relevance, classic, bm25, sections, search, json; got "tf-idf"`: func(a *asked) { a.rankings = "tf-idf" },
		`-families: expected some of a, b, c, e, f, g; got "d"`:                                      func(a *asked) { a.families = "a,d" },
		`-db: expected some of sqlite, postgres; got "oracle"`:                                       func(a *asked) { a.db = "oracle" },
	} {
		a := tiny(t)
		change(a)
		if err := a.compare(context.Background(), new(bytes.Buffer)); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestInputIsPassedOn checks that -input is passed to the product, which
// reports errors in it.
func TestInputIsPassedOn(t *testing.T) {
	a := tiny(t)
	a.sets, a.rankings, a.budgets, a.input = "hotpot_train", "relevance", "500", `{"depth": 99}`
	a.output(t)
	if notes := a.notes.(*bytes.Buffer).String(); !strings.Contains(notes, "hotpot_train, RELEVANCE, question q0: ") ||
		!strings.Contains(notes, "input.depth") {
		t.Errorf("noted %q, want that the depth is refused", notes)
	}
}
