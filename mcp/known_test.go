package mcp_test

import (
	"regexp"
	"strings"
	"testing"
)

var handle = regexp.MustCompile(`(?m)^known: (k[0-9]+)`)

// TestHandles checks that the text of a context document ends with a handle of at
// most 20 tokens, by which another server leaves out what the document has.
func TestHandles(t *testing.T) {
	first, other := connect(t), connect(t)
	for _, topic := range []string{"what blocks the app-store submission?", "offline payments", "risks of the launch", "who owns the refunds",
		"fog", "installation manual"} {
		for _, budget := range []int{300, 500, 1000, 4000} {
			given := map[string]any{"topic": topic, "max_tokens": budget}
			before := textOf(first.call(t, "get_context_document", given))
			found := handle.FindStringSubmatch(before)
			if found == nil || tokensOf(t, found[1]) > 20 {
				t.Errorf("%s in %d: %q in\n%s", topic, budget, found, before)
				continue
			}
			given["known"] = found[1]
			after := textOf(other.call(t, "get_context_document", given))
			if !strings.Contains(after, "omitted") || tokensOf(t, after) > max(tokensOf(t, before)*3/4, budget/4+60) {
				t.Errorf("%s in %d: %d tokens after %d:\n%s", topic, budget, tokensOf(t, after), tokensOf(t, before), after)
			}
		}
	}
}

// TestUnknownHandles checks that the line for the next call says that a handle
// is none.
func TestUnknownHandles(t *testing.T) {
	a := connect(t)
	for _, known := range []string{"k", "k1", "k12345678", "k999999999", "kwords", "what blocks the launch"} {
		got := a.call(t, "get_context_document", map[string]any{"topic": "fog", "known": known})
		if got.IsError || !strings.Contains(textOf(got), "1 of 1 are no digests") {
			t.Errorf("%s: %s", known, textOf(got))
		}
	}
}
