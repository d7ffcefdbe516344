package ask

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"dossier/graph/ask/amounts"
	"dossier/graph/ask/chart"
	"dossier/graph/ask/scan"
	"dossier/graph/ask/times"
	"dossier/graph/ask/words"
	"dossier/graph/pipeline"
	"dossier/graph/text"
)

// A Reading is one way to read a whole question.
type Reading struct {
	Query    Query
	Language string   // of the table of words
	Uses     []Use    // which rule used which words
	Unused   []string // content words that no rule used, in order
	// AsksOther reports whether one of Unused asks for something other than a list, as
	// "why" does.
	AsksOther bool
	LeftOut   int         // how many of Unused choose, order, divide or count
	Filled    []string    // words that say nothing by themselves
	Sentence  string      // of a message, that was read alone; "" if the whole text was
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

var grammarAt = times.Grammar(amounts.Rules, nouns, conditions, lacks, connectors, scopes, said, waits, attachments, quantities,
	divisions, heads, limits, numbers)

// Read returns the readings of a question as a list or a number, the best first, or those
// of the sentence of a message that is such a question. It returns none for a text that is
// none, or is too long.
func Read(question string, v scan.Vocabulary, now time.Time) []Reading {
	readings := readWhole(question, v, now)
	if len(readings) == 0 || len(readings[0].Unused) > 0 {
		if asked := readMessage(question, v, now); asked != nil {
			return asked
		}
	}
	return readings
}

// partGap is the maximum number of words between parts of a question that is read in part: what
// is farther apart is about something else. By eye.
const partGap = 4

// ReadPart returns the readings of a question in a language in which any words may be unused,
// the best first.
func ReadPart(question, language string, v scan.Vocabulary, now time.Time) []Reading {
	tables := slices.DeleteFunc(slices.Clone(words.Tables), func(t *words.Table) bool { return t.Language != language })
	return readBy(tables, question, v, now, func(g *chart.Grammar, tokens []chart.Node, fills []bool) []*chart.Node {
		return g.Read(tokens, slices.Repeat([]bool{true}, len(fills)), partGap)
	})
}

func readWhole(question string, v scan.Vocabulary, now time.Time) []Reading {
	return readBy(words.Tables, question, v, now, func(g *chart.Grammar, tokens []chart.Node, fills []bool) []*chart.Node {
		return g.Read(tokens, skipped(tokens, fills), len(fills))
	})
}

// A parser returns the nodes over words, given their tokens and which of them fill.
type parser = func(g *chart.Grammar, tokens []chart.Node, fills []bool) []*chart.Node

func readBy(tables []*words.Table, question string, v scan.Vocabulary, now time.Time, parse parser) []Reading {
	asked := scan.Words(question)
	if len(asked) == 0 || len(asked) > 3*scan.MaxWords || !utf8.ValidString(question) {
		return nil
	}
	grammar := grammarAt(now)
	own := sync.OnceValue(func() []chart.Node { // not of a long text
		if v == nil {
			return nil
		}
		return scan.Named(v, question, asked)
	})
	byTable := make([][]Reading, len(tables))
	var reads []func()
	for i, table := range tables {
		reads = append(reads, func() { byTable[i] = read(grammar, table, asked, own, now, parse) })
	}
	pipeline.Together(reads...)
	readings := slices.Concat(byTable...)
	slices.SortStableFunc(readings, func(a, b Reading) int {
		return cmp.Or(cmp.Compare(len(a.Unused), len(b.Unused)), a.Score.Compare(b.Score), cmp.Compare(a.Query.String(), b.Query.String()))
	})
	return slices.CompactFunc(readings, func(a, b Reading) bool { return a.Query.String() == b.Query.String() })
}

// kept is the number of readings of each language that are returned.
const kept = 6

// read returns the best readings by the words of one language.
func read(
	grammar *chart.Grammar, table *words.Table, asked []text.Word, own func() []chart.Node, now time.Time, parse parser,
) (readings []Reading) {
	tokens, fills := scan.Tokens(table, asked)
	content := 0
	for _, fill := range fills {
		if !fill {
			content++
		}
	}
	if content == 0 || content > scan.MaxWords {
		return nil
	}
	isOther := func(n chart.Node) bool { return !grammar.Uses(n.Type) } // such as those of views
	tokens = slices.DeleteFunc(slices.Concat(own(), tokens), isOther)
	weigh(table, tokens, asked, fills)
	var wholes []*chart.Node
	for _, n := range parse(grammar, tokens, fills) {
		if whole := wholeOf(n, content); whole != nil {
			wholes = append(wholes, whole)
		}
	}
	slices.SortStableFunc(wholes, func(a, b *chart.Node) int { return a.Score.Compare(b.Score) })
	for _, n := range wholes[:min(len(wholes), kept)] {
		readings = append(readings, readingOf(table, n, asked, fills, tokens, now))
	}
	return readings
}

// weigh completes tokens: their values are those that rules ask for, and their scores count the
// words that say something.
func weigh(table *words.Table, tokens []chart.Node, asked []text.Word, fills []bool) {
	chooses := choosing(table, tokens, asked, make([]bool, len(asked)))
	for i := range tokens {
		for _, is := range chooses[tokens[i].First:tokens[i].Last] {
			if is {
				tokens[i].Choosing++
			}
		}
		if value, is := tokens[i].Value.(string); is {
			tokens[i].Value = typed(tokens[i].Type, value)
		}
		for _, fill := range fills[tokens[i].First:tokens[i].Last] {
			switch {
			case !fill:
				tokens[i].Words++
			case tokens[i].Last > tokens[i].First+1:
				tokens[i].Filled++
			}
		}
	}
}

// wholeOf returns the node that reads a question whole, given one with so many content words
// in all: a list, or a condition that asks for work by itself. It returns nil for others,
// and for conditions that no kind may meet together.
func wholeOf(n *chart.Node, content int) *chart.Node {
	switch {
	case n.Type == both, n.Type == list && (!query(n).isOne || len(query(n).Order) > 0) && !query(n).fitsNone():
		return n
	case n.Type == cond && n.Words == content && asksForWork(condOf(n)):
		whole, q := *n, Query{}.with(condOf(n))
		whole.Value, whole.Weight = q, n.Weight+alone
		if !q.fitsNone() {
			return &whole
		}
	}
	return nil
}

// alone is the prior of a condition without a list. By eye.
const alone = -.6

// asksForWork reports whether a condition by itself is a question for what is so: due this
// week, or blocked and not assigned.
func asksForWork(c Cond) bool {
	return c.Op == Date && c.Name == "due" || c.Op == And && (c.Has(Overdue, Ready, Blocked) || isOfWork(c)) ||
		c.Op == And && slices.ContainsFunc(c.Of, asksForWork)
}

// isOfWork reports whether a condition is on states, priorities and labels alone: in
// progress, low priority.
func isOfWork(c Cond) bool {
	return c.Has(State, Open, Done) && c.Has(Equal) && !slices.ContainsFunc(c.Of, isOfOther)
}

// isOfOther reports whether a part of a condition is on something else.
func isOfOther(part Cond) bool {
	if part.Op == Or {
		return slices.ContainsFunc(part.Of, isOfOther)
	}
	return part.Has(And, Linked, Scope) || part.Has(Equal) && part.Name != "priority" && part.Name != LabelColumn
}

// skipped returns which words rules may skip: those that say nothing by themselves, and
// those without a meaning, which then are unused.
func skipped(tokens []chart.Node, fills []bool) []bool {
	skips := make([]bool, len(fills))
	for i := range skips {
		skips[i] = fills[i] || !slices.ContainsFunc(tokens, func(n chart.Node) bool {
			return n.First <= i && i < n.Last && !slices.Contains(loose, n.Type)
		})
	}
	return skips
}

// loose are the types of words that mean something only beside certain others: start, beside
// cannot. Elsewhere they are like words without a meaning.
var loose = strings.Fields(`start started proceed holding upward outward leave stuff hold backlog startson on can inway
	untouched loaded idling`)

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
			if chooses[i] {
				r.LeftOut++
			}
			r.AsksOther = r.AsksOther || table.Has(w.Text, words.Other) || isBehindOf(table, asked[:i], fills)
		}
	}
	return r
}

// constructs are the types of words that choose, order, divide or count. One that a
// reading does not use changes what the question asks for.
var constructs = strings.Fields(`not without nobody except outside neither nor or only all most fewest sup supby overduest
	first bottom ranked count much sum avg insum top sort grouped by then compare compareby between ormore orless
	cannot tillthen oncethen musthave`)

// choosing returns which words are constructs of which a reading uses no word, also if
// they fill elsewhere. Those within a longer phrase that fills, such as "at all", are
// none.
func choosing(table *words.Table, tokens []chart.Node, asked []text.Word, used []bool) []bool {
	chooses := make([]bool, len(asked))
	hasNeither := slices.ContainsFunc(tokens, func(n chart.Node) bool { return n.Type == "neither" })
	for i := range tokens {
		n := &tokens[i]
		isConstruct := slices.Contains(constructs, n.Type) && (n.Type != "nor" || hasNeither)
		if isConstruct && !slices.Contains(used[n.First:n.Last], true) {
			for at := n.First; at < n.Last; at++ {
				chooses[at] = true
			}
		}
	}
	for first := range asked {
		for last := first + 2; last <= min(first+table.Longest(), len(asked)); last++ {
			if table.Has(phraseOf(asked[first:last]), words.Fill) {
				clear(chooses[first:last])
			}
		}
	}
	return chooses
}

// isBehindOf reports whether the last of some words that fill says that what is behind it
// has the list: "of the" before "bananas".
func isBehindOf(table *words.Table, before []text.Word, fills []bool) bool {
	for i := len(before) - 1; i >= 0; i-- {
		if table.Has(before[i].Text, "of") {
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

func phraseOf(asked []text.Word) string {
	list := make([]string, len(asked))
	for i, w := range asked {
		list[i] = w.Text
	}
	return strings.Join(list, " ")
}
