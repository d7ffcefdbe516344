package main

import (
	"testing"

	"dossier/graph"
)

// TestColumns checks what the documentation says about columns.
func TestColumns(t *testing.T) {
	got := map[string]string{}
	for _, spec := range graph.Kinds {
		for _, field := range ownColumns(spec) {
			got[string(spec.Kind)+"."+field.Name] = valueDoc(field)
		}
	}
	for name, want := range map[string]string{
		"requirement.text":          "text, required",
		"signal.channel":            "text, required",
		"signal.ts":                 "date or time",
		"signal.payload":            "JSON",
		"signal.payload_summary":    "", // derived
		"task.priority":             "whole number",
		"task.due_at":               "date or time",
		"risk.probability":          "number",
		"risk.impact":               "one of low, medium, high, critical",
		"output.source_document_id": "id",
		"project.is_public":         "true or false",
		"plan.description":          "text",
		"task.title":                "text, required",
		"task.id":                   "", // every kind has it
	} {
		if got[name] != want {
			t.Errorf("%s: got %q, want %q", name, got[name], want)
		}
	}
}
