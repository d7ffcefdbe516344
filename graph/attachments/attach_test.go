package attachments_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"dossier/graph"
	"dossier/graph/attachments"
	"dossier/graph/graphtest"
	"dossier/graph/memory"
	"dossier/graph/records"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// project is the project of the tests of records.
func project(t *testing.T) *records.Project {
	t.Helper()
	text, err := os.ReadFile("../records/testdata/types.json")
	if err != nil {
		t.Fatal(err)
	}
	var types []graph.RecordType
	if err := json.Unmarshal(text, &types); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open("../records/testdata/project.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	graphs, err := graphtest.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	return &records.Project{Graph: graphs["p"], Types: records.NewTypes(types)}
}

func id(name string) string { return graph.ID("p/" + name) }

// named replaces the UUIDs in a text by the ids of the import.
func named(g *memory.Graph, text string) string {
	for _, entity := range g.Entities() {
		text = strings.ReplaceAll(text, entity.Self().ID, *entity.Self().ExternalID)
	}
	return text
}

// golden compares texts by name with a txtar file, which -update writes.
func golden(t *testing.T, path string, got []txtar.File) {
	t.Helper()
	text := txtar.Format(&txtar.Archive{Files: got})
	if *update {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != string(text) {
		t.Errorf("%s differs; see with -update and git diff. got:\n%s", path, text)
	}
}

func TestParts(t *testing.T) {
	p := project(t)
	find := func(id string) *records.Project {
		if p.Graph.Entity(id) == nil {
			return nil
		}
		return p
	}
	texts := map[string]string{
		id("document/notes"):    strings.Repeat("Pole 14 leans. ", 300),
		id("document/protocol"): strings.Repeat("Zero first, then span.\n", 100),
	}
	words := func(text string) int { return len(strings.Fields(text)) }
	var files []txtar.File
	for _, test := range []struct {
		name           string
		pins, mentions []string
		budget         int
	}{
		{"pin and mention", []string{"document/notes", "document/notes"}, []string{"person/eleni"}, 10000},
		{"cycle", nil, []string{"person/ingrid", "team/data"}, 10000},
		{"left out", []string{"document/old", "document/none", "task/heater"}, []string{"document/old", "person/misaki"}, 10000},
		{"linked documents shrink", []string{"document/notes"}, []string{"person/aisha"}, 1000},
		{"entities go", []string{"document/notes"}, []string{"person/aisha"}, 860},
		{"pins shrink last", []string{"document/notes"}, []string{"person/aisha"}, 300},
		{"nothing fits", []string{"document/notes"}, []string{"person/aisha"}, 10},
		{"mentioned task and note", nil, []string{"task/heater", "document/protocol"}, 10000},
	} {
		ids := func(names []string) (list []string) {
			for _, name := range names {
				list = append(list, id(name))
			}
			return list
		}
		attached, err := attachments.Attach(find, ids(test.pins), ids(test.mentions))
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		parts, warnings := attached.Parts(texts, test.budget, words)
		var out strings.Builder
		total := 0
		for _, part := range parts {
			out.WriteString(part.Markdown())
			total += words(part.Markdown())
		}
		if total > test.budget {
			t.Errorf("%s: %d of %d", test.name, total, test.budget)
		}
		for _, warning := range warnings {
			out.WriteString(warning.Code + ": " + warning.Text + "\n")
		}
		text := named(p.Graph, out.String())
		for _, long := range []string{"Pole 14 leans. ", "Zero first, then span.\n"} {
			if n := strings.Count(text, long); n > 1 {
				text = strings.Replace(text, strings.Repeat(long, n), fmt.Sprintf("%s(%d times) ", long, n), 1)
			}
		}
		files = append(files, txtar.File{Name: test.name, Data: []byte(text)})
	}
	golden(t, "testdata/sections.txtar", files)
}

func TestTooManyPins(t *testing.T) {
	find := func(string) *records.Project { return nil }
	pins := []string{"a", "b", "c", "a", "d", "e", "f"}
	if _, err := attachments.Attach(find, pins, nil); err == nil || !strings.Contains(err.Error(), "from f on") ||
		graph.CodeOf(err) != graph.CodeBadUserInput {
		t.Errorf("got %v; want BAD_USER_INPUT that names the sixth", err)
	}
	if _, err := attachments.Attach(find, pins[:6], nil); err != nil {
		t.Errorf("a repeated pin: %v", err)
	}
}
