package index_test

import (
	"testing"

	"dossier/graph/relevance/index"
	"dossier/graph/relevance/indextest"
	"dossier/graph/text"
)

func TestValues(t *testing.T) {
	x := indextest.New(t, index.Document{
		ID: "a", Kind: "plan", Title: "KEP-1287: Resize pods",
		Vector: text.Analyse(
			text.Field{Name: "title", Text: "KEP-1287: Resize pods"},
			text.Field{Name: "type_key", Text: "plan.beta"},
			text.Field{Name: "content", Text: "A container restarts."},
			text.Field{Name: "props.status", Text: "rejected"},
			text.Field{Name: "props.note", Text: "It would restart each container twice."},
		),
	})
	for _, index := range []*index.Index{x, saved(t, x)} {
		for word, want := range map[string]bool{"kep": false, "beta": true, "rejected": true, "resize": false, "container": false,
			"twice": false, "unknown": false} {
			if got := index.Values.Has(index.Words.Lookup(word)); got != want {
				t.Errorf("%s: got %t, want %t", word, got, want)
			}
		}
		if all, with := index.Series.Of("plan", "kep"); all != 1 || with != 1 {
			t.Errorf("%d of %d plans are of the series, want 1 of 1", with, all)
		}
	}

	numbered := indextest.New(t,
		index.Document{ID: "b", Kind: "plan", Title: "Resize pods", Vector: text.Analyse(text.Field{Name: "props.number", Text: "MSC2675"})},
		index.Document{ID: "c", Kind: "plan", Title: "Move pods", Vector: text.Analyse(text.Field{Name: "props.key", Text: "MSC-12"})})
	for _, index := range []*index.Index{numbered, saved(t, numbered)} {
		if all, with := index.Series.CalledBy("plan", "msc"); all != 2 || with != 2 {
			t.Errorf("%d of %d plans are called by the series, want 2 of 2", with, all)
		}
	}

	if err := x.Apply(nil, []string{"a"}); err != nil {
		t.Fatal(err)
	}
	if all, with := x.Series.Of("plan", "kep"); all != 0 || with != 0 {
		t.Errorf("%d of %d plans are of the series after the last is removed", with, all)
	}
}
