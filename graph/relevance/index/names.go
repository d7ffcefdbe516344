package index

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"dossier/graph/text"
)

// nameForms returns the names of an entry other than the forms of its title:
// its aliases, the code names and the abbreviation in its title, its initials, the
// names in its props, and the identifiers in its props and ids that the title is
// not.
func (x *Index) nameForms(ordinal int32) []titleForm {
	entry := &x.entries[ordinal]
	var forms []titleForm
	add := func(words []uint32, kind formKind) {
		known := func(f titleForm) bool { return slices.Equal(f.words, words) }
		if len(words) > 0 && len(words) <= titleParams.MaxWords && !slices.ContainsFunc(forms, known) {
			forms = append(forms, titleForm{words, kind})
		}
	}
	for _, name := range codeNames(entry.Title) {
		add(x.formWords(name), nameForm)
	}
	if short := abbreviation(entry.Title); short != "" {
		add(x.formWords(short), nameForm)
	}
	if short := initials(entry); short != "" {
		add(x.formWords(short), initialsForm)
	}
	for _, name := range x.aliases[ordinal] {
		if !isSlug(name) || entry.isCalledByID() {
			add(x.formWords(name), aliasForm)
		}
		if mark, number := NumberMark(name); mark != "" {
			add([]uint32{x.vocabulary.add(mark), x.vocabulary.add(number)}, aliasForm)
		}
	}
	for words := range entry.NamesInProps() {
		if len(words) > 1 || len(x.WordText(words[0])) >= minName {
			add(x.distinctive(words), aliasForm)
		}
	}
	coded := x.coded(ordinal)
	if len(coded) == 0 {
		return forms
	}
	titles := x.titleForms(ordinal)
	for _, words := range coded {
		if !slices.ContainsFunc(titles, func(f titleForm) bool { return slices.Equal(f.words, words) }) {
			add(words, codedForm)
		}
	}
	return forms
}

// isCalledByID reports whether the last part of its id is a name of an entity,
// whatever it is.
func (e *Entry) isCalledByID() bool { return e.Kind == recordKind || e.Kind == projectKind }

// coded returns the words of the identifiers of an entry: the last part of its id
// if that is a slug, and values in its props that are written like code.
func (x *Index) coded(ordinal int32) (list [][]uint32) {
	entry := &x.entries[ordinal]
	for _, name := range x.aliases[ordinal] {
		if isSlug(name) && !entry.isCalledByID() {
			list = append(list, x.formWords(name))
		}
	}
	for i := range entry.Sentences {
		s := &entry.Sentences[i]
		if !strings.HasPrefix(entry.Fields[s.Field], "props.") || s.Last == s.First || !entry.Tokens[s.Last-1].Has(text.Whole) {
			continue
		}
		if words := x.codedValue(entry.Tokens[s.First:s.Last]); words != nil {
			list = append(list, words)
		}
	}
	return list
}

// codedValue returns the words of a value that is one identifier, such as
// inline_const, nil for another one. tokens are those of the value.
func (x *Index) codedValue(tokens []text.Token) (words []uint32) {
	last := len(tokens) - 1
	letters := ""
	for _, token := range tokens[:last] {
		if token.Has(text.Whole) {
			return nil
		}
		words = append(words, token.Word())
		letters += x.WordText(token.Word())
	}
	whole := strings.NewReplacer("-", "", "_", "").Replace(x.WordText(tokens[last].Word()))
	if whole != letters || !isWordy(letters) {
		return nil
	}
	return words
}

// isWordy reports whether an identifier has more letters than digits, unlike a
// date or a version.
func isWordy(identifier string) bool {
	digits := 0
	for _, r := range identifier {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	return 2*digits < len(identifier)
}

// NumberMark returns the mark before the number that a name is, and the number: # and 20
// of #20. A text has no such words: it says which numbers of two digits are names.
func NumberMark(name string) (mark, number string) {
	if name == "" || !strings.ContainsAny(name[:1], "#!&") || !text.IsDigits(name[1:]) {
		return "", ""
	}
	return name[:1], name[1:]
}

// isSlug reports whether a name is several words with hyphens or underscores between
// them, such as pci-socket-affinity, and not a number in a series.
func isSlug(name string) bool {
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' })
	return len(parts) > 1 && !strings.ContainsAny(name, " .,:") && isWordy(name) && Identifier(name) != name
}

// The kinds of entities whose names begin with their type or a series.
const (
	recordKind   = "record"
	projectKind  = "project"
	planKind     = "plan"
	documentKind = "document"
	signalKind   = "signal"
)

// aroundNumber returns the series, the number and the name after it of a title
// such as "Site 19 Brno". It returns "" for other titles, and no name if what
// follows does not begin with a capital, as in "Cohort 5 accounts abroad".
func aroundNumber(title string) (series, number, name string) {
	if Series(title) == "" {
		return "", "", ""
	}
	series, rest, _ := strings.Cut(title, " ")
	number, after, _ := strings.Cut(rest, " ")
	if !text.IsDigits(number) || after == "" {
		return "", "", ""
	}
	if first, _ := utf8.DecodeRuneInString(after); unicode.IsUpper(first) {
		name = after
	}
	return series, number, name
}

// minName is the minimum length of a name of one word in props, by eye: shorter
// ones, such as initials, are words of many questions.
const minName = 3

// NamesInProps returns the words of each name that the props of an entry, or the
// fields of a record, give it, such as the aliases or the number of an issue.
func (e *Entry) NamesInProps() iter.Seq[[]uint32] {
	return func(yield func([]uint32) bool) {
		var tokens []text.Token
		for i := range e.Sentences {
			if _, key, isMember := strings.Cut(e.Fields[e.Sentences[i].Field], "."); !isMember || !slices.Contains(text.NameKeys, key) {
				continue
			}
			tokens = e.Sequence(int32(i), tokens)
			for len(tokens) > 0 {
				words := []uint32{tokens[0].Word()}
				for tokens = tokens[1:]; len(tokens) > 0 && !tokens[0].Has(text.Apart); tokens = tokens[1:] {
					words = append(words, tokens[0].Word())
				}
				if !yield(words) {
					return
				}
			}
		}
	}
}

// abbreviation returns the abbreviation in the brackets at the end of a title,
// as in "Online schema changes (OSC)": the initials of words before it, in order.
// It returns "" for other brackets, such as those of "Freeze the schema (API)".
func abbreviation(title string) string {
	before, inside, _ := strings.Cut(strings.TrimSpace(title), " (")
	short, isLast := strings.CutSuffix(inside, ")")
	if !isLast || len(short) < 2 || strings.ToUpper(short) != short {
		return ""
	}
	left := strings.ToLower(short)
	for word := range text.Parts(before) {
		_, size := utf8.DecodeRuneInString(word.Text)
		left = strings.TrimPrefix(left, word.Text[:size])
	}
	if left != "" {
		return ""
	}
	return short
}

// initialed are the kinds of entities that are called by the initials of their
// titles. Titles of tasks, risks and the like are sentences.
var initialed = []string{projectKind, planKind, "goal", "milestone", documentKind, "output"}

// The number of words of a title that is called by its initials, by eye: PR and
// longer ones mean something else.
const (
	leastInitials = 3
	mostInitials  = 6
)

// initials returns the initials of the words of an entry's title after its
// identifier, as CDR of "Critical design review". It returns "" for another kind,
// another number of words, words that are no letters, and scripts without spaces.
func initials(entry *Entry) string {
	if !slices.Contains(initialed, entry.Kind) {
		return ""
	}
	var short strings.Builder
	words := 0
	for word := range text.Parts(Unidentified(entry.Title)) {
		first, _ := utf8.DecodeRuneInString(word.Text)
		if words++; words > mostInitials || !unicode.IsLetter(first) || text.Unspaced(first) {
			return ""
		}
		short.WriteRune(first)
	}
	if words < leastInitials {
		return ""
	}
	return short.String()
}

// codeNames returns the names in a title that are written as one word of code,
// such as InPlaceResize, each followed by its form with separate words.
func codeNames(title string) []string {
	var names []string
	inside := func(r rune) bool { return r == '_' || r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	for word := range strings.FieldsFuncSeq(title, func(r rune) bool { return !inside(r) }) {
		if apart := wordsApart(word); apart != word {
			names = append(names, word, apart)
		}
	}
	return names
}

// wordsApart returns a name with spaces between its words, which camel case or
// underscores separate.
func wordsApart(name string) string {
	runes := []rune(name)
	var out strings.Builder
	for i, r := range runes {
		switch {
		case r == '_':
			r = ' '
		case i > 0 && beginsWord(runes, i):
			out.WriteByte(' ')
		}
		out.WriteRune(r)
	}
	return out.String()
}

// beginsWord reports whether a word of camel case begins at i: an upper-case
// letter after a letter or digit that is not upper-case, or before a lower-case
// letter. The plural of an abbreviation, as in GPUs, is no word.
func beginsWord(runes []rune, i int) bool {
	if !unicode.IsUpper(runes[i]) || !unicode.IsLetter(runes[i-1]) && !unicode.IsDigit(runes[i-1]) {
		return false
	}
	isPlural := i+2 == len(runes) && runes[i+1] == 's'
	return !unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1]) && !isPlural
}
