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

// formsOf returns the forms of the names of the analyst's entity. words are those of its
// title.
func (a *Analyst) formsOf(words []uint32) (f Forms) {
	a.forms = a.forms[:0]
	a.addTitles(words)
	f.titles = a.kept.Copy(a.forms)
	a.forms = a.forms[:0]
	a.addOthers(f.titles)
	f.others = a.kept.Copy(a.forms)
	return f
}

// add adds a form with at least some words, unless there is one with the same words.
func (a *Analyst) add(words []uint32, kind formKind, minWords int) {
	if len(words) < minWords || len(words) > params.MaxWords || isForm(a.forms, words) {
		return
	}
	a.forms = append(a.forms, form{a.numbers.Copy(words), kind})
}

// isForm reports whether one of the forms has these words.
func isForm(forms []form, words []uint32) bool {
	return slices.ContainsFunc(forms, func(f form) bool { return slices.Equal(f.words, words) })
}

// addTitles adds the forms of the title, each sequence of words only once. It adds none
// for a signal, whose title is the channel of many.
func (a *Analyst) addTitles(words []uint32) {
	if a.entity.Kind == signalKind {
		return
	}
	a.add(a.fullForm(words), fullForm, 1)
	a.add(a.plural(words), pluralForm, 2)
	add := func(name string, kind formKind, minWords int) { a.add(a.formWords(name), kind, minWords) }
	title := a.entity.Title
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
	numberedForms(a.entity, add)
}

// fullForm returns the words of the title, none if they are not distinctive.
func (a *Analyst) fullForm(words []uint32) []uint32 {
	a.buffer = a.buffer[:0]
	for i, word := range a.words {
		if word.Marks&text.Whole == 0 && len(a.buffer) <= params.MaxWords {
			a.buffer = append(a.buffer, words[i])
		}
	}
	return a.distinctive(a.buffer)
}

// plural returns the words of the title with an s after it. Only the last of its parts
// between spaces has other words.
func (a *Analyst) plural(words []uint32) []uint32 {
	last := strings.LastIndexByte(a.entity.Title, ' ') + 1
	a.buffer = a.buffer[:0]
	for i, word := range a.words {
		if word.Start < last && word.Marks&text.Whole == 0 {
			a.buffer = append(a.buffer, words[i])
		}
	}
	return a.distinctive(a.appendForm(a.entity.Title[last:] + "s"))
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

// addOthers adds the forms of names other than those of the title: the aliases, the code
// names and the abbreviation in its title, its initials, the names in its props, and the
// identifiers in its props and ids that the title is not.
func (a *Analyst) addOthers(titles []form) {
	e := a.entity
	for _, name := range codeNames(e.Title) {
		a.add(a.formWords(name), nameForm, 1)
	}
	if short := abbreviation(e.Title); short != "" {
		a.add(a.formWords(short), nameForm, 1)
	}
	if short := a.initials(); short != "" {
		a.add(a.formWords(short), initialsForm, 1)
	}
	for _, name := range e.Aliases {
		if !isSlug(name) || e.isCalledByID() {
			a.add(a.formWords(name), aliasForm, 1)
		}
		if mark, number := NumberMark(name); mark != "" {
			a.add([]uint32{a.dictionary.Add(mark), a.dictionary.Add(number)}, aliasForm, 1)
		}
	}
	for _, words := range e.Named {
		if len(words) > 1 || len(a.dictionary.Text(words[0])) >= minName {
			a.add(a.distinctive(words), aliasForm, 1)
		}
	}
	a.addCoded(titles)
}

// isCalledByID reports whether the last part of its id is a name of an entity,
// whatever it is.
func (e *Entity) isCalledByID() bool { return e.Kind == recordKind || e.Kind == projectKind }

// addCoded adds the identifiers of the entity that no title is: the last part of its id
// if that is a slug, and values in its props that are written like code.
func (a *Analyst) addCoded(titles []form) {
	add := func(words []uint32) {
		if !isForm(titles, words) {
			a.add(words, codedForm, 1)
		}
	}
	for _, name := range a.entity.Aliases {
		if isSlug(name) && !a.entity.isCalledByID() {
			add(a.formWords(name))
		}
	}
	for _, value := range a.entity.Values {
		if words := a.codedValue(value); words != nil {
			add(words)
		}
	}
}

// codedValue returns the words of a value that is one identifier, such as
// inline_const, nil for another one.
func (a *Analyst) codedValue(tokens []text.Token) (words []uint32) {
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
		letters += a.dictionary.Text(token.Word())
	}
	whole := strings.NewReplacer("-", "", "_", "").Replace(a.dictionary.Text(tokens[last].Word()))
	if whole != letters || !isWordy(letters) {
		return nil
	}
	return words
}

// formWords returns the words of a form, none if it is not distinctive. They are
// overwritten by the next call.
func (a *Analyst) formWords(form string) []uint32 {
	a.buffer = a.buffer[:0]
	return a.distinctive(a.appendForm(form))
}

// appendForm appends the words of a form to the buffer, or so many that it is too long.
func (a *Analyst) appendForm(form string) []uint32 {
	for word := range text.Parts(form) {
		if len(a.buffer) > params.MaxWords {
			break
		}
		a.buffer = append(a.buffer, a.dictionary.Add(word.Text))
	}
	return a.buffer
}

// distinctive returns the words of a form. It returns none for a single stop
// word or a number of one or two digits, which would match everywhere.
func (a *Analyst) distinctive(words []uint32) []uint32 {
	if len(words) != 1 {
		return words
	}
	if word := a.dictionary.Text(words[0]); text.StopWord(word) || len(word) <= 2 && word[0] <= '9' {
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
