package index

import (
	"slices"
	"strings"
	"unicode"
)

// nameForms returns the names of an entry other than the forms of its title:
// its aliases, and the code names in its title.
func (x *Index) nameForms(ordinal int32) []titleForm {
	entry := &x.entries[ordinal]
	var forms []titleForm
	for _, name := range append(codeNames(entry.Title), x.aliases[ordinal]...) {
		words := x.formWords(name)
		known := func(f titleForm) bool { return slices.Equal(f.words, words) }
		if len(words) > 0 && len(words) <= titleParams.MaxWords && !slices.ContainsFunc(forms, known) {
			forms = append(forms, titleForm{words, nameForm})
		}
	}
	return forms
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
