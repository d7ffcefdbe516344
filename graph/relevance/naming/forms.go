package naming

import (
	"slices"
	"strings"

	"dossier/graph/text"
)

// A form is a way in which texts write a name.
type form struct {
	words []uint32
	kind  formKind
}

// Forms are the forms of an entity's names.
type Forms struct{ titles, others []form }

// Titles returns the words of each form of the title.
func (f *Forms) Titles() (list [][]uint32) {
	for _, form := range f.titles {
		list = append(list, form.words)
	}
	return list
}

// An Entity has the names of an entity.
type Entity struct {
	Kind, Title string
	Aliases     []string // names besides the title
	// Named are the words of each name that its props give it, Values the words of each
	// value in its props, which has some.
	Named  [][]uint32
	Values [][]text.Token
}

// Forms returns the forms of an entity's names. It adds their words to the dictionary.
func (n *Names) Forms(e *Entity) (f Forms) {
	f.titles = n.titleForms(e)
	f.others = n.otherForms(e, f.titles)
	return f
}

// titleForms returns the forms of an entry's title, each sequence of words only
// once. It returns none for a signal, whose title is the channel of many.
func (n *Names) titleForms(e *Entity) []form {
	title := e.Title
	if e.Kind == signalKind {
		return nil
	}
	var forms []form
	add := func(name string, kind formKind, minWords int) {
		words := n.formWords(name)
		known := func(f form) bool { return slices.Equal(f.words, words) }
		if len(words) >= minWords && len(words) <= params.MaxWords && !slices.ContainsFunc(forms, known) {
			forms = append(forms, form{words, kind})
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
	numberedForms(e, add)
	return forms
}

// numberedForms adds the forms of a title such as "Site 03 Brno": a plan or a
// record is called "Site 03" or "Site 3", and a record also "Brno".
func numberedForms(e *Entity, add func(name string, kind formKind, minWords int)) {
	if e.Kind != recordKind && e.Kind != planKind {
		return
	}
	series, number, name := aroundNumber(strings.TrimSpace(e.Title))
	if series == "" {
		return
	}
	add(series+" "+number, beforeColonForm, 2)
	add(series+" "+strings.TrimLeft(number, "0"), beforeColonForm, 2)
	if e.Kind == recordKind {
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

// otherForms returns the forms of names other than those of the title: the
// aliases, the code names and the abbreviation in its title, its initials, the
// names in its props, and the identifiers in its props and ids that the title is
// not.
func (n *Names) otherForms(e *Entity, titles []form) []form {
	var forms []form
	add := func(words []uint32, kind formKind) {
		known := func(f form) bool { return slices.Equal(f.words, words) }
		if len(words) > 0 && len(words) <= params.MaxWords && !slices.ContainsFunc(forms, known) {
			forms = append(forms, form{words, kind})
		}
	}
	for _, name := range codeNames(e.Title) {
		add(n.formWords(name), nameForm)
	}
	if short := abbreviation(e.Title); short != "" {
		add(n.formWords(short), nameForm)
	}
	if short := initials(e); short != "" {
		add(n.formWords(short), initialsForm)
	}
	for _, name := range e.Aliases {
		if !isSlug(name) || e.isCalledByID() {
			add(n.formWords(name), aliasForm)
		}
		if mark, number := NumberMark(name); mark != "" {
			add([]uint32{n.words.Add(mark), n.words.Add(number)}, aliasForm)
		}
	}
	for _, words := range e.Named {
		if len(words) > 1 || len(n.words.Text(words[0])) >= minName {
			add(n.distinctive(words), aliasForm)
		}
	}
	for _, words := range n.coded(e) {
		if !slices.ContainsFunc(titles, func(f form) bool { return slices.Equal(f.words, words) }) {
			add(words, codedForm)
		}
	}
	return forms
}

// isCalledByID reports whether the last part of its id is a name of an entity,
// whatever it is.
func (e *Entity) isCalledByID() bool { return e.Kind == recordKind || e.Kind == projectKind }

// coded returns the words of the identifiers of an entry: the last part of its id
// if that is a slug, and values in its props that are written like code.
func (n *Names) coded(e *Entity) (list [][]uint32) {
	for _, name := range e.Aliases {
		if isSlug(name) && !e.isCalledByID() {
			list = append(list, n.formWords(name))
		}
	}
	for _, value := range e.Values {
		if words := n.codedValue(value); words != nil {
			list = append(list, words)
		}
	}
	return list
}

// codedValue returns the words of a value that is one identifier, such as
// inline_const, nil for another one.
func (n *Names) codedValue(tokens []text.Token) (words []uint32) {
	last := len(tokens) - 1
	if !tokens[last].Has(text.Whole) {
		return nil
	}
	letters := ""
	for _, token := range tokens[:last] {
		if token.Has(text.Whole) {
			return nil
		}
		words = append(words, token.Word())
		letters += n.words.Text(token.Word())
	}
	whole := strings.NewReplacer("-", "", "_", "").Replace(n.words.Text(tokens[last].Word()))
	if whole != letters || !isWordy(letters) {
		return nil
	}
	return words
}

// formWords returns the words of a form, none if it is not distinctive.
func (n *Names) formWords(form string) []uint32 {
	var words []uint32
	for word := range text.Parts(form) {
		words = append(words, n.words.Add(word.Text))
		if len(words) > params.MaxWords {
			break
		}
	}
	return n.distinctive(words)
}

// distinctive returns the words of a form. It returns none for a single stop
// word or a number of one or two digits, which would match everywhere.
func (n *Names) distinctive(words []uint32) []uint32 {
	if len(words) != 1 {
		return words
	}
	if word := n.words.Text(words[0]); text.StopWord(word) || len(word) <= 2 && word[0] <= '9' {
		return nil
	}
	return words
}

// The kinds of entities whose names begin with their type or a series.
const (
	recordKind   = "record"
	projectKind  = "project"
	planKind     = "plan"
	documentKind = "document"
	signalKind   = "signal"
)

// minName is the minimum length of a name of one word in props, by eye: shorter
// ones, such as initials, are words of many questions.
const minName = 3
