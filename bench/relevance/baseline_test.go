package main

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dossier/bench/sets"
	"dossier/bench/stores"
)

// TestCut checks that a cut text is a prefix of the text, is within the budget,
// and is the whole text if that fits.
func TestCut(t *testing.T) {
	counter, err := stores.CountAsServed("")
	if err != nil {
		t.Fatal(err)
	}
	b := &baseline{count: counter.Count}
	lines := rapid.SliceOfN(rapid.SampledFrom([]string{"a word", "", "antidisestablishmentarianism", "  - a list", "한국어 텍스트", "x"}), 0, 12)
	rapid.Check(t, func(t *rapid.T) {
		text, budget := strings.Join(lines.Draw(t, "lines"), "\n"), rapid.IntRange(0, 40).Draw(t, "budget")
		got, tokens := b.cut(text, budget)
		if !strings.HasPrefix(text, got) || tokens > budget || counter.Count(got) > budget {
			t.Fatalf("%q is cut to %q of %d tokens, counted %d, for %d", text, got, tokens, counter.Count(got), budget)
		}
		if rest := text[len(got):]; rest == "" || rest[0] == ' ' || rest[0] == '\n' || got == "" || strings.HasSuffix(got, "\n") {
			return
		}
		t.Fatalf("%q is cut inside a word, to %q", text, got)
	})
}

func TestSections(t *testing.T) {
	const body = "Lead.\n# One\n## Two ##\nText of two.\n```\n# no heading\n```\n# Three\n\n### Four\nText of four.\n"
	var got []string
	for _, p := range sectionsOf(sets.Text{ID: "x", Title: "Doc", Body: body}) {
		got = append(got, p.heading+": "+strings.ReplaceAll(strings.TrimSpace(p.body), "\n", "/"))
	}
	want := []string{"Doc: Lead.", "Doc › One › Two: Text of two./```/# no heading/```", "Doc › Three › Four: Text of four."}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if bare := sectionsOf(sets.Text{ID: "x", Title: "Doc"}); len(bare) != 1 || bare[0].heading != "Doc" {
		t.Errorf("an entity without a text is %v, want its title", bare)
	}
}

// TestBaselineAnswer checks that whole pieces are copied in order, that the
// last one is cut, and that further pieces are still ranked.
func TestBaselineAnswer(t *testing.T) {
	words := func(text string) int { return len(strings.Fields(text)) }
	b := overWords([]piece{{"long", "sea", strings.Repeat("sea water ", 20)}, {"short", "sea sea", "sea"}, {"none", "hill", "grass"}}, words)
	a, err := b.answer(context.Background(), "Is there a sea?", 10)
	if err != nil {
		t.Fatal(err)
	}
	if a.Text != "## sea sea\nsea\n\n## sea\nsea water sea water" || a.Tokens != 10 {
		t.Errorf("got %d tokens: %q", a.Tokens, a.Text)
	}
	if !slices.Equal(a.Ranked, []string{"short", "long"}) || a.Confidence <= 0 {
		t.Errorf("ranked %q by %v", a.Ranked, a.Confidence)
	}
	if none, err := b.answer(context.Background(), "nowhere", 10); err != nil || none.Text != "" || none.Ranked == nil {
		t.Errorf("an unknown word is answered by %+v, %v", none, err)
	}
}

func TestSaid(t *testing.T) {
	got := said(map[string]any{"b": []any{"two", 3.0, map[string]any{"c": "three"}}, "a": "one"})
	if want := []string{"one", "two", "three"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
