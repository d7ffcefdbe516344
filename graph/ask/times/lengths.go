package times

import (
	"fmt"
	"time"

	"dossier/graph/ask/chart"
)

// ofLengths makes periods of numbers of units before and after today.
func (r rules) ofLengths() []chart.Rule {
	type parts = []*chart.Node
	return []chart.Rule{
		{Name: "ago units", Pattern: "ago # unit", Weight: .1, Make: func(n parts) (string, any) {
			return made(day(shift(r.today, -number(n[1]), n[2])))
		}},
		{Name: "for longer", Pattern: "lasting longer", Make: func(n parts) (string, any) { return longerSpan, n[1].Value }},
		{Name: "longer than units", Pattern: "compare # unit / compare unit", Weight: -.1, Make: func(n parts) (string, any) {
			return longer(fmt.Sprint(n[0].Value), shift(r.today, -count(n[1]), n[2]))
		}},
		{Name: "for units", Pattern: "lasting # unit / lasting unit", Weight: -.1, Make: func(n parts) (string, any) {
			return longerSpan, Period{To: shift(r.today, -count(n[1]), n[2])}
		}},
		{Name: "older than units", Pattern: "older # unit / older unit", Weight: .1, Make: func(n parts) (string, any) {
			return Aged, Period{To: shift(r.today, -count(n[1]), n[2])}
		}},
		{Name: "newer than units", Pattern: "newer # unit / newer unit", Weight: .1, Make: func(n parts) (string, any) {
			return Aged, Period{From: shift(r.today, -count(n[1]), n[2])}
		}},
		{Name: "more than units old", Pattern: "compare # unit old", Weight: .2, Make: func(n parts) (string, any) {
			if typ, p := farBack(fmt.Sprint(n[0].Value), shift(r.today, -number(n[1]), n[2])); typ != "" {
				return Aged, p
			}
			return "", nil
		}},
		{Name: "within less than units", Pattern: "of compare # unit / of compare unit", Weight: .1, Make: func(n parts) (string, any) {
			return r.within(fmt.Sprint(n[1].Value), count(n[2]), n[3])
		}},
		{Name: "more than units ago", Pattern: "compare # unit ago", Weight: .2, Make: func(n parts) (string, any) {
			return farBack(fmt.Sprint(n[0].Value), shift(r.today, -number(n[1]), n[2]))
		}},
		{Name: "units from now", Pattern: "# unit fromnow +.1 / unit fromnow", Make: func(n parts) (string, any) {
			return made(day(shift(r.today, count(n[0]), n[1])))
		}},
	}
}

// count returns a number of units, 1 if none is given.
func count(n *chart.Node) int {
	if n == nil {
		return 1
	}
	return number(n)
}

// farBack returns the times before a day, or those since it, as a comparison says.
func farBack(compare string, t time.Time) (string, any) {
	switch compare {
	case "gt", "ge":
		return made(Period{To: t})
	case "lt", "le":
		return made(Period{From: t})
	}
	return "", nil
}

// Aged is the type of the periods in which something began that is older or newer than a
// number of units.
const Aged = "agedspan"

// longerSpan is the type of the periods before a number of units ago: "more than two weeks".
const longerSpan = "longer"

func longer(compare string, t time.Time) (string, any) {
	if typ, p := farBack(compare, t); typ != "" && p.(Period).From.IsZero() {
		return longerSpan, p
	}
	return "", nil
}

// within returns the period from today on that has less than some units, or at most these.
func (c clock) within(compare string, count int, unit *chart.Node) (string, any) {
	p := Period{From: c.today, To: shift(c.today, count, unit)}
	switch compare {
	case "le":
		p.To = p.To.AddDate(0, 0, 1)
	case "lt":
	default:
		return "", nil
	}
	return made(p)
}
