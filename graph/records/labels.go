package records

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/text"
)

// Labels is an index of the labels of a graph's entities, folded: in lower case
// and without accents. It excludes scratch and archived documents and the
// project. It is immutable and safe for concurrent use.
type Labels struct {
	graph   *memory.Graph
	entries []entry // by key, then start, then kind and id
	longest int     // runes of the longest label, at most graph.LabelLimit
}

// An entry is a suffix of a label that begins at a word.
type entry struct {
	folded  string // the label
	start   int32  // offset of the word
	ordinal int32
}

// key returns the suffix.
func (e entry) key() string { return e.folded[e.start:] }

// NewLabels indexes a graph. It takes about 100 bytes for each entity, and a
// millisecond for each thousand.
func NewLabels(g *memory.Graph) *Labels {
	l := &Labels{graph: g}
	for ordinal, entity := range g.Entities() {
		common := entity.Self()
		if common.Kind == graph.KindProject || common.IsScratch() || IsArchived(entity) {
			continue
		}
		folded := fold(Label(entity))
		l.longest = max(l.longest, utf8.RuneCountInString(folded))
		for _, start := range wordStarts(folded) {
			l.entries = append(l.entries, entry{folded, int32(start), ordinal})
		}
	}
	slices.SortFunc(l.entries, func(a, b entry) int {
		return cmp.Or(strings.Compare(a.key(), b.key()), cmp.Compare(a.start, b.start), g.Compare(a.ordinal, b.ordinal))
	})
	return l
}

// fold returns the form in which labels are compared, with white space folded.
func fold(s string) string { return text.Fold(graph.Line(s, 0)) }

// wordStarts returns the offsets at which words begin, and 0.
func wordStarts(folded string) []int {
	starts := []int{0}
	before := ' '
	for i, r := range folded {
		if i > 0 && isWordRune(r) && !isWordRune(before) {
			starts = append(starts, i)
		}
		before = r
	}
	return starts
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// from returns the index of the first entry whose key is not less than key.
func (l *Labels) from(key string) int {
	at, _ := slices.BinarySearchFunc(l.entries, key, func(e entry, key string) int { return strings.Compare(e.key(), key) })
	return at
}

// withPrefix returns the entries whose keys begin with prefix, which is folded.
func (l *Labels) withPrefix(prefix string) []entry {
	from := l.from(prefix)
	count, _ := slices.BinarySearchFunc(l.entries[from:], prefix, func(e entry, prefix string) int {
		if strings.HasPrefix(e.key(), prefix) {
			return -1
		}
		return 1
	})
	return l.entries[from : from+count]
}

// Candidates returns at most first entities with a word of their label that
// begins with prefix, for completion. Labels that begin with prefix come first,
// then records, then by label and id. If kinds is nil, all kinds match.
func (l *Labels) Candidates(prefix string, kinds []graph.Kind, first int) []graph.Entity {
	var best []entry
	for _, entry := range l.withPrefix(fold(prefix)) {
		full := len(best) >= first && (first < 1 || l.compare(entry, best[first-1]) >= 0)
		if full || !wants(kinds, l.entity(entry)) {
			continue
		}
		if at := slices.IndexFunc(best, entry.sameEntity); at >= 0 {
			if l.compare(best[at], entry) <= 0 {
				continue
			}
			best = slices.Delete(best, at, at+1)
		}
		at, _ := slices.BinarySearchFunc(best, entry, l.compare)
		best = slices.Insert(best, at, entry)
		best = best[:min(len(best), first)]
	}
	return l.entities(best)
}

func (e entry) sameEntity(other entry) bool { return e.ordinal == other.ordinal }

func (l *Labels) entity(e entry) graph.Entity { return l.graph.At(e.ordinal) }

func (l *Labels) entities(entries []entry) []graph.Entity {
	list := make([]graph.Entity, len(entries))
	for i, entry := range entries {
		list[i] = l.entity(entry)
	}
	return list
}

// compare compares entries by the order of [Labels.Candidates].
func (l *Labels) compare(a, b entry) int {
	x, y := l.entity(a).Self(), l.entity(b).Self()
	return cmp.Or(
		cmp.Compare(btoi(a.start > 0), btoi(b.start > 0)),
		cmp.Compare(btoi(x.Kind != graph.KindRecord), btoi(y.Kind != graph.KindRecord)),
		strings.Compare(x.Label, y.Label),
		strings.Compare(x.ID, y.ID),
	)
}

// named returns the entities whose folded label is that of name: exact
// spellings first, then records, then by kind and id.
func (l *Labels) named(name string) []entry {
	var found []entry
	folded := fold(name)
	for _, entry := range l.entries[l.from(folded):] {
		if entry.key() != folded || entry.start > 0 {
			break
		}
		found = append(found, entry)
	}
	slices.SortFunc(found, func(a, b entry) int {
		x, y := l.entity(a).Self(), l.entity(b).Self()
		return cmp.Or(
			cmp.Compare(btoi(x.Label != name), btoi(y.Label != name)),
			cmp.Compare(btoi(x.Kind != graph.KindRecord), btoi(y.Kind != graph.KindRecord)),
			l.graph.Compare(a.ordinal, b.ordinal),
		)
	})
	return found
}

// longestName returns the length in bytes of the longest label that s begins
// with, 0 if there is none. A label ends at the end of a word, except in
// scripts without spaces.
func (l *Labels) longestName(s string) int {
	line, _, _ := strings.Cut(graph.FirstRunes(s, l.longest+1), "\n")
	ends := []int{len(line)}
	for i := range line {
		ends = append(ends, i)
	}
	slices.Sort(ends)
	for _, end := range slices.Backward(ends) {
		if endsWord(s, end) && len(l.named(s[:end])) > 0 {
			return end
		}
	}
	return 0
}

// endsWord reports whether a name may end at the offset end of s.
func endsWord(s string, end int) bool {
	last, _ := utf8.DecodeLastRuneInString(s[:end])
	next, _ := utf8.DecodeRuneInString(s[end:])
	if unicode.IsSpace(last) || unicode.IsMark(next) {
		return false
	}
	return !isWordRune(last) || !isWordRune(next) ||
		unicode.In(last, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai)
}

// The least similarity of an alternative's label to a name, and the maximum
// number of alternatives.
const (
	alike     = 0.3
	mostAlike = 5

	// Bounds of the search: words of the name, and entries on either side of
	// them. The words of a name share the entries, and so do more than
	// fullyLooked mentions of a message: one took 9 ms, and 50 took 517 ms.
	wordsLooked = 5
	nearLooked  = 200
	fullyLooked = 10

	likeWithin = 0.9 // weight of the similarity to a part of a label
)

// nearEach returns the number of entries to compare on either side of each
// mention of a message with n of them.
func nearEach(n int) int { return nearLooked * fullyLooked / max(n, fullyLooked) }

// closest returns the entities whose labels are most similar to a name by
// trigrams, the most similar first. It compares only labels with a word that
// begins with the same two characters as one of the name's and is among the
// given number on either side of it in the index.
func (l *Labels) closest(name string, kinds []graph.Kind, near int) []graph.Entity {
	folded := fold(name)
	trigrams, starts := text.TrigramsOf(folded), wordStarts(folded)
	looked := starts[:min(len(starts), wordsLooked)]
	likeness := map[int32]float64{}
	for _, start := range looked {
		for _, entry := range l.near(folded[start:], near/len(looked)) {
			if !wants(kinds, l.entity(entry)) {
				continue
			}
			like, known := likeness[entry.ordinal]
			if !known {
				like = trigrams.Similarity(text.TrigramsOf(entry.folded))
			}
			part := firstWords(entry.key(), len(starts))
			likeness[entry.ordinal] = max(like, likeWithin*trigrams.Similarity(text.TrigramsOf(part)))
		}
	}
	found := make([]entry, 0, len(likeness))
	for ordinal, like := range likeness {
		if like >= alike {
			found = append(found, entry{ordinal: ordinal})
		}
	}
	slices.SortFunc(found, func(a, b entry) int {
		return cmp.Or(-cmp.Compare(likeness[a.ordinal], likeness[b.ordinal]), l.compare(a, b))
	})
	return l.entities(found[:min(len(found), mostAlike)])
}

// near returns at most n entries on either side of key that begin with the same
// two characters.
func (l *Labels) near(key string, n int) []entry {
	like := l.withPrefix(graph.FirstRunes(key, 2))
	at, _ := slices.BinarySearchFunc(like, key, func(e entry, key string) int { return strings.Compare(e.key(), key) })
	return like[max(at-n, 0):min(at+n, len(like))]
}

// wants reports whether kinds has the entity's kind, or is nil.
func wants(kinds []graph.Kind, e graph.Entity) bool {
	return graph.Allows(kinds, e.Self().Kind)
}

// firstWords returns the first n words of s.
func firstWords(s string, n int) string {
	if starts := wordStarts(s); n < len(starts) {
		return s[:starts[n]]
	}
	return s
}
