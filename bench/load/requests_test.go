package main

import (
	"testing"

	"github.com/vektah/gqlparser/v2"

	"dossier/bench/stores"
	"dossier/generated"
	"dossier/graph"
)

// TestRequestsAreValid checks the queries of benchmarks against the schema,
// because they rarely run.
func TestRequestsAreValid(t *testing.T) {
	schema := generated.Schema()
	for _, asked := range append(stores.Requests("", ""), readRequests(graph.Changes{})...) {
		if _, errs := gqlparser.LoadQueryWithRules(schema, asked.Query, nil); len(errs) > 0 {
			t.Errorf("%s: %v", asked.Name, errs)
		}
	}
}
