package bm25

import (
	"slices"
	"strings"
	"testing"
)

func TestRank(t *testing.T) {
	texts := []string{
		0: "the sea is wide",
		1: "the sea is deep and the sea is cold",
		2: "a lighthouse by the sea",
		3: "the the the the the the",
		4: "a lighthouse by the sea",
		5: "nothing here",
	}
	index := New()
	for _, text := range texts {
		index.Add(strings.Fields(text))
	}
	for _, test := range []struct {
		question string
		most     int
		want     []int
	}{
		{"lighthouse", 9, []int{2, 4}}, // equal ones in order
		{"lighthouse", 1, []int{2}},
		{"the lighthouse", 9, []int{2, 4, 3, 1, 0}}, // the rare word before the frequent one
		{"sea", 9, []int{1, 0, 2, 4}},               // twice in one, then in the short ones
		{"wide sea sea sea", 9, []int{0, 1, 2, 4}},
		{"wide deep", 9, []int{0, 1}}, // the short one
		{"unknown wide", 9, []int{0}},
		{"unknown", 9, nil},
		{"", 9, nil},
	} {
		var got []int
		for _, hit := range index.Rank(strings.Fields(test.question), test.most) {
			got = append(got, hit.Text)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%q finds %v, want %v", test.question, got, test.want)
		}
	}
}

// TestScore checks the score of a word in one of two texts. It is
// ln(1+(2-1+.5)/(1+.5)), times 2·2.2/(2+1.2·(.25+.75·4/3)) for a text of 4
// words if the mean is 3 words.
func TestScore(t *testing.T) {
	index := New()
	index.Add([]string{"x", "x", "y", "y"})
	index.Add([]string{"y", "y"})
	hits := index.Rank([]string{"x"}, 1)
	const want = 0.871
	if got := hits[0].Score; got < want-.001 || got > want+.001 {
		t.Errorf("got %.4f, want %.3f", got, want)
	}
}
