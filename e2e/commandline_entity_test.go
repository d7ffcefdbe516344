package main

import (
	"strings"
	"testing"

	"dossier/graph"
)

// TestEntityQuery asks for an entity of every kind as dossier entity does: the
// query is written from the kinds, and must fit the schema whatever they have.
func TestEntityQuery(t *testing.T) {
	s := serveDemo(t)
	g, err := s.service.Graph(localContext(), graph.ID("airnet"))
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range graph.Kinds {
		for _, full := range []bool{false, true} {
			var data struct{ Entity map[string]any }
			s.data(t, entityQuery(full), map[string]any{"id": g.OfKind(spec.Kind)[0].Self().ID}, &data)
			if data.Entity["kind"] != strings.ToUpper(string(spec.Kind)) {
				t.Errorf("%s: got %v", spec.Kind, data.Entity)
			}
		}
	}
}
