package graph_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"dossier/graph"
)

func TestColumnsOfTask(t *testing.T) {
	names := func(view graph.View) string {
		var names []string
		for _, field := range graph.SpecOf(graph.KindTask).Columns(view) {
			names = append(names, field.Name)
		}
		return strings.Join(names, " ")
	}
	// The following columns are the fields of tasks, which docs/kinds.md lists.
	const light = "id project_id external_id type_key state_key created_at updated_at deleted_at labels "
	if got := names(graph.Light); !strings.HasPrefix(got, light) || !strings.Contains(got, " title ") ||
		strings.Contains(got, " facet_scale") {
		t.Errorf("light columns: expected %stitle …; got %s", light, got)
	}
	const full = "id project_id external_id type_key state_key created_by created_at updated_at deleted_at labels props "
	if got := names(graph.Full); !strings.HasPrefix(got, full) || !strings.Contains(got, " title ") || !strings.Contains(got, " facet_scale") {
		t.Errorf("full columns: expected %stitle … facet_scale; got %s", full, got)
	}
}

func TestColumnsThatNotEveryKindHas(t *testing.T) {
	for _, spec := range graph.Kinds {
		if has := spec.Field("project_id").Column; has != (spec.Kind != graph.KindProject) {
			t.Errorf("%s has project_id: %v", spec.Kind, has)
		}
		if has := spec.Field("state_key").Column; has != (len(spec.States) > 0) {
			t.Errorf("%s has state_key: %v", spec.Kind, has)
		}
		for _, state := range spec.States {
			if spec.IsActive(state) && spec.IsDone(state) {
				t.Errorf("%s %s is both active and done", spec.Kind, state)
			}
		}
	}
}

func TestFinishCutsTheLightView(t *testing.T) {
	long := strings.Repeat("ä", 119) + " " + strings.Repeat("b", 9)
	zone := time.FixedZone("", 3600)
	task := &graph.Task{Title: "Write", Description: &long}
	task.CreatedAt = time.Date(2026, 1, 2, 3, 4, 5, 0, zone)
	graph.SpecOf(graph.KindTask).Finish(task, graph.Light)
	if want := strings.Repeat("ä", 119) + "…"; *task.Description != want {
		t.Errorf("description: got %q, want %q", *task.Description, want)
	}
	if task.Label != "Write" || task.CreatedAt.Location() != time.UTC {
		t.Errorf("label %q, created %v", task.Label, task.CreatedAt)
	}
}

// TestCut checks that a text counts as truncated by its length, not by its end,
// and that truncating the name truncates the label.
func TestCut(t *testing.T) {
	for text, want := range map[string][]string{
		"to be continued…": {}, strings.Repeat("x", 160): {}, strings.Repeat("x", 161): {"text", "label"},
	} {
		requirement := &graph.Requirement{Text: text}
		requirement.Kind = graph.KindRequirement
		requirement.Spec().Finish(requirement, graph.Light)
		if got := requirement.Cut(); !slices.Equal(got, want) {
			t.Errorf("%.20s: got %q, want %q", text, got, want)
		}
	}
}

func TestTruncate(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""}, {"abc", "abc"}, {"äöü", "äöü"}, {"abcd", "abc…"}, {"ab cd", "ab…"}, {"日本語文", "日本語…"}, {"a\xffbc", "a\xffb…"},
	} {
		if got := graph.Truncate(test.text, 3); got != test.want {
			t.Errorf("Truncate(%q, 3) = %q, want %q", test.text, got, test.want)
		}
	}
}
