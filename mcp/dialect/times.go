package dialect

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"dossier/graph"
)

// Spans before now: 24h, 7d, "3 days", "last two weeks", "2 hours ago".
var (
	span = regexp.MustCompile(`^(?:(?:in )?(?:the )?(?:last|past) )?(\d{1,5}|an?|two|three|four|five|six|seven|ten) ?(h|` +
		`hours?|d|days?|w|weeks?|months?)(?: ago)?$`)
	counts = map[string]int{"a": 1, "an": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "ten": 10}
)

// ParseSince reads a time, a date, a span before now, or a day or period by its
// name, which begins at midnight. Weeks begin on Monday.
func ParseSince(given string, now time.Time) (time.Time, error) {
	text := strings.ToLower(strings.Join(strings.Fields(given), " "))
	if parts := span.FindStringSubmatch(text); parts != nil {
		return before(now, parts[1], parts[2][0]), nil
	}
	if at, is := namedDay(strings.TrimPrefix(text, "since "), now); is {
		return at, nil
	}
	for _, layout := range slices.Concat(zonedLayouts, timeLayouts, dayLayouts) {
		if at, err := time.ParseInLocation(layout, strings.TrimSpace(given), now.Location()); err == nil {
			return at, nil
		}
	}
	if at, is := sinceEpoch(text, now); is {
		return at, nil
	}
	return time.Time{}, graph.BadInput("since",
		"expected a time such as 2026-01-31T09:00:00Z, a date, a span such as 24h or 7d, yesterday, last week, this month or a weekday; got %q",
		graph.Truncate(given, NameRunes))
}

// zonedLayouts are the forms of times with a zone, and of dates.
var zonedLayouts = []string{time.RFC3339, "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05 Z07:00", "2006-01-02T15:04Z07:00",
	time.DateOnly}

// sinceEpoch reads the seconds or milliseconds since 1970, if they are of this century.
func sinceEpoch(text string, now time.Time) (at time.Time, is bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case err != nil:
		return at, false
	case len(text) == 10:
		at = time.Unix(n, 0)
	case len(text) == 13:
		at = time.UnixMilli(n)
	default:
		return at, false
	}
	return at.In(now.Location()), true
}

// before returns the time that is a number of units before now. The unit is h, d,
// w or m.
func before(now time.Time, number string, unit byte) time.Time {
	n, err := strconv.Atoi(number)
	if err != nil {
		n = counts[number]
	}
	switch unit {
	case 'h':
		return now.Add(-time.Duration(n) * time.Hour)
	case 'd':
		return now.AddDate(0, 0, -n)
	case 'w':
		return now.AddDate(0, 0, -7*n)
	}
	return now.AddDate(0, -n, 0)
}

// namedDay returns the first moment of a day or period by its name.
func namedDay(name string, now time.Time) (at time.Time, is bool) {
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	monday := today.AddDate(0, 0, -(int(today.Weekday())+6)%7)
	first := today.AddDate(0, 0, 1-today.Day())
	days := map[string]time.Time{
		"today": today, "this morning": today, "yesterday": today.AddDate(0, 0, -1), "the day before yesterday": today.AddDate(0, 0, -2),
		"this week": monday, "last week": monday.AddDate(0, 0, -7), "this month": first, "last month": first.AddDate(0, -1, 0),
		"this year": first.AddDate(0, 1-int(first.Month()), 0), "last year": first.AddDate(-1, 1-int(first.Month()), 0),
	}
	for back := 1; back <= 7; back++ {
		day := today.AddDate(0, 0, -back)
		weekday := strings.ToLower(day.Weekday().String())
		days[weekday], days["last "+weekday], days["on "+weekday] = day, day, day
	}
	at, is = days[name]
	return at, is
}
