package mcp

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
)

// TestTypesOfArguments checks what errors about arguments of other types say
// that they expect.
func TestTypesOfArguments(t *testing.T) {
	var given struct {
		Rows  []map[string]any `json:"rows"`
		Words some             `json:"words"`
		Dry   bool             `json:"dry"`
		Depth int              `json:"depth"`
		Query string           `json:"query"`
	}
	var properties []property
	for _, name := range []string{"rows", "words", "dry", "depth", "query"} {
		properties = append(properties, text(name, ""))
	}
	for arguments, want := range map[string]string{
		`{"rows": 5}`:      "a list of objects",
		`{"rows": ["a"]}`:  "an object",
		`{"dry": "yes"}`:   "true or false",
		`{"depth": "two"}`: "a whole number",
		`{"query": []}`:    "a text",
		`{"words": {}}`:    "a list of texts",
	} {
		err := decode("tool", json.RawMessage(arguments), properties, &given)
		if err == nil || !strings.Contains(err.Error(), "expected "+want+"; got ") {
			t.Errorf("%s: %v, want %s", arguments, err, want)
		}
	}
}

// TestCancelledIsNoTimeout checks that the error of a call that its client
// cancelled does not blame the time limit.
func TestCancelledIsNoTimeout(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := &server{}
	if got := s.explain(ctx, named("get_entity"), ctx.Err()); got != "get_entity was cancelled." {
		t.Errorf("got %q", got)
	}
}
