// Package corpus reads the indexes of one or more projects as one collection
// with common statistics, and matches questions with it: by words and their
// stems, spelling, titles and embeddings. Packages rank and search use it.
package corpus

import (
	"dossier/graph/relevance/index"
)

// Corpus has the indexes of one or more projects.
type Corpus struct{ indexes []*index.Index }

// Over returns a corpus of indexes.
func Over(indexes ...*index.Index) Corpus { return Corpus{indexes} }

// Doc refers to an entry of a corpus while a Reader is open.
type Doc struct {
	Project int32 // the number of the index in the corpus
	Ordinal int32 // in the index
}

// Reader reads a corpus at one moment.
type Reader struct {
	Indexes []*index.Index // of the projects, by the numbers in [Doc]
	// Documents is the number of entries, and AverageLength their mean length
	// in weighted terms.
	Documents     int
	AverageLength float64

	unlock func()
}

// Open locks the corpus for reading until the reader is closed.
func (c Corpus) Open() *Reader {
	r := &Reader{Indexes: c.indexes, unlock: index.Lock(c.indexes)}
	length := 0.0
	for _, x := range c.indexes {
		r.Documents += x.Documents()
		length += x.TotalLength()
	}
	r.AverageLength = length/float64(max(r.Documents, 1)) + 1e-9 // never 0
	return r
}

// Close unlocks the corpus.
func (r *Reader) Close() { r.unlock() }

// Entry returns the entry of a document.
func (r *Reader) Entry(d Doc) *index.Entry { return r.Indexes[d.Project].Entry(d.Ordinal) }

// Attributes returns the attributes of a document.
func (r *Reader) Attributes(d Doc) *index.Attributes {
	return r.Indexes[d.Project].Attributes(d.Ordinal)
}

// Root returns the root of a document's family, the document itself for a root.
func (r *Reader) Root(d Doc) Doc { return Doc{d.Project, r.Indexes[d.Project].Roots.Of(d.Ordinal)} }

// Find returns the document of the entity with an id, and reports whether there
// is one.
func (r *Reader) Find(id string) (d Doc, found bool) {
	for project, x := range r.Indexes {
		if ordinal, found := x.Find(id); found {
			return Doc{int32(project), ordinal}, true
		}
	}
	return Doc{}, false
}
