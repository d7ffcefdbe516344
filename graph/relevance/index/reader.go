package index

import (
	"runtime"
	"slices"

	"dossier/flat"
	"dossier/graph/pipeline"
	"dossier/graph/relevance/naming"
	"dossier/graph/relevance/terms"
	"dossier/graph/text"
)

// An addition is a document that is being put.
type addition struct {
	document *Document
	reader   *reader
	damaged  bool  // its vector cannot be decoded
	entry    Entry // as far as it does not depend on others
	names    naming.Analysis
	// newFields means that no entry had these fields.
	newFields bool
	ordinal   int32
	before    float32 // the length of the entry that it replaces
}

// A reader makes entries of documents, with the words that the index has. There is one
// for each processor, since most of the time of a new index goes into this.
type reader struct {
	*Index
	draft     *terms.Draft
	analyst   *naming.Analyst
	vector    text.Vector // of one document after the other
	words     []uint32    // by number of the vector's vocabulary
	key       []byte
	sentences flat.Slab[text.Sentence]
	tokens    flat.Slab[text.Token]
	numbers   flat.Slab[text.Number]
}

func (x *Index) newReader() *reader {
	draft := x.Words.Draft()
	return &reader{Index: x, draft: draft, analyst: naming.NewAnalyst(draft, &x.TitleWords)}
}

// fewRead is the least number of documents for which another reader is worth it, by eye.
const fewRead = 50

// read reads a batch, a part of it on each processor. No words may be added meanwhile.
// The parts are in the order of the readers, so that words are numbered as by one.
func (c *change) read(put []Document) []addition {
	batch := make([]addition, len(put))
	size := max(len(put)/runtime.GOMAXPROCS(0)+1, fewRead)
	parts := slices.Collect(slices.Chunk(batch, size))
	for len(c.readers) < len(parts) {
		c.readers = append(c.readers, c.newReader())
	}
	pipeline.Times(len(parts), func(part int) {
		r := c.readers[part]
		r.draft.Begin()
		for i := range parts[part] {
			parts[part][i].reader = r
			r.read(&put[part*size+i], &parts[part][i])
		}
	})
	return batch
}

// read reads a document. It takes the vector out of it: those of a large project are
// hundreds of megabytes.
func (r *reader) read(d *Document, a *addition) {
	a.document = d
	err := r.vector.Decode(d.Vector)
	d.Vector = nil
	if err != nil {
		a.damaged = true
		return
	}
	v, e := &r.vector, &a.entry
	*e = Entry{ID: d.ID, Kind: d.Kind, Title: d.Title, occurred: d.Occurred.UnixMicro()}
	if d.Occurred.IsZero() {
		e.occurred = d.Modified.UnixMicro()
	}
	r.words = r.words[:0]
	for _, word := range v.Vocabulary {
		r.words = append(r.words, r.draft.Add(word))
	}
	for i, token := range v.Tokens {
		v.Tokens[i] = text.NewToken(r.words[token.Word()], tokenMarks(token))
	}
	var known bool
	if e.Fields, r.key, known = r.Fields.find(v.Fields, r.key); !known {
		e.Fields, a.newFields = slices.Clone(v.Fields), true
	}
	e.Sentences, e.Tokens, e.Numbers = r.sentences.Copy(v.Sentences), r.tokens.Copy(v.Tokens), r.numbers.Copy(v.Numbers)
	a.names = r.analyst.Analyse(e.named(d.Aliases))
}

// tokenMarks returns the marks of a token.
func tokenMarks(t text.Token) text.Mark {
	return text.Mark(t) & (text.Capital | text.Apart | text.Whole)
}

// readable returns the documents of a batch whose vectors could be decoded, and the ids of
// the others.
func (*change) readable(batch []addition) (rest []addition, damaged Unreadable) {
	for i := range batch {
		if batch[i].damaged {
			damaged = append(damaged, batch[i].document.ID)
		}
	}
	if damaged == nil {
		return batch, nil
	}
	return slices.DeleteFunc(batch, func(a addition) bool { return a.damaged }), damaged
}

// named returns what has the names of an entry.
func (e *Entry) named(aliases []string) *naming.Entity {
	title := 0
	for title < len(e.Sentences) && e.Sentences[title].Field == 0 {
		title++
	}
	tokens := e.Tokens
	if title < len(e.Sentences) {
		tokens = e.Tokens[:e.Sentences[title].First]
	}
	return &naming.Entity{
		Kind: e.Kind, Title: e.Title, Aliases: aliases, Tokens: tokens, Named: slices.Collect(e.NamesInProps()), Values: e.valuesInProps(),
	}
}
