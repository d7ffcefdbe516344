package text

import (
	"slices"
	"strings"
)

// fragmentMost is the maximum number of words of a fragment, and fragmentCount
// that of fragments in a snippet. Both are specified.
const (
	fragmentMost  = 18
	fragmentCount = 2
)

// Fragment is a part of a snippet in plain text.
type Fragment struct {
	// Text has an ellipsis where its sentence continues.
	Text string
	// Marks are the matching words as byte offsets in Text, in order.
	Marks []Span
}

// Fragments returns at most two fragments of at most 18 words, one from each of
// the first sentences that contain a term. The sentences may be Markdown. Terms
// are folded words and match all words with the same stem.
func Fragments(sentences []string, terms []string, stem Stemmer) []Fragment {
	wanted := newStems(terms, stem)
	var list []Fragment
	for _, s := range sentences {
		if f := fragment(Plain(s), wanted); len(f.Marks) > 0 && len(list) < fragmentCount {
			list = append(list, f)
		}
	}
	return list
}

// Marked returns the text with its matches **marked**.
func (f Fragment) Marked() string {
	var b strings.Builder
	end := 0
	for _, m := range f.Marks {
		b.WriteString(f.Text[end:m.Start] + "**" + f.Text[m.Start:m.End] + "**")
		end = m.End
	}
	b.WriteString(f.Text[end:])
	return b.String()
}

// fragment returns the part of a plain text with the most matches.
func fragment(s string, wanted *stems) Fragment {
	words := placed(s)
	hits := make([]bool, len(words))
	for i, w := range words {
		hits[i] = wanted.have(w.Text)
	}
	first, last := window(hits)
	if first == last {
		return Fragment{}
	}
	start, end := 0, len(s)
	prefix, suffix := "", ""
	if first > 0 {
		start, prefix = words[first].Start, "… "
	}
	if last < len(words) {
		end, suffix = words[last-1].End, " …"
	}
	f := Fragment{Text: prefix + s[start:end] + suffix}
	shift := len(prefix) - start
	for i := first; i < last; i++ {
		if hits[i] {
			f.Marks = append(f.Marks, Span{Start: words[i].Start + shift, End: words[i].End + shift})
		}
	}
	return f
}

// stems are the stems of some words.
type stems struct {
	of     Stemmer
	all    map[string]bool
	firsts [256]bool // whether a stem begins with the byte
}

func newStems(words []string, stem Stemmer) *stems {
	s := &stems{of: stem, all: make(map[string]bool)}
	for _, word := range words {
		if one := stem(word); one != "" {
			s.all[one], s.firsts[one[0]] = true, true
		}
	}
	return s
}

// have reports whether a folded word has one of the stems. It computes the stem
// only of words with the first letter of one, because stemmers keep the first
// letter of a word in its common spelling.
func (s *stems) have(word string) bool {
	word = commonSpelling(word)
	return word != "" && s.firsts[word[0]] && s.all[s.of(word)]
}

// placed returns the words of a text without those that overlap an earlier one.
func placed(s string) []Word {
	var words []Word
	for w := range Words(s) {
		if n := len(words); n == 0 || w.Start >= words[n-1].End {
			words = append(words, w)
		}
	}
	return words
}

// window returns the bounds of the fragmentMost words with the most matches,
// with some context before the first match.
func window(hits []bool) (first, last int) {
	if !slices.Contains(hits, true) {
		return 0, 0
	}
	best, count := 0, 0
	for i, hit := range hits {
		if hit {
			count++
		}
		if i >= fragmentMost && hits[i-fragmentMost] {
			count--
		}
		if count > best {
			best, last = count, i+1
		}
	}
	first = max(0, last-fragmentMost)
	for !hits[first] {
		first++
	}
	first = max(0, first-(fragmentMost-(last-first))/2)
	return first, min(len(hits), max(last, first+fragmentMost))
}
