package cli

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// TestForms prints answers in all forms: YAML and JSON have the same values, and
// NDJSON has a line for each item of a list.
func TestForms(t *testing.T) {
	db := demoFile(t)
	for command, lines := range map[string]int{
		"ls risks --project airnet": 10, "search fog --first 7": 7, "context fog --max-tokens 300": 1, "entity 69bf1307": 1,
		"links 69bf1307 --full": 14, "ls projects": 3, "key list": 0, "record-type list": 4, "config": -1,
	} {
		args := append(strings.Fields(command), db)
		asJSON, asYAML, asLines := run(t, nil, append(args, "-o", "json")...), run(t, nil, append(args, "--output=yaml")...),
			run(t, nil, append(args, "-ondjson")...)
		if short := run(t, nil, append(args, "--json")...); short != asJSON || asJSON.status != 0 {
			t.Errorf("%s: --json prints %+v, -o json %+v", command, short, asJSON)
		}
		var fromJSON, fromYAML any
		if err := json.Unmarshal([]byte(asJSON.out), &fromJSON); err != nil {
			t.Errorf("%s: %v", command, err)
		}
		if err := yaml.Unmarshal([]byte(asYAML.out), &fromYAML); err != nil {
			t.Errorf("%s: %v\n%s", command, err, asYAML.out)
		}
		again, err := json.Marshal(fromYAML)
		if err != nil {
			t.Fatal(err)
		}
		fromYAML = nil
		if err := json.Unmarshal(again, &fromYAML); err != nil || !reflect.DeepEqual(fromJSON, fromYAML) {
			t.Errorf("%s: %v, JSON has %v, YAML %v", command, err, fromJSON, fromYAML)
		}
		if lines < 0 {
			lines = len(fromJSON.([]any))
		}
		if got := strings.Count(asLines.out, "\n"); got != lines {
			t.Errorf("%s: %d lines, want %d:\n%s", command, got, lines, asLines.out)
		}
		for line := range strings.Lines(asLines.out) {
			if !json.Valid([]byte(line)) {
				t.Errorf("%s: the line %s is no JSON", command, line)
			}
		}
	}
	if got := run(t, nil, "ls", "risks", db, "--project=airnet", "-o", "table"); !strings.HasPrefix(got.out, "ID        STATE ") {
		t.Errorf("a table: %+v", got)
	}
	for _, wrong := range [][]string{{"--json", "-o", "yaml"}, {"-o", "xml"}} {
		if got := run(t, nil, append([]string{"ls", "risks", db}, wrong...)...); got.status != 2 || got.out != "" {
			t.Errorf("%q: %+v", wrong, got)
		}
	}
}
