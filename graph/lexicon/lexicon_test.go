package lexicon

import (
	"slices"
	"strings"
	"testing"

	"dossier/graph/text"
)

func TestRelated(t *testing.T) {
	for _, pair := range [][2]string{
		{"undecided", "unsettled"}, {"options", "alternatives"}, {"limitations", "constrained"},
		{"drawback", "disadvantages"}, {"requires", "necessary"},
	} {
		want := text.English(pair[1])
		words := Related(text.English(pair[0]))
		if !slices.ContainsFunc(words, func(w Word) bool { return w.Stem == want && w.Weight > 0 && w.Weight <= 1 }) {
			t.Errorf("Related(%s) = %v, want %s among them", pair[0], words, want)
		}
	}
	for _, stem := range []string{"", "qwrtz", "zzz", "a"} {
		if got := Related(stem); got != nil {
			t.Errorf("Related(%q) = %v, want none", stem, got)
		}
	}
}

func TestHas(t *testing.T) {
	for word, want := range map[string]bool{"roof": true, "costs": true, "": false, "rolf": false, "kubelet": false} {
		if got := Has(text.English(word)); got != want {
			t.Errorf("Has(%q) = %t, want %t", word, got, want)
		}
	}
}

// TestLexicon checks the form of every line, which Related relies on.
func TestLexicon(t *testing.T) {
	all := lines()
	if len(all) < 10_000 || !slices.IsSorted(all) {
		t.Fatalf("%d lines, sorted %t", len(all), slices.IsSorted(all))
	}
	for _, line := range all {
		fields := strings.Fields(line)
		if len(fields) < 2 {
			t.Fatalf("%q has no related word", line)
		}
		for _, field := range fields[1:] {
			if len(field) < 3 || field[0] < '1' || field[0] > '9' || field[1:] == fields[0] {
				t.Fatalf("%q in %q is no related word", field, line)
			}
		}
	}
}
