package naming

import (
	"strings"

	"dossier/flat"
	"dossier/graph/text"
)

// An Entity has the names of an entity.
type Entity struct {
	Kind, Title string
	Aliases     []string // names besides the title
	// Named are the words of each name that its props give it, Values the words of each
	// value in its props, which has some.
	Named  [][]uint32
	Values [][]text.Token
}

// An Analysis is what indexes need to know of an entity's names.
type Analysis struct {
	Words  []uint32 // of the title, with whole identifiers
	Series string   // as [Series] of the title
	Forms  Forms
	// Likeness is that of the title, without its words if one of them is new, see
	// [TitleWords.Complete].
	Likeness Likeness
	isPartly bool
}

// An Analyst analyses the names of one entity after another, each title once. Several
// goroutines may have one each if their dictionaries allow it.
type Analyst struct {
	dictionary Dictionary
	titles     *TitleWords

	entity *Entity
	words  []text.Word // of the title
	forms  []form      // of the names, so far
	buffer []uint32
	grams  text.Trigrams

	numbers  flat.Slab[uint32] // that forms and words of titles share
	kept     flat.Slab[form]
	likeness flat.Slab[uint32] // that likenesses share, which last longer
}

// NewAnalyst returns an analyst that adds the words of names to a dictionary and looks
// up those of titles.
func NewAnalyst(dictionary Dictionary, titles *TitleWords) *Analyst {
	return &Analyst{dictionary: dictionary, titles: titles}
}

// Analyse returns the analysis of an entity.
func (a *Analyst) Analyse(e *Entity) (found Analysis) {
	a.entity, a.words, a.buffer = e, a.words[:0], a.buffer[:0]
	for word := range text.Words(e.Title) {
		a.words = append(a.words, word)
		a.buffer = append(a.buffer, a.dictionary.Add(word.Text))
	}
	found.Words = a.numbers.Copy(a.buffer)
	identifier := Identifier(e.Title)
	found.Series = seriesOf(e.Title, identifier)
	found.Forms = a.formsOf(found.Words)
	found.Likeness, found.isPartly = a.likenessOf(identifier)
	return found
}

// Renumber replaces the numbers of words.
func (f *Analysis) Renumber(final func(word uint32) uint32) {
	renumber := func(words []uint32) {
		for i, word := range words {
			words[i] = final(word)
		}
	}
	renumber(f.Words)
	for _, forms := range [][]form{f.Forms.titles, f.Forms.others} {
		for _, form := range forms {
			renumber(form.words)
		}
	}
}

// likenessOf returns the likeness of the title, and whether one of its words is new.
func (a *Analyst) likenessOf(identifier string) (l Likeness, isPartly bool) {
	l.Key, l.Identifier = keyHash(a.words), hash("")
	if identifier != "" {
		l.Identifier = hash(text.Key(identifier))
	}
	a.buffer = a.buffer[:0]
	for word := range titleWords(a.entity.Title) {
		number, known := a.titles.numbers[word]
		if !known {
			return l, true
		}
		a.buffer = append(a.buffer, number)
	}
	a.grams = a.titles.union(a.buffer, a.grams)
	l.Words, l.Trigrams = a.likeness.Copy(a.buffer), int32(len(a.grams))
	return l, false
}

// Complete adds the words of a title, whose analysis is given, in which there were new
// ones.
func (w *TitleWords) Complete(a *Analysis, title string) {
	if !a.isPartly {
		return
	}
	a.isPartly = false
	var words []uint32
	for word := range titleWords(title) {
		words = append(words, w.number(strings.Clone(word)))
	}
	a.Likeness.Words = flat.Exact(words)
	a.Likeness.Trigrams = int32(len(w.union(words, nil)))
}
