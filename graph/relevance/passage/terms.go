package passage

import (
	"encoding/binary"
	"math"
	"strings"

	"dossier/graph/lexicon"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// term is a word of a question that does not name its subject.
type term struct {
	stem     string   // "" for a stop word
	number   int32    // in counts.words
	key      uint32   // in the sections of the subject's index, 0 if that lacks it
	keys     []uint32 // by index: the key, 0 if no section has it
	weight   float64
	sections int                // number of sections with it below the heading
	entities int                // number of entities with it, 0 for a stop word
	related  map[string]float64 // weights of the related words, by stem
}

// termsOf returns the words of a question that are not in its names and that
// some section has, or a word similar to them.
func (f *finder) termsOf(question Question) []term {
	for _, name := range question.Names {
		for word := range text.Words(name) {
			f.names[f.id(word.Text)] = true
		}
	}
	var words, ids []string
	for word := range text.Words(question.Text) {
		if correct, misspelt := question.Corrected[word.Text]; misspelt {
			word.Text = correct
		}
		if id := f.id(word.Text); !f.names[id] {
			words, ids = append(words, word.Text), append(ids, id)
		}
	}
	list, inPhrase := f.phrases(ids)
	seen := map[string]bool{}
	for i, id := range ids {
		if seen[id] || inPhrase[i] || len(list) == f.params.Terms {
			continue
		}
		seen[id] = true
		if t := f.term(words[i]); t.sections > 0 || t.stem != "" {
			list = append(list, t)
		}
	}
	return list
}

// phrases returns the terms of the phrases among some ids, each once, and which of
// the ids are in one.
func (f *finder) phrases(ids []string) (list []term, in []bool) {
	in = make([]bool, len(ids))
	seen := map[string]bool{}
	for _, phrase := range lexicon.Phrases(ids) {
		for i := phrase.First; i < phrase.Last; i++ {
			in[i] = true
		}
		if stem := strings.Join(ids[phrase.First:phrase.Last], " "); !seen[stem] && len(list) < f.params.Terms {
			seen[stem] = true
			list = append(list, f.phrase(stem, phrase.Headings))
		}
	}
	return list, in
}

// phrase returns the term of a phrase, which can only be similar to a word of a
// heading.
func (f *finder) phrase(stem string, headings []string) term {
	t := term{
		stem: stem, number: f.counts.number(stem), weight: 1, keys: make([]uint32, len(f.reader.Indexes)), related: make(map[string]float64),
	}
	for _, word := range headings {
		t.related[word] = f.params.Headings
	}
	return t
}

// id returns the stem of a word, or the word itself if it is a stop word.
func (f *finder) id(word string) string {
	if stem := f.index.Words.Stem(word); stem != "" {
		return stem
	}
	return word
}

// term returns the term of a word, with its counts in all indexes. A term that
// no index has can only be similar to a word of a heading.
func (f *finder) term(word string) term {
	t := term{stem: f.index.Words.Stem(word), number: f.counts.number(f.id(word)), weight: f.params.Stop, related: make(map[string]float64)}
	for _, other := range lexicon.Related(t.stem) {
		t.related[other.Stem] = other.Weight
	}
	for _, other := range lexicon.Headings(f.id(word)) {
		if !f.names[other] { // the title of the document may be a heading
			t.related[other] = max(t.related[other], f.params.Headings)
		}
	}
	roots, holding := 0, 0
	for _, x := range f.reader.Indexes {
		key := sectionKey(x, word, t.stem)
		if x == f.index {
			t.key = key
		}
		if sections := x.Headings.Below(key); sections > 0 {
			t.keys, t.sections = append(t.keys, key), t.sections+sections
		} else {
			t.keys = append(t.keys, 0)
		}
		roots += x.Roots.Count()
		if t.stem != "" {
			holding += x.Roots.With(key)
			t.entities += len(x.Postings.Of(key))
		}
	}
	switch {
	case t.stem == "":
	case holding == 0:
		t.weight = 1
	default:
		rare := corpus.IDF(roots, holding) / corpus.IDF(roots, 1)
		t.weight = math.Pow(max(0, 1-rare), f.params.Rare)
	}
	return t
}

// sectionKey returns the key of a word in the sections of an index, 0 if the
// index lacks it.
func sectionKey(x *index.Index, word, stem string) uint32 {
	if stem != "" {
		return x.Words.Term(stem)
	}
	if number := x.Words.Number(word); number != 0 {
		return x.Headings.Key(number)
	}
	return 0
}

// headingPrefix is the least number of letters of a stem that is taken as the
// beginning of another, such as roll for rollback. By eye.
const headingPrefix = 4

// fit returns how well the stem of a heading's word fits the term, 0 to 1. It may
// begin with a related word: limit is related to constrain, as in constraint.
func (t *term) fit(stem string, params *Params) float64 {
	related := params.Related * t.related[stem]
	for end := len(stem) - 1; end >= headingPrefix; end-- {
		related = max(related, params.Similar*params.Related*t.related[stem[:end]])
	}
	switch {
	case t.stem == stem:
		return 1
	case len(stem) < headingPrefix || len(t.stem) < headingPrefix:
		return related
	case strings.HasPrefix(stem, t.stem) || strings.HasPrefix(t.stem, stem):
		return max(related, params.Similar)
	}
	return related
}

// beginning returns the first letters of a stem as a number. [term.fit] is 0 for a stem
// that begins otherwise than the term and all related words.
func beginning(stem string) uint32 {
	var letters [headingPrefix]byte
	copy(letters[:], stem)
	return binary.LittleEndian.Uint32(letters[:])
}

// class has the counts of a class of headings over all indexes.
type class struct {
	sections int
	words    int64
	in       []inIndex // the indexes that have it
	under    []int32   // by number of a word: 1 more than the number of sections with it, 0 if it is not known
}

// inIndex has the counts of a class in one index.
type inIndex struct {
	number int // of the index
	index.HeadingClass
}

// class returns the counts of a class.
func (c *counts) class(r *corpus.Reader, hash uint64) *class {
	if known := c.classes[hash]; known != nil {
		return known
	}
	all := &class{}
	for number, x := range r.Indexes {
		if of := x.Headings.Class(hash); of.Sections > 0 {
			all.in = append(all.in, inIndex{number, of})
			all.sections += int(of.Sections)
			all.words += of.Words
		}
	}
	c.classes[hash] = all
	return all
}

// under returns the number of sections of a class with a term.
func (c *counts) under(r *corpus.Reader, of *class, t *term) int {
	if missing := int(t.number) + 1 - len(of.under); missing > 0 {
		of.under = append(of.under, make([]int32, max(missing, len(c.words)-len(of.under)))...)
	}
	known := &of.under[t.number]
	if *known == 0 {
		*known = 1
		for _, one := range of.in {
			if key := t.keys[one.number]; key != 0 {
				*known += int32(r.Indexes[one.number].Headings.BelowClass(one.HeadingClass, key))
			}
		}
	}
	return int(*known) - 1
}

// number returns the number of a word, by its id.
func (c *counts) number(id string) int32 {
	number, known := c.words[id]
	if !known {
		number = int32(len(c.words))
		c.words[id] = number
	}
	return number
}

// headingsWith returns the number of headings with a stem in all indexes.
func (c *counts) headingsWith(r *corpus.Reader, stem string) int {
	if count, known := c.stems[stem]; known {
		return count
	}
	count := 0
	for _, x := range r.Indexes {
		count += x.Headings.With(x.Words.Term(stem))
	}
	c.stems[stem] = count
	return count
}
