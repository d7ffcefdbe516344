package e2e_test

import (
	"strings"
	"testing"

	"dossier/graph"
)

const german = `{"kind":"project","id":"werk","name":"Werk","created_at":"2026-01-01T00:00:00Z","props":{"language":"LANGUAGE"}}
{"kind":"task","id":"pumpe","project_id":"werk","title":"Die Pumpen warten","created_at":"2026-01-01T00:00:00Z"}
{"kind":"task","id":"will","project_id":"werk","title":"Im Will-Werk","created_at":"2026-01-01T00:00:00Z"}
`

// TestLanguageOfAProject changes the language of a project, and checks that the
// next search uses it.
func TestLanguageOfAProject(t *testing.T) {
	s := serveDemo(t)
	for _, c := range []struct {
		language string
		hits     map[string]string // the first hit, by query
	}{
		{"english", map[string]string{"warte": "Die Pumpen warten", "will": ""}},
		{"simple", map[string]string{"will": "Im Will-Werk", "Pumpen": "Die Pumpen warten"}},
		{"english", map[string]string{"will": ""}},
	} {
		s.store.Load(t, strings.Replace(german, "LANGUAGE", c.language, 1))
		for words, want := range c.hits {
			var found struct {
				Search struct {
					Hits []struct{ Entity struct{ Label string } }
				}
			}
			s.data(t, `query ($words: String!, $in: ID!) { search(query: $words, projectId: $in) { hits { entity { label } } } }`,
				map[string]any{"words": words, "in": graph.ID("werk")}, &found)
			got := ""
			if len(found.Search.Hits) > 0 {
				got = found.Search.Hits[0].Entity.Label
			}
			if got != want {
				t.Errorf("in %s %q finds %q, want %q", c.language, words, got, want)
			}
		}
	}
}
