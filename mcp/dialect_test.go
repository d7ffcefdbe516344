package mcp_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"testing"
)

// A dialect is the subset of JSON schema that the API of a model documents for
// the parameters of tools.
type dialect struct {
	name     string
	keywords []string // known to it
	enums    []string // the types that may have an enum
	tool     *regexp.Regexp
}

var dialects = []dialect{
	{"OpenAI", []string{"type", "description", "properties", "required", "items", "enum", "default", "maximum", "minimum",
		"additionalProperties", "anyOf", "$ref", "$defs"},
		[]string{"string", "integer", "number"}, regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)},
	{"Anthropic", []string{"type", "description", "properties", "required", "items", "enum", "default", "maximum", "minimum",
		"additionalProperties", "anyOf", "$ref", "$defs"},
		[]string{"string", "integer", "number"}, regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)},
	{"Gemini", []string{"type", "description", "properties", "required", "items", "enum", "default", "maximum", "minimum", "nullable",
		"format", "minItems", "maxItems"},
		[]string{"string"}, regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_-]{0,62}$`)},
	{"any client", []string{"type", "description", "properties", "required", "items", "enum", "default", "maximum", "minimum"},
		[]string{"string"}, regexp.MustCompile(`^[a-z_]{1,40}$`)},
}

var types = []string{"string", "integer", "number", "boolean", "array", "object"}

// check reports what is wrong with a schema in the dialect.
func (d *dialect) check(t *testing.T, path string, schema map[string]any) {
	kind, _ := schema["type"].(string)
	properties, _ := schema["properties"].(map[string]any)
	items, hasItems := schema["items"].(map[string]any)
	for keyword := range schema {
		if !slices.Contains(d.keywords, keyword) {
			t.Errorf("%s: %s has %s", d.name, path, keyword)
		}
	}
	switch enum, hasEnum := schema["enum"].([]any); {
	case !slices.Contains(types, kind):
		t.Errorf("%s: %s has the type %q", d.name, path, kind)
	case hasEnum && (len(enum) == 0 || !slices.Contains(d.enums, kind)):
		t.Errorf("%s: %s has an enum of %s", d.name, path, kind)
	case (kind == "array") != hasItems:
		t.Errorf("%s: %s is %s with items %v", d.name, path, kind, items)
	case kind == "object" && len(properties) == 0:
		t.Errorf("%s: %s is an object without properties", d.name, path)
	}
	required, _ := schema["required"].([]any)
	for _, name := range required {
		if properties[name.(string)] == nil {
			t.Errorf("%s: %s requires %s, which it does not have", d.name, path, name)
		}
	}
	if hasItems {
		d.check(t, path+"[]", items)
	}
	for name, property := range properties {
		if !regexp.MustCompile(`^[a-z_]{1,40}$`).MatchString(name) {
			t.Errorf("%s: %s has the property %q", d.name, path, name)
		}
		d.check(t, path+"."+name, property.(map[string]any))
	}
}

// TestDialects checks that the schemas of all tools are in the subsets that the
// APIs of models document.
func TestDialects(t *testing.T) {
	listed, err := connect(t).ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range listed.Tools {
		for _, d := range dialects {
			raw, err := json.Marshal(tool.InputSchema)
			if err != nil {
				t.Fatal(err)
			}
			var schema map[string]any
			if err := json.Unmarshal(raw, &schema); err != nil {
				t.Fatal(err)
			}
			if !d.tool.MatchString(tool.Name) || schema["type"] != "object" || tool.Description == "" {
				t.Errorf("%s: %s %v", d.name, tool.Name, schema)
			}
			d.check(t, tool.Name, schema)
		}
	}
}
