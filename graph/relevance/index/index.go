// Package index keeps the searchable form of a project's entities in memory:
// their words with positions, titles, the mentions of titles in texts, shared
// phrases, spelling, and the edges between them. An [Index] is refreshed entity
// by entity. Other packages rank and search. They lock an index while they read
// it (see [Lock] and read.go).
package index

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"dossier/graph/flat"
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

// Edge is a stored edge in its canonical direction.
type Edge struct {
	ID, From, To, Relation string // From is the source
	Role                   Role   // determines how scores are passed along the edge
}

// A Role describes the order of the ends of an edge. Edges with another role than
// these have none.
type Role string

// The roles of edges.
const (
	Contains Role = "containment" // From contains To
	PartOf   Role = "part"        // From is part of To
	Follows  Role = "sequence"    // one end follows the other
)

// Index is the index of one project. It is safe for concurrent use: a reader
// sees all of a change or nothing.
type Index struct {
	serial int64 // several indexes are locked in this order
	mu     sync.RWMutex
	// changing counts the changes that wait for mu, at which a save ends.
	changing atomic.Int32
	// version counts changes.
	version int64

	vocabulary vocabulary
	postings   [][]Posting  // by term
	slots      []int32      // by term: reused by counts, which leaves all 0
	entries    []Entry      // by ordinal; a free one has no id
	attributes []Attributes // by ordinal
	lengths    []float32    // by ordinal: weighted number of terms
	kinds      flat.Numbered[string, uint16]
	ordinals   map[string]int32
	free       []int32 // ordinals of removed entries
	length     float64 // of all entries
	titles     titleTrie
	names      titleTrie // other forms of titles, and aliases
	headings   headings
	families   families
	mass       titleMass
	spelling   spelling
	titleWords titleWords
	values     values
	series     series
	beginnings *beginnings // of the vocabulary's words
	phrases    phrases
	aliases    map[int32][]string // by ordinal: names besides the title
	fields     map[string][]string
	sentences  sentences
	links      links
	held       held
	memory     atomic.Int64 // result of measure
}

// serials numbers the indexes.
var serials atomic.Int64

// New returns an empty index that reduces words by stem.
func New(stem text.Stemmer) *Index {
	return &Index{
		serial:     serials.Add(1),
		vocabulary: newVocabulary(stem),
		postings:   make([][]Posting, 1),
		kinds:      flat.NewNumbered[string, uint16](),
		ordinals:   make(map[string]int32),
		titles:     newTitleTrie(),
		names:      newTitleTrie(),
		headings:   newHeadings(),
		spelling:   newSpelling(),
		titleWords: titleWords{numbers: make(map[string]uint32)},
		beginnings: new(beginnings),
		phrases:    newPhrases(),
		aliases:    make(map[int32][]string),
		fields:     make(map[string][]string),
		sentences:  newSentences(),
		series:     series{with: make(map[seriesOf]int), inProps: make(map[seriesOf]int)},
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
		x.families.holding = nil
	}
	stale := &stale{entries: make(map[int32]bool), all: len(x.ordinals) == 0}
	x.grow(x.fresh(put))
	x.remove(gone, stale)
	var unread Unreadable
	for some := range slices.Chunk(put, batchSize) {
		batch, damaged := decode(some)
		x.remove(damaged, stale)
		x.put(batch, stale)
		unread = append(unread, damaged...)
	}
	for i := range put {
		x.headFamily(put[i].ID)
	}
	x.refreshMentions(stale)
	if len(put) > x.Documents()/2 {
		x.compactPostings()
	}
	if len(unread) > 0 {
		return unread
	}
	return nil
}

// remove removes the entries with the ids.
func (x *Index) remove(ids []string, stale *stale) {
	x.detach(ids)
	for _, id := range ids {
		x.delete(id, stale)
	}
}

// SetEdges replaces the edges. It ignores edges with an end that is not indexed,
// and must be called again after an Apply that adds the end, or [Index.Relink].
func (x *Index) SetEdges(edges []Edge) {
	x.lock()
	defer x.mu.Unlock()
	x.links = newLinks(edges, x)
	x.changed()
}

// SetRoots replaces the families: rootOf returns the id of the root of an
// entry, its own id for a root. SetRoots must be called again after an Apply
// that adds or removes entries, or [Index.Relink].
func (x *Index) SetRoots(rootOf func(id string) string) {
	x.lock()
	defer x.mu.Unlock()
	x.families = x.newFamilies(rootOf)
	x.headAll()
	x.mass.mass = nil // to be built
	x.changed()
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
	x.growHolding()
	x.mass.refresh(x)
	x.measure()
}

func (x *Index) delete(id string, stale *stale) {
	ordinal, known := x.ordinals[id]
	if !known {
		return
	}
	x.clear(ordinal, stale)
	x.families.leave(ordinal, x.lengths[ordinal])
	delete(x.ordinals, id)
	x.free = append(x.free, ordinal)
}

// clear removes the content of an entry. It keeps the ordinal and the list of
// entries that mention the entry.
func (x *Index) clear(ordinal int32, stale *stale) {
	x.titles.remove(x.titleForms(ordinal), ordinal, stale)
	x.names.remove(x.nameForms(ordinal), ordinal, nil)
	x.countHeadings(ordinal, -1)
	x.removeMentions(ordinal)
	x.removePhrases(ordinal)
	x.removePostings(ordinal)
	x.countTitle(ordinal, -1)
	x.countSeries(ordinal, -1)
	x.removeSentences(ordinal)
	x.held.add(&x.entries[ordinal], -1)
	delete(x.aliases, ordinal)
	x.entries[ordinal] = Entry{MentionedBy: x.entries[ordinal].MentionedBy}
}
