package e2e_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestWords looks for the words that CONTRIBUTING.md avoids in comments, in
// strings of the program, which are errors, help and descriptions of fields,
// and in descriptions of the schema.
func TestWords(t *testing.T) {
	avoided := avoidedWords(t)
	lines, findings := 0, 0
	check := func(at, text string) {
		if !avoided.mayOccur(text) {
			return
		}
		if word := avoided.FindString(allowedWords.ReplaceAllString(text, "")); word != "" {
			findings++
			t.Errorf("%s: %q: see Words in CONTRIBUTING.md", at, word)
		}
	}
	for _, file := range goFiles(t) {
		lines += checkWords(t, file, check)
	}
	schema, err := os.ReadFile(filepath.Join(root, "schema.graphqls"))
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(schema), "\n") {
		check(fmt.Sprintf("schema.graphqls:%d", i+1), line)
	}
	for _, pattern := range []string{"db/*/migrations/*.sql", "db/*/testdata/*.tmpl"} {
		lines += checkSQL(t, pattern, check)
	}
	t.Logf("%d in %d comment lines", findings, lines)
}

// checkWords checks the comments of a file and, unless it is a test, its
// strings. It returns the number of lines of comments.
func checkWords(t *testing.T, file string, check func(at, text string)) (lines int) {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range tree.Comments {
		lines += strings.Count(group.Text(), "\n")
		check(set.Position(group.Pos()).String(), strings.Join(strings.Fields(group.Text()), " "))
	}
	if strings.HasSuffix(file, "_test.go") {
		return lines
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		if s, isText := n.(*ast.BasicLit); isText && s.Kind == token.STRING {
			check(set.Position(s.Pos()).String(), s.Value)
		}
		return true
	})
	return lines
}

// checkSQL checks the comments between the statements of SQL files. Those in a
// function are stored with it. It returns the number of their lines.
func checkSQL(t *testing.T, pattern string, check func(at, text string)) (lines int) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, pattern))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files %s: %v", pattern, err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(content), "\n") {
			if strings.HasPrefix(line, "--") {
				lines++
				check(fmt.Sprintf("%s:%d", file, i+1), line)
			}
		}
	}
	return lines
}

// allowedWords matches allowed expressions with otherwise avoided words.
var allowedWords = regexp.MustCompile(`(?i)\b(stands? for|brought up to date|let go generate|tell (me|us))\b`)

// An avoidance matches words. The expression alone would take most of the time of
// the tests here under the race detector.
type avoidance struct {
	*regexp.Regexp
	words []string
}

// mayOccur reports whether a text has one of the words, also within another.
func (a avoidance) mayOccur(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(a.words, func(word string) bool { return strings.Contains(text, word) })
}

// avoidedWords returns the words in the first column of the table in
// CONTRIBUTING.md.
func avoidedWords(t *testing.T) avoidance {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "| not | but |\n| --- | --- |\n")
	var words []string
	for line := range strings.SplitSeq(table, "\n") {
		cells := strings.Split(line, "|")
		if len(cells) != 4 {
			break
		}
		for word := range strings.SplitSeq(cells[1], ",") {
			words = append(words, strings.TrimSpace(word))
		}
	}
	if len(words) < 10 {
		t.Fatalf("expected words in the table of CONTRIBUTING.md; got %q", words)
	}
	expression := regexp.QuoteMeta(strings.Join(words, "\x00"))
	return avoidance{regexp.MustCompile(`(?i)\b(` + strings.ReplaceAll(expression, "\x00", "|") + `)\b`), words}
}

// goFiles returns the module's Go files, also tests, that are not generated.
func goFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && slices.Contains([]string{".git", "node_modules", "testdata", "generated"}, entry.Name()) {
			return filepath.SkipDir
		}
		if strings.HasSuffix(path, ".go") {
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
