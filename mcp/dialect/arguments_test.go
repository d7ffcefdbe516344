package dialect

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"dossier/mcp/schema"
)

// TestTypesOfArguments checks what errors about arguments of other types say
// that they expect.
func TestTypesOfArguments(t *testing.T) {
	var given struct {
		Rows  []map[string]any `json:"rows"`
		Words []string         `json:"words"`
		Dry   bool             `json:"dry"`
		Depth int              `json:"depth"`
		Query string           `json:"query"`
	}
	properties := []schema.Property{schema.Objects("rows", ""), schema.Texts("words", ""), schema.Boolean("dry", ""),
		schema.Number("depth", ""), schema.Text("query", "")}
	for arguments, want := range map[string]string{
		`{"rows": 5}`:      "an object",
		`{"rows": ["a"]}`:  "an object",
		`{"dry": "maybe"}`: "true or false",
		`{"depth": "two"}`: "a whole number",
		`{"query": [1]}`:   "a text",
		`{"words": {}}`:    "a list of texts",
	} {
		err := Decode("tool", json.RawMessage(arguments), properties, &given)
		if err == nil || !strings.Contains(err.Error(), "expected "+want+"; got ") {
			t.Errorf("%s: %v, want %s", arguments, err, want)
		}
	}
}

// TestArgumentsAreReadGenerously checks what models and their clients write in
// place of the arguments of the schema.
func TestArgumentsAreReadGenerously(t *testing.T) {
	type arguments struct {
		IDs     []string            `json:"ids"`
		Kinds   []string            `json:"kinds"`
		Rows    []map[string]string `json:"rows"`
		Project string              `json:"project"`
		Query   string              `json:"query"`
		Max     *int                `json:"max_tokens"`
		Restore bool                `json:"restore"`
	}
	properties := []schema.Property{
		schema.Texts("ids", ""), schema.Texts("kinds", ""), schema.Objects("rows", ""), schema.Text("project", ""),
		schema.Required(schema.Text("query", "")),
		schema.Number("max_tokens", ""), schema.Boolean("restore", ""),
	}
	four := 4000
	for given, want := range map[string]arguments{
		`{"query": "a", "ids": null, "kinds": null, "rows": null, "project": null, "max_tokens": null, "restore": null}`: {Query: "a"},
		`{"query": "a", "ids": [], "project": "", "kinds": ""}`:                                                          {Query: "a"},
		`{"query": "a", "ids": [null, "x", null]}`: {Query: "a",
			IDs: []string{"x"}},
		`{"query": "a", "ids": "[\"x\", \"y\"]"}`: {Query: "a", IDs: []string{"x", "y"}},
		`{"query": "a", "ids": "x"}`:              {Query: "a", IDs: []string{"x"}},
		`{"query": "a", "ids": [12, "x"]}`:        {Query: "a", IDs: []string{"12", "x"}},
		`{"query": "a", "id": "x"}`:               {Query: "a", IDs: []string{"x"}},
		`{"query": "a", "entity_ids": ["x"], "kind": "task"}`: {Query: "a", IDs: []string{"x"},
			Kinds: []string{"task"}},
		`{"query": "a", "rows": {"k": "v"}}`:                                            {Query: "a", Rows: []map[string]string{{"k": "v"}}},
		`{"query": "a", "rows": "[{\"k\": \"v\"}]"}`:                                    {Query: "a", Rows: []map[string]string{{"k": "v"}}},
		`{"query": "a", "rows": ["{\"k\": \"v\"}"]}`:                                    {Query: "a", Rows: []map[string]string{{"k": "v"}}},
		`{"q": "a", "project_id": "p"}`:                                                 {Query: "a", Project: "p"},
		`{"query": "a", "projectId": "p", "Max-Tokens": 4000.0}`:                        {Query: "a", Project: "p", Max: &four},
		`{"query": "a", "project": "p", "project_id": "p", "maxTokens": "4000"}`:        {Query: "a", Project: "p", Max: &four},
		`{"query": "a", "restore": "true"}`:                                             {Query: "a", Restore: true},
		`{"query": ["a"]}`:                                                              {Query: "a"},
		`{"query": 42}`:                                                                 {Query: "42"},
		`{"query": "a", "reasoning": "so", "_meta": {"x": [1]}, "security_risk": null}`: {Query: "a"},
		`"{\"query\": \"a\"}"`:                                                          {Query: "a"},
	} {
		var got arguments
		if err := Decode("tool", json.RawMessage(given), properties, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, %v", given, got, err)
		}
	}
	for given, want := range map[string]string{
		`{"query": "a", "project": "p", "project_id": "q"}`: `project: is given twice: "p" and "q"; expected it once`,
		`{"query": null}`: "query: is missing; tool needs it",
		`null`:            "query: is missing; tool needs it",
		`{"query": "a", "rows": "[{\"k\": 1, \"k\": 2}]"}`: "rows: expected an object; got string",
	} {
		var got arguments
		if err := Decode("tool", json.RawMessage(given), properties, &got); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", given, err, want)
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
		`[1]`:                                    "expected an object of parameters: rows; got [1]",
	} {
		err := Decode("tool", json.RawMessage(arguments), []schema.Property{schema.Objects("rows", "")}, &given)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", arguments, err, want)
		}
	}
}
