package index

import (
	"fmt"
	"slices"
	"strings"

	"dossier/graph/flat"
	"dossier/graph/pipeline"
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
	// before is the length of the entry that it replaces, if isNew is false.
	before        float32
	isNew         bool
	likeness      likeness
	titles, names []titleForm
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

// fresh returns the number of new documents.
func (x *Index) fresh(put []Document) (count int) {
	for i := range put {
		if _, known := x.ordinals[put[i].ID]; !known {
			count++
		}
	}
	return count
}

// grow makes room for new entries. For many entries, it makes exactly as much
// as they need.
func (x *Index) grow(entries int) {
	entries -= len(x.free)
	if entries <= len(x.entries)/8 {
		return // append grows by more
	}
	x.entries = slices.Grow(x.entries, entries)
	x.attributes = slices.Grow(x.attributes, entries)
	x.lengths = slices.Grow(x.lengths, entries)
}

// put adds a batch of documents. Of the functions that run at the same time, only
// number adds words, and each changes other parts of the index.
func (x *Index) put(batch []addition, stale *stale) {
	each := func(f func(*addition)) func() {
		return func() {
			for i := range batch {
				f(&batch[i])
			}
		}
	}
	pipeline.Together(
		each(func(a *addition) { a.likeness = x.likenessOf(a.document.Title) }),
		each(func(a *addition) { x.number(a, stale) }),
	)
	pipeline.Together(
		each(x.addTexts),
		each(func(a *addition) { x.addForms(a, stale) }),
		each(x.addWords),
	)
	for i := range batch {
		entry := &x.entries[batch[i].ordinal]
		entry.likeness = batch[i].likeness
		x.held.add(entry, 1)
		stale.entries[batch[i].ordinal] = true
	}
}

// number gives a document an ordinal, and its words and those of its title's forms
// their numbers. It removes the content of the entry that the document replaces.
func (x *Index) number(a *addition, stale *stale) {
	d := a.document
	ordinal, known := x.ordinals[d.ID]
	if known {
		a.before = x.lengths[ordinal]
		x.clear(ordinal, stale)
	} else {
		ordinal = x.newOrdinal()
	}
	a.ordinal, a.isNew = ordinal, !known
	x.ordinals[d.ID] = a.ordinal
	entry := Entry{
		ID: d.ID, Kind: d.Kind, Title: d.Title, occurred: d.Occurred.UnixMicro(),
		Fields: x.shared(a.vector.Fields), Sentences: flat.Exact(a.vector.Sentences), Tokens: flat.Exact(a.vector.Tokens), Numbers: flat.Exact(a.vector.Numbers),
		MentionedBy: x.entries[a.ordinal].MentionedBy,
	}
	if d.Occurred.IsZero() {
		entry.occurred = d.Modified.UnixMicro()
	}
	x.attributes[a.ordinal] = d.Attributes
	x.attributes[a.ordinal].kind = x.kinds.Number(d.Kind)
	if len(d.Aliases) > 0 {
		x.aliases[a.ordinal] = d.Aliases
	}
	x.renumber(entry.Tokens, a.vector.Vocabulary)
	x.entries[a.ordinal] = entry
	x.countTitle(a.ordinal, 1)
	a.titles, a.names = x.titleForms(a.ordinal), x.nameForms(a.ordinal)
}

// addTexts adds the sections, phrases and sentences of an entry.
func (x *Index) addTexts(a *addition) {
	entry := &x.entries[a.ordinal]
	entry.Sections = x.cutSections(entry)
	x.countHeadings(a.ordinal, 1)
	x.addPhrases(a.ordinal)
	x.addSentences(a.ordinal)
}

// addForms adds the forms of an entry's title, its values and its series.
func (x *Index) addForms(a *addition, stale *stale) {
	x.titles.add(a.titles, a.ordinal, stale)
	x.names.add(a.names, a.ordinal, nil)
	x.addValues(&x.entries[a.ordinal])
	x.countSeries(a.ordinal, 1)
}

// addWords adds the postings of an entry.
func (x *Index) addWords(a *addition) {
	x.addPostings(a.ordinal)
	if length := x.lengths[a.ordinal]; a.isNew {
		x.families.join(a.ordinal, length)
	} else {
		x.families.lengthen(a.ordinal, length-a.before)
	}
}

// fieldSeparator is between the names of fields in the keys of Index.fields.
const fieldSeparator = "\x00"

// shared returns the names of fields in memory that entries with the same
// fields share.
func (x *Index) shared(names []string) []string {
	key := strings.Join(names, fieldSeparator)
	fields, known := x.fields[key]
	if !known {
		key = strings.Clone(key) // not a part of the vector
		fields = strings.Split(key, fieldSeparator)[:len(names)]
		x.fields[key] = fields
	}
	return fields
}

// newOrdinal returns an unused ordinal.
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

// renumber replaces the numbers of words in a vector by those in the index.
func (x *Index) renumber(tokens []text.Token, words []string) {
	numbers := make([]uint32, len(words))
	for i, word := range words {
		numbers[i] = x.vocabulary.add(word)
	}
	for i, token := range tokens {
		tokens[i] = text.NewToken(numbers[token.Word()], text.Mark(token)&(text.Capital|text.Apart|text.Whole))
	}
}
