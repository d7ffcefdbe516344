// Package times reads dates and periods: "next week", "the last 30 days", "since
// September", "1 November 2026". Its rules are over the types of package words.
package times

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"dossier/graph/ask/chart"
)

// Type is the type of nodes that are periods.
const Type = "P"

// A Period contains the times from From, inclusive, to To, exclusive. A zero time is
// no bound.
type Period struct {
	From, To time.Time
	// Yearly reports whether the words name no year, so that the period may be that
	// of another year; see [Period.Before].
	Yearly  bool
	Weekly  bool // the same of a weekday
	Monthly bool // the same of a day of the month
	Ends    bool // the words name both its beginning and its end
}

// String returns the period as its first and its last day.
func (p Period) String() string {
	switch {
	case p.From.IsZero() && p.To.IsZero():
		return "any time"
	case p.From.IsZero():
		return "before " + p.To.Format(time.DateOnly)
	case p.To.IsZero():
		return "since " + p.From.Format(time.DateOnly)
	case p.To.Equal(p.From.AddDate(0, 0, 1)):
		return p.From.Format(time.DateOnly)
	}
	return p.From.Format(time.DateOnly) + " to " + p.To.AddDate(0, 0, -1).Format(time.DateOnly)
}

// Before returns the latest period of the same words that begins before a time: of
// events, which are in the past.
func (p Period) Before(now time.Time) Period {
	years, months, days := one(p.Yearly), one(p.Monthly), week*one(p.Weekly)
	for years+months+days > 0 && p.isAfter(now) {
		p.From, p.To = earlier(p.From, years, months, days), earlier(p.To, years, months, days)
	}
	return p
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

const week = 7

// A clock reads periods as of a day.
type clock struct{ today time.Time }

func clockAt(now time.Time) clock {
	return clock{time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())}
}

// These rules read periods by a clock.
type rules struct{ clock }

// Rules returns the rules for periods as of a time, in its zone.
func Rules(now time.Time) []chart.Rule {
	r := rules{clockAt(now)}
	return slices.Concat(r.calendar(), r.ofMonths(), r.ofNames(), r.ofQuarters(), r.ofDays(), r.ofOrdinals(),
		r.ofEnds(), r.ofLengths(), r.relations())
}

// Grammar returns a function that returns the grammar of the rules for periods as of a
// time and of other rules. It keeps that of the last day that it was called with.
func Grammar(others ...[]chart.Rule) func(now time.Time) *chart.Grammar {
	type dated struct {
		clock
		*chart.Grammar
	}
	var last atomic.Pointer[dated]
	return func(now time.Time) *chart.Grammar {
		c, known := clockAt(now), last.Load()
		if known == nil || known.clock != c {
			known = &dated{c, chart.NewGrammar(slices.Concat([][]chart.Rule{Rules(now)}, others)...)}
			last.Store(known)
		}
		return known.Grammar
	}
}

// day returns the period of one day.
func day(t time.Time) Period { return Period{From: t, To: t.AddDate(0, 0, 1)} }

func made(p Period) (string, any) { return Type, p }

// value returns a number in the value of a token.
func value(n *chart.Node) int {
	v, _ := strconv.Atoi(fmt.Sprint(n.Value))
	return v
}

func period(n *chart.Node) Period { return n.Value.(Period) }

func (r rules) calendar() []chart.Rule {
	type parts = []*chart.Node
	return []chart.Rule{
		{Name: "relative day", Pattern: "day", Make: func(n parts) (string, any) { return made(day(r.today.AddDate(0, 0, value(n[0])))) }},
		{Name: "date", Pattern: "date", Make: func(n parts) (string, any) { return made(day(r.parse(n[0].Value.(string)))) }},
		{Name: "weekday", Pattern: "weekday", Make: func(n parts) (string, any) {
			p := day(r.weekday(value(n[0])))
			p.Weekly = true
			return made(p)
		}},
		{Name: "weekday and its date", Pattern: "weekday P", Weight: .2, Make: func(n parts) (string, any) {
			return onWeekday(period(n[1]), value(n[0]))
		}},
		{Name: "weekday and its day of the month", Pattern: "weekday #", Make: func(n parts) (string, any) {
			return r.onDay(value(n[0]), number(n[1]))
		}},
		{Name: "weekday of a week", Pattern: "this weekday / next weekday / last weekday", Make: func(n parts) (string, any) {
			switch {
			case n[2] != nil:
				return made(day(r.after(value(n[1]))))
			case n[3] != nil:
				return made(day(r.weekday(value(n[1])).AddDate(0, 0, -week)))
			}
			return made(day(r.weekday(value(n[1]))))
		}},
		{Name: "unit", Pattern: "this unit / next unit / last unit / unit next / unit last", Make: func(n parts) (string, any) {
			return r.unit(n[1], ahead(n[2], n[3]))
		}},
		{Name: "weekend", Pattern: "this weekend / next weekend / last weekend / weekend", Make: func(n parts) (string, any) {
			return made(r.weekend(ahead(n[2], n[3])))
		}},
		{Name: "unit that is this", Pattern: "unit this", Make: func(n parts) (string, any) { return r.unit(n[0], 0) }},
		{Name: "next units", Pattern: "next # unit", Weight: .1, Make: func(n parts) (string, any) { return r.ahead(number(n[1]), n[2]) }},
		{Name: "last units", Pattern: "last # unit", Weight: .1, Make: func(n parts) (string, any) { return r.back(number(n[1]), n[2]) }},
		{Name: "unit of a day", Pattern: "unit of|startson P", Weight: .1, Make: func(n parts) (string, any) {
			return r.unitOf(n[0], period(n[2]))
		}},
		{Name: "units ago", Pattern: "# unit ago", Make: func(n parts) (string, any) {
			return made(day(shift(r.today, -number(n[0]), n[1])))
		}},
	}
}

// ofMonths makes periods of months and dates in them.
func (r rules) ofMonths() []chart.Rule {
	type parts = []*chart.Node
	return []chart.Rule{
		{Name: "month", Pattern: "month / month year", Make: func(n parts) (string, any) { return made(r.part(n[1], value(n[0]), 1)) }},
		{Name: "month this year", Pattern: "this|next|last month", Make: func(n parts) (string, any) {
			return made(r.monthsBeside(n[0].Type, value(n[1]), 1))
		}},
		{Name: "day of a month", Pattern: "# month year? / month # year? -.1", Weight: .1, Make: func(n parts) (string, any) {
			if n[2] == nil {
				return r.monthDay(number(n[0]), value(n[1]))
			}
			return r.date(value(n[2]), value(n[1]), number(n[0]))
		}},
		{Name: "year", Pattern: "year", Make: func(n parts) (string, any) { return made(r.at(months(value(n[0]), 1, 12))) }},
	}
}

// ofQuarters makes longer periods, weekends and feasts.
func (r rules) ofQuarters() []chart.Rule {
	type parts = []*chart.Node
	return []chart.Rule{
		{Name: "feast", Pattern: "feast", Make: func(n parts) (string, any) { return r.feast(fmt.Sprint(n[0].Value)) }},
		{Name: "quarter", Pattern: "quarter / quarter year", Make: func(n parts) (string, any) {
			return made(r.part(n[1], value(n[0])*3-2, 3))
		}},
		{Name: "half", Pattern: "half year? / half unit / half of unit", Make: func(n parts) (string, any) {
			if n[2] != nil && fmt.Sprint(n[2].Value) != "year" {
				return "", nil
			}
			return made(r.part(n[1], value(n[0])*6-5, 6))
		}},
		{Name: "this season", Pattern: "this|next|last season", Weight: .1, Make: func(n parts) (string, any) {
			return made(r.monthsBeside(n[0].Type, value(n[1]), 3))
		}},
		{Name: "in a season", Pattern: "of season", Make: func(n parts) (string, any) {
			return made(r.yearly(months(r.today.Year(), value(n[1]), 3)))
		}},
	}
}

// onWeekday returns a day if it is the one of the week with a number.
func onWeekday(p Period, number int) (string, any) {
	if p.From.IsZero() || !p.To.Equal(p.From.AddDate(0, 0, 1)) || int(p.From.Weekday()) != number {
		return "", nil
	}
	p.Weekly = false
	return made(p)
}

// onDay returns the next day of the week with a number that is a day of its month.
func (c clock) onDay(weekday, number int) (string, any) {
	if t := c.weekday(weekday); number > 0 && number <= 31 {
		for ; t.Before(c.today.AddDate(1, 0, 0)); t = t.AddDate(0, 0, week) {
			if t.Day() == number {
				return made(day(t))
			}
		}
	}
	return "", nil
}

// ofDays makes periods of several days of a month.
func (r rules) ofDays() []chart.Rule {
	type parts = []*chart.Node
	return []chart.Rule{
		{
			Name: "days of a month", Weight: .2, Make: func(n parts) (string, any) { return r.days(n[0], n[1], n[2], n[3]) },
			Pattern: "# # month year? / since # until # month year? / between # and # month year? / month # until #",
		},
		{Name: "a day and the next", Pattern: "# or|and # month year?", Weight: .2, Make: func(n parts) (string, any) {
			if number(n[2]) != number(n[0])+1 {
				return "", nil
			}
			return r.days(n[0], n[2], n[3], n[4])
		}},
	}
}

// ofEnds makes the first and the last days of periods.
func (r rules) ofEnds() []chart.Rule {
	type parts = []*chart.Node
	return []chart.Rule{
		{Name: "beginning of the unit", Pattern: "begin unit / begin of unit", Make: func(n parts) (string, any) { return r.beginOf(n[1]) }},
		{Name: "beginning of a period", Pattern: "begin P", Make: func(n parts) (string, any) { return made(day(period(n[1]).From)) }},
		{Name: "end of a period", Pattern: "end P", Make: func(n parts) (string, any) { return endOf(period(n[1])) }},
		{Name: "end of the unit", Pattern: "end unit / end of unit / unit yearend", Make: func(n parts) (string, any) { return r.endOf(n[1]) }},
	}
}

// endOf returns the last day of a period.
func endOf(p Period) (string, any) {
	if p.To.IsZero() {
		return "", nil
	}
	return made(Period{From: p.To.AddDate(0, 0, -1), To: p.To, Yearly: p.Yearly})
}

// endOf returns the last day of the present unit.
func (c clock) endOf(unit *chart.Node) (string, any) {
	typ, p := c.unit(unit, 0)
	if typ == "" {
		return "", nil
	}
	return endOf(p.(Period))
}

// ahead is 1 before a word for the next one, -1 before one for the last, 0 otherwise.
func ahead(next, last *chart.Node) int {
	switch {
	case next != nil:
		return 1
	case last != nil:
		return -1
	}
	return 0
}

// part returns some months of a year, or the nearest ones if none is given.
func (c clock) part(year *chart.Node, first, count int) Period {
	if year != nil {
		return c.at(months(value(year), first, count))
	}
	return c.yearly(months(c.today.Year(), first, count))
}

func (r rules) relations() []chart.Rule {
	type parts = []*chart.Node
	return []chart.Rule{
		{Name: "until a period", Pattern: "by-date P", Make: func(n parts) (string, any) {
			return bounded(Period{To: period(n[1]).To, Yearly: period(n[1]).Yearly})
		}},
		{Name: "before a period", Pattern: "before P", Make: func(n parts) (string, any) {
			return bounded(Period{To: period(n[1]).From, Yearly: period(n[1]).Yearly})
		}},
		{Name: "before the end of a period", Pattern: "before end P", Weight: .1, Make: func(n parts) (string, any) {
			return bounded(Period{To: period(n[2]).To, Yearly: period(n[2]).Yearly})
		}},
		{Name: "before the unit ends", Pattern: "before unit yearend / before end unit", Weight: .1, Make: func(n parts) (string, any) {
			typ, p := r.unit(n[1], 0)
			if typ == "" {
				return "", nil
			}
			return bounded(Period{To: p.(Period).To})
		}},
		{Name: "since a period", Pattern: "since P", Make: func(n parts) (string, any) {
			p := period(n[1])
			typ, since := bounded(Period{From: p.From, Yearly: p.Yearly, Weekly: p.Weekly, Monthly: p.Monthly})
			if p.To.Equal(p.From.AddDate(0, 0, 1)) { // from a day on, rather than of that day
				return typ, chart.Weighted{Value: since, Weight: sinceDay}
			}
			return typ, since
		}},
		{Name: "after a period", Pattern: "after P", Make: func(n parts) (string, any) { return bounded(Period{From: period(n[1]).To}) }},
		{Name: "from a period on", Pattern: "P later / since P later", Weight: .1, Make: func(n parts) (string, any) {
			return bounded(Period{From: period(n[0]).From})
		}},
		{Name: "a period or earlier", Pattern: "P earlier", Weight: .1, Make: func(n parts) (string, any) {
			return bounded(Period{To: period(n[0]).To})
		}},
		{Name: "in a period", Pattern: "of P", Make: func(n parts) (string, any) { return made(period(n[1])) }},
		{
			Name: "from a period to another", Weight: .1, Make: func(n parts) (string, any) { return joined(n[1], n[3]) },
			Pattern: "between P and P / since P until P / P until P +.1",
		},
		{Name: "one period or the next", Pattern: "P or|and P", Make: func(n parts) (string, any) { return adjacent(n[0], n[2]) }},
	}
}

// sinceDay is the prior of from a day as since that. By eye.
const sinceDay = .05

// bounded returns a period with one bound, none if it has none.
func bounded(p Period) (string, any) {
	if p.From.IsZero() && p.To.IsZero() {
		return "", nil
	}
	return made(p)
}

// joined returns the period from the beginning of one to the end of another.
func joined(a, b *chart.Node) (string, any) {
	from, to := period(a), period(b)
	if from.Yearly && !to.From.IsZero() && to.From.Before(from.From) { // from September, in January
		from = from.Before(to.From)
	}
	if to.From.Before(from.From) && !to.From.AddDate(0, 0, week).Before(from.From) { // from Monday to Friday, on a Wednesday
		to.To = to.To.AddDate(0, 0, week)
	}
	if from.From.IsZero() || to.To.IsZero() || !from.From.Before(to.To) {
		return "", nil
	}
	return made(Period{From: from.From, To: to.To, Ends: true})
}

// adjacent joins periods without a gap: today or tomorrow.
func adjacent(a, b *chart.Node) (string, any) {
	if period(b).To.Equal(period(a).From) {
		a, b = b, a
	}
	if !period(a).To.Equal(period(b).From) {
		return "", nil
	}
	return joined(a, b)
}

func number(n *chart.Node) int {
	f, _ := strconv.ParseFloat(strings.TrimSuffix(fmt.Sprint(n.Value), "%"), 64)
	return int(f)
}

// parse returns the day of a date in the form of ISO 8601.
func (c clock) parse(date string) time.Time {
	t, _ := time.ParseInLocation(time.DateOnly, date, c.today.Location())
	return t
}

// weekday returns the next day with a number, Monday being 1, today included.
func (c clock) weekday(number int) time.Time {
	ahead := (number - int(c.today.Weekday()) + week) % week
	return c.today.AddDate(0, 0, ahead)
}

// after returns the next day with a number after today.
func (c clock) after(number int) time.Time {
	return clock{c.today.AddDate(0, 0, 1)}.weekday(number)
}

// weekend returns a weekend: 0 the next one, in which today may be.
func (c clock) weekend(ahead int) Period {
	sunday := c.weekday(0).AddDate(0, 0, week*ahead)
	return Period{From: sunday.AddDate(0, 0, -1), To: sunday.AddDate(0, 0, 1)}
}

// unitOf returns the calendar unit that a day is in: the week of 16 November, the nearest
// one if the day has no year.
func (c clock) unitOf(unit *chart.Node, of Period) (string, any) {
	if of.From.IsZero() || !of.To.Equal(of.From.AddDate(0, 0, 1)) {
		return "", nil
	}
	if of.From.After(c.today.AddDate(0, 6, 0)) {
		of = of.Before(c.today)
	}
	return clock{of.From}.unit(unit, 0)
}

// unit returns a calendar unit: 0 the present one, 1 the next.
func (c clock) unit(n *chart.Node, ahead int) (string, any) {
	t := c.today
	switch fmt.Sprint(n.Value) {
	case "day":
		return made(day(t.AddDate(0, 0, ahead)))
	case "week":
		monday := t.AddDate(0, 0, -(int(t.Weekday())+week-1)%week+week*ahead)
		return made(Period{From: monday, To: monday.AddDate(0, 0, week)})
	case "fortnight":
		if ahead < 0 {
			return c.back(1, n)
		}
		return made(Period{From: t, To: t.AddDate(0, 0, 2*week)})
	case "month":
		return made(c.monthsFrom(int(t.Month())+ahead, 1))
	case "quarter":
		return made(c.monthsFrom((int(t.Month())-1)/3*3+1+3*ahead, 3))
	case "year":
		return made(c.at(months(t.Year()+ahead, 1, 12)))
	}
	return "", nil
}

func (c clock) monthsFrom(first, count int) Period { return c.at(months(c.today.Year(), first, count)) }

// months returns some months of a year in UTC, which end with the last of them.
func months(year, first, count int) Period {
	from := time.Date(year, time.Month(first), 1, 0, 0, 0, 0, time.UTC)
	return Period{From: from, To: from.AddDate(0, count, 0), Ends: true}
}

// at returns a period in the zone of the clock.
func (c clock) at(p Period) Period {
	in := func(t time.Time) time.Time {
		return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, c.today.Location())
	}
	p.From, p.To = in(p.From), in(p.To)
	return p
}

// yearly returns a period in the year in which it is nearest: one of more than half a year
// ago is in the next.
func (c clock) yearly(p Period) Period {
	p = c.at(p)
	p.Yearly = true
	switch {
	case p.To.Before(c.today.AddDate(0, -6, 0)):
		p.From, p.To = p.From.AddDate(1, 0, 0), p.To.AddDate(1, 0, 0)
	case p.From.After(c.today.AddDate(0, 6, 0)):
		p.From, p.To = p.From.AddDate(-1, 0, 0), p.To.AddDate(-1, 0, 0)
	}
	return p
}

// monthsBeside returns some months of this year, or the next or last ones.
func (c clock) monthsBeside(which string, first, count int) Period {
	p := c.at(months(c.today.Year(), first, count))
	switch {
	case which == "next" && !p.From.After(c.today):
		return c.at(months(c.today.Year()+1, first, count))
	case which == "last" && p.To.After(c.today):
		return c.at(months(c.today.Year()-1, first, count))
	}
	return p
}

func (c clock) monthDay(number, month int) (string, any) {
	t, ok := dayOf(c.today.Year(), month, number)
	if !ok {
		return "", nil
	}
	return made(c.yearly(day(t)))
}

// days returns the days of a month from one to another, of this year if none is given.
func (c clock) days(from, to, month, year *chart.Node) (string, any) {
	y := c.today.Year()
	if year != nil {
		y = value(year)
	}
	first, isDay := dayOf(y, value(month), number(from))
	last, isLast := dayOf(y, value(month), number(to))
	if !isDay || !isLast || last.Before(first) {
		return "", nil
	}
	p := c.at(Period{From: first, To: last.AddDate(0, 0, 1), Ends: true})
	if year == nil {
		p = c.yearly(p)
	}
	return made(p)
}

// beginOf returns the first day of a unit.
func (c clock) beginOf(unit *chart.Node) (string, any) {
	typ, p := c.unit(unit, 0)
	if typ == "" {
		return "", nil
	}
	return made(day(p.(Period).From))
}

// feast returns the day of a feast, which a table has as month-day.
func (c clock) feast(name string) (string, any) {
	month, number, _ := strings.Cut(name, "-")
	m, _ := strconv.Atoi(month)
	d, _ := strconv.Atoi(number)
	return c.monthDay(d, m)
}

func (c clock) date(year, month, number int) (string, any) {
	t, ok := dayOf(year, month, number)
	if !ok {
		return "", nil
	}
	return made(c.at(day(t)))
}

// dayOf returns a day, and reports whether the month has it.
func dayOf(year, month, number int) (time.Time, bool) {
	t := time.Date(year, time.Month(month), number, 0, 0, 0, 0, time.UTC)
	return t, number > 0 && t.Month() == time.Month(month)
}

// shift returns a day some units later.
func shift(t time.Time, count int, n *chart.Node) time.Time {
	switch fmt.Sprint(n.Value) {
	case "week":
		return t.AddDate(0, 0, week*count)
	case "fortnight":
		return t.AddDate(0, 0, 2*week*count)
	case "month":
		return t.AddDate(0, count, 0)
	case "quarter":
		return t.AddDate(0, 3*count, 0)
	case "year":
		return t.AddDate(count, 0, 0)
	}
	return t.AddDate(0, 0, count)
}

// ahead returns the period from today to the day some units later, which it includes.
func (c clock) ahead(count int, n *chart.Node) (string, any) {
	return made(Period{From: c.today, To: shift(c.today, count, n).AddDate(0, 0, 1)})
}

// back returns the period from the day some units ago to today, which it includes.
func (c clock) back(count int, n *chart.Node) (string, any) {
	return made(Period{From: shift(c.today, -count, n), To: c.today.AddDate(0, 0, 1)})
}
