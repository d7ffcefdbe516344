package e2e_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"dossier/db/storetest"
	"dossier/graph"
	"dossier/resolvers/resolverstest"
)

var update = flag.Bool("update", false, "write the answers of testdata/graphql")

// TestAnswers sends the requests of testdata/graphql to the demo. Each file has
// requests as NAME.graphql, optional variables as NAME.variables, and the
// answers as NAME.json, which -update writes. Requests have the imported ids of
// entities, such as <shoplane/task/offline-queue>.
func TestAnswers(t *testing.T) {
	testAnswers(t, serveDemo(t))
}

// TestAnswersOfTheExecutor compares the same answers, which plans computed,
// with those of the executor that gqlgen generates.
func TestAnswersOfTheExecutor(t *testing.T) {
	if *update {
		t.Skip("plans write the answers")
	}
	s := &served{store: storetest.Demo(t, root), schema: resolverstest.Reference}
	s.restart()
	testAnswers(t, s)
}

func testAnswers(t *testing.T, s *served) {
	files, err := filepath.Glob("testdata/graphql/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no requests", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { testFile(t, s, file) })
	}
}

func testFile(t *testing.T, s *served, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]string{}
	for _, part := range archive.Files {
		parts[part.Name] = string(part.Data)
	}
	written := &txtar.Archive{Comment: archive.Comment}
	for _, part := range archive.Files {
		name, isRequest := strings.CutSuffix(part.Name, ".graphql")
		if !isRequest {
			continue
		}
		got := s.answerText(t, parts[part.Name], parts[name+".variables"])
		written.Files = append(written.Files, part)
		if variables, given := parts[name+".variables"]; given {
			written.Files = append(written.Files, txtar.File{Name: name + ".variables", Data: []byte(variables)})
		}
		written.Files = append(written.Files, txtar.File{Name: name + ".json", Data: []byte(got)})
		if want := parts[name+".json"]; got != want && !*update {
			t.Errorf("%s answered\n%swant\n%sif that is right, run: go test ./e2e -run \"Answers|Mutations\" -update", name, got, want)
		}
	}
	if *update {
		if err := os.WriteFile(file, txtar.Format(written), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

var externalID = regexp.MustCompile(`<([a-z][a-z0-9/._-]*)>`)

// withIDs replaces imported ids with stored ones.
func withIDs(text string) string {
	return externalID.ReplaceAllStringFunc(text, func(name string) string { return graph.ID(strings.Trim(name, "<>")) })
}

// answerText returns the formatted answer to a request, without its price. It
// sorts the errors, because the executor's order is random.
func (s *served) answerText(t *testing.T, request, variables string) string {
	t.Helper()
	var given map[string]any
	if variables != "" {
		if err := json.Unmarshal([]byte(withIDs(variables)), &given); err != nil {
			t.Fatal(err)
		}
	}
	var whole bytes.Buffer
	encoder := json.NewEncoder(&whole)
	encoder.SetEscapeHTML(false)
	got := s.ask(t, withIDs(request), given)
	slices.SortFunc(got.Errors, func(a, b answerError) int {
		return cmp.Or(cmp.Compare(fmt.Sprint(a.Path...), fmt.Sprint(b.Path...)), cmp.Compare(a.Message, b.Message))
	})
	if err := encoder.Encode(got); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	layOut(&text, bytes.TrimSpace(whole.Bytes()), "")
	return text.String() + "\n"
}

// layOut writes formatted JSON: values that fit on one line, and texts of
// several lines unescaped, between three quotes.
func layOut(out *strings.Builder, value json.RawMessage, indent string) {
	var text string
	switch isText := json.Unmarshal(value, &text) == nil; {
	case isText && strings.Contains(text, "\n"):
		out.WriteString(`"""` + "\n" + text + `"""`)
	case isText, len(value) <= 110 && !bytes.Contains(value, []byte(`\n`)), value[0] != '{' && value[0] != '[':
		out.Write(value)
	default:
		layOutParts(out, value, indent)
	}
}

func layOutParts(out *strings.Builder, value json.RawMessage, indent string) {
	parts := json.NewDecoder(bytes.NewReader(value))
	_, _ = parts.Token() // no error: the JSON is valid
	out.WriteByte(value[0])
	for between := "\n"; parts.More(); between = ",\n" {
		out.WriteString(between + indent + "  ")
		if value[0] == '{' {
			name, _ := parts.Token()
			out.WriteString(`"` + name.(string) + `": `)
		}
		var part json.RawMessage
		_ = parts.Decode(&part)
		layOut(out, part, indent+"  ")
	}
	out.WriteString("\n" + indent + string(value[len(value)-1]))
}
