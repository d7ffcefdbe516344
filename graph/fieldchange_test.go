package graph_test

import (
	"testing"

	"pgregory.net/rapid"

	"dossier/graph"
)

func TestDiff(t *testing.T) {
	before := graph.SpecOf(graph.KindTask).New().(*graph.Task)
	after := graph.SpecOf(graph.KindTask).New().(*graph.Task)
	before.Title, after.Title = "old", "new"
	after.CreatedBy, after.Props = &after.Title, graph.JSON(`{"a":1}`)
	got := graph.Diff(before, after)
	if len(got) != 2 || got[0].Name != "props" || got[0].Old != nil || string(got[1].Old) != `"old"` || string(got[1].New) != `"new"` {
		t.Errorf("got %v", got)
	}
}

// TestEncodeChanges compares EncodeChanges with EncodeJSON.
func TestEncodeChanges(t *testing.T) {
	if got := graph.EncodeChanges(nil); got != nil {
		t.Errorf("got %s, want null", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		var changes []graph.FieldChange
		values := []*rapid.Generator[any]{
			rapid.Just[any](nil), rapid.String().AsAny(), rapid.StringOf(rapid.RuneFrom([]rune("ab \x00\x1f\x7f\"\\<>&\u2028é\U0001f600"))).AsAny(),
			rapid.Int().AsAny(), rapid.Bool().AsAny(), rapid.Just[any](graph.JSON(`{"a":[1,"<"]}`)),
		}
		for range rapid.IntRange(1, 4).Draw(t, "changes") {
			changes = append(changes,
				graph.NewFieldChange(rapid.String().Draw(t, "name"), rapid.OneOf(values...).Draw(t, "old"), rapid.OneOf(values...).Draw(t, "new")))
		}
		if got, want := string(graph.EncodeChanges(changes)), graph.EncodeJSON(changes); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}
