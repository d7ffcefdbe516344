package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"dossier/graph/query"
)

var topicsLibrary = sync.OnceValues(func() (*library, error) { return newLibrary("testdata/topics.ndjson") })

// TestTopics asks the graph of testdata/topics.ndjson the questions of
// testdata/topics. Each file has the question, maybe a lens, and for budgets in
// tokens what must stand in the document and what must not, a fact a line:
// 500/has, 500/lacks; what must stand in the lesser must stand in the larger
// one. BUDGET.md is the document, which -update writes; nothing writes the facts.
func TestTopics(t *testing.T) {
	files, err := filepath.Glob("testdata/topics/*.txtar")
	if err != nil || len(files) < 10 {
		t.Fatal("no topics", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { testTopic(t, file) })
	}
}

func testTopic(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]string{}
	for _, part := range archive.Files {
		parts[part.Name] = string(part.Data)
	}
	in := query.ContextInput{Start: query.ContextStart{Topic: new(strings.TrimSpace(parts["question"]))}}
	if lens := strings.TrimSpace(parts["lens"]); lens != "" {
		in.Lens = &lens
	}
	var has []string
	for i, part := range archive.Files {
		name, isDocument := strings.CutSuffix(part.Name, ".md")
		if !isDocument {
			continue
		}
		budget, err := strconv.Atoi(name)
		if err != nil {
			t.Fatalf("%s: %v", part.Name, err)
		}
		in.MaxTokens = &budget
		got := libraryOf(t, topicsLibrary).document(t, in).Text
		has = append(has, facts(parts[name+"/has"])...)
		checkFacts(t, name, got, has, facts(parts[name+"/lacks"]))
		if got != parts[part.Name] && !*update {
			t.Errorf("in %s tokens got\n%s\nwant\n%s\nif that is right, run: go test . -run TestTopics -update", name, got, parts[part.Name])
		}
		archive.Files[i].Data = []byte(got)
	}
	if len(has) == 0 {
		t.Error("no facts")
	}
	if *update {
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// facts are the lines of a part.
func facts(part string) []string {
	return strings.FieldsFunc(part, func(r rune) bool { return r == '\n' })
}

// checkFacts looks for facts in a document, however its lines are broken.
func checkFacts(t *testing.T, budget, document string, has, lacks []string) {
	t.Helper()
	text := strings.Join(strings.Fields(document), " ")
	for _, fact := range has {
		if !strings.Contains(text, fact) {
			t.Errorf("in %s tokens %q is missing:\n%s", budget, fact, document)
		}
	}
	for _, fact := range lacks {
		if strings.Contains(text, fact) {
			t.Errorf("in %s tokens %q should not stand:\n%s", budget, fact, document)
		}
	}
}
