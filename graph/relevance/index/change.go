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

// An addition is a document that is being put.
type addition struct {
	document *Document
	vector   *text.Vector
	ordinal  int32
	before   float32 // the length of the entry that it replaces
	likeness naming.Likeness
	names    naming.Forms
}

// Unreadable are the ids of documents whose vectors cannot be decoded.
type Unreadable []string

// Error implements [error].
func (u Unreadable) Error() string {
	return fmt.Sprintf("index %s: %v", strings.Join(u, ", "), text.ErrVector)
}

// decode returns the documents whose vectors can be decoded, with these. It takes the
// encoded vectors out of put: those of a large project are hundreds of megabytes.
func decode(put []Document) (batch []addition, unread Unreadable) {
	vectors, errs := make([]text.Vector, len(put)), make([]error, len(put))
	places := make([]int, len(put))
	for i := range places {
		places[i] = i
	}
	pipeline.Each(places, func(i int) { vectors[i], errs[i] = text.Decode(put[i].Vector) })
	batch = make([]addition, 0, len(put))
	for i := range put {
		put[i].Vector = nil
		if errs[i] != nil {
			unread = append(unread, put[i].ID)
			continue
		}
		batch = append(batch, addition{document: &put[i], vector: &vectors[i]})
	}
	return batch, unread
}

// A change puts and removes documents. What it does to one entry may concern others.
type change struct {
	*Index
	stale map[int32]bool // the entries whose mentions are obsolete
	all   bool           // all entries are stale
	// forms are the forms of titles that were added or removed: any entry with their
	// words may mention them. There are none if all is true.
	forms [][]uint32
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
	names := c.names(ordinal)
	c.Names.Remove(names, ordinal)
	c.outdate(names)
	c.Headings.count(entry, -1)
	c.removeMentions(ordinal)
	c.Phrases.remove(entry, ordinal)
	c.removeWords(ordinal)
	c.Spelling.count(entry.Title, -1)
	c.Series.count(entry, c.attributes[ordinal].kind, -1)
	c.Templates.removeAll(entry)
	c.held.add(entry, -1)
	delete(c.aliases, ordinal)
	c.entries[ordinal] = Entry{MentionedBy: entry.MentionedBy}
}

// names returns the forms of an entry's names.
func (c *change) names(ordinal int32) naming.Forms {
	e := &c.entries[ordinal]
	return c.Names.Forms(&naming.Entity{
		Kind: e.Kind, Title: e.Title, Aliases: c.aliases[ordinal], Named: slices.Collect(e.NamesInProps()), Values: e.valuesInProps(),
	})
}

// outdate notes that entries with forms of a title may have other mentions.
func (c *change) outdate(names naming.Forms) {
	if !c.all {
		c.forms = append(c.forms, names.Titles()...)
	}
}

// put adds a batch of documents. Of the functions that run at the same time, only
// number adds words, and each changes other parts of the index.
func (c *change) put(batch []addition) {
	each := func(f func(*addition)) func() {
		return func() {
			for i := range batch {
				f(&batch[i])
			}
		}
	}
	pipeline.Together(
		each(func(a *addition) { a.likeness = c.TitleWords.Likeness(a.document.Title) }),
		each(c.number),
	)
	pipeline.Together(each(c.addTexts), each(c.addForms), each(c.addWords))
	for i := range batch {
		entry := &c.entries[batch[i].ordinal]
		entry.Likeness = batch[i].likeness
		c.held.add(entry, 1)
		c.stale[batch[i].ordinal] = true
	}
}

// number gives a document an ordinal, and its words and those of its names their
// numbers. It removes the content of the entry that the document replaces.
func (c *change) number(a *addition) {
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
	entry := Entry{
		ID: d.ID, Kind: d.Kind, Title: d.Title, occurred: d.Occurred.UnixMicro(),
		Fields: c.Fields.shared(a.vector.Fields), Sentences: flat.Exact(a.vector.Sentences), Tokens: flat.Exact(a.vector.Tokens),
		Numbers: flat.Exact(a.vector.Numbers), MentionedBy: c.entries[ordinal].MentionedBy,
	}
	if d.Occurred.IsZero() {
		entry.occurred = d.Modified.UnixMicro()
	}
	c.attributes[ordinal] = d.Attributes
	c.attributes[ordinal].kind = c.kinds.Number(d.Kind)
	if len(d.Aliases) > 0 {
		c.aliases[ordinal] = d.Aliases
	}
	c.renumber(entry.Tokens, a.vector.Vocabulary)
	c.entries[ordinal] = entry
	c.Spelling.count(d.Title, 1)
	a.names = c.names(ordinal)
}

// addTexts adds the sections, phrases and sentences of an entry.
func (c *change) addTexts(a *addition) {
	entry := &c.entries[a.ordinal]
	entry.Sections = c.Headings.cut(entry)
	c.Headings.count(entry, 1)
	c.Phrases.add(entry, a.ordinal)
	c.Templates.addAll(entry)
}

// addForms adds the names of an entry, its values and its series.
func (c *change) addForms(a *addition) {
	entry := &c.entries[a.ordinal]
	c.Names.Add(a.names, a.ordinal)
	c.outdate(a.names)
	c.Values.add(entry, c.Words)
	c.Series.count(entry, c.attributes[a.ordinal].kind, 1)
}

// addWords adds the postings of an entry.
func (c *change) addWords(a *addition) {
	counts := c.counts(a.ordinal)
	length := c.Postings.Add(a.ordinal, counts, c.Words.Terms())
	c.lengths[a.ordinal] = float32(length)
	c.length += length
	c.mass.change(c.Index, a.ordinal, counts)
	c.Roots.countHolding(a.ordinal, counts, 1)
	c.Roots.lengthen(a.ordinal, c.lengths[a.ordinal]-a.before)
}

// counts returns the terms of an entry in the order of their first occurrence. The
// channel of a signal is no title, because many have the same.
func (c *change) counts(ordinal int32) []terms.Count {
	entry := &c.entries[ordinal]
	for _, s := range entry.Sentences {
		c.counter.Add(entry.Tokens[s.First:s.Last], s.Field == 0 && entry.Kind != signalKind)
	}
	return c.counter.Take()
}

// removeWords removes the postings of an entry.
func (c *change) removeWords(ordinal int32) {
	counts := c.counts(ordinal)
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

// renumber replaces the numbers of words in a vector by those in the index.
func (c *change) renumber(tokens []text.Token, words []string) {
	numbers := make([]uint32, len(words))
	for i, word := range words {
		numbers[i] = c.Words.Add(word)
	}
	for i, token := range tokens {
		tokens[i] = text.NewToken(numbers[token.Word()], text.Mark(token)&(text.Capital|text.Apart|text.Whole))
	}
}
