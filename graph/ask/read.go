package ask

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"dossier/graph/ask/amounts"
	"dossier/graph/ask/chart"
	"dossier/graph/ask/times"
	"dossier/graph/ask/words"
	"dossier/graph/text"
)

// maxWords is the maximum number of content words of a question that is read. By
// eye: longer texts are messages.
const maxWords = 24

// A Reading is one way to read a whole question.
type Reading struct {
	Query    Query
	Language string   // of the table of words
	Uses     []Use    // which rule used which words
	Unused   []string // content words that no rule used, in order
	// AsksOther reports whether one of Unused asks for something other than a list, as
	// "why" does.
	AsksOther bool
	Filled    []string    // words that say nothing by themselves
	Score     chart.Score // by which readings are ordered
	node      *chart.Node
}

// A Use is a rule or a token with the words that it used.
type Use struct {
	Rule        string // "" for a token
	Type, Value string // what it made
	First, Last int    // words, the last exclusive
	Depth       int    // 0 for the whole reading
}

// A Vocabulary has the words of a graph.
type Vocabulary interface {
	// Tokens returns tokens for words of a question: names of entities, values of
	// fields, types of records.
	Tokens(question string, words []text.Word) []chart.Node
}

// Words returns the words of a question, with the signs of percent and comparisons. Dates in the form of ISO
// 8601 are one word, and elided words are apart: l'échéance is two.
func Words(question string) (list []text.Word) {
	for _, w := range wholeWords(question) {
		length := words.Elided(question[w.Start:w.End])
		if length > 0 {
			elided := strings.TrimRight(question[w.Start:w.Start+length], "'’")
			list = append(list, text.Word{Text: text.Fold(elided), Start: w.Start, End: w.Start + length})
			w.Text, w.Start = text.Fold(question[w.Start+length:w.End]), w.Start+length
		}
		list = append(list, w)
	}
	return list
}

// wholeWords is like Words, but keeps elided words as written, as names have them.
func wholeWords(question string) (list []text.Word) {
	end := 0
	for w := range text.Parts(question) {
		if w.Start > end { // pairs of runes overlap
			list = appendSigns(list, question, end, w.Start)
		}
		if n := len(list); joinsDate(list, 2, question, w) || joinsDate(list, 1, question, w) {
			list = joined(list, question, w)
		} else if n > 0 && isThousands(question, list[n-1], w) {
			list[n-1] = text.Word{Text: list[n-1].Text + w.Text, Start: list[n-1].Start, End: w.End}
		} else {
			list = append(list, signed(question, w))
		}
		end = w.End
	}
	return appendSigns(list, question, end, len(question))
}

// signed returns a number with the minus before it, if a space, a sign or nothing is
// before that.
func signed(question string, w text.Word) text.Word {
	before := strings.TrimSuffix(question[:w.Start], "-")
	if len(before) == w.Start || !text.IsDigits(w.Text) || strings.TrimRight(before, " <>=") == before && before != "" {
		return w
	}
	return text.Word{Text: "-" + w.Text, Start: w.Start - 1, End: w.End, Marks: w.Marks}
}

// appendSigns appends the signs of percent and of comparisons between two places of a
// question.
func appendSigns(list []text.Word, question string, from, to int) []text.Word {
	for at := from; at < to; {
		sign := ""
		for _, known := range words.Signs {
			if strings.HasPrefix(question[at:to], known) {
				sign = known
				break
			}
		}
		if sign != "" {
			list = append(list, text.Word{Text: sign, Start: at, End: at + len(sign)})
		}
		at += max(1, len(sign))
	}
	return list
}

// isThousands reports whether a word is of three digits, and maybe parts of one, behind a
// number and a comma.
func isThousands(question string, number, w text.Word) bool {
	whole, _, _ := strings.Cut(w.Text, ".")
	const group = 3
	return w.Start == number.End+1 && question[number.End] == ',' && len(whole) == group && text.IsDigits(whole) && text.IsDigits(number.Text)
}

// joinsDate reports whether the last count words and another one are a date, or a month of
// a year.
func joinsDate(list []text.Word, count int, question string, w text.Word) bool {
	at := len(list) - count
	if at < 0 || list[at].Start >= w.Start {
		return false
	}
	whole := question[list[at].Start:w.End]
	return dateOf(whole) != "" || monthOf(whole) != ""
}

// joined returns the words with another one, which is a date with the last two or the last.
func joined(list []text.Word, question string, w text.Word) []text.Word {
	at := len(list) - 1
	if joinsDate(list, 2, question, w) {
		at--
	}
	return append(list[:at], text.Word{Text: question[list[at].Start:w.End], Start: list[at].Start, End: w.End})
}

// dateOf returns a date in the form of ISO 8601, "" for none. One with slashes may begin
// with the day or the month; it is none if both may be.
func dateOf(s string) (date string) {
	if !beginsWithDigit(s) {
		return "" // before the errors of all layouts are made
	}
	layouts := []string{time.DateOnly, "2.1.2006", "2/1/2006", "1/2/2006"}
	for _, layout := range layouts {
		t, err := time.Parse(layout, s)
		if err != nil {
			continue
		}
		if found := t.Format(time.DateOnly); date == "" || date == found {
			date = found
		} else {
			return ""
		}
	}
	return date
}

// monthOf returns a month of a year in the form of ISO 8601, "" for none: of 2026-12 or
// 12/2026.
func monthOf(s string) string {
	if !beginsWithDigit(s) {
		return ""
	}
	for _, layout := range []string{"2006-01", "1/2006"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.Format("2006-01")
		}
	}
	return ""
}

func beginsWithDigit(s string) bool { return s != "" && '0' <= s[0] && s[0] <= '9' }

// Read returns the readings of a question as a list or a number, the best first. It
// returns none for a text that is no such question, or is too long.
func Read(question string, v Vocabulary, now time.Time) []Reading {
	asked := Words(question)
	if len(asked) == 0 || len(asked) > 3*maxWords || !utf8.ValidString(question) {
		return nil
	}
	grammar := chart.NewGrammar(times.Rules(now), amounts.Rules, nouns, conditions, lacks, connectors, scopes, attachments,
		quantities, divisions, heads, limits, numbers)
	var own []chart.Node
	if v != nil {
		own = ownTokens(v, question, asked)
	}
	var readings []Reading
	for _, table := range words.Tables {
		readings = append(readings, read(grammar, table, asked, own, now)...)
	}
	slices.SortStableFunc(readings, func(a, b Reading) int {
		return cmp.Or(cmp.Compare(len(a.Unused), len(b.Unused)), a.Score.Compare(b.Score), cmp.Compare(a.Query.String(), b.Query.String()))
	})
	return slices.CompactFunc(readings, func(a, b Reading) bool { return a.Query.String() == b.Query.String() })
}

// ownTokens returns the tokens of a vocabulary, also those of names with elided words.
func ownTokens(v Vocabulary, question string, asked []text.Word) []chart.Node {
	tokens, whole := v.Tokens(question, asked), wholeWords(question)
	if len(whole) == len(asked) {
		return tokens
	}
	before := make([]int, len(whole)+1) // the number of words before each of whole
	for i, w := range whole {
		before[i] = slices.IndexFunc(asked, func(part text.Word) bool { return part.Start == w.Start })
	}
	before[len(whole)] = len(asked)
	for _, n := range v.Tokens(question, whole) {
		n.First, n.Last = before[n.First], before[n.Last]
		tokens = append(tokens, n)
	}
	return tokens
}

// kept is the number of readings of each language that are returned.
const kept = 3

// read returns the best readings by the words of one language.
func read(grammar *chart.Grammar, table *words.Table, asked []text.Word, own []chart.Node, now time.Time) (readings []Reading) {
	tokens, fills := tokensOf(table, asked, own)
	tokens = slices.DeleteFunc(tokens, func(n chart.Node) bool { return !grammar.Uses(n.Type) }) // such as those of views
	content := 0
	for _, fill := range fills {
		if !fill {
			content++
		}
	}
	if content == 0 || content > maxWords {
		return nil
	}
	for i := range tokens {
		for _, fill := range fills[tokens[i].First:tokens[i].Last] {
			switch {
			case !fill:
				tokens[i].Words++
			case tokens[i].Last > tokens[i].First+1:
				tokens[i].Filled++
			}
		}
	}
	var wholes []*chart.Node
	for _, n := range grammar.Read(tokens, skipped(tokens, fills)) {
		if n.Type == list && !n.Value.(Query).isOne || n.Type == both {
			wholes = append(wholes, n)
		}
	}
	slices.SortStableFunc(wholes, func(a, b *chart.Node) int { return a.Score.Compare(b.Score) })
	for _, n := range wholes[:min(len(wholes), kept)] {
		readings = append(readings, readingOf(table, n, asked, fills, tokens, now))
	}
	return readings
}

// skipped returns which words rules may skip: those that say nothing by themselves, and
// those without a meaning, which then are unused.
func skipped(tokens []chart.Node, fills []bool) []bool {
	skips := make([]bool, len(fills))
	for i := range skips {
		skips[i] = fills[i] || !slices.ContainsFunc(tokens, func(n chart.Node) bool { return n.First <= i && i < n.Last })
	}
	return skips
}

// readingOf returns the reading that a node is the root of.
func readingOf(table *words.Table, n *chart.Node, asked []text.Word, fills []bool, tokens []chart.Node, now time.Time) Reading {
	r := Reading{Query: settle(n.Value.(Query), now), Language: table.Language, Score: n.Score, node: n}
	used := make([]bool, len(asked))
	r.use(n, 0, used)
	chooses := choosing(table, tokens, asked, used)
	for i, w := range asked {
		switch {
		case used[i]:
		case fills[i] && !chooses[i]:
			r.Filled = append(r.Filled, w.Text)
		default:
			r.Unused = append(r.Unused, w.Text)
			r.AsksOther = r.AsksOther || isOf(table, w.Text, words.Other) || isBehindOf(table, asked[:i], fills)
		}
	}
	return r
}

// constructs are the types of words that choose, order, divide or count. One that a
// reading does not use changes what the question asks for.
var constructs = strings.Fields(`not without nobody except outside neither nor or only all most fewest sup supby overduest
	first ranked count much sum avg insum top sort grouped by then compare compareby between ormore orless`)

// choosing returns which words are constructs of which a reading uses no word, also if
// they fill elsewhere. Those within a longer phrase that fills, such as "at all", are
// none.
func choosing(table *words.Table, tokens []chart.Node, asked []text.Word, used []bool) []bool {
	chooses := make([]bool, len(asked))
	for i := range tokens {
		if n := &tokens[i]; slices.Contains(constructs, n.Type) && !slices.Contains(used[n.First:n.Last], true) {
			for at := n.First; at < n.Last; at++ {
				chooses[at] = true
			}
		}
	}
	for first := range asked {
		for last := first + 2; last <= min(first+table.Longest(), len(asked)); last++ {
			if isOf(table, phraseOf(asked[first:last]), words.Fill) {
				clear(chooses[first:last])
			}
		}
	}
	return chooses
}

func phraseOf(asked []text.Word) string {
	list := make([]string, len(asked))
	for i, w := range asked {
		list[i] = w.Text
	}
	return strings.Join(list, " ")
}

func isOf(table *words.Table, word, typ string) bool {
	return slices.ContainsFunc(table.Of(word), func(m words.Meaning) bool { return m.Type == typ })
}

// isBehindOf reports whether the last of some words that fill says that what is behind it
// has the list: "of the" before "bananas".
func isBehindOf(table *words.Table, before []text.Word, fills []bool) bool {
	for i := len(before) - 1; i >= 0; i-- {
		if isOf(table, before[i].Text, "of") {
			return true
		}
		if !fills[i] {
			return false
		}
	}
	return false
}

func (r *Reading) use(n *chart.Node, depth int, used []bool) {
	r.Uses = append(r.Uses, Use{n.Rule, n.Type, strings.TrimSpace(valueText(n.Value)), n.First, n.Last, depth})
	for _, part := range n.Parts {
		r.use(part, depth+1, used)
	}
	if len(n.Parts) == 0 {
		for i := n.First; i < n.Last; i++ {
			used[i] = true
		}
	}
}

// longer is the prior of each further word of a phrase, which means more than its
// words. By eye.
const longer = .05

// synonym is the prior of a word for a state that is not its name: less than that of a
// value of the graph. By eye.
const synonym = -.2

func tokenOf(m words.Meaning, phrase string, first, last int) chart.Node {
	weight := longer * float64(last-first-1)
	if m.Type == words.State && !isName(phrase, m.Value) {
		weight += synonym
	}
	return chart.Node{Type: m.Type, Value: m.Value, First: first, Last: last, Score: chart.Score{Weight: weight}}
}

// isName reports whether a phrase is one of some names of states.
func isName(phrase, names string) bool {
	return slices.Contains(strings.Fields(names), strings.ReplaceAll(phrase, " ", "_"))
}

// tokensOf returns the tokens of words, and which words say nothing by themselves.
func tokensOf(table *words.Table, asked []text.Word, own []chart.Node) (tokens []chart.Node, fills []bool) {
	fills = make([]bool, len(asked))
	tokens = slices.Clone(own)
	for first := range asked {
		phrase, within := "", ""
		for last := first; last < len(asked) && last-first < table.Longest()+1; last++ {
			phrase = strings.TrimSpace(phrase + " " + asked[last].Text)
			if last == first || !isOf(table, asked[last].Text, words.Within) {
				within = strings.TrimSpace(within + " " + asked[last].Text)
			}
			for _, meaning := range meaningsOf(table, phrase, within) {
				if meaning.Type != words.Fill {
					tokens = append(tokens, tokenOf(meaning, phrase, first, last+1))
					continue
				}
				for i := first; i <= last; i++ {
					fills[i] = true
				}
			}
		}
		tokens = append(tokens, numberTokens(asked[first].Text, first)...)
	}
	return append(tokens, saidTokens(tokens, asked, fills)...), fills
}

// meaningsOf returns the meanings of a phrase, or else of what it is without the words
// that may be within any: picked it up.
func meaningsOf(table *words.Table, phrase, without string) []words.Meaning {
	if list := table.Of(phrase); list != nil || !strings.HasSuffix(phrase, lastOf(without)) || !strings.Contains(without, " ") {
		return list
	}
	return table.Of(without)
}

func lastOf(phrase string) string { return phrase[strings.LastIndexByte(phrase, ' ')+1:] }

// saidTokens returns the words behind those that ask for what texts mention, and behind or.
func saidTokens(tokens []chart.Node, asked []text.Word, fills []bool) (said []chart.Node) {
	for _, n := range tokens {
		if n.Type != words.Mention {
			continue
		}
		for at, isNext := n.Last, true; at < len(asked) && (isNext || fills[at] || isOr(tokens, at)); at++ {
			if isOr(tokens, at) {
				isNext = true
			} else if !fills[at] {
				said = append(said, chart.Node{Type: "said", Value: asked[at].Text, First: at, Last: at + 1})
				isNext = false
			}
		}
	}
	return said
}

// isOr reports whether a word is one that gives an alternative.
func isOr(tokens []chart.Node, at int) bool {
	return slices.ContainsFunc(tokens, func(n chart.Node) bool { return n.Type == "or" && n.First == at })
}

// The years that a number may be.
const (
	firstYear = 1900
	lastYear  = 2100
)

// numberTokens returns the tokens of a word of digits, or a date.
func numberTokens(word string, at int) []chart.Node {
	if date := dateOf(word); date != "" {
		return []chart.Node{{Type: "date", Value: date, First: at, Last: at + 1}}
	}
	if month := monthOf(word); month != "" {
		return []chart.Node{{Type: "yearmonth", Value: month, First: at, Last: at + 1}}
	}
	ordinal := word
	for _, suffix := range []string{"st", "nd", "rd", "th"} {
		ordinal = strings.TrimSuffix(ordinal, suffix)
	}
	n, ok := amounts.Parse(ordinal)
	if !ok {
		n, ok = amounts.ParseScaled(word)
	}
	if !ok {
		return nil
	}
	tokens := []chart.Node{{Type: amounts.Type, Value: n, First: at, Last: at + 1}}
	if n.Value >= firstYear && n.Value <= lastYear && n.Value == float64(int(n.Value)) {
		tokens = append(tokens, chart.Node{Type: "year", Value: word, First: at, Last: at + 1})
	}
	return tokens
}
