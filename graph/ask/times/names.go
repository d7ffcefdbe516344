package times

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"dossier/graph/ask/chart"
)

// ofNames makes months, years and days in them in longer forms: the month of May, 05/2026.
func (r rules) ofNames() []chart.Rule {
	type parts = []*chart.Node
	return []chart.Rule{
		{Name: "month by its name", Pattern: "unit of month|year", Make: func(n parts) (string, any) { return r.named(n[0], n[2]) }},
		{Name: "month of a year by its name", Pattern: "unit of month year", Weight: .1, Make: func(n parts) (string, any) {
			if fmt.Sprint(n[0].Value) != "month" {
				return "", nil
			}
			return made(r.at(months(value(n[3]), value(n[2]), 1)))
		}},
		{Name: "year by its number", Pattern: "unit year", Make: func(n parts) (string, any) { return r.named(n[0], n[1]) }},
		{Name: "half of a month", Pattern: "half month", Weight: .1, Make: func(n parts) (string, any) {
			return halfOfMonth(value(n[0]), r.part(nil, value(n[1]), 1))
		}},
		{Name: "half of a month of a year", Pattern: "half month year", Weight: .2, Make: func(n parts) (string, any) {
			return halfOfMonth(value(n[0]), r.at(months(value(n[2]), value(n[1]), 1)))
		}},
		{Name: "week by its number", Pattern: "unit #", Weight: .1, Make: func(n parts) (string, any) {
			return r.weekOf(n[0], number(n[1]), r.today.Year())
		}},
		{Name: "week of a year", Pattern: "unit # of year", Weight: .2, Make: func(n parts) (string, any) {
			return r.weekOf(n[0], number(n[1]), value(n[3]))
		}},
		{Name: "week and year", Pattern: "unit # year", Weight: .2, Make: func(n parts) (string, any) {
			return r.weekOf(n[0], number(n[1]), value(n[2]))
		}},
		{Name: "month and year in digits", Pattern: "yearmonth", Make: func(n parts) (string, any) {
			year, month, _ := strings.Cut(fmt.Sprint(n[0].Value), "-")
			y, _ := strconv.Atoi(year)
			m, _ := strconv.Atoi(month)
			return made(r.at(months(y, m, 1)))
		}},
		{Name: "first day of a month", Pattern: "first month", Make: func(n parts) (string, any) { return r.monthDay(1, value(n[1])) }},
		{Name: "day of this month", Pattern: "# of this unit", Weight: .1, Make: func(n parts) (string, any) {
			if fmt.Sprint(n[3].Value) != "month" {
				return "", nil
			}
			return r.date(r.today.Year(), int(r.today.Month()), number(n[0]))
		}},
	}
}

// named returns the month or the year that a word for the unit is before.
func (c clock) named(unit, n *chart.Node) (string, any) {
	switch {
	case fmt.Sprint(unit.Value) != n.Type:
		return "", nil
	case n.Type == "month":
		return made(c.part(nil, value(n), 1))
	}
	return made(c.at(months(value(n), 1, 12)))
}

// weekOf returns the week of a year with a number, of which the first has the fourth of January.
func (c clock) weekOf(unit *chart.Node, n, year int) (string, any) {
	fourth := time.Date(year, time.January, 4, 0, 0, 0, 0, c.today.Location())
	monday := fourth.AddDate(0, 0, -(int(fourth.Weekday())+week-1)%week+week*(n-1))
	if thursday := monday.AddDate(0, 0, 3); fmt.Sprint(unit.Value) != "week" || n < 1 || thursday.Year() != year {
		return "", nil
	}
	return made(Period{From: monday, To: monday.AddDate(0, 0, week)})
}

// halfOfMonth returns the first fifteen days of a month, or the others.
func halfOfMonth(half int, p Period) (string, any) {
	const middle = 15
	if half == 1 {
		p.To = p.From.AddDate(0, 0, middle)
	} else {
		p.From = p.From.AddDate(0, 0, middle)
	}
	return made(p)
}
