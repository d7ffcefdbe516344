package schema

import (
	"encoding/hex"
	"strings"
	"testing"

	"dossier/db/enginetest"
	"dossier/graph"
)

// Hashes are stored: a change of them would mark every entity as updated.
func TestContentHashIsStable(t *testing.T) {
	task := enginetest.Task("a")
	task.Priority, task.DueAt, task.Props = new(2), &enginetest.Time, graph.JSON(`{"a":1}`)
	hash, err := ContentHash(ShapeOf(graph.KindTask, graph.Full), task)
	if got := hex.EncodeToString(hash); err != nil || got != "69e89621f67628e0c44fe08a710a49e0" {
		t.Errorf("got %s, %v", got, err)
	}
}

func TestContentHash(t *testing.T) {
	shape := ShapeOf(graph.KindRisk, graph.Full)
	hashOf := func(change func(*graph.Risk)) string {
		t.Helper()
		risk := &graph.Risk{Title: "r"}
		risk.ID, risk.Kind = graph.ID("r"), graph.KindRisk
		change(risk)
		hash, err := ContentHash(shape, risk)
		if err != nil {
			t.Fatal(err)
		}
		return hex.EncodeToString(hash)
	}
	plain := hashOf(func(*graph.Risk) {})
	for name, change := range map[string]func(*graph.Risk){
		"times":   func(r *graph.Risk) { r.CreatedAt, r.UpdatedAt = enginetest.Time, enginetest.Time },
		"creator": func(r *graph.Risk) { r.CreatedBy = new("bob") },
		"deleted": func(r *graph.Risk) { r.DeletedAt = &enginetest.Time },
	} {
		if hashOf(change) != plain {
			t.Errorf("the hash depends on %s", name)
		}
	}
	zero := 0.0
	minus := hashOf(func(r *graph.Risk) { r.Probability = new(-zero) })
	if hashOf(func(r *graph.Risk) { r.Probability = new(0.0) }) != minus {
		t.Error("the hash depends on the sign of zero")
	}
	seen := map[string]string{plain: "none"}
	for name, change := range map[string]func(*graph.Risk){
		"title":          func(r *graph.Risk) { r.Title = "s" },
		"an empty text":  func(r *graph.Risk) { r.Impact = new("") },
		"another column": func(r *graph.Risk) { r.Content = new("") },
		"a time":         func(r *graph.Risk) { r.MitigatedAt = &enginetest.Time },
		"a number":       func(r *graph.Risk) { r.Probability = new(0.5) },
	} {
		hash := hashOf(change)
		if other, taken := seen[hash]; taken {
			t.Errorf("%s and %s have the same hash", name, other)
		}
		seen[hash] = name
	}
}

func TestTextThatCannotBeStored(t *testing.T) {
	for _, text := range []string{"a\x00b", "a\xffb"} {
		_, err := ContentHash(ShapeOf(graph.KindTask, graph.Full), enginetest.Task(text))
		if graph.CodeOf(err) != graph.CodeBadUserInput || !strings.Contains(err.Error(), "title: expected UTF-8 without NUL") {
			t.Errorf("%q: got %v", text, err)
		}
	}
}
