package index

import (
	"cmp"
	"iter"
	"slices"
	"time"

	"dossier/graph/text"
)

// The methods in this file read an index. The index must be locked while they
// are called and their results are used, and the results must not be modified.
// Entries, words and terms are numbers: the ordinal of an entry is less than
// Size; word 0 and term 0 are no word and no term.

// Lock locks indexes for reading until unlock is called. It locks them in a
// fixed order, so that readers and writers of several indexes cannot deadlock.
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
	ID, Kind, Title string // of the entity; Title may be empty

	// Fields are the names of the text fields. The title is field 0.
	Fields []string
	// Sentences are the units of the fields in order, with offsets in the field's
	// text and ranges in Tokens.
	Sentences []text.Sentence
	// Tokens are the words of all sentences, with the numbers of the index.
	Tokens []text.Token
	// Numbers are the fields that are numbers.
	Numbers []text.Number
	// Sections are the sections of the fields, in order.
	Sections []Section
	// Mentions are the mentions of other entries in the sentences, by target.
	Mentions []Mention
	// MentionedBy are the ordinals of the entries that mention this one,
	// ascending.
	MentionedBy []int32
	// Phrases are the capitalised phrases of the sentences, each once.
	Phrases []Phrase

	occurred  int64 // in microseconds of Unix time
	likeness  likeness
	sentences []int32 // by sentence: number in Index.sentences
}

// Occurred returns the time of what the entry reports, in UTC.
func (e *Entry) Occurred() time.Time { return time.UnixMicro(e.occurred).UTC() }

// Sequence returns the tokens of a sentence in order, without the whole
// identifiers that follow their parts. It reuses buffer.
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

// HasField reports whether an entry has, or had, text in a field.
func (x *Index) HasField(name string) bool {
	for _, names := range x.fields {
		if slices.Contains(names, name) {
			return true
		}
	}
	return false
}

// FieldNames yields the names of the fields in which entries have, or had, text, in any
// order. One can come several times.
func (x *Index) FieldNames() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, names := range x.fields {
			for _, name := range names {
				if !yield(name) {
					return
				}
			}
		}
	}
}

// Size returns the number of ordinals, including those of removed entries.
func (x *Index) Size() int { return len(x.entries) }

// Documents returns the number of entries.
func (x *Index) Documents() int { return len(x.ordinals) }

// Find returns the ordinal of the entry with an id.
func (x *Index) Find(id string) (ordinal int32, found bool) {
	ordinal, found = x.ordinals[id]
	return ordinal, found
}

// Entry returns the entry with an ordinal. A removed entry has no id.
func (x *Index) Entry(ordinal int32) *Entry { return &x.entries[ordinal] }

// Attributes returns the attributes of an entry.
func (x *Index) Attributes(ordinal int32) *Attributes { return &x.attributes[ordinal] }

// Kinds returns the kinds of the entries. KindOf returns indexes into it.
func (x *Index) Kinds() []string { return x.kinds.Values }

// KindOf returns the index of an entry's kind in Kinds.
func (x *Index) KindOf(ordinal int32) int { return int(x.attributes[ordinal].kind) }

// Length returns the weighted number of terms of an entry.
func (x *Index) Length(ordinal int32) float32 { return x.lengths[ordinal] }

// TitleShare returns the share of an entry's words that are in its title.
func (x *Index) TitleShare(ordinal int32) float64 {
	entry := &x.entries[ordinal]
	title := 0
	for _, sentence := range entry.Sentences {
		if sentence.Field != 0 {
			break
		}
		title += int(sentence.Last - sentence.First)
	}
	return float64(title) / float64(max(1, len(entry.Tokens)))
}

// TotalLength returns the sum of the lengths of all entries.
func (x *Index) TotalLength() float64 { return x.length }

// Terms returns the number of terms, which is also the highest term.
func (x *Index) Terms() int { return len(x.vocabulary.terms) }

// Word returns the number of a folded word, 0 if it is unknown.
func (x *Index) Word(word string) uint32 { return x.vocabulary.words[word] }

// WordText returns the folded text of a word.
func (x *Index) WordText(word uint32) string { return x.vocabulary.names[word] }

// Stem returns the stem of a folded word, empty for a stop word.
func (x *Index) Stem(word string) string {
	if number, known := x.vocabulary.words[word]; known { // ten times as fast
		return x.vocabulary.stems[x.vocabulary.termOf[number]]
	}
	return x.vocabulary.stem(word)
}

// Term returns the term of a stem, 0 if it is unknown.
func (x *Index) Term(stem string) uint32 { return x.vocabulary.terms[stem] }

// StemOf returns the stem of a term.
func (x *Index) StemOf(term uint32) string { return x.vocabulary.stems[term] }

// TermOf returns the term of a word, 0 for a stop word.
func (x *Index) TermOf(word uint32) uint32 { return x.vocabulary.termOf[word] }

// PrefixMatches returns the terms that share their first letters with a stem,
// including its own; nil for a short stem.
func (x *Index) PrefixMatches(stem string) []uint32 { return x.vocabulary.prefixMatches(stem) }

// Postings returns the postings of a term, ascending by ordinal.
func (x *Index) Postings(term uint32) []Posting {
	if int(term) < len(x.postings) {
		return x.postings[term]
	}
	return nil
}

// Posting returns the posting of a term in an entry.
func (x *Index) Posting(term uint32, ordinal int32) (posting Posting, found bool) {
	list := x.Postings(term)
	at, found := findPosting(list, ordinal)
	if !found {
		return Posting{}, false
	}
	return list[at], true
}

// Ordinal returns the ordinal of the entry with an id, and whether there is one.
func (x *Index) Ordinal(id string) (ordinal int32, known bool) {
	ordinal, known = x.ordinals[id]
	return ordinal, known
}

// LongestTitle returns the owners of the longest title at the beginning of
// words, and its number of words, 0 for none.
func (x *Index) LongestTitle(words []text.Token) (owners []TitleOwner, length int) {
	return x.titles.longest(words)
}

// LongestName returns the owners of the longest name at the beginning of words,
// and its number of words, 0 for none. Names are titles, aliases, and forms of
// titles that are too ambiguous for mentions.
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

// Root returns the ordinal of an entry's root, its own for a root.
func (x *Index) Root(ordinal int32) int32 {
	if int(ordinal) < len(x.families.roots) {
		return x.families.roots[ordinal]
	}
	return ordinal
}

// Roots returns the number of roots. Before SetRoots, all entries are roots.
func (x *Index) Roots() int {
	if x.families.roots == nil {
		return x.Documents()
	}
	return x.families.count
}

// FamilyLength returns the weighted number of terms of a root and its parts.
func (x *Index) FamilyLength(root int32) float32 {
	if int(root) < len(x.families.lengths) {
		return x.families.lengths[root]
	}
	return x.lengths[root]
}

// PhraseHolders returns the ordinals of the entries with a phrase, ascending.
// It returns none for a phrase in many entries, because such a phrase joins
// nothing.
func (x *Index) PhraseHolders(phrase Phrase) []int32 {
	holders := x.phrases.holders(phrase.hash)
	if len(holders) > phraseParams.Holders {
		return nil
	}
	return holders
}

// Links returns the links of an entry by id of the edge.
func (x *Index) Links(ordinal int32) []Link { return x.links.of(ordinal) }

// Edge returns the edge of a link.
func (x *Index) Edge(edge int32) Edge {
	e := &x.links.edges[edge]
	relation := x.links.relations.Values[e.relation]
	return Edge{ID: e.id, From: x.entries[e.from].ID, To: x.entries[e.to].ID, Relation: relation.name, Role: relation.role}
}

// Relation returns the relation of a link's edge.
func (x *Index) Relation(edge int32) string {
	return x.links.relations.Values[x.links.edges[edge].relation].name
}

// Families returns the families by containment edges.
func (x *Index) Families() []Family { return x.links.families }

// Neighbours returns the pairs of entries with a sequence edge.
func (x *Index) Neighbours() [][2]int32 { return x.links.neighbours }
