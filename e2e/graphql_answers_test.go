package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"dossier/graph"
)

// TestAnswers asks the demo graph the requests of testdata/graphql. Each file
// has, for every request, NAME.graphql, maybe NAME.variables, and NAME.json,
// the answer, which -update writes. An id that the demo's import gave stands as
// <shoplane/…> in requests.
func TestAnswers(t *testing.T) {
	testAnswers(t, serveDemo(t))
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
			t.Errorf("%s answered\n%swant\n%sif that is right, run: go test . -run TestAnswers -update", name, got, want)
		}
	}
	if *update {
		if err := os.WriteFile(file, txtar.Format(written), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

var externalID = regexp.MustCompile(`<([a-z][a-z0-9/._-]*)>`)

// withIDs puts the ids of entities in the place of the names that they were
// imported by.
func withIDs(text string) string {
	return externalID.ReplaceAllStringFunc(text, func(name string) string { return graph.ID(strings.Trim(name, "<>")) })
}

// answerText is the answer to a request in a form that reads well, without its
// price.
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
	if err := encoder.Encode(s.ask(t, withIDs(request), given)); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	layOut(&text, bytes.TrimSpace(whole.Bytes()), "")
	return text.String() + "\n"
}

// layOut writes JSON: what fits a line in one, text of several lines as it
// stands, between three quotes.
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
	_, _ = parts.Token() // of valid JSON, as is all that follows
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
