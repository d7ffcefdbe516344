package outline_test

import (
	"testing"

	"dossier/graph"
)

// TestWordsTogether asks for decisions by two words that ask for them only
// together, and checks that other parts are not asked for.
func TestWordsTogether(t *testing.T) {
	topics := open(t).find("options that HIP-88 turned down").Topics
	if len(topics) != 1 {
		t.Fatalf("%d topics, want HIP-88", len(topics))
	}
	for _, group := range topics[0].Groups {
		if group.Meant != (group.Kind == graph.KindDecision) {
			t.Errorf("the question asks for the %ss of HIP-88: %v", group.Kind, group.Meant)
		}
	}
}
