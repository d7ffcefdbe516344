// Package amounts reads numbers, shares and comparisons: "more than five", "over 50 %",
// "at least 2", "between 3 and 8". Its rules are over the types of package words.
package amounts

import (
	"fmt"
	"strconv"
	"strings"

	"dossier/graph/ask/chart"
)

// The types of nodes that are numbers and ranges of numbers.
const (
	Type  = "#"
	Range = "Q"
)

// A Number is a number, or a share if the words say percent.
type Number struct {
	Value float64
	Share bool
}

// String returns the number, a share with a percent sign.
func (n Number) String() string {
	if n.Share {
		return format(n.Value*100) + "%"
	}
	return format(n.Value)
}

func format(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// A Bounds has the numbers of a comparison: those from From to To. A nil bound is
// none; Open bounds are not among them.
type Bounds struct {
	From, To         *float64
	OpenFrom, OpenTo bool
	Share            bool
}

// String returns the bounds as comparisons.
func (b Bounds) String() string {
	if b.From != nil && b.To != nil && *b.From == *b.To {
		return "=" + format(*b.From)
	}
	var parts []string
	for _, one := range []struct {
		at         *float64
		open, sign string
		isOpen     bool
	}{{b.From, ">", ">=", b.OpenFrom}, {b.To, "<", "<=", b.OpenTo}} {
		switch {
		case one.at == nil:
		case one.isOpen:
			parts = append(parts, one.open+format(*one.at))
		default:
			parts = append(parts, one.sign+format(*one.at))
		}
	}
	return strings.Join(parts, " ")
}

// Has reports whether a number is within the bounds.
func (b Bounds) Has(f float64) bool {
	return (b.From == nil || f > *b.From || f == *b.From && !b.OpenFrom) && (b.To == nil || f < *b.To || f == *b.To && !b.OpenTo)
}

// IsSome reports whether the bounds are those of one or more.
func (b Bounds) IsSome() bool {
	return b.To == nil && b.From != nil && (*b.From == 1 && !b.OpenFrom || *b.From == 0 && b.OpenFrom)
}

// IsNone reports whether the bounds are those of none.
func (b Bounds) IsNone() bool {
	return b.To != nil && (*b.To == 0 && !b.OpenTo || *b.To == 1 && b.OpenTo) && (b.From == nil || *b.From == 0)
}

// Exactly returns the bounds of one number.
func Exactly(n Number) Bounds { return Bounds{From: &n.Value, To: &n.Value, Share: n.Share} }

// Parse returns the number of digits in a word, and reports whether it is one.
func Parse(word string) (Number, bool) {
	f, err := strconv.ParseFloat(word, 64)
	if err != nil || strings.Trim(strings.TrimPrefix(word, "-"), "0123456789.") != "" {
		return Number{}, false
	}
	return Number{Value: f}, true
}

// scales are what letters behind a number multiply it by.
var scales = map[string]float64{"k": 1e3, "m": 1e6, "bn": 1e9}

// ParseScaled returns the number of digits with a letter such as k behind them, and
// reports whether a word is one.
func ParseScaled(word string) (Number, bool) {
	digits := strings.TrimRight(word, "bkmn")
	scale, known := scales[word[len(digits):]]
	n, ok := Parse(digits)
	return Number{Value: n.Value * scale}, ok && known
}

// Rules are the rules for numbers.
var Rules = []chart.Rule{
	{Name: "number in words", Pattern: "number", Make: func(n []*chart.Node) (string, any) {
		number, _ := Parse(fmt.Sprint(n[0].Value))
		return Type, number
	}},
	{Name: "percent", Pattern: "# percent", Make: func(n []*chart.Node) (string, any) {
		const whole = 100
		return Type, Number{Value: of(n[0]).Value / whole, Share: true}
	}},
	{Name: "fraction", Pattern: "fraction", Make: func(n []*chart.Node) (string, any) {
		number, _ := Parse(fmt.Sprint(n[0].Value))
		return Type, Number{Value: number.Value, Share: true}
	}},
	{Name: "one in three", Pattern: "# outof #", Weight: .1, Make: func(n []*chart.Node) (string, any) {
		const most = 100 // by eye, a year is no such number
		some, all := of(n[0]), of(n[2])
		if some.Share || all.Share || some.Value < 1 || some.Value >= all.Value || all.Value > most {
			return "", nil
		}
		return Type, Number{Value: some.Value / all.Value, Share: true}
	}},
	{Name: "scaled", Pattern: "# scale", Make: func(n []*chart.Node) (string, any) {
		scale, _ := Parse(fmt.Sprint(n[1].Value))
		return Type, Number{Value: of(n[0]).Value * scale.Value}
	}},
	{
		Name: "compared", Pattern: "compare|equals #",
		Make: func(n []*chart.Node) (string, any) { return bounds(fmt.Sprint(n[0].Value), of(n[1])) },
	},
	{
		Name: "exceeds", Pattern: "# beyond", Weight: .1,
		Make: func(n []*chart.Node) (string, any) { return bounds(fmt.Sprint(n[1].Value), of(n[0])) },
	},
	{Name: "not compared", Pattern: "not compare #", Weight: .1, Make: func(n []*chart.Node) (string, any) {
		opposite := map[string]string{"gt": "le", "ge": "lt", "lt": "ge", "le": "gt"}[fmt.Sprint(n[1].Value)]
		if opposite == "" {
			return "", nil
		}
		return bounds(opposite, of(n[2]))
	}},
	{Name: "compared with one", Pattern: "compare single", Make: func(n []*chart.Node) (string, any) {
		return bounds(fmt.Sprint(n[0].Value), Number{Value: 1})
	}},
	{Name: "several", Pattern: "several", Make: func([]*chart.Node) (string, any) { return bounds("ge", Number{Value: 2}) }},
	{Name: "one number or the next", Pattern: "# or #", Weight: -.1, Make: func(n []*chart.Node) (string, any) {
		from, to := of(n[0]), of(n[2])
		if to.Value != from.Value+1 {
			return "", nil
		}
		return Range, Bounds{From: &from.Value, To: &to.Value}
	}},
	{Name: "or more", Pattern: "# ormore|plus / since # ormore", Make: func(n []*chart.Node) (string, any) {
		return bounds("ge", of(n[0]))
	}},
	{Name: "or less", Pattern: "# orless", Make: func(n []*chart.Node) (string, any) { return bounds("le", of(n[0])) }},
	{Name: "between", Pattern: "between|since # and|until #", Make: func(n []*chart.Node) (string, any) {
		from, to := of(n[1]), of(n[3])
		if len(n[3].Parts) == 2 && len(n[1].Parts) == 0 && from.Value < of(n[3].Parts[0]).Value { // between 20 and 30 percent
			from = like(from, n[3])
		}
		if from.Share && !to.Share && to.Value > 1 { // between 60% and 30
			const whole = 100
			to = Number{Value: to.Value / whole, Share: true}
		}
		if from.Value > to.Value {
			from, to = to, from
		}
		return Range, Bounds{From: &from.Value, To: &to.Value, Share: to.Share}
	}},
}

// like returns a number with the unit of another, which is behind both.
func like(f Number, unit *chart.Node) Number {
	to, plain := of(unit), of(unit.Parts[0])
	if plain.Value == 0 {
		return f
	}
	return Number{Value: f.Value * to.Value / plain.Value, Share: to.Share}
}

func of(n *chart.Node) Number { return n.Value.(Number) }

func bounds(compare string, n Number) (string, any) { return Range, Compared(compare, n) }

// Compared returns the bounds of a comparison with a number: gt, ge, lt, le or eq.
func Compared(compare string, n Number) Bounds {
	b := Bounds{Share: n.Share}
	switch compare {
	case "gt", "ge":
		b.From, b.OpenFrom = &n.Value, compare == "gt"
	case "lt", "le":
		b.To, b.OpenTo = &n.Value, compare == "lt"
	default:
		b.From, b.To = &n.Value, &n.Value
	}
	return b
}
