package index

import (
	"slices"
	"strings"

	"dossier/graph/flat"
	"dossier/graph/text"
)

// titleParams are the constants of titles in texts.
var titleParams = struct {
	// MaxWords is the maximum number of words of a title that is matched.
	// MaxOwners is the maximum number of entries with a title that is a mention of
	// them.
	MaxWords, MaxOwners int
	// IdentifierLetters is the maximum number of letters of an identifier such as
	// KEP-1287.
	IdentifierLetters int
	// The quality of each form of a title: how likely it is to mean the entry.
	Full, Plural, WithoutBracket, BeforeComma, BeforeColon, Identifier, AfterIdentifier, Name, Initials float64
	// MaxCoded is the maximum number of entries that an identifier in props or ids
	// names. More of them share a value.
	MaxCoded int
}{
	MaxWords:          12, // by eye: limits the trie
	MaxOwners:         20, // by eye, as for shared phrases
	IdentifierLetters: 10, // by eye
	Full:              1,  // first values of the method, except:
	Plural:            .9, // by eye
	WithoutBracket:    .9,
	BeforeComma:       .8,
	BeforeColon:       .8, // by eye
	Identifier:        1,
	AfterIdentifier:   .9,  // by eye
	Name:              .95, // by eye
	Initials:          .8,  // by eye
	MaxCoded:          3,   // by eye
}

// TitleOwner is an entry with a form of its title.
type TitleOwner struct {
	Ordinal int32 // of the entry
	kind    formKind
}

// Quality returns how likely the form is to mean the entry, 0 to 1.
func (o TitleOwner) Quality() float64 { return formQuality[o.kind] }

// IsCode reports whether the form is an alias, or a name written like code.
func (o TitleOwner) IsCode() bool { return o.kind == nameForm || o.IsAlias() }

// IsAlias reports whether the form is not in the title.
func (o TitleOwner) IsAlias() bool { return o.kind == aliasForm || o.IsCoded() }

// IsCoded reports whether the form is an identifier in the entry's props or id.
func (o TitleOwner) IsCoded() bool { return o.kind == codedForm }

// IsInitials reports whether the form has only the initials of the title's words.
func (o TitleOwner) IsInitials() bool { return o.kind == initialsForm }

// formKind is the derivation of a form from a title.
type formKind uint8

const (
	fullForm formKind = iota
	pluralForm
	withoutBracketForm
	beforeCommaForm
	beforeColonForm
	identifierForm
	afterIdentifierForm
	nameForm
	aliasForm
	initialsForm
	codedForm    // an identifier, which names its entry if few entries have it
	severalForms // only in titleTrie.single
)

var formQuality = [...]float64{
	titleParams.Full, titleParams.Plural, titleParams.WithoutBracket, titleParams.BeforeComma, titleParams.BeforeColon,
	titleParams.Identifier, titleParams.AfterIdentifier, titleParams.Name, titleParams.Name, titleParams.Initials,
	titleParams.AfterIdentifier,
}

// titleForm is a way in which texts write a title.
type titleForm struct {
	words []uint32
	kind  formKind
}

// titleTrie is a trie of the words of all title forms. Its root is node 0.
type titleTrie struct {
	next flat.Table // the child of each node, by node<<32 | word
	// single has the owner of each node. Nodes without an owner have the ordinal
	// noOwner, nodes with severalForms have theirs in several.
	single  []TitleOwner
	several map[uint32][]TitleOwner
	starts  []bool // by word: whether a form begins with it
}

const noOwner int32 = -1

func newTitleTrie() titleTrie {
	return titleTrie{single: []TitleOwner{{Ordinal: noOwner}}, several: make(map[uint32][]TitleOwner)}
}

// owners returns the owners of a node.
func (t *titleTrie) owners(node uint32) []TitleOwner {
	switch owner := t.single[node]; {
	case owner.kind == severalForms:
		return t.several[node]
	case owner.Ordinal == noOwner:
		return nil
	default:
		return t.single[node : node+1 : node+1]
	}
}

func (t *titleTrie) addOwner(node uint32, owner TitleOwner) {
	if before := t.owners(node); len(before) == 0 {
		t.single[node] = owner
	} else {
		t.several[node] = append(before, owner) // before has no spare capacity
		t.single[node] = TitleOwner{kind: severalForms}
	}
}

func (t *titleTrie) removeOwner(node uint32, ordinal int32) {
	rest := slices.DeleteFunc(t.owners(node), func(o TitleOwner) bool { return o.Ordinal == ordinal })
	if t.single[node].kind == severalForms && len(rest) > 0 {
		t.several[node] = rest
	} else if len(rest) == 0 {
		delete(t.several, node)
		t.single[node] = TitleOwner{Ordinal: noOwner}
	}
}

// child returns the node after a word.
func (t *titleTrie) child(node, word uint32) (child uint32, found bool) {
	value, found := t.next.Get(uint64(node)<<32 | uint64(word))
	return uint32(value), found
}

func (t *titleTrie) add(forms []titleForm, ordinal int32, stale *stale) {
	for _, form := range forms {
		node := t.grow(form.words)
		if missing := int(form.words[0]) + 1 - len(t.starts); missing > 0 {
			t.starts = append(t.starts, make([]bool, missing)...)
		}
		t.starts[form.words[0]] = true
		t.addOwner(node, TitleOwner{ordinal, form.kind})
		stale.add(form.words)
	}
}

// grow returns the node of words. It adds missing nodes.
func (t *titleTrie) grow(words []uint32) (node uint32) {
	for _, word := range words {
		child := t.next.At(uint64(node)<<32 | uint64(word))
		if *child == 0 {
			*child = int32(len(t.single))
			t.single = append(t.single, TitleOwner{Ordinal: noOwner})
		}
		node = uint32(*child)
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
			t.removeOwner(node, ordinal)
		}
		stale.add(form.words)
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
		if here := t.owners(node); len(here) > 0 && !areShared(here) {
			owners, length = here, i+1
		}
	}
	return owners, length
}

// areShared reports whether so many entries have an identifier that it is a value
// of them, such as a stage, and names none.
func areShared(owners []TitleOwner) bool {
	return len(owners) > titleParams.MaxCoded && !slices.ContainsFunc(owners, func(o TitleOwner) bool { return o.kind != codedForm })
}

// titleForms returns the forms of an entry's title, each sequence of words only
// once. It returns none for a signal, whose title is the channel of many.
func (x *Index) titleForms(ordinal int32) []titleForm {
	title := x.entries[ordinal].Title
	if x.entries[ordinal].Kind == signalKind {
		return nil
	}
	var forms []titleForm
	add := func(form string, kind formKind, minWords int) {
		words := x.formWords(form)
		known := func(f titleForm) bool { return slices.Equal(f.words, words) }
		if len(words) >= minWords && len(words) <= titleParams.MaxWords && !slices.ContainsFunc(forms, known) {
			forms = append(forms, titleForm{words, kind})
		}
	}
	add(title, fullForm, 1)
	add(title+"s", pluralForm, 2)
	trimmed := strings.TrimSpace(title)
	if open := strings.LastIndexByte(trimmed, '('); open > 0 && strings.HasSuffix(trimmed, ")") {
		add(trimmed[:open], withoutBracketForm, 1)
	}
	if before, _, found := strings.Cut(title, ","); found {
		add(before, beforeCommaForm, 2)
	}
	if before := beforeColon(trimmed); before != "" {
		add(before, beforeColonForm, 2)
	}
	if id := Identifier(trimmed); id != "" {
		add(id, identifierForm, 2)
		add(Unidentified(trimmed), afterIdentifierForm, 2)
	}
	x.numberedForms(ordinal, add)
	return forms
}

// numberedForms adds the forms of a title such as "Site 03 Brno": a plan or a
// record is called "Site 03" or "Site 3", and a record also "Brno".
func (x *Index) numberedForms(ordinal int32, add func(form string, kind formKind, minWords int)) {
	entry := &x.entries[ordinal]
	if entry.Kind != recordKind && entry.Kind != planKind {
		return
	}
	series, number, name := aroundNumber(strings.TrimSpace(entry.Title))
	if series == "" {
		return
	}
	add(series+" "+number, beforeColonForm, 2)
	add(series+" "+strings.TrimLeft(number, "0"), beforeColonForm, 2)
	if entry.Kind == recordKind {
		add(name, afterIdentifierForm, 1)
	}
}

// beforeColon returns what is before the colon or dash of a title if it ends with
// a number or a letter, as in "Phase 2: the north bank". It returns "" for other
// titles, because what is before the colon of a sentence is no name: with it,
// 97 instead of 98 % of two plans to compare were found.
func beforeColon(title string) string {
	at := -1
	for _, mark := range []string{": ", " - ", " – ", " — "} {
		if i := strings.Index(title, mark); i > 0 && (at < 0 || i < at) {
			at = i
		}
	}
	name := title[:max(at, 0)]
	last := name[strings.LastIndexByte(name, ' ')+1:]
	if text.IsDigits(strings.TrimRight(last, "abcdefghijklmnopqrstuvwxyz")) || len(last) == 1 {
		return name
	}
	return ""
}

// formWords returns the words of a form, none if it is not distinctive.
func (x *Index) formWords(form string) []uint32 {
	var words []uint32
	for word := range text.Parts(form) {
		words = append(words, x.vocabulary.add(word.Text))
		if len(words) > titleParams.MaxWords {
			break
		}
	}
	return x.distinctive(words)
}

// distinctive returns the words of a form. It returns none for a single stop
// word or a number of one or two digits, which would match everywhere.
func (x *Index) distinctive(words []uint32) []uint32 {
	if len(words) != 1 {
		return words
	}
	if word := x.WordText(words[0]); text.StopWord(word) || len(word) <= 2 && word[0] <= '9' {
		return nil
	}
	return words
}

// Identifier returns the identifier of a title: at its beginning, such as KEP-1287, or
// RFC 793 or MSC2675 before a colon, comma or dash, or all of the brackets at its end,
// such as BIP 152 of "Compact blocks (BIP 152)". It returns "" for none.
func Identifier(title string) string {
	if id := firstIdentifier(title); id != "" {
		return id
	}
	trimmed := strings.TrimSpace(title)
	last := max(0, len(trimmed)-1)
	open := beforeBrackets(trimmed)
	if open <= 0 || !strings.ContainsAny(trimmed[last:], ")]") {
		return ""
	}
	if inside := trimmed[open+2 : last]; firstIdentifier(inside+":") == inside {
		return inside
	}
	return ""
}

// beforeBrackets returns where a space is before the last opening bracket of a title, -1
// for none.
func beforeBrackets(title string) int {
	return max(strings.LastIndex(title, " ("), strings.LastIndex(title, " ["))
}

// Unidentified returns a title without its identifier, and without the brackets of
// that.
func Unidentified(title string) string {
	if id := firstIdentifier(title); id != "" || Identifier(title) == "" {
		return title[len(id):]
	}
	return title[:beforeBrackets(title)]
}

// firstIdentifier returns the identifier at the beginning of a title, "" for none.
func firstIdentifier(title string) string {
	end := strings.IndexAny(title, " :,")
	if end < 0 {
		end = len(title)
	}
	if letters, digits, _ := strings.Cut(title[:end], "-"); isSeries(letters) && text.IsDigits(digits) {
		return title[:end]
	}
	if letters := lettersOf(title[:end]); letters != "" && isSeparator(title[end:]) {
		return title[:end]
	}
	if end == len(title) || title[end] != ' ' || !isSeries(title[:end]) {
		return ""
	}
	digits := title[end+1:]
	rest := strings.TrimLeft(digits, "0123456789")
	if digits = digits[:len(digits)-len(rest)]; digits == "" || !isSeparator(rest) {
		return ""
	}
	return title[:end+1+len(digits)]
}

// lettersOf returns the letters of an identifier that has no mark before its
// number, such as MSC2675. It returns "" for other words.
func lettersOf(word string) string {
	letters := strings.TrimRight(word, "0123456789")
	areLetters := strings.Trim(letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
	if len(letters) < leastLetters || len(letters) == len(word) || !areLetters || !isSeries(letters) {
		return ""
	}
	return letters
}

// leastLetters is the least number of letters before the number of an identifier
// without a mark between, by eye: H2 is a size or a half of a year.
const leastLetters = 2

// isSeries reports whether a word may be the part of an identifier before its
// number.
func isSeries(letters string) bool {
	return letters != "" && len(letters) <= titleParams.IdentifierLetters && strings.ToUpper(letters) == letters
}

// isSeparator reports whether a text begins with what separates an identifier
// from the rest of a title, so that "HTTP 404 errors" has no identifier.
func isSeparator(rest string) bool {
	rest = strings.TrimLeft(rest, " ")
	return slices.ContainsFunc([]string{":", ",", "- ", "–", "—"}, func(mark string) bool { return strings.HasPrefix(rest, mark) })
}
