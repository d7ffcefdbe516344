package e2e_test

import (
	"encoding/json"
	"strings"
	"testing"

	"dossier/db/storetest"
	"dossier/graph"
)

// TestEntityOfEveryKind prints an entity of every kind. The command computes
// its query from the kinds, and it must be valid for the schema, whatever their
// fields are.
func TestEntityOfEveryKind(t *testing.T) {
	g, err := serveDemo(t).service.Graph(storetest.Context(), graph.ID("airnet"))
	if err != nil {
		t.Fatal(err)
	}
	db := demoFile(t)
	for _, spec := range graph.Kinds {
		var id string
		for _, e := range g.OfKind(spec.Kind) {
			id = e.Self().ID
		}
		if id == "" {
			t.Errorf("%s has no %s of the project airnet", demoPath, spec.Kind)
			continue
		}
		for _, view := range [][]string{nil, {"--full"}} {
			var answer struct{ Entity map[string]any }
			got := command(t, "", append([]string{"entity", id, "--json", db}, view...)...)
			if err := json.Unmarshal([]byte(got.out), &answer); err != nil || answer.Entity["kind"] != strings.ToUpper(string(spec.Kind)) {
				t.Errorf("%s: got %+v", spec.Kind, got)
			}
		}
	}
}
