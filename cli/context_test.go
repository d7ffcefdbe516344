package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// TestContextInput checks the ContextInput of flags. It compares the fields
// that differ from the defaults.
func TestContextInput(t *testing.T) {
	defaults := inputOf(t, "fog")
	for args, want := range map[string]string{
		"fog":                         `{}`,
		"fog|queue":                   `{"start":{"topics":["fog","queue"]}}`,
		"--id=69bf1307|--id=aaaaaaaa": `{"start":{"ids":["69bf1307","aaaaaaaa"]}}`,
		"--focus=69bf1307":            `{"start":{"focusId":"69bf1307"}}`,
		"--project=69bf1307":          `{"start":{"projectId":"69bf1307"}}`,
		"fog|--project=69bf1307":      `{"projectId":"69bf1307"}`,
		"--global":                    `{"start":{"global":true}}`,
		"fog|--depth=0|--max-tokens=9|--no-fields": `{"depth":0,"includeFields":false,"maxTokens":9}`,
		"fog|--format=json|--ranking=classic":      `{"format":"JSON","ranking":"CLASSIC"}`,
		"fog|--kinds=task,risk|--lens=coding":      `{"kinds":["TASK","RISK"],"lens":"coding"}`,
		"fog|--message=hi|--pin=p|--mention=m":     `{"mentionIds":["m"],"message":"hi","pinIds":["p"]}`,
		"fog|--now=2026-11-18T13:00:00+01:00":      `{"now":"2026-11-18T13:00:00+01:00"}`,
		"fog|--since=d|--sources|--encoding=gpt":   `{"encoding":"gpt","includeSources":true,"since":"d"}`,
	} {
		changed := map[string]json.RawMessage{}
		for name, value := range inputOf(t, strings.Split(args, "|")...) {
			if string(value) != string(defaults[name]) {
				changed[name] = value
			}
		}
		if got, _ := json.Marshal(changed); string(got) != want {
			t.Errorf("%s: got %s, want %s", args, got, want)
		}
	}
}

// parsed returns the command for the arguments of dossier context.
func parsed(t *testing.T, args ...string) *contextCommand {
	t.Helper()
	command := &contextCommand{}
	if _, err := kong.Must(command, longHelp).Parse(args); err != nil {
		t.Fatal(err)
	}
	return command
}

// inputOf returns the ContextInput for the arguments of dossier context.
func inputOf(t *testing.T, args ...string) map[string]json.RawMessage {
	t.Helper()
	input, err := parsed(t, args...).input()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		t.Fatal(err)
	}
	return fields
}

func TestStarts(t *testing.T) {
	for want, command := range map[string]contextCommand{
		"got none": {},
		"got 2":    {Topic: []string{"fog"}, Global: true, Project: "p"},
		"got 3":    {ID: []string{"a"}, Focus: "b", Global: true},
	} {
		if _, err := command.start(); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", command, err, want)
		}
	}
}

// TestPastDecisions checks that the date of an open decision is a deadline only if it is
// ahead.
func TestPastDecisions(t *testing.T) {
	dir := t.TempDir()
	store, file := "--db=sqlite:"+filepath.Join(dir, "new.db"), filepath.Join(dir, "some.ndjson")
	lines := `{"kind":"project","id":"p","name":"Weir"}
{"kind":"decision","id":"a","project_id":"p","title":"Raise the gate","decision_at":"2020-07-01"}
{"kind":"decision","id":"b","project_id":"p","title":"Paint the gate","state_key":"deferred","decision_at":"2020-07-02"}
{"kind":"decision","id":"c","project_id":"p","title":"Move the gate","decision_at":"2099-07-03"}
{"kind":"decision","id":"d","project_id":"p","title":"Buy the gate","state_key":"made","decision_at":"2020-07-04"}
`
	if err := os.WriteFile(file, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, nil, "import", store, file)
	got := run(t, nil, "context", store, "all decisions")
	for _, want := range []string{"dated 2020-07-01", "deferred 2020-07-02", "decision due 2099-07-03", "decided 2020-07-04"} {
		if !strings.Contains(got.out, want) {
			t.Errorf("%q is not in %+v", want, got)
		}
	}
}

// TestAddress checks the address in the explorer of flags.
func TestAddress(t *testing.T) {
	for args, want := range map[string]string{
		"what blocks fog?":                "budget=4000&encoding=o200k_base&lens=general&q=what+blocks+fog%3F&ranking=RELEVANCE",
		"fog|--project=a&b":               "budget=4000&encoding=o200k_base&lens=general&project=a%26b&q=fog&ranking=RELEVANCE",
		"--focus=69bf1307|--question=why": "budget=4000&encoding=o200k_base&focus=69bf1307&lens=general&question=why&ranking=RELEVANCE",
		"--id=a|--id=b|--depth=0":         "budget=4000&depth=0&encoding=o200k_base&ids=a%2Cb&lens=general&ranking=RELEVANCE",
		"--global|--max-tokens=300":       "budget=300&encoding=o200k_base&global=true&lens=general&ranking=RELEVANCE",
		"fog|--kinds=task,risk":           "budget=4000&encoding=o200k_base&kinds=TASK%2CRISK&lens=general&q=fog&ranking=RELEVANCE",
		"fog|--known=d":                   "known: is not possible",
		"fog|--message=m|--json":          "message: is not possible",
		"fog|queue":                       "topic: is not possible",
		"fog|--no-fields":                 "fields: is not possible",
		"--max-tokens=300":                "expected exactly one of a topic",
	} {
		got, err := parsed(t, strings.Split(args, "|")...).address()
		if err != nil {
			got = err.Error()
		}
		if got = strings.TrimPrefix(got, "/explorer/context?"); got != want && (err == nil || !strings.HasPrefix(got, want)) {
			t.Errorf("%s: got %s, want %s", args, got, want)
		}
	}
}
