package schema

import (
	"sync"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"dossier/graph"
	"dossier/graph/lists"
)

// A collator is not safe for concurrent use.
type collator struct {
	collator *collate.Collator
	buffer   collate.Buffer
}

var collators = sync.Pool{New: func() any {
	return &collator{collator: collate.New(language.Und, collate.Loose, collate.Numeric)}
}}

// LabelKey returns the key by which a label is sorted, never nil. The byte
// order of keys is that of the Unicode collation algorithm, which ignores case,
// accents and width, and compares digits as numbers. Keys are stored, so that
// all databases sort alike.
func LabelKey(label string) []byte {
	c := collators.Get().(*collator)
	defer collators.Put(c)
	c.buffer.Reset()
	key := c.collator.KeyFromString(&c.buffer, graph.FirstRunes(label, lists.LabelKey))
	return append([]byte{}, key...)
}
