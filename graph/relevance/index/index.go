// Package index keeps the searchable form of a project's entities in memory:
// their words with positions, names, the mentions of titles in texts, shared
// phrases, headings, spelling, and the edges between them. An [Index] has a part for
// each of these, and is refreshed entity by entity. Other packages rank and search.
// They lock an index while they read it (see [Lock]).
package index

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"dossier/flat"
	"dossier/graph/pipeline"
	"dossier/graph/relevance/links"
	"dossier/graph/relevance/naming"
	"dossier/graph/relevance/terms"
	"dossier/graph/text"
)

// Document is an entity to index.
type Document struct {
	// ID is the id of the entity. A document replaces an earlier one with the same
	// id.
	ID string
	// Kind is the entity's kind.
	Kind string
	// Title is the rendered title or name. It may be empty.
	Title string
	// Attributes are the properties besides words that ranking considers.
	Attributes
	// Occurred is the time of what the entity reports. The zero time means
	// Modified.
	Occurred time.Time
	// Aliases are other names of the entity. Aliases in questions name the entity,
	// but those in texts are no mentions.
	Aliases []string
	// Vector is the result of [text.Analyse] for the fields, the title first.
	Vector []byte
}

// Attributes are the state of an entity and the time of its last change. They
// are separate from entries because ranking reads those of thousands.
type Attributes struct {
	// Modified is the time of the last change. The zero time counts as old.
	Modified time.Time
	// Active reports whether the entity is in an active state, Done whether it is
	// in a final one.
	Active, Done bool

	kind uint16 // into Index.Kinds
}

// Index is the index of one project. It is safe for concurrent use: a reader
// sees all of a change or nothing.
//
// Its parts may be read while it is locked (see [Lock]). Only this package changes them.
type Index struct {
	serial int64 // several indexes are locked in this order
	mu     sync.RWMutex
	// changing counts the changes that wait for mu, at which a save ends.
	changing atomic.Int32
	// version counts changes.
	version int64

	Words      *terms.Words      // and the terms of their stems
	Postings   *terms.Postings   // where each term occurs
	Links      links.Links       // edges
	Names      naming.Names      // by which texts and questions call entries
	TitleWords naming.TitleWords // of all titles, to compare these with texts
	Roots      Roots             // families
	Headings   Headings          // of sections, with the words below them
	Spelling   Spelling          // of the words of titles
	Phrases    Phrases           // that several entries have
	Templates  Templates         // sentences that many entries have
	Series     Series            // of identifiers, such as KEP
	Values     Values            // terms in short props
	Fields     Fields            // names of text fields

	entries    []Entry      // by ordinal; a free one has no id
	attributes []Attributes // by ordinal
	lengths    []float32    // by ordinal: weighted number of terms
	kinds      *flat.Numbered[string, uint16]
	ordinals   map[string]int32
	free       []int32            // ordinals of removed entries
	length     float64            // of all entries
	aliases    map[int32][]string // by ordinal: names besides the title
	counter    terms.Counter
	mass       titleMass
	held       held
	memory     atomic.Int64 // result of measure
}

// serials numbers the indexes.
var serials atomic.Int64

// New returns an empty index that reduces words by stem.
func New(stem text.Stemmer) *Index {
	words, postings, kinds := terms.NewWords(stem), new(terms.Postings), flat.NewNumbered[string, uint16]()
	return &Index{
		serial:     serials.Add(1),
		Words:      words,
		Postings:   postings,
		Names:      naming.New(),
		TitleWords: naming.NewTitleWords(),
		Roots:      Roots{postings: postings},
		Headings:   newHeadings(words),
		Spelling:   newSpelling(words),
		Phrases:    newPhrases(words),
		Templates:  newTemplates(),
		Series:     newSeries(words, &kinds),
		Fields:     make(Fields),
		kinds:      &kinds,
		ordinals:   make(map[string]int32),
		aliases:    make(map[int32][]string),
		counter:    terms.NewCounter(words),
	}
}

// Len returns the number of documents. It locks the index for reading.
func (x *Index) Len() int {
	defer Lock([]*Index{x})()
	return x.Documents()
}

// Apply adds or replaces the documents in put, whose ids must differ, and removes
// those with the ids in gone. It also removes the documents whose vectors cannot be
// decoded, and then its error is [Unreadable]. put has no vectors afterwards.
func (x *Index) Apply(put []Document, gone []string) error {
	x.lock()
	defer x.mu.Unlock()
	defer x.changed()
	if len(put)+len(gone) > fewChanged {
		x.Roots.forget()
	}
	c := x.newChange()
	c.grow(put)
	c.remove(gone)
	unread := c.putAll(put)
	for i := range put {
		c.headFamily(put[i].ID)
	}
	c.refreshMentions()
	if !c.all && len(put) > x.Documents()/2 {
		x.Postings.Compact()
	}
	return unread.err()
}

// Fill is Apply, SetEdges and SetRoots for an index without entries, in less time: steps
// that concern different parts of it run at once.
func (x *Index) Fill(put []Document, edges links.Edges, rootOf func(id string) string) error {
	x.lock()
	defer x.mu.Unlock()
	defer x.changed()
	c := x.newChange()
	c.grow(put)
	unread := c.putAll(put)
	pipeline.Together(
		c.refreshMentions,
		func() { x.Links = links.New(edges, x.Find, len(x.entries)) },
		func() { c.setRoots(rootOf) },
	)
	return unread.err()
}

// SetEdges replaces the edges. It ignores edges with an end that is not indexed,
// and must be called again after an Apply that adds the end, or [Index.Relink].
func (x *Index) SetEdges(edges []links.Edge) {
	x.lock()
	defer x.mu.Unlock()
	x.Links = links.New(links.Edges{Count: len(edges), Each: slices.Values(edges)}, x.Find, len(x.entries))
	x.changed()
}

// SetRoots replaces the families: rootOf returns the id of the root of an
// entry, its own id for a root. SetRoots must be called again after an Apply
// that adds or removes entries, or [Index.Relink].
func (x *Index) SetRoots(rootOf func(id string) string) {
	x.lock()
	defer x.mu.Unlock()
	x.newChange().setRoots(rootOf)
	x.changed()
}

// A Relinking changes the edges and the roots of an index.
type Relinking struct {
	Put  []links.Edge // the edges that are new or changed
	Gone []string     // the ids of edges to remove
	// Roots has the roots of the entries that are new or have another root, by id.
	// The root of a root is itself.
	Roots map[string]string
}

// Relink changes edges and roots, which were set before. It takes time for what
// changes, and is slower than SetEdges for more than [links.Few] edges.
func (x *Index) Relink(r Relinking) {
	x.lock()
	defer x.mu.Unlock()
	defer x.changed()
	for _, id := range r.Gone {
		x.Links.Remove(id)
	}
	for i := range r.Put {
		x.Links.Put(&r.Put[i], x.Find)
	}
	c := x.newChange()
	c.moveRoots(r.Roots)
	for id := range r.Roots {
		c.headFamily(id)
	}
}

// lock locks the index for a change.
func (x *Index) lock() {
	x.changing.Add(1)
	x.mu.Lock()
	x.changing.Add(-1)
}

// changed is called after every change, with the write lock.
func (x *Index) changed() {
	x.version++
	x.Roots.growHolding(x.Words.Terms())
	x.mass.refresh(x)
	x.measure()
}

// The kinds of entities that the index treats differently.
const (
	documentKind = "document"
	signalKind   = "signal"
)
