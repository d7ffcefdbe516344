package lexicon

import (
	"slices"
	"strings"
	"testing"

	"dossier/graph/text"
)

func TestPhrases(t *testing.T) {
	for question, want := range map[string]string{
		"what should I watch out for":   "caveat",
		"why might it be a bad idea":    "drawback",
		"how do I turn it off":          "rollback",
		"how does it work under a load": "scalability",
		"what it does not do":           "exclusion",
	} {
		found := Phrases(idsOf(question))
		if len(found) != 1 || !slices.Contains(found[0].Headings, text.English(want)) {
			t.Errorf("Phrases of %q = %v, want one that heads %s", question, found, want)
		}
	}
	if found := Phrases(idsOf("watch the queue")); found != nil {
		t.Errorf("Phrases without a phrase = %v", found)
	}
}

// TestPhraseWithinPhrase checks that the longest phrase at a word is taken, and
// that phrases do not overlap.
func TestPhraseWithinPhrase(t *testing.T) {
	ids := idsOf("what has to be done to fall back on later on")
	found := Phrases(ids)
	var got []string
	for _, p := range found {
		got = append(got, strings.Join(ids[p.First:p.Last], " "))
	}
	if want := []string{"fall back on", "later on"}; !slices.Equal(got, want) {
		t.Errorf("phrases %q, want %q", got, want)
	}
}

// TestPhraseLines checks that each line belongs to a word of headings.txt, and
// that no phrase is one word or on a line twice.
func TestPhraseLines(t *testing.T) {
	for line := range strings.Lines(phraseList) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		heading, list, found := strings.Cut(line, ":")
		if !found || Headings(text.English(heading)) == nil {
			t.Errorf("%q has no word of headings.txt", heading)
		}
		var seen []string
		for phrase := range strings.SplitSeq(list, ",") {
			id := strings.Join(idsOf(phrase), " ")
			if !strings.Contains(id, " ") || slices.Contains(seen, id) {
				t.Errorf("%s: %q", heading, phrase)
			}
			seen = append(seen, id)
		}
	}
}
