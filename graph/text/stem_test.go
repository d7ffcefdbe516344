package text_test

import (
	"sync"
	"testing"

	"github.com/kljensen/snowball/english"

	"dossier/graph/text"
)

// TestRecentStems checks that words have their stems, however often and from
// wherever they are asked for.
func TestRecentStems(t *testing.T) {
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for i := range 20_000 {
				word := "nesses"
				for n := i % 6000; n > 0; n /= 26 { // more than there are places
					word = string(rune('a'+n%26)) + word
				}
				if got, want := text.English(word), english.Stem(word, true); got != want {
					t.Errorf("%s: got %s, want %s", word, got, want)
				}
			}
		})
	}
	group.Wait()
}

// TestIrregularForms checks that forms of a word that do not share its beginning have
// its stem, and that those which are also other words keep theirs.
func TestIrregularForms(t *testing.T) {
	for form, base := range map[string]string{"lost": "lose", "losing": "lose", "sent": "send", "paid": "pays", "indices": "index",
		"children": "child", "withdrawn": "withdraws"} {
		if text.English(form) != text.English(base) {
			t.Errorf("%s has the stem %s, %s has %s", form, text.English(form), base, text.English(base))
		}
	}
	for form, other := range map[string]string{"left": "leave", "saw": "see", "led": "lead", "rose": "rise"} {
		if text.English(form) == text.English(other) {
			t.Errorf("%s has the stem of %s", form, other)
		}
	}
}

func TestIsPlural(t *testing.T) {
	for plural, singular := range map[string]string{
		"bugs": "bug", "stories": "story", "keys": "key", "branches": "branch", "children": "child", "criteria": "criterion",
		"hypotheses": "hypothesis", "mappen": "mappe",
	} {
		if !text.IsPlural(plural, singular) {
			t.Errorf("%s is no plural of %s", plural, singular)
		}
	}
	for word, other := range map[string]string{
		"plans": "planning", "planning": "plan", "proposes": "proposal", "tests": "testing", "tester": "test", "builds": "building",
		"features": "featured", "bug": "bug", "": "bug",
	} {
		if text.IsPlural(word, other) {
			t.Errorf("%s is a plural of %s", word, other)
		}
	}
}

func TestDistinctStems(t *testing.T) {
	for word, other := range map[string]string{"authorities": "authority", "authorised": "authorization", "engineers": "engineering",
		"responsible": "responsibility"} {
		if text.English(word) != text.English(other) {
			t.Errorf("%s has the stem %s, %s has %s", word, text.English(word), other, text.English(other))
		}
	}
	for word, other := range map[string]string{"authority": "author", "authorization": "authors", "personal": "person", "engineer": "engine",
		"production": "product", "responsible": "response", "important": "import"} {
		if text.English(word) == text.English(other) {
			t.Errorf("%s has the stem of %s", word, other)
		}
	}
}
