// Package chart builds all readings of a row of words by rules. Rules are data: a
// name, a pattern of types and a constructor. Their order decides nothing.
package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// The bounds of a chart, by eye: a question of twenty words has about 300 nodes.
const (
	// maxSpan is the maximum number of nodes of a type over the same words.
	maxSpan = 6
	// maxNodes is the maximum number of nodes of a chart.
	maxNodes = 6000
)

// A Node is a meaning of the words from First to Last, exclusive.
type Node struct {
	Type        string // what rules see of it
	Value       any    // what the rule made; prints itself
	First, Last int    // words
	Rule        string // that made it, "" for a token
	Parts       []*Node
	Score
	Choosing int // words that choose, order, divide or count: to leave out one changes the meaning

	key  string // the result of text, "" until it is needed
	kind int    // the number of Type in the grammar
}

// text returns the value as text. Most nodes are the only ones of their type over their
// words, and are not compared.
func (n *Node) text() string {
	if n.key == "" {
		n.key = fmt.Sprint(n.Value)
	}
	return n.key
}

// A Score orders the readings of words.
type Score struct {
	Words  int     // content words that are used
	Weight float64 // priors of tokens and rules
	Filled int     // words that only fill within the phrases that are used
	Rules  int     // applied
}

// Compare is negative for a better score than another: more words, then a greater
// weight, then longer phrases, so that "of those" is not "those", then fewer rules.
func (s Score) Compare(other Score) int {
	return cmp.Or(cmp.Compare(other.Words, s.Words), cmp.Compare(other.Weight, s.Weight), cmp.Compare(other.Filled, s.Filled),
		cmp.Compare(s.Rules, other.Rules))
}

// A Rule makes a node of neighbouring ones. Words that only fill may be between.
type Rule struct {
	Name string
	// Pattern has types separated by spaces, several for one part by |. A part with ? may be
	// absent. Behind / is another form of the pattern, and what that adds to the weight, with
	// its sign: "top # N / # top N / N top # +.1".
	Pattern string
	Weight  float64 // the prior
	// Make returns the type and the value of the node, "" if the parts do not fit. It gets the
	// parts in the order of the first form, then those of others, with nil for absent ones.
	Make func(parts []*Node) (typ string, value any)
}

// present is the prior of a part that may be absent: who says more means that. By eye.
const present = .1

// Weighted is a value that a rule makes with a prior of its own.
type Weighted struct {
	Value  any
	Weight float64
}

// A Grammar is a list of rules, prepared for reading. It is safe for concurrent use.
type Grammar struct {
	forms  []form
	byLast [][]int        // forms by the number of the type of their last part
	types  map[string]int // numbers of the types of the parts of rules, from 1
}

// A form is one of the rows of parts to which a rule applies.
type form struct {
	*Rule
	pattern []types
	weight  float64
	places  []int // of its parts in those for Make
	count   int   // of these
}

// types has true for the numbers of some types. Others may be beyond its end.
type types []bool

func (t types) has(kind int) bool { return kind < len(t) && t[kind] }

// NewGrammar returns the grammar of some rules.
func NewGrammar(lists ...[]Rule) *Grammar {
	g := &Grammar{types: map[string]int{}}
	for _, list := range lists {
		for i := range list {
			g.add(&list[i])
		}
	}
	g.byLast = make([][]int, len(g.types)+1)
	for i, f := range g.forms {
		for kind, is := range f.pattern[len(f.pattern)-1] {
			if is {
				g.byLast[kind] = append(g.byLast[kind], i)
			}
		}
	}
	return g
}

// add adds the forms of a rule.
func (g *Grammar) add(r *Rule) {
	first := len(g.forms)
	var known []string // the parts of the forms before
	for said := range strings.SplitSeq(r.Pattern, "/") {
		forms, taken := []form{{Rule: r, weight: r.Weight}}, map[int]bool{}
		for part := range strings.FieldsSeq(said) {
			if weight, err := strconv.ParseFloat(part, 64); err == nil {
				for i := range forms {
					forms[i].weight += weight
				}
				continue
			}
			name, isOptional := strings.CutSuffix(part, "?")
			place := 0
			for place < len(known) && (taken[place] || known[place] != name) {
				place++
			}
			if place == len(known) {
				known = append(known, name)
			}
			taken[place] = true
			forms = g.with(forms, name, place, isOptional)
		}
		g.forms = append(g.forms, forms...)
	}
	for i := range g.forms[first:] {
		g.forms[first+i].count = len(known)
	}
}

// with returns forms with a further part, and those without it if it may be absent.
func (g *Grammar) with(forms []form, part string, place int, isOptional bool) (list []form) {
	for _, f := range forms {
		if isOptional {
			list = append(list, f)
			f.weight += present
		}
		f.pattern, f.places = append(slices.Clip(f.pattern), g.typesOf(part)), append(slices.Clip(f.places), place)
		list = append(list, f)
	}
	return list
}

// typesOf returns the types that a part of a pattern may have.
func (g *Grammar) typesOf(part string) (all types) {
	for typ := range strings.SplitSeq(part, "|") {
		if g.types[typ] == 0 {
			g.types[typ] = len(g.types) + 1
		}
		kind := g.types[typ]
		all = append(all, make(types, max(0, kind+1-len(all)))...)
		all[kind] = true
	}
	return all
}

// Uses reports whether a rule has a part of a type.
func (g *Grammar) Uses(typ string) bool { return g.types[typ] > 0 }

// A chart has the nodes of one row of words.
type chart struct {
	grammar *Grammar
	fills   []bool // by word: whether it may be between parts
	gap     int    // the maximum number of words between two parts
	ending  [][]*Node
	count   int
	placed  []*Node // the parts that a rule makes a node of
}

// Read returns all nodes over the words. tokens are those of single meanings; fills
// reports which words may be between the parts of a rule, at most gap of them between two.
func (g *Grammar) Read(tokens []Node, fills []bool, gap int) []*Node {
	c := &chart{grammar: g, fills: fills, gap: gap, ending: make([][]*Node, len(fills)+1)}
	for end := 1; end <= len(fills); end++ {
		for i := range tokens {
			if tokens[i].Last == end {
				node := tokens[i]
				c.add(&node)
			}
		}
		for at := 0; at < len(c.ending[end]); at++ {
			c.complete(c.ending[end][at])
		}
	}
	return slices.Concat(c.ending...)
}

// add adds a node, unless the same is known or better ones fill its span. A node that a
// better one replaces has no type any more.
func (c *chart) add(n *Node) {
	n.kind = c.grammar.types[n.Type]
	same := 0
	var worst *Node
	for _, other := range c.ending[n.Last] {
		if other.Type != n.Type || other.First != n.First {
			continue
		}
		if other.text() == n.text() {
			other.merge(n)
			return
		}
		if same++; worst == nil || worst.Compare(other.Score) <= 0 {
			worst = other
		}
	}
	switch {
	case c.count >= maxNodes, same >= maxSpan && n.Compare(worst.Score) >= 0:
		return
	case same >= maxSpan:
		worst.Type, worst.kind = "", 0
	}
	c.count++
	c.ending[n.Last] = append(c.ending[n.Last], n)
}

// merge makes a node another one with the same value, if that is more likely or uses more of the
// words that choose, which may fill elsewhere, such as all.
func (n *Node) merge(other *Node) {
	best := n.Score
	if other.Compare(best) < 0 {
		best = other.Score
	}
	isMore := other.Words > n.Words || other.Words == n.Words && other.Choosing > n.Choosing
	isLikelier := other.Choosing == n.Choosing && other.Compare(n.Score) < 0
	if len(other.Parts) > 0 && (isMore || isLikelier) {
		*n = *other
	}
	if best.Words == n.Words {
		n.Score = best
	}
}

// complete applies the forms whose last part a node may be.
func (c *chart) complete(last *Node) {
	for _, i := range c.grammar.byLast[last.kind] {
		f := &c.grammar.forms[i]
		parts := make([]*Node, len(f.pattern))
		parts[len(parts)-1] = last
		c.extend(f, parts, len(parts)-1)
	}
}

// extend completes the parts of a form before the one at a place.
func (c *chart) extend(f *form, parts []*Node, at int) {
	if at == 0 {
		c.make(f, parts)
		return
	}
	for end := parts[at].First; parts[at].First-end <= c.gap; end-- {
		for _, n := range c.ending[end] {
			if f.pattern[at-1].has(n.kind) {
				parts[at-1] = n
				c.extend(f, parts, at-1)
			}
		}
		if end == 0 || !c.fills[end-1] {
			return
		}
	}
}

// exact is how fine weights are, so that the order in which they are added decides nothing.
const exact = 1e6

func (c *chart) make(f *form, parts []*Node) {
	c.placed = append(c.placed[:0], make([]*Node, f.count)...)
	for i, place := range f.places {
		c.placed[place] = parts[i]
	}
	typ, value := f.Make(c.placed)
	if typ == "" {
		return
	}
	n := &Node{Type: typ, Value: value, First: parts[0].First, Last: parts[len(parts)-1].Last, Rule: f.Name, Parts: slices.Clone(parts)}
	n.Score = Score{Weight: f.weight, Rules: 1}
	if w, ok := value.(Weighted); ok {
		n.Value, n.Weight = w.Value, n.Weight+w.Weight
	}
	for _, part := range parts {
		n.Words += part.Words
		n.Weight += part.Weight
		n.Filled += part.Filled
		n.Choosing += part.Choosing
		n.Rules += part.Rules
	}
	n.Weight = math.Round(n.Weight*exact) / exact
	c.add(n)
}
