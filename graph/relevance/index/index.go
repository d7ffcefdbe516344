// Package relevance finds and ranks the entities of a project by their words, titles and edges, in memory and without
// a model. An Index holds one project and is refreshed entity by entity; Search answers a search box, Rank gives the
// nodes of a context document, and Pack fits them into a budget of tokens.
package relevance

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"dossier/graph/text"
)

// Document is what ranking needs to know of an entity.
type Document struct {
	// ID is the entity's id; a document put again under its id replaces the one before.
	ID string
	// Kind is the entity's kind.
	Kind string
	// Title is the title or name as shown; it may be empty.
	Title string
	// Active says that the entity is in an active state.
	Active bool
	// Modified is the time of the last change; the zero time counts as old.
	Modified time.Time
	// Vector is what text.Analyse made of the fields, the title first.
	Vector []byte
}

// Edge is a link that a user made, in its canonical direction.
type Edge struct{ ID, From, To, Relation string }

// Index holds one project's documents, the words and titles in them, and the edges between them. It may be read and
// changed by several goroutines at once: a reader sees all of a change or nothing of it.
type Index struct {
	serial   int64 // the order in which several indexes are locked
	mu       sync.RWMutex
	vocab    vocabulary
	postings [][]posting // by term
	slots    []int32     // scratch of counts, by term
	docs     []document  // by ordinal; a free one has no id
	lengths  []float32   // by ordinal
	ties     []tie       // by ordinal
	kinds    kinds
	ordinals map[string]int32
	free     []int32
	length   float64 // of all documents
	titles   titles
	spelling spelling
	phrases  map[uint64][]int32 // the documents that hold a phrase, ascending
	repeats  map[uint64]int32   // how often a sentence stands in the documents, by its hash
	edges    []Edge             // as they were set
	links    links
	views    *sync.Pool // of *view, which queries leave for the next ones; apart, since pools outlive what holds them
}

// document is a Document taken apart.
type document struct {
	ID, Kind, Title string

	fields    []string
	sentences []text.Sentence
	tokens    []text.Token
	mentions  []mention
	mentioned []int32 // who mentions it
	phrases   []phrase
}

// tie is what is looked at of very many documents, side by side.
type tie struct {
	modified time.Time
	kind     uint16 // into kinds
	active   bool
}

// kinds numbers the kinds of the documents.
type kinds struct {
	names   []string
	numbers map[string]uint16
}

func (k *kinds) number(kind string) uint16 {
	n, known := k.numbers[kind]
	if !known {
		n = uint16(len(k.names))
		k.names, k.numbers[kind] = append(k.names, kind), n
	}
	return n
}

// posting says how often a document holds a term in its title and elsewhere.
type posting struct {
	doc         int32
	title, body uint16
}

// serials numbers the indexes.
var serials atomic.Int64

// NewIndex gives an empty index whose words are reduced by the stemmer.
func NewIndex(stem text.Stemmer) *Index {
	return &Index{
		serial: serials.Add(1),
		vocab:  newVocabulary(stem), ordinals: make(map[string]int32), titles: newTitles(), spelling: newSpelling(),
		phrases: make(map[uint64][]int32), repeats: make(map[uint64]int32), postings: make([][]posting, 1),
		kinds: kinds{numbers: make(map[string]uint16)}, views: new(sync.Pool),
	}
}

// Len gives the number of documents.
func (x *Index) Len() int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return len(x.ordinals)
}

func (x *Index) has(id string) bool {
	_, has := x.ordinals[id]
	return has
}

// Apply takes documents that are new or changed and the ids of those that are gone. A document whose vector cannot be
// read is an error that names it, and nothing is changed then.
func (x *Index) Apply(put []Document, gone []string) error {
	vectors := make([]text.Vector, len(put))
	for i, d := range put {
		v, err := text.Decode(d.Vector)
		if err != nil {
			return fmt.Errorf("index %s %s: %w", d.Kind, d.ID, err)
		}
		vectors[i] = v
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	stale := newStale()
	for _, id := range gone {
		if ord, ok := x.ordinals[id]; ok {
			x.remove(ord, stale)
			stale.moved = true
			delete(x.ordinals, id)
			x.free = append(x.free, ord)
		}
	}
	for i, d := range put {
		x.put(d, vectors[i], stale)
	}
	x.refreshMentions(stale)
	if len(x.edges) > 0 && stale.moved {
		x.links = newLinks(x.edges, x.ordinals, len(x.docs))
	}
	return nil
}

// SetEdges replaces the edges between the documents. Edges with an end that is not indexed wait until it is.
func (x *Index) SetEdges(edges []Edge) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.edges = edges
	x.links = newLinks(edges, x.ordinals, len(x.docs))
}

func (x *Index) put(d Document, v text.Vector, stale *stale) {
	ord, known := x.ordinals[d.ID]
	stale.moved = stale.moved || !known
	switch {
	case known:
		x.remove(ord, stale)
	case len(x.free) > 0:
		ord = x.free[len(x.free)-1]
		x.free = x.free[:len(x.free)-1]
	default:
		ord = int32(len(x.docs))
		x.docs = append(x.docs, document{})
		x.lengths = append(x.lengths, 0)
		x.ties = append(x.ties, tie{})
	}
	x.ordinals[d.ID] = ord
	x.ties[ord] = tie{d.Modified, x.kinds.number(d.Kind), d.Active}
	doc := document{ID: d.ID, Kind: d.Kind, Title: d.Title, fields: v.Fields, sentences: v.Sentences, tokens: v.Tokens, mentioned: x.docs[ord].mentioned}
	x.number(&doc, v.Vocabulary)
	x.docs[ord] = doc
	x.addPostings(ord)
	x.addPhrases(ord)
	x.spell(ord, 1)
	x.repeat(ord, 1)
	x.titles.add(x.titleForms(ord), ord, stale)
	stale.docs[ord] = true
}

// number replaces the tokens' own numbers by those of the index.
func (x *Index) number(doc *document, words []string) {
	numbers := make([]uint32, len(words))
	for i, w := range words {
		numbers[i] = x.vocab.word(w)
	}
	for i, t := range doc.tokens {
		doc.tokens[i] = text.NewToken(numbers[t.Word()], text.Mark(t)&(text.Capital|text.Apart|text.Whole))
	}
}

// remove takes a document out of everything but its ordinal and the list of those that mention it.
func (x *Index) remove(ord int32, stale *stale) {
	x.titles.drop(x.titleForms(ord), ord, stale)
	x.dropMentions(ord)
	x.dropPhrases(ord)
	x.dropPostings(ord)
	x.spell(ord, -1)
	x.repeat(ord, -1)
	x.docs[ord] = document{mentioned: x.docs[ord].mentioned}
}
