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

// TestDecodingChangesNothing checks that arguments are refused which decoding
// would change silently.
func TestDecodingChangesNothing(t *testing.T) {
	var given struct {
		Rows []json.RawMessage `json:"rows"`
	}
	for arguments, want := range map[string]string{
		`{"rows": [{"title": "\ud83d"}]}`:        `rows: has \ud83d, half of a surrogate pair`,
		`{"rows": [{"title": "a", "title": 1}]}`: `rows: has the key "title" twice`,
		`{"rows": [], "rows": []}`:               "rows: is in the line twice",
		`[]`:                                     "expected an object of parameters: rows; got []",
	} {
		err := decode("tool", json.RawMessage(arguments), []property{text("rows", "")}, &given)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", arguments, err, want)
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
