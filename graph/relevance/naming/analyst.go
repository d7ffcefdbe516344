package naming

import (
	"strings"
	"unicode/utf8"

	"dossier/flat"
	"dossier/graph/text"
)

// An Entity has the names of an entity.
type Entity struct {
	Kind, Title string
	Aliases     []string // names besides the title
	// Tokens are the words of the title if it was analysed as a text, which need not be
	// looked up again.
	Tokens []text.Token
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
	// titleWord has one more than the number among the words of titles, by word.
	titleWord []uint32
	grams     flat.Table // of the title

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
		a.buffer = append(a.buffer, a.number(word.Text))
		a.words = append(a.words, word)
	}
	found.Words = a.numbers.Copy(a.buffer)
	identifier := Identifier(e.Title)
	found.Series = seriesOf(e.Title, identifier)
	found.Forms = a.formsOf(found.Words)
	found.Likeness, found.isPartly = a.likenessOf(identifier, found.Words)
	return found
}

// number returns the number of the next word of the title.
func (a *Analyst) number(word string) uint32 {
	if at := len(a.words); at < len(a.entity.Tokens) {
		if number := a.entity.Tokens[at].Word(); a.dictionary.Text(number) == word {
			return number
		}
	}
	return a.dictionary.Add(word)
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

// likenessOf returns the likeness of the title with some words, and whether one of its
// words is new.
func (a *Analyst) likenessOf(identifier string, words []uint32) (l Likeness, isPartly bool) {
	l.Key, l.Identifier = keyHash(a.words), hash("")
	if identifier != "" {
		l.Identifier = hash(text.Key(identifier))
	}
	isKnown := a.appendPlain(words)
	if !isKnown {
		isKnown = a.appendTitleWords()
	}
	if !isKnown {
		return l, true
	}
	l.Words, l.Trigrams = a.likeness.Copy(a.buffer), a.countTrigrams(a.buffer)
	return l, false
}

// countTrigrams returns the number of different trigrams of words.
func (a *Analyst) countTrigrams(words []uint32) (count int32) {
	a.grams.Clear()
	for _, word := range words {
		for _, trigram := range a.titles.trigrams[word] {
			if seen := a.grams.At(trigram); *seen == 0 {
				*seen = 1
				count++
			}
		}
	}
	return count
}

// appendTitleWords makes the buffer the title's words among those of titles, and returns
// false if there is a new one.
func (a *Analyst) appendTitleWords() bool {
	a.buffer = a.buffer[:0]
	for word := range titleWords(a.entity.Title) {
		number, known := a.titles.numbers[word]
		if !known {
			return false
		}
		a.buffer = append(a.buffer, number)
	}
	return true
}

// appendPlain is appendTitleWords for most titles: those with letters and digits of ASCII
// and what separates them, whose words are those of a text. It returns false for others. It
// remembers the numbers of words, which saves most look-ups.
func (a *Analyst) appendPlain(words []uint32) bool {
	if !isPlain(a.entity.Title, a.words) {
		return false
	}
	a.buffer = a.buffer[:0]
	for i, word := range words {
		if a.dictionary.IsNew(word) {
			return false
		}
		if missing := int(word) + 1 - len(a.titleWord); missing > 0 {
			a.titleWord = append(a.titleWord, make([]uint32, missing)...)
		}
		if a.titleWord[word] == 0 {
			number, known := a.titles.numbers[a.words[i].Text]
			if !known {
				return false
			}
			a.titleWord[word] = number + 1
		}
		a.buffer = append(a.buffer, a.titleWord[word]-1)
	}
	return true
}

// isPlain reports whether a title has only ASCII, and its words are all runs of letters
// and digits.
func isPlain(title string, words []text.Word) bool {
	at := 0
	for i, word := range words {
		isApart := i == 0 || word.Start > at
		isWhole := isApart && len(word.Text) == word.End-word.Start
		if !isWhole || !areAll(title[at:word.Start], false) || !areAll(title[word.Start:word.End], true) {
			return false
		}
		at = word.End
	}
	return areAll(title[at:], false)
}

// areAll reports whether all bytes of a text are ASCII, and letters and digits, or none of
// these.
func areAll(s string, alphanumeric bool) bool {
	for i := range len(s) {
		c := s[i]
		if c >= utf8.RuneSelf || ('0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z') != alphanumeric {
			return false
		}
	}
	return true
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
