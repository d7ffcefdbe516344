package relevance

import (
	"slices"
	"strings"

	"dossier/graph/text"
)

// How much a mention is worth by the form of the title that it uses.
const (
	qualityFull       = 1.0
	qualityUnbracket  = .9
	qualityIdentifier = 1.0
	qualityComma      = .8
	qualityPlural     = .9
	qualityUnnumbered = .9 // without the identifier that opens the title
)

// titleWords is the longest title that is looked for in texts, titleOwners the most entities a title may name.
const (
	titleWords  = 12
	titleOwners = 20
)

// form is one way in which a title may stand in a text.
type form struct {
	words   []uint32
	quality float64
}

// owner is an entity that a form names.
type owner struct {
	doc     int32
	quality float64
}

// titles is a trie of the forms of all titles, word by word. Its root is node 0.
type titles struct {
	next   map[uint64]uint32 // by node<<32 | word
	owners [][]owner         // by node
	starts []bool            // by word: whether it begins a form
}

func newTitles() titles {
	return titles{next: make(map[uint64]uint32), owners: make([][]owner, 1)}
}

func (t *titles) add(forms []form, doc int32, stale *stale) {
	for _, f := range forms {
		node := uint32(0)
		for _, w := range f.words {
			key := uint64(node)<<32 | uint64(w)
			child, ok := t.next[key]
			if !ok {
				child = uint32(len(t.owners))
				t.next[key] = child
				t.owners = append(t.owners, nil)
			}
			node = child
		}
		if missing := int(f.words[0]) + 1 - len(t.starts); missing > 0 {
			t.starts = append(t.starts, make([]bool, missing)...)
		}
		t.starts[f.words[0]] = true
		t.owners[node] = append(t.owners[node], owner{doc, f.quality})
		stale.forms = append(stale.forms, f.words)
	}
}

func (t *titles) drop(forms []form, doc int32, stale *stale) {
	for _, f := range forms {
		node, ok := uint32(0), true
		for _, w := range f.words {
			if node, ok = t.next[uint64(node)<<32|uint64(w)]; !ok {
				break
			}
		}
		if ok {
			t.owners[node] = slices.DeleteFunc(t.owners[node], func(o owner) bool { return o.doc == doc })
		}
		stale.forms = append(stale.forms, f.words)
	}
}

// longest gives the owners of the longest form that begins the words, and how many words it takes.
func (t *titles) longest(words []text.Token) (best []owner, length int) {
	if len(words) == 0 || int(words[0].Word()) >= len(t.starts) || !t.starts[words[0].Word()] {
		return nil, 0
	}
	node := uint32(0)
	for i, w := range words {
		if i == titleWords {
			break
		}
		next, ok := t.next[uint64(node)<<32|uint64(w.Word())]
		if !ok {
			break
		}
		node = next
		if len(t.owners[node]) > 0 {
			best, length = t.owners[node], i+1
		}
	}
	return best, length
}

// titleForms gives the forms of a document's title, each word sequence once.
func (x *Index) titleForms(ord int32) []form {
	title := x.docs[ord].Title
	var forms []form
	add := func(s string, quality float64, least int) {
		words := x.formWords(s)
		known := func(f form) bool { return slices.Equal(f.words, words) }
		if len(words) >= least && len(words) <= titleWords && !slices.ContainsFunc(forms, known) {
			forms = append(forms, form{words, quality})
		}
	}
	add(title, qualityFull, 1)
	add(title+"s", qualityPlural, 2)
	trimmed := strings.TrimSpace(title)
	if open := strings.LastIndexByte(trimmed, '('); open > 0 && strings.HasSuffix(trimmed, ")") {
		add(trimmed[:open], qualityUnbracket, 1)
	}
	if before, _, found := strings.Cut(title, ","); found {
		add(before, qualityComma, 2)
	}
	if id := identifier(trimmed); id != "" {
		add(id, qualityIdentifier, 2)
		add(trimmed[len(id):], qualityUnnumbered, 2)
	}
	return forms
}

// formWords gives the numbers of the words of a form; nothing for a single stop word or number of a digit or two, which
// would name everything.
func (x *Index) formWords(s string) []uint32 {
	var words []uint32
	telling := false
	for w := range text.Words(s) {
		if w.Marks&text.Whole == 0 {
			words = append(words, x.vocab.word(w.Text))
			telling = telling || !text.StopWord(w.Text) && (len(w.Text) > 2 || w.Text[0] > '9')
		}
		if len(words) > titleWords {
			break
		}
	}
	if !telling && len(words) < 2 {
		return nil
	}
	return words
}

// identifier gives the identifier such as KEP-1287 that opens a title, or nothing.
func identifier(title string) string {
	end := strings.IndexAny(title, " :,")
	if end < 0 {
		end = len(title)
	}
	letters, digits, found := strings.Cut(title[:end], "-")
	if !found || letters == "" || digits == "" || len(letters) > 10 || strings.Trim(digits, "0123456789") != "" ||
		strings.ToUpper(letters) != letters {
		return ""
	}
	return title[:end]
}
