package index

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"dossier/graph/flat"
	"dossier/graph/pipeline"
	"dossier/graph/text"
)

// mentionParams are the constants of mentions.
var mentionParams = struct {
	// PerTarget is the maximum number of mentions of one entry by another,
	// PerEntry that of mentions by one entry: a longer list of titles says little
	// about each.
	PerTarget, PerEntry int
	// Sharing is the exponent of quality/owners in a mention's weight.
	Sharing float64
}{
	PerTarget: 4,     // by eye
	PerEntry:  1_000, // by eye: limits memory
	Sharing:   .8,    // first value of the method
}

// Mention is an occurrence of an entry's title in a sentence of another entry.
type Mention struct {
	Target   int32   // ordinal
	Sentence int32   // into Entry.Sentences
	Weight   float64 // 0 to 1: the quality of the form, less if several entries have it
}

// stale has what a change makes obsolete: the entries whose text changed, and
// the title forms that were added or removed, because any entry with their
// words may mention them.
type stale struct {
	entries map[int32]bool
	forms   [][]uint32
	all     bool // all entries are stale, so that forms are not needed
}

// add adds a title form. A nil stale ignores it.
func (s *stale) add(form []uint32) {
	if s != nil && !s.all {
		s.forms = append(s.forms, form)
	}
}

// refreshMentions finds the mentions in all entries that a change may affect.
func (x *Index) refreshMentions(stale *stale) {
	for _, words := range stale.forms {
		if len(stale.entries) == len(x.ordinals) {
			break
		}
		x.MaybeWith(words, stale.entries)
	}
	ordinals := slices.Sorted(maps.Keys(stale.entries)) // ascending, so that lists grow at the end
	ordinals = slices.DeleteFunc(ordinals, func(ordinal int32) bool { return x.entries[ordinal].ID == "" })
	for _, ordinal := range ordinals {
		x.removeMentions(ordinal)
	}
	pipeline.Each(ordinals, x.findMentions)
	for _, ordinal := range ordinals {
		x.addMentionedBy(ordinal)
	}
}

// MaybeWith adds to entries the ordinals of those that may contain all words.
// If all words are stop words, these are all entries.
func (x *Index) MaybeWith(words []uint32, entries map[int32]bool) {
	if !slices.ContainsFunc(words, func(word uint32) bool { return x.TermOf(word) != 0 }) {
		for _, ordinal := range x.ordinals {
			entries[ordinal] = true
		}
	}
	for _, posting := range x.Rarest(words) {
		entries[posting.Ordinal] = true
	}
}

// Rarest returns the shortest list of postings of the words, nil if all are stop
// words.
func (x *Index) Rarest(words []uint32) []Posting {
	var best []Posting
	for _, word := range words {
		term := x.TermOf(word)
		if term == 0 {
			continue
		}
		if list := x.Postings(term); best == nil || len(list) < len(best) {
			best = list
		}
	}
	return best
}

// findMentions finds the titles of other entries in an entry's text: at each
// word the longest one. It changes only the entry.
func (x *Index) findMentions(ordinal int32) {
	entry := &x.entries[ordinal]
	var words []text.Token
	for i, sentence := range entry.Sentences {
		if sentence.Field == 0 || sentence.Unit == text.Comment {
			continue
		}
		words = entry.Sequence(int32(i), words)
		for at := 0; at < len(words); {
			at += x.mentionAt(ordinal, int32(i), words[at:])
		}
	}
	slices.SortFunc(entry.Mentions, func(a, b Mention) int {
		return cmp.Or(cmp.Compare(a.Target, b.Target), cmp.Compare(a.Sentence, b.Sentence))
	})
	entry.Mentions = flat.Exact(entry.Mentions)
}

// addMentionedBy adds an entry to the lists of those that it mentions.
func (x *Index) addMentionedBy(ordinal int32) {
	entry := &x.entries[ordinal]
	x.held.mentions += len(entry.Mentions)
	for i, mention := range entry.Mentions {
		if i == 0 || entry.Mentions[i-1].Target != mention.Target {
			by := &x.entries[mention.Target].MentionedBy
			at, _ := slices.BinarySearch(*by, ordinal)
			*by = slices.Insert(*by, at, ordinal)
		}
	}
}

// mentionAt adds mentions of the title at the beginning of words, if any, and
// returns the number of words to skip.
func (x *Index) mentionAt(ordinal, sentence int32, words []text.Token) int {
	owners, length := x.titles.longest(words)
	if length == 0 {
		return 1
	}
	if len(owners) > titleParams.MaxOwners || length == 1 && !words[0].Has(text.Capital) {
		return length
	}
	entry := &x.entries[ordinal]
	for _, owner := range owners {
		full := len(entry.Mentions) >= mentionParams.PerEntry
		if owner.Ordinal != ordinal && !full && entry.mentions(owner.Ordinal) < mentionParams.PerTarget {
			weight := math.Pow(owner.Quality()/float64(len(owners)), mentionParams.Sharing)
			entry.Mentions = append(entry.Mentions, Mention{owner.Ordinal, sentence, weight})
		}
	}
	return length
}

// mentions returns the number of mentions of a target found so far.
func (e *Entry) mentions(target int32) (count int) {
	for _, mention := range e.Mentions {
		if mention.Target == target {
			count++
		}
	}
	return count
}

func (x *Index) removeMentions(ordinal int32) {
	for _, mention := range x.entries[ordinal].Mentions {
		by := &x.entries[mention.Target].MentionedBy
		if at, found := slices.BinarySearch(*by, ordinal); found {
			*by = slices.Delete(*by, at, at+1)
		}
	}
	x.held.mentions -= len(x.entries[ordinal].Mentions)
	x.entries[ordinal].Mentions = nil
}

// MentionsOf returns the entry's mentions of a target.
func (e *Entry) MentionsOf(target int32) []Mention {
	compare := func(m Mention, target int32) int { return cmp.Compare(m.Target, target) }
	first, _ := slices.BinarySearchFunc(e.Mentions, target, compare)
	last, _ := slices.BinarySearchFunc(e.Mentions, target+1, compare)
	return e.Mentions[first:last]
}
