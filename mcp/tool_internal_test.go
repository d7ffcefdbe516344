package mcp

import (
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
	for arguments, want := range map[string]string{
		`{"rows": 5}`:      "a list of objects",
		`{"rows": ["a"]}`:  "an object",
		`{"dry": "yes"}`:   "true or false",
		`{"depth": "two"}`: "a whole number",
		`{"query": []}`:    "a text",
		`{"words": {}}`:    "a list of texts",
	} {
		err := decode("tool", json.RawMessage(arguments), nil, &given)
		if err == nil || !strings.Contains(err.Error(), "expected "+want+"; got ") {
			t.Errorf("%s: %v, want %s", arguments, err, want)
		}
	}
}
