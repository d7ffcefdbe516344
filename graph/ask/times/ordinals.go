package times

import (
	"time"

	"dossier/graph/ask/chart"
)

// ofOrdinals makes periods of days of this month: the 20th.
func (r rules) ofOrdinals() []chart.Rule {
	type parts = []*chart.Node
	return []chart.Rule{
		{
			Name: "days of this month from one to another", Pattern: "since|between nth until|and nth", Weight: .2,
			Make: func(n parts) (string, any) { return r.daysOfMonth(value(n[1]), value(n[3])) },
		},
		{Name: "days of this month", Pattern: "nth until nth", Weight: .1, Make: func(n parts) (string, any) {
			return r.daysOfMonth(value(n[0]), value(n[2]))
		}},
		{Name: "from a day of this month", Pattern: "since nth until P", Weight: .2, Make: func(n parts) (string, any) {
			return fromDay(value(n[1]), period(n[3]))
		}},
		{Name: "day of this month", Pattern: "on nth", Weight: -.1, Make: func(n parts) (string, any) {
			return r.daysOfMonth(value(n[1]), value(n[1]))
		}},
		{Name: "bounded by a day of this month", Pattern: "by-date|since|before|after nth", Weight: -.1, Make: func(n parts) (string, any) {
			return r.boundedByDay(n[0].Type, value(n[1]))
		}},
		{Name: "unit of a day of this month", Pattern: "unit of|startson nth", Weight: .2, Make: func(n parts) (string, any) {
			return r.unitOf(n[0], day(dayIn(r.today, value(n[2]))))
		}},
	}
}

// fromDay returns the period from a day of the month in which another ends to that end.
func fromDay(number int, until Period) (string, any) {
	last := until.To.AddDate(0, 0, -1)
	if until.To.IsZero() || last.Before(dayIn(last, number)) {
		return "", nil
	}
	return made(Period{From: dayIn(last, number), To: until.To, Ends: true})
}

// dayIn returns a day of the month of a day.
func dayIn(of time.Time, number int) time.Time { return of.AddDate(0, 0, number-of.Day()) }

// daysOfMonth returns the days of this month from one to another.
func (c clock) daysOfMonth(from, to int) (string, any) {
	first, last := dayIn(c.today, from), dayIn(c.today, to)
	if last.Before(first) || last.Month() != c.today.Month() {
		return "", nil
	}
	return made(Period{From: first, To: last.AddDate(0, 0, 1), Monthly: true, Ends: from < to})
}

// boundedByDay returns a period that begins or ends with a day of this month.
func (c clock) boundedByDay(how string, number int) (string, any) {
	p := day(dayIn(c.today, number))
	if p.From.Month() != c.today.Month() {
		return "", nil
	}
	switch how {
	case "by-date":
		return made(Period{To: p.To, Monthly: true})
	case "before":
		return made(Period{To: p.From, Monthly: true})
	case "since":
		return made(Period{From: p.From, Monthly: true})
	}
	return made(Period{From: p.To, Monthly: true})
}

// isAfter reports whether a period begins after a time, or ends long after it if it has no
// beginning: by the end of April.
func (p Period) isAfter(now time.Time) bool {
	if p.From.IsZero() {
		return p.To.AddDate(0, -1, 0).After(now)
	}
	return p.From.After(now)
}

// earlier returns a time some years, months and days before another, which may be no bound.
func earlier(t time.Time, years, months, days int) time.Time {
	if t.IsZero() {
		return t
	}
	return t.AddDate(-years, -months, -days)
}
