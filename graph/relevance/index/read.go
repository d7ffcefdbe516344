package index

import (
	"cmp"
	"slices"
	"time"

	"dossier/graph/text"
)

// The methods of this file read an index. They, and what they return, are valid
// only while the index is locked; nothing they return may be changed. Entries,
// words and terms are numbers: an entry's ordinal is less than Size; word 0 and
// term 0 are no word and no term.

// Lock locks indexes for reading until unlock is called. All callers lock in the
// same order, so that readers and writers of several indexes cannot deadlock.
func Lock(indexes []*Index) (unlock func()) {
	ordered := slices.Clone(indexes)
	slices.SortFunc(ordered, func(a, b *Index) int { return cmp.Compare(a.serial, b.serial) })
	ordered = slices.Compact(ordered)
	for _, x := range ordered {
		x.mu.RLock()
	}
	return func() {
		for _, x := range ordered {
			x.mu.RUnlock()
		}
	}
}

// Entry is an indexed entity.
type Entry struct {
	ID, Kind, Title string

	// Fields are the names of the text fields. The title is field 0.
	Fields []string
	// Sentences are the units of the fields in order, with their offsets in the
	// field's text and their range in Tokens.
	Sentences []text.Sentence
	// Tokens are the words of all sentences, as words of the index.
	Tokens []text.Token
	// Sections are the parts of the fields by their headings, in order.
	Sections []Section
	// Mentions are the titles of other entries in the sentences, by target.
	Mentions []Mention
	// MentionedBy are the ordinals of the entries that mention this one,
	// ascending.
	MentionedBy []int32
	// Phrases are the capitalised phrases of the sentences, each once.
	Phrases []Phrase

	occurred  int64 // in microseconds of Unix time
	likeness  likeness
	sentences []int32 // by sentence: for Index.sentences
}

// Occurred returns the time of what the entry reports, in UTC.
func (e *Entry) Occurred() time.Time { return time.UnixMicro(e.occurred).UTC() }

// Sequence returns the tokens of a sentence in order, without identifiers that
// are repeated uncut. It reuses buffer.
func (e *Entry) Sequence(sentence int32, buffer []text.Token) []text.Token {
	buffer = buffer[:0]
	s := &e.Sentences[sentence]
	for _, token := range e.Tokens[s.First:s.Last] {
		if !token.Has(text.Whole) {
			buffer = append(buffer, token)
		}
	}
	return buffer
}

// Size returns the number of ordinals, those of removed entries included.
func (x *Index) Size() int { return len(x.entries) }

// Documents returns the number of entries.
func (x *Index) Documents() int { return len(x.ordinals) }

// Find returns the ordinal of the entry with an id.
func (x *Index) Find(id string) (ordinal int32, found bool) {
	ordinal, found = x.ordinals[id]
	return ordinal, found
}

// Entry returns the entry of an ordinal; that of a removed one has no id.
func (x *Index) Entry(ordinal int32) *Entry { return &x.entries[ordinal] }

// Attributes returns the attributes of an entry.
func (x *Index) Attributes(ordinal int32) *Attributes { return &x.attributes[ordinal] }

// Kinds returns the kinds of the entries. KindOf numbers into it.
func (x *Index) Kinds() []string { return x.kinds.values }

// KindOf returns the number of an entry's kind.
func (x *Index) KindOf(ordinal int32) int { return int(x.attributes[ordinal].kind) }

// Length returns the weighted number of terms in an entry.
func (x *Index) Length(ordinal int32) float32 { return x.lengths[ordinal] }

// TotalLength returns the sum of the lengths of all entries.
func (x *Index) TotalLength() float64 { return x.length }

// Terms returns the number of terms; the highest one has this number.
func (x *Index) Terms() int { return len(x.vocabulary.terms) }

// Word returns the number of a folded word, 0 if it is unknown.
func (x *Index) Word(word string) uint32 { return x.vocabulary.words[word] }

// WordText returns the folded word of a number.
func (x *Index) WordText(word uint32) string { return x.vocabulary.names[word] }

// Stem returns the stem of a folded word, empty for a stop word.
func (x *Index) Stem(word string) string { return x.vocabulary.stem(word) }

// Term returns the term of a stem, 0 if it is unknown.
func (x *Index) Term(stem string) uint32 { return x.vocabulary.terms[stem] }

// StemOf returns the stem of a term.
func (x *Index) StemOf(term uint32) string { return x.vocabulary.stems[term] }

// TermOf returns the term of a word, 0 for a stop word.
func (x *Index) TermOf(word uint32) uint32 { return x.vocabulary.termOf[word] }

// PrefixMatches returns the terms that share their first letters with a stem,
// its own among them.
func (x *Index) PrefixMatches(stem string) []uint32 { return x.vocabulary.prefixMatches(stem) }

// Postings returns the postings of a term by ordinal.
func (x *Index) Postings(term uint32) []Posting {
	if int(term) < len(x.postings) {
		return x.postings[term]
	}
	return nil
}

// Posting returns the posting of a term in one entry.
func (x *Index) Posting(term uint32, ordinal int32) (posting Posting, found bool) {
	list := x.Postings(term)
	at, found := findPosting(list, ordinal)
	if !found {
		return Posting{}, false
	}
	return list[at], true
}

// LongestTitle returns the entries with the longest title that the words begin
// with, and how many words it has; 0 for none.
func (x *Index) LongestTitle(words []text.Token) (owners []TitleOwner, length int) {
	return x.titles.longest(words)
}

// LongestName returns the entries with the longest name that the words begin
// with, and how many words it has; 0 for none. Names are titles, the forms of
// titles that texts need not mean as a mention, and aliases.
func (x *Index) LongestName(words []text.Token) (owners []TitleOwner, length int) {
	owners, length = x.titles.longest(words)
	named, more := x.names.longest(words)
	switch {
	case more > length:
		return named, more
	case more == length && more > 0:
		return append(owners[:len(owners):len(owners)], named...), length
	default:
		return owners, length
	}
}

// Root returns the ordinal of the entry that an entry is part of, its own if it
// is part of nothing.
func (x *Index) Root(ordinal int32) int32 {
	if int(ordinal) < len(x.families.roots) {
		return x.families.roots[ordinal]
	}
	return ordinal
}

// Roots returns the number of entries that are part of nothing: all of them
// before SetRoots.
func (x *Index) Roots() int {
	if x.families.roots == nil {
		return x.Documents()
	}
	return x.families.count
}

// FamilyLength returns the weighted number of terms in a root and its parts.
func (x *Index) FamilyLength(root int32) float32 {
	if int(root) < len(x.families.lengths) {
		return x.families.lengths[root]
	}
	return x.lengths[root]
}

// PhraseHolders returns the ordinals of the entries with a phrase, ascending. A
// phrase in more than a few entries joins nothing and has none.
func (x *Index) PhraseHolders(phrase Phrase) []int32 {
	holders := x.phrases.holders(phrase.hash)
	if len(holders) > phraseParams.Holders {
		return nil
	}
	return holders
}

// Links returns the edges of an entry in the order in which they were set.
func (x *Index) Links(ordinal int32) []Link { return x.links.byEntry.Of(ordinal) }

// Edge returns the edge of a link.
func (x *Index) Edge(edge int32) Edge {
	e := &x.links.edges[edge]
	relation := x.links.relations.values[e.relation]
	return Edge{ID: e.id, From: x.entries[e.from].ID, To: x.entries[e.to].ID, Relation: relation.name, Role: relation.role}
}

// Relation returns the relation of a link's edge.
func (x *Index) Relation(edge int32) string {
	return x.links.relations.values[x.links.edges[edge].relation].name
}

// Families returns what the containment edges join.
func (x *Index) Families() []Family { return x.links.families }

// Neighbours returns the pairs of entries that sequence edges join.
func (x *Index) Neighbours() [][2]int32 { return x.links.neighbours }
