package text

import (
	"slices"
	"strings"
)

// The most words of a fragment, and the number of fragments in a snippet.
const (
	fragmentMost  = 18
	fragmentCount = 2
)

// Fragment is a piece of a snippet in plain text.
type Fragment struct {
	// Text is the piece; an ellipsis stands where a sentence goes on.
	Text string
	// Marks are the matching words as byte offsets in Text, in order.
	Marks []Span
}

// Fragments gives at most two fragments, of 18 words at most, one from each of the first sentences that hold one of the
// terms. The sentences may be Markdown; terms are folded words and match all words of the same stem.
func Fragments(sentences []string, terms []string, stem Stemmer) []Fragment {
	wanted := make(map[string]bool)
	for _, t := range terms {
		if s := stem(t); s != "" {
			wanted[s] = true
		}
	}
	var list []Fragment
	for _, s := range sentences {
		if f := fragment(Plain(s), wanted, stem); len(f.Marks) > 0 && len(list) < fragmentCount {
			list = append(list, f)
		}
	}
	return list
}

// Marked gives the text with its matches **so**.
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

// fragment cuts the window with most matches out of a plain text.
func fragment(s string, wanted map[string]bool, stem Stemmer) Fragment {
	words := placed(s)
	hits := make([]bool, len(words))
	for i, w := range words {
		hits[i] = wanted[stem(w.Text)]
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

// placed gives the words of a text, each place once.
func placed(s string) []Word {
	var words []Word
	for w := range Words(s) {
		if n := len(words); n == 0 || w.Start >= words[n-1].End {
			words = append(words, w)
		}
	}
	return words
}

// window gives the bounds of the words with most matches among fragmentMost, with some context before the first.
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
