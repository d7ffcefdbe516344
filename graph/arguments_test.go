package graph_test

import (
	"strings"
	"testing"

	"dossier/graph"
)

func TestArguments(t *testing.T) {
	for _, test := range []struct {
		name string
		err  error
		want string // "" for none
	}{
		{"range", graph.CheckRange("depth", 5, 0, 5), ""},
		{"above", graph.CheckRange("depth", 6, 0, 5), "depth: 6 is out of range; expected 0 to 5"},
		{"below", graph.CheckRange("depth", -1, 0, 5), "depth: -1 is out of range"},
		{"kinds", graph.CheckKinds("kinds", []graph.Kind{graph.KindTask, graph.KindRisk}), ""},
		{"many kinds", graph.CheckKinds("kinds", make([]graph.Kind, graph.MaxIDs+1)), "kinds: 201 values are too many; expected at most 200"},
		{"unknown kind", graph.CheckKinds("kinds", []graph.Kind{graph.KindTask, "epic"}), "kinds: "},
		{"words", graph.CheckWords("topic", strings.Repeat("é", graph.MaxQueryRunes)), ""},
		{"long words", graph.CheckWords("topic", strings.Repeat("é", graph.MaxQueryRunes+1)), "topic: 2001 characters are too many"},
		{"blank", graph.CheckWords("topic", " \t\n"), "topic: is blank"},
		{"message", graph.CheckMessage("message", strings.Repeat("é", graph.MaxMessageRunes)), ""},
		{"long message", graph.CheckMessage("message", strings.Repeat("é", graph.MaxMessageRunes+1)), "message: 20001 characters"},
	} {
		switch {
		case test.err == nil && test.want == "":
		case test.err == nil || test.want == "" || !strings.HasPrefix(test.err.Error(), test.want):
			t.Errorf("%s: got %v, want %q", test.name, test.err, test.want)
		case graph.CodeOf(test.err) != graph.CodeBadUserInput:
			t.Errorf("%s: code %s", test.name, graph.CodeOf(test.err))
		}
	}
}

func TestOr(t *testing.T) {
	if graph.Or(nil, 2) != 2 || graph.Or(new(0), 2) != 0 {
		t.Error("Or must keep what is given, zero values too")
	}
}

func TestParseIDs(t *testing.T) {
	id := graph.ID("a task")
	refs, err := graph.ParseIDs("ids", []string{strings.ToUpper(id)})
	if err != nil || len(refs) != 1 || refs[0].ID != id {
		t.Errorf("got %v (%v)", refs, err)
	}
	for want, ids := range map[string][]string{"ids: 201 ids are too many": make([]string, 201), "ids[1]: ": {id, "no id!"}} {
		if _, err := graph.ParseIDs("ids", ids); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
