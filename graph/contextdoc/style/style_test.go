package style

import (
	"strings"
	"testing"
)

// TestShortNames checks how names of parents are cut.
func TestShortNames(t *testing.T) {
	for label, want := range map[string]string{
		"KEP-1287: In-place update": "KEP-1287", "Offline mode": "Offline mode",
		"A name that is much longer than there is room for": "A name that is much longer…",
		strings.Repeat("x", 40):                             strings.Repeat("x", 30) + "…",
	} {
		if got := shortName(label); got != want {
			t.Errorf("%q: got %q, want %q", label, got, want)
		}
	}
}

// TestTitle checks that the title of a body has one line, is cut by the budget,
// and has nothing that does not print.
func TestTitle(t *testing.T) {
	for _, test := range []struct {
		maxTokens      int
		question, want string
	}{
		{4000, "what blocks\nthe launch", "what blocks, the launch"},
		{4000, "a\tb\x00c\xff", "a bc"},
		{120, "what blocks the launch", "what block…"},
	} {
		if got := (Style{MaxTokens: test.maxTokens}).Title(test.question); got != test.want {
			t.Errorf("%d tokens, %q: got %q, want %q", test.maxTokens, test.question, got, test.want)
		}
	}
}
