package contextdoc_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"dossier/graph/contextdoc"
)

var topicsLibrary = sync.OnceValues(func() (*library, error) { return newLibrary("../../testdata/topics.ndjson") })

// TestTopics asks the questions of testdata/topics about the graph of
// testdata/topics.ndjson, in the module's root. Each file has the question, an
// optional lens, and for token budgets the facts that the document must contain
// (500/has) and must not (500/lacks), one per line. The facts of a budget are
// required of the larger ones too. BUDGET.md is the document, which -update
// writes; the facts are written by hand.
func TestTopics(t *testing.T) { checkTopics(t, libraryOf(t, topicsLibrary)) }

func checkTopics(t *testing.T, l *library) {
	files, err := filepath.Glob("../../testdata/topics/*.txtar")
	if err != nil || len(files) < 10 {
		t.Fatal("no topics", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { checkTopic(t, l, file) })
	}
}

func checkTopic(t *testing.T, l *library, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]string{}
	for _, part := range archive.Files {
		parts[part.Name] = string(part.Data)
	}
	in := contextdoc.Input{Start: contextdoc.Start{Topic: new(strings.TrimSpace(parts["question"]))}}
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
		got := l.document(t, in).Text
		has = append(has, facts(parts[name+"/has"])...)
		checkFacts(t, name, got, has, facts(parts[name+"/lacks"]))
		if got != parts[part.Name] && !*update {
			t.Errorf("%s tokens: got\n%s\nwant\n%s\nif that is right, run: go test ./graph/contextdoc -run TestTopics -update",
				name, got, parts[part.Name])
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

// facts returns the lines of a part.
func facts(part string) []string {
	return strings.FieldsFunc(part, func(r rune) bool { return r == '\n' })
}

// checkFacts searches a document for facts, ignoring line breaks.
func checkFacts(t *testing.T, budget, document string, has, lacks []string) {
	t.Helper()
	text := strings.Join(strings.Fields(document), " ")
	for _, fact := range has {
		if !strings.Contains(text, fact) {
			t.Errorf("%s tokens: %q is missing:\n%s", budget, fact, document)
		}
	}
	for _, fact := range lacks {
		if strings.Contains(text, fact) {
			t.Errorf("%s tokens: unexpected %q:\n%s", budget, fact, document)
		}
	}
}
