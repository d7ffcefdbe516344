// Package chart builds all readings of a row of words by rules. Rules are data: a
// name, a pattern of types and a constructor. Their order decides nothing.
package chart

import (
	"cmp"
	"fmt"
	"slices"
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
	Name    string
	Pattern string  // types separated by spaces, alternatives by |
	Weight  float64 // the prior
	// Make returns the type and the value of the node, "" if the parts do not fit.
	Make func(parts []*Node) (typ string, value any)
}

// Weighted is a value that a rule makes with a prior of its own.
type Weighted struct {
	Value  any
	Weight float64
}

// A Grammar is a list of rules, prepared for reading. It is safe for concurrent use.
type Grammar struct {
	rules  []rule
	byLast [][]int        // rules by the number of the type of their last part
	types  map[string]int // numbers of the types of the parts of rules, from 1
}

type rule struct {
	*Rule
	pattern []types
}

// types has true for the numbers of some types. Others may be beyond its end.
type types []bool

func (t types) has(kind int) bool { return kind < len(t) && t[kind] }

// partsOf returns the types that each part of a pattern may have.
func (g *Grammar) partsOf(pattern string) (parts []types) {
	for part := range strings.FieldsSeq(pattern) {
		var all types
		for typ := range strings.SplitSeq(part, "|") {
			if g.types[typ] == 0 {
				g.types[typ] = len(g.types) + 1
			}
			kind := g.types[typ]
			all = append(all, make(types, max(0, kind+1-len(all)))...)
			all[kind] = true
		}
		parts = append(parts, all)
	}
	return parts
}

// NewGrammar returns the grammar of some rules.
func NewGrammar(lists ...[]Rule) *Grammar {
	g := &Grammar{types: map[string]int{}}
	for _, list := range lists {
		for i := range list {
			g.rules = append(g.rules, rule{&list[i], g.partsOf(list[i].Pattern)})
		}
	}
	g.byLast = make([][]int, len(g.types)+1)
	for i, r := range g.rules {
		for kind, is := range r.pattern[len(r.pattern)-1] {
			if is {
				g.byLast[kind] = append(g.byLast[kind], i)
			}
		}
	}
	return g
}

// Uses reports whether a rule has a part of a type.
func (g *Grammar) Uses(typ string) bool { return g.types[typ] > 0 }

// A chart has the nodes of one row of words.
type chart struct {
	grammar *Grammar
	fills   []bool // by word: whether it may be between parts
	ending  [][]*Node
	count   int
}

// Read returns all nodes over the words. tokens are those of single meanings; fills
// reports which words may be between the parts of a rule.
func (g *Grammar) Read(tokens []Node, fills []bool) []*Node {
	c := &chart{grammar: g, fills: fills, ending: make([][]*Node, len(fills)+1)}
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
			if n.Compare(other.Score) < 0 && len(n.Parts) > 0 {
				*other = *n
			}
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

// complete applies the rules whose last part a node may be.
func (c *chart) complete(last *Node) {
	for _, i := range c.grammar.byLast[last.kind] {
		r := &c.grammar.rules[i]
		parts := make([]*Node, len(r.pattern))
		parts[len(parts)-1] = last
		c.extend(r, parts, len(parts)-1)
	}
}

// extend completes the parts of a rule before the one at a place.
func (c *chart) extend(r *rule, parts []*Node, at int) {
	if at == 0 {
		c.make(r, parts)
		return
	}
	for end := parts[at].First; ; end-- {
		for _, n := range c.ending[end] {
			if r.pattern[at-1].has(n.kind) {
				parts[at-1] = n
				c.extend(r, parts, at-1)
			}
		}
		if end == 0 || !c.fills[end-1] {
			return
		}
	}
}

func (c *chart) make(r *rule, parts []*Node) {
	typ, value := r.Make(parts)
	if typ == "" {
		return
	}
	n := &Node{Type: typ, Value: value, First: parts[0].First, Last: parts[len(parts)-1].Last, Rule: r.Name, Parts: slices.Clone(parts)}
	n.Score = Score{Weight: r.Weight, Rules: 1}
	if w, ok := value.(Weighted); ok {
		n.Value, n.Weight = w.Value, n.Weight+w.Weight
	}
	for _, part := range parts {
		n.Words += part.Words
		n.Weight += part.Weight
		n.Filled += part.Filled
		n.Rules += part.Rules
	}
	c.add(n)
}
