package scan

import (
	"slices"
	"strings"

	"dossier/graph/ask/amounts"
	"dossier/graph/ask/chart"
	"dossier/graph/ask/words"
	"dossier/graph/text"
)

// MaxWords is the maximum number of content words of a question that is read. By
// eye: longer texts are messages.
const MaxWords = 24

// A Vocabulary has the words of a graph.
type Vocabulary interface {
	// Tokens returns tokens for words of a question: names of entities, values of
	// fields, types of records.
	Tokens(question string, words []text.Word) []chart.Node
}

// Named returns the tokens of a vocabulary, also those of names with elided words.
func Named(v Vocabulary, question string, asked []text.Word) []chart.Node {
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

// longer is the prior of each further word of a phrase, which means more than its
// words. By eye.
const longer = .05

// Synonym is the prior of a word for a state that is not its name: less than that of a
// value of the graph. By eye.
const Synonym = -.2

func tokenOf(m words.Meaning, phrase string, first, last int) chart.Node {
	weight := longer * float64(last-first-1)
	if m.Type == words.State && !isName(phrase, m.Value) {
		weight += Synonym
	}
	return chart.Node{Type: m.Type, Value: m.Value, First: first, Last: last, Score: chart.Score{Weight: weight}}
}

// isName reports whether a phrase is one of some names of states.
func isName(phrase, names string) bool {
	return slices.Contains(strings.Fields(names), strings.ReplaceAll(phrase, " ", "_"))
}

// Tokens returns the tokens of words, and which words say nothing by themselves.
func Tokens(table *words.Table, asked []text.Word) (tokens []chart.Node, fills []bool) {
	fills = make([]bool, len(asked))
	for first := range asked {
		phrase, within := "", ""
		for last := first; last < len(asked) && last-first < table.Longest()+1; last++ {
			phrase = strings.TrimSpace(phrase + " " + asked[last].Text)
			if last == first || !table.Has(asked[last].Text, words.Within) {
				within = strings.TrimSpace(within + " " + asked[last].Text)
			}
			for _, meaning := range meaningsOf(table, phrase, within) {
				isTopic := meaning.Type == words.Topic
				switch {
				case isTopic && !isFilled(fills[:first]):
				case isTopic, meaning.Type == words.Fill:
					fill(fills[first : last+1])
				default:
					tokens = append(tokens, tokenOf(meaning, phrase, first, last+1))
				}
			}
		}
		tokens = append(tokens, numberTokens(table.Ungrouped(asked[first].Text), first)...)
		if day := table.DayOf(asked[first].Text); day != "" {
			tokens = append(tokens, chart.Node{Type: "feast", Value: day, First: first, Last: first + 1})
		}
	}
	tokens = append(tokens, partedTokens(table, asked, fills)...)
	return append(tokens, saidTokens(tokens, asked, fills)...), fills
}

func fill(fills []bool) {
	for i := range fills {
		fills[i] = true
	}
}

// isFilled reports whether all of some words say nothing by themselves.
func isFilled(fills []bool) bool { return !slices.Contains(fills, false) }

// partedTokens returns the tokens of verbs whose prefix is behind them at the end of their
// clause, at the place of that: stehen diese Woche an. The verb itself then fills.
func partedTokens(table *words.Table, asked []text.Word, fills []bool) (tokens []chart.Node) {
	for at := range asked {
		if !table.IsPrefix(asked[at].Text) || !endsClause(table, asked, at) {
			continue
		}
		for verb := at - 1; verb >= 0 && !endsClause(table, asked, verb); verb-- {
			joined := asked[at].Text + asked[verb].Text
			list, first := table.Of(joined), at
			if longer := table.Of(asked[at-1].Text + " " + joined); longer != nil && verb < at-1 { // geht nicht weiter
				list, first = longer, at-1
			}
			if len(list) == 0 {
				continue
			}
			fills[verb] = true
			tokens = append(tokens, partedTokensOf(list, joined, first, at, fills)...)
			break
		}
	}
	return tokens
}

// partedTokensOf returns the tokens of the meanings of a verb whose prefix is at a place.
func partedTokensOf(meanings []words.Meaning, joined string, first, at int, fills []bool) (tokens []chart.Node) {
	for _, meaning := range meanings {
		if meaning.Type == words.Fill {
			fills[at] = true
			continue
		}
		n := tokenOf(meaning, joined, first, at+1)
		n.Weight += parted
		tokens = append(tokens, n)
	}
	return tokens
}

// parted is the prior of a verb that is not in one place. By eye.
const parted = -.3

// endsClause reports whether a word is the last, or before a sign or a conjunction.
func endsClause(table *words.Table, asked []text.Word, at int) bool {
	if at+1 == len(asked) {
		return true
	}
	next := asked[at+1]
	return next.Start > asked[at].End+1 || table.Has(next.Text, "and") || table.Has(next.Text, "or")
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

// lastDay is the last day that a month may have.
const lastDay = 31

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
	if ordinal != word && 0 < n.Value && n.Value <= lastDay {
		tokens = append(tokens, chart.Node{Type: "nth", Value: ordinal, First: at, Last: at + 1})
	}
	if n.Value >= firstYear && n.Value <= lastYear && n.Value == float64(int(n.Value)) {
		tokens = append(tokens, chart.Node{Type: "year", Value: word, First: at, Last: at + 1})
	}
	return tokens
}
