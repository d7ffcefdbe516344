package main

import (
	"testing"

	"dossier/db/sqlite"
	"dossier/db/statements"
	"dossier/graph"
	"dossier/graph/searchtext"
	"dossier/ndjson"
	"strings"
)

const german = `{"kind":"project","id":"werk","name":"Werk","created_at":"2026-01-01T00:00:00Z","props":{"language":"LANGUAGE"}}
{"kind":"task","id":"pumpe","project_id":"werk","title":"Die Pumpen warten","created_at":"2026-01-01T00:00:00Z"}
{"kind":"task","id":"will","project_id":"werk","title":"Im Will-Werk","created_at":"2026-01-01T00:00:00Z"}
`

// TestLanguageOfAProject changes what a project says of its language: the next
// request goes by it.
func TestLanguageOfAProject(t *testing.T) {
	s := serveStore(t, openStore(t, sqlite.Memory))
	s.load(t, demoGraph)
	for _, c := range []struct {
		language string
		hits     map[string]string // by the query
	}{
		{"english", map[string]string{"warte": "Die Pumpen warten", "will": ""}},
		{"simple", map[string]string{"will": "Im Will-Werk", "Pumpen": "Die Pumpen warten"}},
		{"english", map[string]string{"will": ""}},
	} {
		s.load(t, []byte(strings.Replace(german, "LANGUAGE", c.language, 1)))
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
				t.Errorf("under %s %q finds %q, want %q", c.language, words, got, want)
			}
		}
	}
}

func TestUnknownLanguageIsRefused(t *testing.T) {
	store := openStore(t, sqlite.Memory)(new(statements.Counter))
	in := strings.NewReader(strings.Replace(german, "LANGUAGE", "klingon", 1))
	report, err := ndjson.Import(localContext(), store, in, ndjson.Options{Analyse: searchtext.Analyse})
	if err != nil {
		t.Fatal(err)
	}
	const want = `"klingon" is not known; want one of english, simple`
	if len(report.Rejects) == 0 || !strings.Contains(report.Rejects[0].Reason, want) {
		t.Errorf("rejected %+v, want a reason with %q", report.Rejects, want)
	}
}
