package graph_test

import (
	"testing"

	"dossier/graph"
)

func TestIsUUID(t *testing.T) {
	for s, want := range map[string]bool{
		"6d2f0c51-8a9e-4b37-9d14-3b7c52e0a866":   true,
		"6D2F0C51-8A9E-4B37-9D14-3B7C52E0A866":   true,
		"":                                       false,
		"6d2f0c51":                               false,
		"6d2f0c518a9e4b379d143b7c52e0a866":       false,
		"6d2f0c51-8a9e-4b37-9d14-3b7c52e0a86":    false,
		"6d2f0c51-8a9e-4b37-9d14-3b7c52e0a86g":   false,
		"6d2f0c518-a9e-4b37-9d14-3b7c52e0a866":   false,
		"6d2f0c51-8a9e-4b37-9d14-3b7c52e0-866":   false,
		"{6d2f0c51-8a9e-4b37-9d14-3b7c52e0a866}": false,
		"6d2f0c51-8a9e-4b37-9d14-3b7c52e0a8é":    false,
	} {
		if graph.IsUUID(s) != want {
			t.Errorf("IsUUID(%q) is not %t", s, want)
		}
	}
}
