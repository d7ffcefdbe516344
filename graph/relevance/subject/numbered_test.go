package subject_test

import (
	"slices"
	"testing"

	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/indextest"
	"dossier/graph/relevance/subject"
)

// TestNumbersAreJoined reads the number of a release, and a compound, as titles
// write them.
func TestNumbersAreJoined(t *testing.T) {
	x := indextest.New(t,
		indextest.Note("a", "9.0-beta2", ""), indextest.Note("b", "Phase 2", ""), indextest.Note("c", "9.0", ""),
		indextest.Note("d", "Phase 2 of the beta", "The cable x509 is laid."), indextest.Note("e", "509 metres of x", ""),
		indextest.Note("f", "The sidecar of the into", ""), indextest.Note("g", "Timezone", ""), indextest.Note("h", "Time zone", ""),
	)
	r := corpus.Over(x).Open()
	t.Cleanup(r.Close)
	for question, want := range map[string][]string{
		"is 9.0 beta 2 late":   {"is", "9.0", "beta2", "late"},
		"is Beta-2 late":       {"is", "beta2", "late"},
		"is phase2 late":       {"is", "phase", "2", "late"},
		"is phase 2 late":      {"is", "phase", "2", "late"},
		"beta, 2 of them":      {"beta", "2", "of", "them"},
		"where is x509":        {"where", "is", "x509"},
		"which side car is it": {"which", "sidecar", "is", "it"},
		"the side, car":        {"the", "side", "car"},
		"the time zone":        {"the", "time", "zone"},
		"in to the":            {"in", "to", "the"},
		"is gamma 2 late":      {"is", "gamma", "2", "late"},
	} {
		var got []string
		for _, word := range subject.Ask(r, question, func(string) bool { return false }, subject.Defaults()).Words {
			got = append(got, word.Text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", question, got, want)
		}
	}
}
