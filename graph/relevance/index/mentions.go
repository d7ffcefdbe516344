package index

import (
	"cmp"
	"iter"
	"maps"
	"math"
	"slices"

	"dossier/flat"
	"dossier/graph/pipeline"
	"dossier/graph/relevance/naming"
	"dossier/graph/text"
)

// mentionParams are the constants of mentions.
var mentionParams = struct {
	// Owners is the maximum number of entries with a title that is a mention of them.
	Owners int
	// PerTarget is the maximum number of mentions of one entry by another,
	// PerEntry that of mentions by one entry: a longer list of titles says little
	// about each.
	PerTarget, PerEntry int
	// Sharing is the exponent of quality/owners in a mention's weight.
	Sharing float64
}{
	Owners:    20,    // by eye, as for shared phrases
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

// refreshMentions finds the mentions in all entries that the change may affect.
func (c *change) refreshMentions() {
	ordinals := c.obsolete()
	for _, ordinal := range ordinals {
		c.removeMentions(ordinal)
	}
	c.findMentions(ordinals)
	if c.all {
		c.addAllMentionedBy()
		return
	}
	for _, ordinal := range ordinals {
		c.addMentionedBy(ordinal)
	}
}

// obsolete returns the entries whose mentions are obsolete, ascending, so that lists grow
// at the end.
func (c *change) obsolete() (ordinals []int32) {
	for _, words := range c.forms {
		if len(c.stale) == len(c.ordinals) {
			break
		}
		c.outdateWith(words)
	}
	if c.all {
		for ordinal := range c.entries {
			ordinals = append(ordinals, int32(ordinal))
		}
	} else {
		ordinals = slices.Sorted(maps.Keys(c.stale))
	}
	return slices.DeleteFunc(ordinals, func(ordinal int32) bool { return c.entries[ordinal].ID == "" })
}

// outdateWith adds to the stale entries those that may contain all words. If all words
// are stop words, these are all entries.
func (c *change) outdateWith(words []uint32) {
	if !slices.ContainsFunc(words, func(word uint32) bool { return c.Words.TermOf(word) != 0 }) {
		for _, ordinal := range c.ordinals {
			c.stale[ordinal] = true
		}
	}
	for _, posting := range c.Rarest(words) {
		c.stale[posting.Ordinal] = true
	}
}

// A finder finds the mentions in entries.
type finder struct {
	*Index
	beginnings *naming.Beginnings // nil for few entries, for which it would not pay
	words      []text.Token       // of a sentence
	mentions   []Mention          // of an entry
	kept       flat.Slab[Mention]
}

// fewSearched is the number of entries from which it pays to know how titles begin, by eye.
const fewSearched = 1_000

// findMentions finds the mentions in entries, on all processors. It changes only these.
func (c *change) findMentions(ordinals []int32) {
	var beginnings *naming.Beginnings
	if len(ordinals) >= fewSearched {
		beginnings = c.Names.Beginnings()
	}
	pipeline.Parts(ordinals, func(part []int32) {
		f := finder{Index: c.Index, beginnings: beginnings}
		for _, ordinal := range part {
			f.find(ordinal)
		}
	})
}

// find finds the titles of other entries in an entry's text: at each word the longest one.
func (f *finder) find(ordinal int32) {
	entry := &f.entries[ordinal]
	f.mentions = f.mentions[:0]
	for i, sentence := range entry.Sentences {
		if sentence.Field == 0 || sentence.Unit == text.Comment {
			continue
		}
		f.words = entry.Sequence(int32(i), f.words)
		for at := 0; at < len(f.words); {
			at += f.mentionAt(ordinal, int32(i), f.words[at:])
		}
	}
	slices.SortFunc(f.mentions, func(a, b Mention) int {
		return cmp.Or(cmp.Compare(a.Target, b.Target), cmp.Compare(a.Sentence, b.Sentence))
	})
	entry.Mentions = f.kept.Copy(f.mentions)
}

// addAllMentionedBy adds all entries to the lists of those that they mention, which are
// empty, in one array.
func (c *change) addAllMentionedBy() {
	numbers, total := make([]int32, len(c.entries)), 0
	for i := range c.entries {
		c.held.mentions += len(c.entries[i].Mentions)
		for target := range c.entries[i].targets() {
			numbers[target]++
			total++
		}
	}
	all := make([]int32, total)
	for i, number := range numbers {
		c.entries[i].MentionedBy, all = all[:0:number], all[number:]
	}
	for i := range c.entries {
		for target := range c.entries[i].targets() {
			by := &c.entries[target].MentionedBy
			*by = append(*by, int32(i))
		}
	}
}

// targets yields the entries that an entry mentions, each once, ascending.
func (e *Entry) targets() iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for i, mention := range e.Mentions {
			if (i == 0 || e.Mentions[i-1].Target != mention.Target) && !yield(mention.Target) {
				return
			}
		}
	}
}

// addMentionedBy adds an entry to the lists of those that it mentions.
func (c *change) addMentionedBy(ordinal int32) {
	entry := &c.entries[ordinal]
	c.held.mentions += len(entry.Mentions)
	for target := range entry.targets() {
		by := &c.entries[target].MentionedBy
		at, _ := slices.BinarySearch(*by, ordinal)
		*by = slices.Insert(*by, at, ordinal)
	}
}

// mentionAt adds mentions of the title at the beginning of words, if any, and
// returns the number of words to skip.
func (f *finder) mentionAt(ordinal, sentence int32, words []text.Token) int {
	if f.beginnings != nil && !f.beginnings.May(words) {
		return 1
	}
	owners, length := f.Names.LongestTitle(words)
	if length == 0 {
		return 1
	}
	if len(owners) > mentionParams.Owners || length == 1 && !words[0].Has(text.Capital) {
		return length
	}
	for _, owner := range owners {
		full := len(f.mentions) >= mentionParams.PerEntry
		if owner.Ordinal != ordinal && !full && f.mentionsOf(owner.Ordinal) < mentionParams.PerTarget {
			weight := math.Pow(owner.Quality()/float64(len(owners)), mentionParams.Sharing)
			f.mentions = append(f.mentions, Mention{owner.Ordinal, sentence, weight})
		}
	}
	return length
}

// mentionsOf returns the number of mentions of a target found so far in an entry.
func (f *finder) mentionsOf(target int32) (count int) {
	for _, mention := range f.mentions {
		if mention.Target == target {
			count++
		}
	}
	return count
}

func (c *change) removeMentions(ordinal int32) {
	for _, mention := range c.entries[ordinal].Mentions {
		by := &c.entries[mention.Target].MentionedBy
		if at, found := slices.BinarySearch(*by, ordinal); found {
			*by = slices.Delete(*by, at, at+1)
		}
	}
	c.held.mentions -= len(c.entries[ordinal].Mentions)
	c.entries[ordinal].Mentions = nil
}
