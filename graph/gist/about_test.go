package gist

import (
	"slices"
	"testing"
	"time"
)

// TestAboutOf expects that words which only hint at a view are what a question is about.
func TestAboutOf(t *testing.T) {
	for question, want := range map[string][]string{
		"do we get a sabbatical?":             {"sabbatical"},
		"parental leave":                      {"parental"},
		"who covers for Aisha?":               {"aisha"},
		"what is at risk?":                    nil,
		"what should I work on next?":         nil,
		"how long is maternity leave in Ohio": {"maternity", "ohio"},
	} {
		if got := AboutOf(question, time.Date(2026, 11, 18, 9, 0, 0, 0, time.UTC)); !slices.Equal(got, want) {
			t.Errorf("%q is about %q; expected %q", question, got, want)
		}
	}
}
