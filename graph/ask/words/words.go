// Package words has what words of questions mean, in a table for each language. No
// other package has a list of the words of a language.
package words

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode/utf8"

	"dossier/graph/text"
)

//go:embed *.words
var tables embed.FS

// A Meaning is one meaning of a phrase: a type with a value, such as "kind task".
type Meaning struct{ Type, Value string }

// A Table has the phrases of a language.
type Table struct {
	Language  string // its code: "en"
	phrases   map[string][]Meaning
	longest   int // words
	patterns  []Pattern
	begin     map[string][]int                 // numbers of patterns, by the first word
	classes   map[string]map[string][][]string // phrases by the name of their class and the first word
	measured  map[string][]string              // stems of the names of fields, by what they measure
	negating  []string                         // prefixes that negate a word: un
	opposites map[string]string                // words for the opposite of another: failed, of passed
	shorts    [][2]string                      // words, and another form of them: "what is", "whats"
	elided    []string                         // words without the vowel that they lose before another: l'échéance
	states    map[Meaning][]string             // the phrases for each state
	unchanged []string                         // endings of nouns whose plural is as the singular
	endings   [][]string                       // endings of the forms of one word: o, a, os, as
	suffixes  []suffix                         // the same, the longest first
	stems     map[string][]Meaning             // meanings by the stems of phrases that inflect
	inflects  map[string]bool                  // the stems of the first words of such phrases
	prefixes  []string                         // those that verbs have behind them: stehen an
	separator string                           // the sign between groups of three digits, "" for that of English
}

// A Pattern is a phrase with gaps or classes of words: "who * <responsible>". A ^ before
// it means that it begins the question.
type Pattern struct {
	Meaning
	Parts  []Part
	Begins bool
}

// A Part of a pattern is one of several phrases, as folded words by the first word, with
// the least and the greatest number of words between the part before and this one.
type Part struct {
	Any         map[string][][]string
	Least, Most int
}

// The gaps of patterns, with the greatest number of their words. The first has a word.
const (
	gap, gapWords           = "*", 8
	shortGap, shortGapWords = "_", 3
)

// PatternsIn returns the phrases with gaps of which a question has the first word, in the
// order of the table.
func (t *Table) PatternsIn(asked []text.Word) (found []Pattern) {
	var numbers []int
	for _, word := range asked {
		numbers = append(numbers, t.begin[word.Text]...)
	}
	slices.Sort(numbers)
	for _, number := range slices.Compact(numbers) {
		found = append(found, t.patterns[number])
	}
	return found
}

// Tables are the tables of all languages. The first is English.
var Tables = loadTables()

func loadTables() []*Table {
	names, err := fs.Glob(tables, "*.words")
	if err != nil {
		panic(err)
	}
	var list []*Table
	for _, name := range names {
		data, err := tables.ReadFile(name)
		if err != nil {
			panic(err)
		}
		table, err := parse(strings.TrimSuffix(name, ".words"), string(data))
		if err != nil {
			panic(err) // a test loads all tables
		}
		list = append(list, table)
	}
	slices.SortStableFunc(list, func(a, b *Table) int {
		return strings.Compare(rank(a.Language), rank(b.Language))
	})
	return list
}

// rank puts English before all other languages.
func rank(language string) string {
	if language == "en" {
		return ""
	}
	return language
}

// parse reads a table of lines "type value: phrase, phrase". It refuses a phrase that
// has two meanings of one type.
func parse(language, data string) (*Table, error) {
	t := &Table{
		Language: language, phrases: map[string][]Meaning{}, begin: map[string][]int{}, classes: map[string]map[string][][]string{},
		measured: map[string][]string{}, states: map[Meaning][]string{}, opposites: map[string]string{},
		stems: map[string][]Meaning{}, inflects: map[string]bool{},
	}
	number := 0
	for line := range strings.Lines(data) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		meaning, phrases, ok := strings.Cut(line, ":")
		if !ok {
			return nil, fmt.Errorf("%s.words:%d: %q has no colon; expected type value: phrase, phrase", language, number, line)
		}
		typ, value, _ := strings.Cut(strings.TrimSpace(meaning), " ")
		switch typ {
		case endings:
			t.addEndings(endingsOf(phrases))
			continue
		case prefixes:
			t.prefixes = endingsOf(phrases)
			continue
		case unchanged:
			t.unchanged = endingsOf(phrases)
			continue
		}
		for phrase := range strings.SplitSeq(phrases, ",") {
			for _, form := range t.forms(phrase, typ) {
				if err := t.put(form, Meaning{typ, value}); err != nil {
					return nil, fmt.Errorf("%s.words:%d: %w", language, number, err)
				}
			}
		}
	}
	return t, nil
}

// forms returns a phrase that asks for a view, and its other forms: "what is new" and
// "whats new". Other phrases have one form.
func (t *Table) forms(phrase, typ string) []string {
	forms := []string{phrase}
	if typ != View && typ != Hint {
		return forms
	}
	for _, s := range t.shorts {
		for _, form := range forms {
			if other := strings.Replace(" "+form+" ", " "+s[0]+" ", " "+s[1]+" ", 1); other != " "+form+" " {
				forms = append(forms, other)
			}
		}
	}
	return forms
}

func (t *Table) put(phrase string, meaning Meaning) error {
	if (meaning.Type == View || meaning.Type == Hint) && strings.ContainsAny(phrase, gap+shortGap+"<^") {
		return t.putPattern(phrase, meaning)
	}
	if meaning.Type == separator {
		t.separator = strings.TrimSpace(phrase)
		return nil
	}
	folded := text.Folded(t.apart(phrase))
	if sign := strings.TrimSpace(phrase); slices.Contains(Signs, sign) {
		folded = []string{sign}
	}
	if len(folded) == 0 {
		return fmt.Errorf("%q has no word", phrase)
	}
	if t.putPart(folded, meaning) {
		return nil
	}
	key := strings.Join(folded, " ")
	for _, other := range t.phrases[key] {
		if other == meaning { // "top priority" and "top-priority"
			return nil
		}
		if other.Type == meaning.Type && other.Type != Hint && other.Type != Same {
			return fmt.Errorf("%q means %q and %q of %s; expected one", key, other.Value, meaning.Value, meaning.Type)
		}
	}
	t.phrases[key] = append(t.phrases[key], meaning)
	if meaning.Type == State || meaning.Type == "is" {
		t.states[meaning] = append(t.states[meaning], key)
	}
	t.longest = max(t.longest, len(folded))
	t.putStem(key, meaning)
	return nil
}

// putPart adds the words of a line without meanings, and reports whether it is one.
func (t *Table) putPart(folded []string, meaning Meaning) bool {
	switch meaning.Type {
	case class:
		if t.classes[meaning.Value] == nil {
			t.classes[meaning.Value] = map[string][][]string{}
		}
		phrases := t.classes[meaning.Value]
		phrases[folded[0]] = append(phrases[folded[0]], folded)
	case measured:
		t.measured[meaning.Value] = append(t.measured[meaning.Value], cmp.Or(text.English(folded[0]), folded[0]))
	case negating:
		t.negating = append(t.negating, folded[0])
	case opposite:
		t.opposites[folded[0]] = meaning.Value
	case elided:
		t.elided = append(t.elided, folded[0])
	case short:
		t.shorts = append(t.shorts, [2]string{meaning.Value, strings.Join(folded, " ")})
	default:
		return false
	}
	return true
}

// The types of lines without meanings: class for phrases that patterns name as <value>,
// measured for words of the names of fields, negating for prefixes, opposite for words that
// negate another, short for other forms of words, elided for words without their last vowel,
// separator for the sign between groups of three digits, endings for those of the forms of
// one word, - for none, unchanged for those of nouns whose plural is as the singular,
// prefixes for those that verbs have behind them. Lines of the types short, elided and
// endings come before the lines that have such words; phrases before endings do not inflect.
const (
	class, measured, negating, short = "class", "measured", "negating", "short"
	opposite                         = "opposite"
	elided, separator                = "elided", "separator"
	endings, unchanged, prefixes     = "endings", "unchanged", "prefixes"
)

// Measure reports whether a field measures one of some things, the value of a [Gauge], by
// the English stems of its name.
func Measure(things string, name []string) bool {
	for thing := range strings.FieldsSeq(things) {
		for _, t := range Tables {
			if slices.ContainsFunc(t.measured[thing], func(stem string) bool { return slices.Contains(name, stem) }) {
				return true
			}
		}
	}
	return false
}

// Money is the measure of costs, prices and amounts.
const Money = "money"

// apart returns a phrase with a space behind each elided word: l' échéance.
func (t *Table) apart(phrase string) string {
	list := strings.Fields(phrase)
	for i, word := range list {
		if length := t.elidedIn(word); length > 0 {
			list[i] = word[:length] + " " + word[length:]
		}
	}
	return strings.Join(list, " ")
}

// elidedIn returns the length in bytes of the elided word, with its apostrophe, that a word
// begins with, 0 for none.
func (t *Table) elidedIn(word string) int {
	at := strings.IndexAny(word, "'’")
	if at <= 0 || !slices.Contains(t.elided, strings.ToLower(word[:at])) {
		return 0
	}
	_, size := utf8.DecodeRuneInString(word[at:])
	return at + size
}

// Elided returns the length in bytes of the elided word of any language, with its
// apostrophe, that a word as written begins with: 2 of d'impact, 0 for none.
func Elided(word string) int {
	for _, t := range Tables {
		if length := t.elidedIn(word); length > 0 {
			return length
		}
	}
	return 0
}

func (t *Table) putPattern(phrase string, meaning Meaning) error {
	phrase = t.apart(phrase)
	said, begins := strings.CutPrefix(phrase, "^")
	p := Pattern{Meaning: meaning, Begins: begins}
	part := Part{}
	for word := range strings.FieldsSeq(said) {
		switch word {
		case gap:
			part.Least, part.Most = 1, gapWords
			continue
		case shortGap:
			part.Most = shortGapWords
			continue
		}
		var err error
		if part.Any, err = t.anyOf(word); err != nil {
			return fmt.Errorf("%q: %w", phrase, err)
		}
		p.Parts, part = append(p.Parts, part), Part{}
	}
	if part.Most > 0 || len(p.Parts) > 0 && p.Parts[0].Most > 0 {
		return fmt.Errorf("%q begins or ends with a gap; expected a word on each side", phrase)
	}
	for word := range p.Parts[0].Any {
		t.begin[word] = append(t.begin[word], len(t.patterns))
	}
	t.patterns = append(t.patterns, p)
	return nil
}

// anyOf returns the phrases of the class <word>, or else the word itself.
func (t *Table) anyOf(word string) (map[string][][]string, error) {
	name, isClass := strings.CutPrefix(word, "<")
	if !isClass {
		folded := text.Folded(word)
		return map[string][][]string{folded[0]: {folded}}, nil
	}
	name = strings.TrimSuffix(name, ">")
	if t.classes[name] == nil {
		return nil, fmt.Errorf("there is no class %q; expected a line class %s: before it", name, name)
	}
	return t.classes[name], nil
}

// Places returns the places of the words of a pattern in a question, nil if the question
// lacks it.
func (p Pattern) Places(asked []text.Word) []int {
	last := len(asked) - 1
	if p.Begins {
		last = 0
	}
	return placesFrom(p.Parts, asked, 0, last)
}

// placesFrom returns the places of the words of parts of which the first begins between
// two places. Of several phrases of a part it prefers the longest.
func placesFrom(parts []Part, asked []text.Word, first, last int) (best []int) {
	if len(parts) == 0 {
		return []int{}
	}
	after := Part{}
	if len(parts) > 1 {
		after = parts[1]
	}
	for at := first; at <= min(last, len(asked)-1) && best == nil; at++ {
		for _, phrase := range parts[0].Any[asked[at].Text] {
			if !begins(asked[at:], phrase) {
				continue
			}
			end := at + len(phrase)
			rest := placesFrom(parts[1:], asked, end+after.Least, end+after.Most)
			if rest != nil && len(phrase)+len(rest) > len(best) {
				best = append(span(at, end), rest...)
			}
		}
	}
	return best
}

// begins reports whether words begin with a phrase.
func begins(asked []text.Word, phrase []string) bool {
	isWord := func(w text.Word, word string) bool { return w.Text == word }
	return len(asked) >= len(phrase) && slices.EqualFunc(asked[:len(phrase)], phrase, isWord)
}

func span(first, last int) (at []int) {
	for ; first < last; first++ {
		at = append(at, first)
	}
	return at
}

// Has reports whether a folded phrase has a meaning of a type.
func (t *Table) Has(phrase, typ string) bool {
	return slices.ContainsFunc(t.phrases[phrase], func(m Meaning) bool { return m.Type == typ })
}

// IsName reports whether a phrase, given as to [Table.Of], is the name of a kind, of a
// relation or of a condition in a language.
func IsName(phrase string) bool {
	return means(phrase, "one", "kind", "rel", "relend", "is")
}

// IsOne reports whether a word is the name of a kind in the singular in any language.
func IsOne(word, kind string) bool { return meansOne(word, Meaning{"one", kind}) }

// IsPlural reports whether a word is the name of any kind in the plural in any language.
func IsPlural(word string) bool { return means(word, "kind") }

// IsBeforeOther reports whether no noun of a list is behind a word in some language: it
// asks for people, so that a verb follows, or is a preposition.
func IsBeforeOther(word string) bool { return means(word, "who", "of", "with") }

// IsDefinite reports whether what is behind a word in some language is a certain one: the
// launch.
func IsDefinite(word string) bool { return means(word, "definite") }

// IsBeforeName reports whether a word in some language is an article or a preposition: a name
// may be behind it.
func IsBeforeName(word string) bool { return means(word, "beforename") }

// IsPer reports whether a word in some language says what something is divided by.
func IsPer(word string) bool { return means(word, "by") }

// The values of words for yes and no, in tables and as the folded values of fields.
const (
	Yes = "yes"
	No  = "no"
)

// IsTruth reports whether a folded value is a word for yes, or for no, in any language.
func IsTruth(value, of string) bool { return meansOne(value, Meaning{"truth", of}) }

// IsNot reports whether a phrase negates what is behind it in any language.
func IsNot(phrase string) bool { return means(phrase, "not") }

// Opposite returns the word that another is the opposite of in some language, or a word without
// the prefix that negates it, "" if it has none: passed for failed, paid for unpaid.
func Opposite(word string) string {
	for _, t := range Tables {
		if other := t.opposites[word]; other != "" {
			return other
		}
		for _, prefix := range t.negating {
			if rest, has := strings.CutPrefix(word, prefix); has {
				return rest
			}
		}
	}
	return ""
}

// IsFill reports whether a word says nothing by itself, or may be within any phrase, in
// some language.
func IsFill(word string) bool { return means(word, Fill, Within, "still") }

// means reports whether a phrase has a meaning of one of some types in some language.
func means(phrase string, types ...string) bool {
	isOf := func(m Meaning) bool { return slices.Contains(types, m.Type) }
	return slices.ContainsFunc(Tables, func(t *Table) bool { return slices.ContainsFunc(t.Of(phrase), isOf) })
}

func meansOne(phrase string, meaning Meaning) bool {
	return slices.ContainsFunc(Tables, func(t *Table) bool { return slices.Contains(t.phrases[phrase], meaning) })
}

// Long returns words in their long forms, such as what is for whats.
func Long(asked []string) (list []string) {
	for _, word := range asked {
		list = append(list, longOf(word)...)
	}
	return list
}

func longOf(word string) []string {
	for _, t := range Tables {
		for _, form := range t.shorts {
			if form[1] == word {
				return strings.Fields(form[0])
			}
		}
	}
	return []string{word}
}

// Longest returns the number of words of the longest phrase.
func (t *Table) Longest() int { return t.longest }

// View is the type of phrases that ask for a view. They and hints may be patterns; in
// other types, < is a sign.
const View = "view"

// Hint is the type of words that ask for one of several views: a word may be a hint for
// more than one.
const Hint = "hint"

// Other is the type of words that ask for something other than a list, if no phrase has
// them.
const Other = "other"

// Same is the type of other words for values that graphs have.
const Same = "same"

// Noun is the type of nouns for what is of a type that graphs have: errores are bugs.
const Noun = "noun"

// Gauge is the type of words that compare by what fields measure, or ask for it: their
// value is what that is, see [Measure].
const Gauge = "gauge"

// Unit is the type of units, by what they measure: kilos.
const Unit = "unitof"

// State is the type of words for states.
const State = "state"

// Mention is the type of words behind which is a word that texts have.
const Mention = "mention"

// Signs are the signs that tables may have beside words, the longest first.
var Signs = []string{">=", "<=", "==", "≥", "≤", ">", "<", "=", "%", "&", "+", ";"}

// Within is the type of words that may be within any phrase of several words.
const Within = "within"

// Topic is the type of words that say nothing by themselves at the beginning of a question:
// take the launch.
const Topic = "topic"

// Fill is the type of words that say nothing by themselves.
const Fill = "fill"
