package text

import (
	"slices"
	"unicode"
)

// Trigrams is the sorted set of the sequences of three runes in a text. As in
// pg_trgm, words are in lower case, with two spaces before and one after each.
type Trigrams []uint64

// TrigramsOf returns the trigrams of s.
func TrigramsOf(s string) Trigrams {
	set := make(Trigrams, 0, len(s)+8)
	const space = uint64(' ')
	a, b, inside := space, space, false
	for _, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsNumber(r) {
			if inside {
				set = append(set, a<<42|b<<21|space)
			}
			a, b, inside = space, space, false
			continue
		}
		c := uint64(unicode.ToLower(r))
		set = append(set, a<<42|b<<21|c)
		a, b, inside = b, c, true
	}
	if inside {
		set = append(set, a<<42|b<<21|space)
	}
	slices.Sort(set)
	return slices.Compact(set)
}

// Similarity returns the fraction of trigrams that two texts share, 0 to 1,
// like pg_trgm's similarity().
func (t Trigrams) Similarity(other Trigrams) float64 {
	shared, i, j := 0, 0, 0
	for i < len(t) && j < len(other) {
		switch {
		case t[i] == other[j]:
			shared++
			i++
			j++
		case t[i] < other[j]:
			i++
		default:
			j++
		}
	}
	if shared == 0 {
		return 0
	}
	return float64(shared) / float64(len(t)+len(other)-shared)
}
