package tabletest

import (
	"bytes"
	"strings"
	"testing"
	"text/template"

	"golang.org/x/tools/txtar"
)

// Extras executes a template with data and returns the parts in the resulting
// archive. Each file is the SQL that creates a part, and its name is "function
// NAME" or "trigger TABLE NAME".
func Extras(t testing.TB, text string, functions template.FuncMap, data any) (extras []Extra) {
	t.Helper()
	var archive bytes.Buffer
	parsed, err := template.New("extras").Funcs(functions).Parse(text)
	if err == nil {
		err = parsed.Execute(&archive, data)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range txtar.Parse(archive.Bytes()).Files {
		part := Part{}
		switch words := strings.Fields(file.Name); len(words) {
		case 2:
			part.Kind, part.Name = words[0], words[1]
		case 3:
			part.Kind, part.Table, part.Name = words[0], words[1], words[2]
		default:
			t.Fatalf("expected a kind, a table and a name; got %s", file.Name)
		}
		extras = append(extras, Extra{Part: part, SQL: strings.TrimSpace(string(file.Data))})
	}
	return extras
}
