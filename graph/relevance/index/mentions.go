package index

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"dossier/flat"
	"dossier/graph/pipeline"
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
	for _, words := range c.forms {
		if len(c.stale) == len(c.ordinals) {
			break
		}
		c.outdateWith(words)
	}
	ordinals := slices.Sorted(maps.Keys(c.stale)) // ascending, so that lists grow at the end
	ordinals = slices.DeleteFunc(ordinals, func(ordinal int32) bool { return c.entries[ordinal].ID == "" })
	for _, ordinal := range ordinals {
		c.removeMentions(ordinal)
	}
	pipeline.Each(ordinals, c.findMentions)
	for _, ordinal := range ordinals {
		c.addMentionedBy(ordinal)
	}
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

// findMentions finds the titles of other entries in an entry's text: at each
// word the longest one. It changes only the entry.
func (c *change) findMentions(ordinal int32) {
	entry := &c.entries[ordinal]
	var words []text.Token
	for i, sentence := range entry.Sentences {
		if sentence.Field == 0 || sentence.Unit == text.Comment {
			continue
		}
		words = entry.Sequence(int32(i), words)
		for at := 0; at < len(words); {
			at += c.mentionAt(ordinal, int32(i), words[at:])
		}
	}
	slices.SortFunc(entry.Mentions, func(a, b Mention) int {
		return cmp.Or(cmp.Compare(a.Target, b.Target), cmp.Compare(a.Sentence, b.Sentence))
	})
	entry.Mentions = flat.Exact(entry.Mentions)
}

// addMentionedBy adds an entry to the lists of those that it mentions.
func (c *change) addMentionedBy(ordinal int32) {
	entry := &c.entries[ordinal]
	c.held.mentions += len(entry.Mentions)
	for i, mention := range entry.Mentions {
		if i == 0 || entry.Mentions[i-1].Target != mention.Target {
			by := &c.entries[mention.Target].MentionedBy
			at, _ := slices.BinarySearch(*by, ordinal)
			*by = slices.Insert(*by, at, ordinal)
		}
	}
}

// mentionAt adds mentions of the title at the beginning of words, if any, and
// returns the number of words to skip.
func (c *change) mentionAt(ordinal, sentence int32, words []text.Token) int {
	owners, length := c.Names.LongestTitle(words)
	if length == 0 {
		return 1
	}
	if len(owners) > mentionParams.Owners || length == 1 && !words[0].Has(text.Capital) {
		return length
	}
	entry := &c.entries[ordinal]
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
