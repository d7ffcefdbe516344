package graph_test

import (
	"strings"
	"testing"

	"dossier/graph"
)

func TestCanonicalJSON(t *testing.T) {
	for text, want := range map[string]string{
		`{"b": 1, "a": [ -0, -0.0, 0e9 ]}`:                        `{"a":[0,0,0],"b":1}`,
		`[1.50, 1e3, 1E-7, -2.5e2]`:                               `[1.5,1000,0.0000001,-250]`,
		`[12345678901234567890, 0.1e-1, 1e22]`:                    `[12345678901234567890,0.01,10000000000000000000000]`,
		`[1e-400, "<&>", "\u00e9"]`:                               `[0,"<&>","é"]`,
		`{"a": {"b": [1e309]}}`:                                   `the number 1e309 is out of range; expected one between -1.8e308 and 1.8e308`,
		strings.Repeat("9", 400):                                  `the number 9999`,
		strings.Repeat("[", 501) + "0" + strings.Repeat("]", 501): "nested too deep; expected 500 levels at most",
		`{} {}`:    `expected one value`,
		`{"a":1}]`: `expected one value`,
		`1 ]x`:     `expected one value`,
		`null `:    ``,
	} {
		got, err := graph.ParseJSON([]byte(text))
		shown := string(got)
		if err != nil {
			shown = err.Error()
		}
		if shown != want && (err == nil || !strings.Contains(shown, want)) {
			t.Errorf("%s: got %s, want %s", text, shown, want)
		}
		if again, err2 := graph.ParseJSON(got); err == nil && want != "" && (err2 != nil || string(again) != shown) {
			t.Errorf("%s: parsed again it is %s, %v", text, again, err2)
		}
	}
}

func TestObjectsKeepDigits(t *testing.T) {
	object := graph.JSON(`{"n":12345678901234567890}`).Object()
	if again, err := graph.NewJSON(object); err != nil || string(again) != `{"n":12345678901234567890}` {
		t.Errorf("got %s, %v", again, err)
	}
	for _, other := range []graph.JSON{nil, graph.JSON("[1]"), graph.JSON("null")} {
		if got := other.Object(); got != nil {
			t.Errorf("%s: got %v", other, got)
		}
	}
}
