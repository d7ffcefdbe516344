package prompt_test

import (
	"testing"

	"dossier/graph"
	"dossier/graph/graphtest"
	"dossier/graph/prompt"
)

// TestReadFirst has the titles of the documents of a project and, behind a bar, what
// they are called in its folder.
func TestReadFirst(t *testing.T) {
	for name, test := range map[string]struct {
		documents [][2]string
		want      string
	}{
		"the page of the folder":  {[][2]string{{"Project", "skills/beads"}, {"How to read", "README"}, {"Index", "docs/index"}}, "How to read"},
		"called like the project": {[][2]string{{"Notes", "notes"}, {"Project", "docs/project"}}, "Project"},
		"the only one":            {[][2]string{{"Notes", "notes"}}, "Notes"},
		"any of two":              {[][2]string{{"Notes", "notes"}, {"Plans", "plans"}}, ""},
	} {
		var entities []graph.Entity
		for _, document := range test.documents {
			e := graphtest.Entity(graph.KindDocument, document[1], "published")
			e.(*graph.Document).Title, e.Self().Label, e.Self().ExternalID = document[0], document[0], &document[1]
			entities = append(entities, e)
		}
		g := graphtest.Project(entities)
		g.Project().Name = "Project"
		got := ""
		if e := prompt.ReadFirst(g); e != nil {
			got = e.Self().Label
		}
		if got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}
