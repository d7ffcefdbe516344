package index

import (
	"slices"
	"strings"

	"dossier/graph/text"
)

// titleParams are the constants of titles in texts.
var titleParams = struct {
	// MaxWords is the number of words of the longest title that is matched,
	// MaxOwners the number of entries from which on a title mentions none.
	MaxWords, MaxOwners int
	// IdentifierLetters is the largest number of letters of an identifier such
	// as KEP-1287.
	IdentifierLetters int
	// The quality of each form of a title: how surely it means the entry.
	Full, Plural, WithoutBracket, BeforeComma, Identifier, AfterIdentifier, Name float64
}{
	MaxWords:          12, // by eye: bounds the trie
	MaxOwners:         20, // by eye, as for shared phrases
	IdentifierLetters: 10, // by eye
	Full:              1,  // first values of the method, but for:
	Plural:            .9, // by eye
	WithoutBracket:    .9,
	BeforeComma:       .8,
	Identifier:        1,
	AfterIdentifier:   .9,  // by eye
	Name:              .95, // by eye
}

// TitleOwner is an entry that a form of a title names, and how surely.
type TitleOwner struct {
	Ordinal int32
	Quality float64
	// IsCode reports whether the name is an alias, or written like code.
	IsCode bool
}

// titleForm is one way in which texts write a title.
type titleForm struct {
	words   []uint32
	quality float64
	code    bool
}

// titleTrie finds the forms of all titles word by word. Its root is node 0.
type titleTrie struct {
	next   map[uint64]uint32 // by node<<32 | word
	owners [][]TitleOwner    // by node
	starts []bool            // by word: whether a form begins with it
}

func newTitleTrie() titleTrie {
	return titleTrie{next: make(map[uint64]uint32), owners: make([][]TitleOwner, 1)}
}

// child returns the node behind a word.
func (t *titleTrie) child(node, word uint32) (child uint32, found bool) {
	child, found = t.next[uint64(node)<<32|uint64(word)]
	return child, found
}

func (t *titleTrie) add(forms []titleForm, ordinal int32, stale *stale) {
	for _, form := range forms {
		node := t.grow(form.words)
		if missing := int(form.words[0]) + 1 - len(t.starts); missing > 0 {
			t.starts = append(t.starts, make([]bool, missing)...)
		}
		t.starts[form.words[0]] = true
		t.owners[node] = append(t.owners[node], TitleOwner{ordinal, form.quality, form.code})
		stale.forms = append(stale.forms, form.words)
	}
}

// grow returns the node of words and makes those that are missing.
func (t *titleTrie) grow(words []uint32) (node uint32) {
	for _, word := range words {
		child, found := t.child(node, word)
		if !found {
			child = uint32(len(t.owners))
			t.next[uint64(node)<<32|uint64(word)] = child
			t.owners = append(t.owners, nil)
		}
		node = child
	}
	return node
}

func (t *titleTrie) remove(forms []titleForm, ordinal int32, stale *stale) {
	for _, form := range forms {
		node, found := uint32(0), true
		for _, word := range form.words {
			if node, found = t.child(node, word); !found {
				break
			}
		}
		if found {
			t.owners[node] = slices.DeleteFunc(t.owners[node], func(o TitleOwner) bool { return o.Ordinal == ordinal })
		}
		stale.forms = append(stale.forms, form.words)
	}
}

func (t *titleTrie) longest(words []text.Token) (owners []TitleOwner, length int) {
	if len(words) == 0 || int(words[0].Word()) >= len(t.starts) || !t.starts[words[0].Word()] {
		return nil, 0
	}
	node := uint32(0)
	for i, word := range words {
		if i == titleParams.MaxWords {
			break
		}
		child, found := t.child(node, word.Word())
		if !found {
			break
		}
		node = child
		if len(t.owners[node]) > 0 {
			owners, length = t.owners[node], i+1
		}
	}
	return owners, length
}

// titleForms returns the forms of an entry's title, each sequence of words once.
func (x *Index) titleForms(ordinal int32) []titleForm {
	title := x.entries[ordinal].Title
	var forms []titleForm
	add := func(form string, quality float64, minWords int) {
		words := x.formWords(form)
		known := func(f titleForm) bool { return slices.Equal(f.words, words) }
		if len(words) >= minWords && len(words) <= titleParams.MaxWords && !slices.ContainsFunc(forms, known) {
			forms = append(forms, titleForm{words: words, quality: quality})
		}
	}
	add(title, titleParams.Full, 1)
	add(title+"s", titleParams.Plural, 2)
	trimmed := strings.TrimSpace(title)
	if open := strings.LastIndexByte(trimmed, '('); open > 0 && strings.HasSuffix(trimmed, ")") {
		add(trimmed[:open], titleParams.WithoutBracket, 1)
	}
	if before, _, found := strings.Cut(title, ","); found {
		add(before, titleParams.BeforeComma, 2)
	}
	if id := Identifier(trimmed); id != "" {
		add(id, titleParams.Identifier, 2)
		add(trimmed[len(id):], titleParams.AfterIdentifier, 2)
	}
	return forms
}

// formWords returns the words of a form; none for a single stop word, or a
// single number of a digit or two, which would match everywhere.
func (x *Index) formWords(form string) []uint32 {
	var words []uint32
	distinctive := false
	for word := range text.Words(form) {
		if word.Marks&text.Whole == 0 {
			words = append(words, x.vocabulary.add(word.Text))
			distinctive = distinctive || !text.StopWord(word.Text) && (len(word.Text) > 2 || word.Text[0] > '9')
		}
		if len(words) > titleParams.MaxWords {
			break
		}
	}
	if !distinctive && len(words) < 2 {
		return nil
	}
	return words
}

// Identifier returns the identifier that a title begins with, such as KEP-1287,
// or the empty string.
func Identifier(title string) string {
	end := strings.IndexAny(title, " :,")
	if end < 0 {
		end = len(title)
	}
	letters, digits, found := strings.Cut(title[:end], "-")
	if !found || letters == "" || digits == "" || len(letters) > titleParams.IdentifierLetters ||
		strings.Trim(digits, "0123456789") != "" || strings.ToUpper(letters) != letters {
		return ""
	}
	return title[:end]
}
