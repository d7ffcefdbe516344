package ask_test

import (
	"os"
	"strings"
	"testing"
)

// page is the page for users with the questions of the golden files.
const page = "../../docs/questions.md"

// introduction is what the page says before the questions.
const introduction = `# Questions

A question for a list or a number is read into a query, and the query is evaluated. ` +
	"`contextDocument { readAs { text filter unused } }`" + ` returns both
forms of it: the line below, and the filter that GraphQL lists take ([filters.md](filters.md)). ` + "`dossier ask \"…\" --explain`" +
	` prints the best three
readings with the rules that made them. Names of entities, labels, and the fields and values of a graph are words of questions too:
"open bugs labelled audio", "suppliers in Kiel with a contract over 100,000". A field need not be named: the only number
of a record type, or its only amount of money, is what "the biggest invoice", "over 500", "total" and "cost" mean. Fields that are
yes or no may be in several words ("whose deposit is not yet paid"), and signals have a channel ("came by mail").

A word that is not understood chooses nothing: the list is at most PARTLY an answer, and says which word was not used.
Questions about a subject ("how does rollback work?") and broad ones ([views.md](views.md)) are no lists.

The tables are generated from the tests of the reader. It is Tuesday, 17 November 2026.
`

// TestQuestionsPage compares the page with the golden files.
func TestQuestionsPage(t *testing.T) {
	got := strings.Builder{}
	got.WriteString(introduction)
	for _, name := range []string{"lists", "groups", "times", "messages", "languages"} {
		data, err := os.ReadFile("testdata/" + name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		got.WriteString(tablesOf(string(data)))
	}
	if *update {
		if err := os.WriteFile(page, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(page); err != nil || string(want) != got.String() {
		t.Errorf("%s is not what the golden files say: %v; run the tests with -update twice", page, err)
	}
}

// tablesOf returns the sections of a golden file that have rows, as tables.
func tablesOf(golden string) string {
	var tables strings.Builder
	head := ""
	for line := range strings.Lines(golden) {
		line = strings.TrimSuffix(line, "\n")
		if title, is := strings.CutPrefix(line, "# "); is {
			title, _, _ = strings.Cut(title, ". A line is")
			head = "\n## " + strings.TrimSuffix(title, ".") + "\n\n| question | query |\n| --- | --- |\n"
		} else if row := rowOf(line); row != "" {
			tables.WriteString(head + row)
			head = ""
		}
	}
	return tables.String()
}

// rowOf returns a line of a golden file as a row. Questions that are no lists, or not
// read whole, have none.
func rowOf(line string) string {
	question, query, ok := strings.Cut(line, " => ")
	if !ok || query == "none" || strings.Contains(query, "[unused") {
		return ""
	}
	return "| " + strings.ReplaceAll(question, "|", `\|`) + " | " + strings.ReplaceAll(query, "|", `\|`) + " |\n"
}
