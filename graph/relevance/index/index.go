// Package index keeps the searchable form of a project's entities in memory:
// their words with positions, titles, the mentions of titles in texts, shared
// phrases, spelling, and the edges between them. An [Index] is refreshed entity
// by entity. Other packages rank and search; they read an index while they hold
// its lock (see [Lock] and read.go).
package index

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"dossier/graph"
	"dossier/graph/text"
)

// Document is what the index holds of an entity.
type Document struct {
	// ID is the entity's id. A document replaces an earlier one with the same
	// id.
	ID string
	// Kind is the entity's kind.
	Kind string
	// Title is the title or name as shown. It may be empty.
	Title string
	// Attributes are what ranking considers beside words.
	Attributes
	// Occurred is the time of what the entity reports; the zero time stands for
	// Modified.
	Occurred time.Time
	// Aliases are other names of the entity. Texts that use them do not mention
	// it; questions do.
	Aliases []string
	// Vector is the result of text.Analyse for the fields, the title first.
	Vector []byte
}

// Attributes are the state of an entity and the time of its last change. They
// are kept apart from entries, since ranking reads those of thousands.
type Attributes struct {
	// Modified is the time of the last change. The zero time counts as old.
	Modified time.Time
	// Active reports whether the entity is in an active state, Done whether it
	// is over.
	Active, Done bool

	kind uint16 // into Index.Kinds
}

// Edge is a stored edge in its canonical direction.
type Edge struct {
	ID, From, To, Relation string
	// Role is what the relation says about the order of its ends.
	Role graph.RelationRole
}

// Index holds one project. Any number of goroutines may read and change it: a
// reader sees all of a change or nothing.
type Index struct {
	serial int64 // the order in which several indexes are locked
	mu     sync.RWMutex

	vocabulary vocabulary
	postings   [][]Posting  // by term
	slots      []int32      // reused by counts, by term; all 0
	entries    []Entry      // by ordinal; a free one has no id
	attributes []Attributes // by ordinal
	lengths    []float32    // by ordinal: weighted number of terms
	kinds      numbered[string]
	ordinals   map[string]int32
	free       []int32 // ordinals of removed entries
	length     float64 // of all entries
	titles     titleTrie
	names      titleTrie // further forms of titles, and aliases
	headings   headings
	families   families
	spelling   spelling
	titleWords titleWords
	beginnings *beginnings // of the vocabulary's words
	phrases    phrases
	aliases    map[int32][]string // by ordinal: names beside the title
	fields     map[string][]string
	sentences  sentences
	links      links
	held       held
	memory     atomic.Int64 // what measure found
}

// serials numbers the indexes.
var serials atomic.Int64

// New returns an empty index whose words are reduced by the stemmer.
func New(stem text.Stemmer) *Index {
	return &Index{
		serial:     serials.Add(1),
		vocabulary: newVocabulary(stem),
		postings:   make([][]Posting, 1),
		kinds:      newNumbered[string](),
		ordinals:   make(map[string]int32),
		titles:     newTitleTrie(),
		names:      newTitleTrie(),
		headings:   newHeadings(),
		families:   families{holding: new(sync.Map)},
		spelling:   newSpelling(),
		titleWords: titleWords{numbers: make(map[string]uint32)},
		beginnings: new(beginnings),
		phrases:    newPhrases(),
		aliases:    make(map[int32][]string),
		fields:     make(map[string][]string),
		sentences:  newSentences(),
	}
}

// Len returns the number of documents. It locks the index.
func (x *Index) Len() int {
	defer Lock([]*Index{x})()
	return x.Documents()
}

// Apply adds documents that are new or changed and removes those with the ids
// gone. If a vector cannot be read, the error names its document and the index
// stays unchanged.
func (x *Index) Apply(put []Document, gone []string) error {
	vectors := make([]text.Vector, len(put))
	for i, document := range put {
		vector, err := text.Decode(document.Vector)
		if err != nil {
			return fmt.Errorf("index %s %s: %w", document.Kind, document.ID, err)
		}
		vectors[i] = vector
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	defer x.measure()
	x.families.holding = new(sync.Map)
	stale := newStale()
	var edges []Edge
	if fresh := x.fresh(put); fresh > 0 || len(gone) > 0 {
		x.grow(fresh)
		edges = x.setEdges() // before ordinals change
	}
	for _, id := range gone {
		x.delete(id, stale)
	}
	for i := range put {
		x.put(&put[i], vectors[i], stale)
	}
	x.refreshMentions(stale)
	if len(put) > x.Documents()/2 {
		x.compactPostings()
	}
	if stale.moved && len(edges) > 0 {
		x.links = newLinks(edges, x)
	}
	return nil
}

// fresh returns how many of the documents are new.
func (x *Index) fresh(put []Document) (count int) {
	for i := range put {
		if _, known := x.ordinals[put[i].ID]; !known {
			count++
		}
	}
	return count
}

// grow makes room for new entries, exactly as much as they take where they are
// many.
func (x *Index) grow(entries int) {
	entries -= len(x.free)
	if entries <= len(x.entries)/8 {
		return // append grows by more
	}
	x.entries = slices.Grow(x.entries, entries)
	x.attributes = slices.Grow(x.attributes, entries)
	x.lengths = slices.Grow(x.lengths, entries)
}

// exact returns a copy of a list without room for more, nil for none. Lists that
// grew have up to twice the room that they take.
func exact[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return append(make([]T, 0, len(list)), list...)
}

// SetEdges replaces the edges. Edges with an end that is not indexed take
// effect once it is.
func (x *Index) SetEdges(edges []Edge) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.links = newLinks(edges, x)
	x.measure()
}

// SetRoots replaces what the entries are part of: rootOf returns the id of the
// root of an entry, its own for a root. Entries that are indexed later are roots.
func (x *Index) SetRoots(rootOf func(id string) string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.families = x.newFamilies(rootOf)
	x.measure()
}

func (x *Index) delete(id string, stale *stale) {
	ordinal, known := x.ordinals[id]
	if !known {
		return
	}
	x.clear(ordinal, stale)
	stale.moved = true
	delete(x.ordinals, id)
	x.free = append(x.free, ordinal)
}

func (x *Index) put(d *Document, v text.Vector, stale *stale) {
	ordinal, known := x.ordinals[d.ID]
	if known {
		x.clear(ordinal, stale)
	} else {
		ordinal, stale.moved = x.newOrdinal(), true
	}
	x.ordinals[d.ID] = ordinal
	entry := Entry{
		ID: d.ID, Kind: d.Kind, Title: d.Title, occurred: d.Occurred.UnixMicro(),
		Fields: x.shared(v.Fields), Sentences: exact(v.Sentences), Tokens: exact(v.Tokens),
		MentionedBy: x.entries[ordinal].MentionedBy,
	}
	if d.Occurred.IsZero() {
		entry.occurred = d.Modified.UnixMicro()
	}
	x.attributes[ordinal] = d.Attributes
	x.attributes[ordinal].kind = x.kinds.number(d.Kind)
	if len(d.Aliases) > 0 {
		x.aliases[ordinal] = d.Aliases
	}
	x.renumber(entry.Tokens, v.Vocabulary)
	entry.Sections = x.cutSections(&entry)
	entry.likeness = x.likenessOf(d.Title)
	x.entries[ordinal] = entry
	x.countHeadings(ordinal, 1)
	x.addPostings(ordinal)
	x.addPhrases(ordinal)
	x.countTitle(ordinal, 1)
	x.addSentences(ordinal)
	x.titles.add(x.titleForms(ordinal), ordinal, stale)
	x.names.add(x.nameForms(ordinal), ordinal, newStale())
	x.held.add(&x.entries[ordinal], 1)
	stale.entries[ordinal] = true
}

// shared returns the names of fields, of which entries of a kind have the same,
// in memory that they share.
func (x *Index) shared(names []string) []string {
	key := strings.Join(names, "\x00")
	fields, known := x.fields[key]
	if !known {
		key = strings.Clone(key) // not the whole vector
		fields = strings.Split(key, "\x00")[:len(names)]
		x.fields[key] = fields
	}
	return fields
}

// newOrdinal returns an ordinal that is not in use.
func (x *Index) newOrdinal() int32 {
	if last := len(x.free) - 1; last >= 0 {
		ordinal := x.free[last]
		x.free = x.free[:last]
		return ordinal
	}
	x.entries = append(x.entries, Entry{})
	x.attributes = append(x.attributes, Attributes{})
	x.lengths = append(x.lengths, 0)
	return int32(len(x.entries) - 1)
}

// renumber replaces the words' numbers in a vector by those of the index.
func (x *Index) renumber(tokens []text.Token, words []string) {
	numbers := make([]uint32, len(words))
	for i, word := range words {
		numbers[i] = x.vocabulary.add(word)
	}
	for i, token := range tokens {
		tokens[i] = text.NewToken(numbers[token.Word()], text.Mark(token)&(text.Capital|text.Apart|text.Whole))
	}
}

// clear removes the content of an entry. Its ordinal and the list of entries
// that mention it stay.
func (x *Index) clear(ordinal int32, stale *stale) {
	x.titles.remove(x.titleForms(ordinal), ordinal, stale)
	x.names.remove(x.nameForms(ordinal), ordinal, newStale())
	x.countHeadings(ordinal, -1)
	x.removeMentions(ordinal)
	x.removePhrases(ordinal)
	x.removePostings(ordinal)
	x.countTitle(ordinal, -1)
	x.removeSentences(ordinal)
	x.held.add(&x.entries[ordinal], -1)
	delete(x.aliases, ordinal)
	x.entries[ordinal] = Entry{MentionedBy: x.entries[ordinal].MentionedBy}
}
