package outline

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// rangeAt returns the span from a first day or month at the beginning of words to a
// second one, as in "January and February 2027" and "1 to 10 December", and the
// number of their words.
func rangeAt(words []string, today time.Time, past bool) (span *period, length int) {
	first, n := dayOrMonth(words, today, past)
	if n == 0 && len(words) > 0 && isNumber(words[0]) {
		n = 1 // a day of the month that follows
	}
	if n == 0 || len(words) < n+2 || !slices.Contains(rangeWords, words[n]) {
		return nil, 0
	}
	last, more := dayOrMonth(words[n+1:], today, past)
	if more == 0 {
		return nil, 0
	}
	if first == nil {
		day, err := strconv.Atoi(words[0])
		if err != nil || day < 1 || day > last.from.Day() {
			return nil, 0
		}
		return &period{from: last.from.AddDate(0, 0, day-last.from.Day()), to: last.to}, n + 1 + more
	}
	if _, isWeekday := weekdays[words[0]]; isWeekday && first.from.After(last.from) {
		return &period{from: first.from, to: last.to.AddDate(0, 0, 7)}, n + 1 + more
	}
	from := first.from.AddDate(last.from.Year()-first.from.Year(), 0, 0)
	hasYear := slices.ContainsFunc(words[:n], func(word string) bool { return len(word) == len("2006") && isNumber(word) })
	switch {
	case hasYear:
		from = first.from
	case from.After(last.from):
		from = from.AddDate(-1, 0, 0)
	}
	return &period{from: from, to: last.to}, n + 1 + more
}

// dayOrMonth returns the span at the beginning of words, also a month alone.
func dayOrMonth(words []string, today time.Time, past bool) (span *period, length int) {
	if span, length = spanAt(words, today, past); length > 0 {
		return span, length
	}
	return monthAt(words, today, past)
}

// rangeWords are between the beginning and the end of a span.
var rangeWords = strings.Fields("and or to until till through")
