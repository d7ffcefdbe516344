package requests

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"dossier/graph"
)

func TestFlagOf(t *testing.T) {
	for argument, want := range map[string]string{
		"":                         "",
		"input":                    "",
		"input.start.topic":        "<topic>",
		"input.pinIds":             "--pin",
		"query":                    "<words>",
		"maxNodesPerKind":          "--max-nodes-per-kind",
		"input.encoding":           "--encoding",
		"url":                      "--db",
		"embeddings.url":           "--embeddings-url",
		"linkedEntities.relations": "--relations",
	} {
		if got := FlagOf(argument); got != want {
			t.Errorf("%q: got %q, want %q", argument, got, want)
		}
	}
}

func TestNamesOfGraphQL(t *testing.T) {
	kinds, err := KindNames([]string{"task", "Risk"})
	if err != nil || !slices.Equal(kinds, []string{"TASK", "RISK"}) {
		t.Errorf("kinds: got %q, %v", kinds, err)
	}
	if none, err := KindNames(nil); none != nil || err != nil {
		t.Errorf("no kinds: got %q, %v", none, err)
	}
	if _, err := KindNames([]string{"epic"}); err == nil || !strings.HasPrefix(err.Error(), `kinds: unknown kind "epic"`) {
		t.Errorf("unknown kind: %v", err)
	}
	relations, err := RelationNames([]string{"has_task"})
	if err != nil || !slices.Equal(relations, []string{"HAS_TASK"}) {
		t.Errorf("relations: got %q, %v", relations, err)
	}
	if _, err := RelationNames([]string{"loves"}); err == nil || FlagOf(strings.SplitN(err.Error(), ":", 2)[0]) != "--relations" {
		t.Errorf("unknown relation: %v", err)
	}
}

// TestAsTyped checks that an error has the typed name of an entity, wherever
// the name is in the variables.
func TestAsTyped(t *testing.T) {
	for _, variables := range []map[string]any{
		{"id": EntityName("no such")},
		{"input": map[string]any{"start": map[string]any{"ids": []EntityName{"other", "no such"}}}},
	} {
		err := AsTyped(fmt.Errorf("ask: %w", graph.NotFound("entity", graph.ID("no such"))), variables)
		if want := "no entity with id no such; " + HowNamed; err.Error() != want || graph.CodeOf(err) != graph.CodeNotFound {
			t.Errorf("%v: got %v", variables, err)
		}
	}
	for _, err := range []error{errors.New("disk"), graph.NotFound("entity", "69bf1307")} {
		if got := AsTyped(err, map[string]any{"id": EntityName("other")}); got.Error() != err.Error() {
			t.Errorf("%v became %v", err, got)
		}
	}
}

func TestEntityID(t *testing.T) {
	for name, want := range map[string]string{
		"69bf1307":                             "69bf1307",
		"69bf1307-efb1-560e-8a7c-508023f18578": "69bf1307-efb1-560e-8a7c-508023f18578",
		"shoplane/task/offline-queue":          "69bf1307-efb1-560e-8a7c-508023f18578",
	} {
		if got := EntityName(name).id(); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}
