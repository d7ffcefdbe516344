package index

import (
	"fmt"
	"slices"
	"strings"

	"dossier/flat"
	"dossier/graph/pipeline"
	"dossier/graph/relevance/naming"
	"dossier/graph/relevance/terms"
	"dossier/graph/text"
)

// batchSize is the number of documents that are put at once, by eye: steps wait
// for each other after each batch, and the forms of its titles are kept.
const batchSize = 2_000

// Unreadable are the ids of documents whose vectors cannot be decoded.
type Unreadable []string

// Error implements [error].
func (u Unreadable) Error() string {
	return fmt.Sprintf("index %s: %v", strings.Join(u, ", "), text.ErrVector)
}

// err returns the error, nil if there are no ids.
func (u Unreadable) err() error {
	if len(u) == 0 {
		return nil
	}
	return u
}

// A change puts and removes documents. What it does to one entry may concern others.
type change struct {
	*Index
	stale map[int32]bool // the entries whose mentions are obsolete, if not all are
	all   bool           // the index was empty, and all entries are stale
	// forms are the forms of titles that were added or removed: any entry with their
	// words may mention them. There are none if all is true.
	forms [][]uint32

	readers   []*reader // one for each processor
	sections  flat.Slab[Section]
	phrases   flat.Slab[Phrase]
	sentences flat.Slab[int32]
}

// newChange returns a change. The write lock must be held.
func (x *Index) newChange() *change {
	return &change{Index: x, stale: make(map[int32]bool), all: len(x.ordinals) == 0}
}

// grow makes room for new entries. For many entries, it makes exactly as much
// as they need.
func (c *change) grow(put []Document) {
	entries := -len(c.free)
	for i := range put {
		if _, known := c.ordinals[put[i].ID]; !known {
			entries++
		}
	}
	if entries <= len(c.entries)/8 {
		return // append grows by more
	}
	c.entries = slices.Grow(c.entries, entries)
	c.attributes = slices.Grow(c.attributes, entries)
	c.lengths = slices.Grow(c.lengths, entries)
}

// remove removes the entries with the ids, and their edges.
func (c *change) remove(ids []string) {
	gone := map[int32]bool{}
	for _, id := range ids {
		if ordinal, known := c.ordinals[id]; known {
			gone[ordinal] = true
		}
	}
	c.Links.Detach(gone, len(c.entries))
	for _, id := range ids {
		if ordinal, known := c.ordinals[id]; known {
			c.clear(ordinal)
			c.Roots.leave(ordinal, c.lengths[ordinal])
			delete(c.ordinals, id)
			c.free = append(c.free, ordinal)
		}
	}
}

// clear removes the content of an entry. It keeps the ordinal and the list of
// entries that mention the entry.
func (c *change) clear(ordinal int32) {
	entry := &c.entries[ordinal]
	names := naming.NewAnalyst(c.Words, &c.TitleWords).Analyse(entry.named(c.aliases[ordinal]))
	c.Names.Remove(names.Forms, ordinal)
	c.outdate(names.Forms)
	c.Headings.count(entry, -1)
	c.removeMentions(ordinal)
	c.Phrases.remove(entry, ordinal)
	c.removeWords(ordinal)
	c.Spelling.count(names.Words, -1)
	c.Series.count(entry, c.attributes[ordinal].kind, names.Series, -1)
	c.Templates.removeAll(entry)
	c.held.add(entry, -1)
	delete(c.aliases, ordinal)
	c.entries[ordinal] = Entry{MentionedBy: entry.MentionedBy}
}

// outdate notes that entries with forms of a title may have other mentions.
func (c *change) outdate(names naming.Forms) {
	if !c.all {
		c.forms = append(c.forms, names.Titles()...)
	}
}

// putAll adds documents in batches. While one is added to the parts of the index, the
// next is read.
func (c *change) putAll(put []Document) (unread Unreadable) {
	batches := slices.Collect(slices.Chunk(put, batchSize))
	if len(batches) == 0 {
		return nil
	}
	next := c.read(batches[0])
	for i := range batches {
		batch, damaged := c.readable(next)
		unread = append(unread, damaged...)
		c.remove(damaged)
		c.number(batch)
		steps := c.steps(batch)
		if i+1 < len(batches) {
			steps = append(steps, func() { next = c.read(batches[i+1]) })
		}
		pipeline.Together(steps...)
		for j := range batch {
			c.held.add(&c.entries[batch[j].ordinal], 1)
			if !c.all {
				c.stale[batch[j].ordinal] = true
			}
		}
	}
	if c.all {
		c.buildWords()
	}
	return unread
}

// steps returns functions that add a numbered batch to the parts of the index. They may
// run at the same time, and add no words.
func (c *change) steps(batch []addition) []func() {
	each := func(f func(*addition)) func() {
		return func() {
			for i := range batch {
				f(&batch[i])
			}
		}
	}
	steps := []func(){each(c.addTexts), each(c.addForms)}
	if !c.all {
		steps = append(steps, each(c.addWords))
	}
	return steps
}

// number gives the documents of a batch their ordinals, and their words and those of
// their names the final numbers. It removes the content of entries that they replace.
func (c *change) number(batch []addition) {
	c.settle(batch)
	for i := range batch {
		a := &batch[i]
		d := a.document
		ordinal, known := c.ordinals[d.ID]
		if known {
			a.before = c.lengths[ordinal]
			c.clear(ordinal)
		} else {
			ordinal = c.newOrdinal()
			c.Roots.join(ordinal)
		}
		a.ordinal = ordinal
		c.ordinals[d.ID] = ordinal
		c.attributes[ordinal] = d.Attributes
		c.attributes[ordinal].kind = c.kinds.Number(d.Kind)
		if a.newFields {
			a.entry.Fields = c.Fields.add(a.entry.Fields)
		}
		c.TitleWords.Complete(&a.names, d.Title)
		a.entry.Likeness, a.entry.MentionedBy = a.names.Likeness, c.entries[ordinal].MentionedBy
		c.entries[ordinal] = a.entry
	}
}

// settle gives the new words of a batch their numbers.
func (c *change) settle(batch []addition) {
	for _, r := range c.readers {
		final := r.draft.Settle()
		if final == nil {
			continue
		}
		for i := range batch {
			if a := &batch[i]; a.reader == r {
				a.names.Renumber(final)
				for i, token := range a.entry.Tokens {
					a.entry.Tokens[i] = text.NewToken(final(token.Word()), tokenMarks(token))
				}
			}
		}
	}
}

// addTexts adds the sections, phrases and sentences of an entry.
func (c *change) addTexts(a *addition) {
	entry := &c.entries[a.ordinal]
	entry.Sections = c.sections.Copy(c.Headings.cut(entry))
	c.Headings.count(entry, 1)
	entry.Phrases = c.phrases.Copy(c.Phrases.of(entry))
	c.Phrases.add(entry, a.ordinal)
	entry.sentences = c.sentences.Copy(c.Templates.addAll(entry))
}

// addForms adds the names of an entry, its values and its series.
func (c *change) addForms(a *addition) {
	entry := &c.entries[a.ordinal]
	if len(a.document.Aliases) > 0 {
		c.aliases[a.ordinal] = a.document.Aliases
	}
	c.Names.Add(a.names.Forms, a.ordinal)
	c.outdate(a.names.Forms)
	c.Spelling.count(a.names.Words, 1)
	c.Values.add(entry, c.Words)
	c.Series.count(entry, c.attributes[a.ordinal].kind, a.names.Series, 1)
}

// addWords adds the postings of an entry.
func (c *change) addWords(a *addition) {
	counts := c.counts(&c.counter, a.ordinal)
	length := c.Postings.Add(a.ordinal, counts, c.Words.Terms())
	c.lengths[a.ordinal] = float32(length)
	c.length += length
	c.mass.change(c.Index, a.ordinal, counts)
	c.Roots.countHolding(a.ordinal, counts, 1)
	c.Roots.lengthen(a.ordinal, c.lengths[a.ordinal]-a.before)
}

// buildWords adds the postings of all entries to an index without any.
func (c *change) buildWords() {
	c.Postings.Build(len(c.entries), c.Words.Terms(), func() func(int32) []terms.Count {
		counter := terms.NewCounter(c.Words)
		return func(ordinal int32) []terms.Count {
			counts := c.counts(&counter, ordinal)
			c.lengths[ordinal] = float32(terms.Length(counts))
			return counts
		}
	})
	for ordinal, length := range c.lengths {
		c.length += float64(length)
		c.Roots.lengthen(int32(ordinal), length)
	}
}

// counts returns the terms of an entry in the order of their first occurrence, until the
// next call for the same counter. The channel of a signal is no title, because many have
// the same.
func (c *change) counts(counter *terms.Counter, ordinal int32) []terms.Count {
	entry := &c.entries[ordinal]
	for _, s := range entry.Sentences {
		counter.Add(entry.Tokens[s.First:s.Last], s.Field == 0 && entry.Kind != signalKind)
	}
	return counter.Take()
}

// removeWords removes the postings of an entry.
func (c *change) removeWords(ordinal int32) {
	counts := c.counts(&c.counter, ordinal)
	c.Postings.Remove(ordinal, counts)
	c.length -= float64(c.lengths[ordinal])
	c.mass.change(c.Index, ordinal, counts)
	c.Roots.countHolding(ordinal, counts, -1)
}

// newOrdinal returns an unused ordinal.
func (c *change) newOrdinal() int32 {
	if last := len(c.free) - 1; last >= 0 {
		ordinal := c.free[last]
		c.free = c.free[:last]
		return ordinal
	}
	c.entries = append(c.entries, Entry{})
	c.attributes = append(c.attributes, Attributes{})
	c.lengths = append(c.lengths, 0)
	return int32(len(c.entries) - 1)
}
