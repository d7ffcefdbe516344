package subject

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"dossier/graph/lexicon"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/text"
)

// Question is a question with its words looked up to find its subjects. A long
// message is also a question.
type Question struct {
	Words []text.Word // without whole identifiers that follow their parts
	Terms []Term      // the terms of Words, each once
	// Unknown are the words that no entry has in its texts or names, and for which
	// no other word was found. Words that ask are not included.
	Unknown []string
	// Corrected maps misspelt and related words to those that were looked up
	// instead. Misspelt has only the misspelt ones.
	Corrected, Misspelt map[string]string

	text  string
	scale float64 // the IDF of a word that one family has
}

// Term is a term of a question.
type Term struct {
	Word   string  // folded
	IDF    float64 // over families: 1 for a word that only one family has
	Text   float64 // weight in texts: the IDF over entities
	Weight float64 // less than 1 for corrected words
	// Asks reports whether the word says what is asked about a subject, not what
	// the subject is.
	Asks bool

	numbers []uint32 // by project
}

// correctedWeight is the weight of a corrected word, by eye.
const correctedWeight = .9

// Ask looks up the words of a question. asks reports whether a folded word says
// what is asked about a subject, not what the subject is.
func Ask(r *corpus.Reader, question string, asks func(word string) bool, params Params) *Question {
	families := 0
	for _, x := range r.Indexes {
		families += x.Roots.Count()
	}
	q := &Question{text: question, Corrected: make(map[string]string), Misspelt: make(map[string]string), scale: corpus.IDF(families, 1)}
	a := asking{
		Question: q, reader: r, params: &params, asks: asks, families: families, stems: make(map[string]int), sequences: make(map[string]bool),
		instead: make(map[string][]string),
	}
	for word := range a.joined(firstWords(question, params.Words)) {
		if len(a.Words) == params.Words || len(r.Indexes) == 0 {
			break
		}
		if word.Marks&text.Whole == 0 {
			a.Words = append(a.Words, word)
		}
		if !text.StopWord(word.Text) {
			a.add(word)
		}
	}
	a.addUnread()
	return a.Question
}

// firstWords returns at most most of the words of a question that are looked up.
func firstWords(question string, most int) (words []text.Word) {
	for word := range text.Words(question) {
		if words = append(words, word); word.Marks&text.Whole != 0 {
			most++
		}
		if len(words) == most {
			break
		}
	}
	return words
}

// asking is the state of [Ask].
type asking struct {
	*Question
	reader   *corpus.Reader
	params   *Params
	asks     func(word string) bool
	families int
	stems    map[string]int // index of the term by stem
	read     int            // number of words that were looked up
	unread   []string       // of these, words that neither an entry nor, by a slip, a title has
	// sequences are the results of titled, by the words.
	sequences map[string]bool
	instead   map[string][]string // words of titles instead of a misspelt word
}

// add adds the term of a word or, if nothing has it, of the words of titles that
// it may be a misspelling of.
func (a *asking) add(word text.Word) {
	if a.addTerm(word.Text, 1) {
		a.read++
		return
	}
	if word.Marks&text.Whole != 0 || a.asks(word.Text) {
		return // not what the question is about
	}
	a.read++
	instead, known := a.instead[word.Text]
	if !known && len(a.instead) < mostMisspelt {
		instead = a.misspelt(word.Text, titleWordsLike)
		a.instead[word.Text] = instead
	}
	if !a.addInstead(word.Text, instead, correctedWeight) {
		a.unread = append(a.unread, word.Text)
	}
}

// mostlyUnread is the share of the words of a question above which the unread
// ones are those of another language or of a log, and not misspelt words of
// headings. By eye.
const mostlyUnread = .5

// mostMisspelt is the maximum number of words of a question, by eye, for which
// titles are searched for similar words, and of unread ones for which headings are.
// Over 23 projects, that of 1,500 words took most of a second.
const mostMisspelt = 200

// addUnread adds the terms of the words of headings that unread words may be
// misspellings of, or of their relatives.
func (a *asking) addUnread() {
	isForeign := len(a.unread) > mostMisspelt || float64(len(a.unread)) > mostlyUnread*float64(a.read)
	for _, word := range a.unread {
		known := !isForeign && a.addInstead(word, a.misspelt(word, headingWordsLike), correctedWeight)
		if !known {
			known = a.addInstead(word, a.related(word), relatedWeight)
		}
		if !known && !isUnspaced(word) && !slices.Contains(a.Unknown, word) {
			a.Unknown = append(a.Unknown, word)
		}
	}
}

// addInstead adds the terms of other words instead of one, and reports whether
// a family has any.
func (a *asking) addInstead(word string, others []string, weight float64) (known bool) {
	for _, other := range others {
		if !a.addTerm(other, weight) {
			continue
		}
		known = true
		a.Corrected[word] = other
		if weight == correctedWeight {
			a.Misspelt[word] = other
		}
	}
	return known
}

// isUnspaced reports whether a word is in a script without spaces. Such words
// are pairs of letters, most of which mean nothing.
func isUnspaced(word string) bool {
	return strings.ContainsFunc(word, text.Unspaced)
}

// addTerm adds the term of a word and reports whether a family has it.
func (a *asking) addTerm(word string, weight float64) bool {
	if len(a.reader.Indexes) == 0 {
		return false // the actor may read nothing
	}
	stem := a.reader.Indexes[0].Words.Stem(word)
	if _, known := a.stems[stem]; known {
		return true
	}
	numbers := make([]uint32, len(a.reader.Indexes))
	families, entities := 0, 0
	for i, x := range a.reader.Indexes {
		numbers[i] = x.Words.Lookup(word)
		families += x.Roots.With(numbers[i])
		entities += len(x.Postings.Of(numbers[i]))
	}
	if families == 0 {
		return false
	}
	a.stems[stem] = len(a.Terms)
	t := Term{Word: word, IDF: corpus.IDF(a.families, families) / a.scale, Weight: weight, numbers: numbers}
	t.Text = weight * corpus.IDF(a.reader.Documents, entities) / corpus.IDF(a.reader.Documents, 1)
	if t.Asks = a.asks(word); t.Asks {
		t.Text *= a.params.Asking
	}
	a.Terms = append(a.Terms, t)
	return true
}

// termOf returns the index of the term of a word of a project, -1 for none. It
// compares stems only of a word that the project lacks, because a question has
// up to thousands of terms.
func (q *Question) termOf(project int32, x *index.Index, word string) int {
	stem := x.Words.Stem(word)
	if stem == "" {
		return -1
	}
	if number := x.Words.Term(stem); number != 0 {
		return slices.IndexFunc(q.Terms, func(t Term) bool { return t.numbers[project] == number })
	}
	return slices.IndexFunc(q.Terms, func(t Term) bool { return t.Word == word || x.Words.Stem(t.Word) == stem })
}

// HasDigit reports whether one of some words of the question has a digit, as ids have.
func (q *Question) HasDigit(first, last int) bool {
	return slices.ContainsFunc(q.Words[first:last], func(w text.Word) bool { return strings.ContainsAny(w.Text, "0123456789") })
}

// isInCapitals reports whether a word is written in capitals, but for the s of a
// plural.
func (q *Question) isInCapitals(word text.Word) bool {
	written := strings.TrimSuffix(q.text[word.Start:word.End], "s")
	return written != "" && strings.ToUpper(written) == written
}

// byProject returns the numbers of the terms in each project, and whether the
// question asks by them.
func (q *Question) byProject(projects int) []map[uint32]bool {
	terms := make([]map[uint32]bool, projects)
	for project := range terms {
		terms[project] = make(map[uint32]bool, len(q.Terms))
		for i := range q.Terms {
			t := &q.Terms[i]
			terms[project][t.numbers[project]] = terms[project][t.numbers[project]] || t.Asks
		}
	}
	return terms
}

// know removes the words of a name from Unknown.
func (q *Question) know(first, last int) {
	for _, word := range q.Words[first:last] {
		q.Unknown = slices.DeleteFunc(q.Unknown, func(unknown string) bool { return unknown == word.Text })
	}
}

// misspeltLetters is the least length of a word that is corrected, longLetters
// that of a word with up to two slips, both in bytes. By eye.
const (
	misspeltLetters = 4
	longLetters     = 7
)

func titleWordsLike(x *index.Index, word string, slips int) []string {
	return x.Spelling.Like(word, slips)
}

func headingWordsLike(x *index.Index, word string, slips int) []string {
	return x.Headings.WordsLike(word, slips)
}

// misspelt returns the words among those that like returns for an index that a
// word may be a misspelling of: at most two, with the fewest slips, and of these
// only those with the same letters, if there are any: jion is join and not json.
// An English word that the graph lacks means something else, such as roof beside Rolf.
func (a *asking) misspelt(word string, like func(*index.Index, string, int) []string) []string {
	if len(word) < misspeltLetters || strings.ContainsFunc(word, unicode.IsDigit) {
		return nil // another number means another thing
	}
	if lexicon.Has(text.English(word)) {
		return nil
	}
	allowed := 1
	if len(word) >= longLetters {
		allowed = 2
	}
	best := map[string]int{}
	for _, x := range a.reader.Indexes {
		for _, other := range like(x, word, allowed) {
			if slips := Slips(word, other); slips <= allowed {
				best[other] = slips
			}
		}
	}
	words := make([]string, 0, len(best))
	for other := range best {
		words = append(words, other)
	}
	slices.SortFunc(words, func(a, b string) int { return cmp.Or(cmp.Compare(best[a], best[b]), cmp.Compare(a, b)) })
	least := math.MaxInt
	if len(words) > 0 {
		least = best[words[0]]
	}
	words = slices.DeleteFunc(words, func(other string) bool { return best[other] > least })
	if slices.ContainsFunc(words, func(other string) bool { return sameLetters(word, other) }) {
		words = slices.DeleteFunc(words, func(other string) bool { return !sameLetters(word, other) })
	}
	return words[:min(len(words), 2)]
}

// sameLetters reports whether two words have the same letters in any order.
func sameLetters(a, b string) bool {
	x, y := []rune(a), []rune(b)
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

// Slips returns the number of letters to insert, drop, change or swap to turn
// one word into the other: their distance by optimal string alignment.
func Slips(a, b string) int {
	x, y := []rune(a), []rune(b)
	rows := make([]int, 3*(len(y)+1)) // one allocation: long questions compare many words
	before, last, row := rows[:len(y)+1], rows[len(y)+1:2*(len(y)+1)], rows[2*(len(y)+1):]
	for j := range row {
		row[j] = j
	}
	for i := range x {
		before, last, row = last, row, before
		row[0] = i + 1
		for j := range y {
			change := 1
			if x[i] == y[j] {
				change = 0
			}
			least := min(last[j+1]+1, row[j]+1, last[j]+change)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				least = min(least, before[j-1]+1)
			}
			row[j+1] = least
		}
	}
	return row[len(y)]
}
