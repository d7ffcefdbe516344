package sources

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// layouts are the forms of dates and times of trackers, besides those that Time
// reads by itself. Numbers with slashes have the month first only if they cannot
// have it second; see [TimeIn].
var layouts = []string{
	time.RFC3339Nano, "2006-01-02T15:04:05.999999999Z0700", "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999Z07:00",
	"2006-01-02 15:04:05.999999999 -0700 MST", "2006-01-02 15:04:05.999999999 -0700", "2006-01-02 15:04:05 MST",
	"2006-01-02 15:04:05.999999999",
	"2006-01-02T15:04Z07:00", "2006-01-02T15:04", "2006-01-02 15:04", "2006-01-02", "2006/01/02 15:04:05", "2006/01/02", "2006-1-2",
	"20060102T150405Z", "20060102",
	"Mon, 2 Jan 2006 15:04:05 -0700", "Mon, 2 Jan 2006 15:04:05 MST", "Mon, 2 Jan 2006 15:04:05 MST-0700",
	"Mon, 2 Jan 2006", time.UnixDate, time.ANSIC,
	"2/Jan/06 3:04 PM", "2/Jan/06 15:04", "2/Jan/06", "2/Jan/2006 3:04 PM", "2/Jan/2006 15:04", "2/Jan/2006", "02-Jan-2006 15:04",
	"2-Jan-2006", "2-Jan-06",
	"Jan 2, 2006 3:04 PM", "Jan 2, 2006, 3:04 PM", "Jan 2, 2006, 15:04:05", "Jan 2, 2006 15:04:05", "Jan 2, 2006", "January 2, 2006",
	"January 2, 2006 3:04 PM", "January 2 2006",
	"2 Jan 2006 15:04", "2 Jan 2006", "2 January 2006", "2 Jan 2006 15:04:05", "Monday, January 2, 2006", "Monday, January 2, 2006 3:04 PM",
	"Mon, Jan 2, 2006", "Jan 2 2006", "2006.01.02", "Mon Jan 02 2006 15:04:05 GMT-0700", "Mon Jan 2 2006",
	"2.1.2006 15:04:05", "2.1.2006 15:04", "2.1.2006", "2.1.06 15:04", "2.1.06",
}

// MonthFirst reports whether dates of numbers with slashes have the month first, by
// the first one that can be read in one way only, and whether there is one.
func MonthFirst(texts func(yield func(string) bool)) (monthFirst, known bool) {
	for text := range texts {
		parts := strings.FieldsFunc(text, func(r rune) bool { return r == '/' || r == ' ' })
		if len(parts) < 3 || !strings.Contains(text, "/") {
			continue
		}
		first, err := strconv.Atoi(parts[0])
		second, also := strconv.Atoi(parts[1])
		if err == nil && also == nil && first <= 31 && (first > 12) != (second > 12) {
			return second > 12, true
		}
	}
	return false, false
}

// Time returns a date as 2026-01-31, or a time in UTC as 2026-01-31T09:00:00Z, and
// whether the text is one. A time without a zone is in UTC.
func Time(text string) (string, bool) { return TimeIn(text, false) }

// TimeIn is like [Time]. In dates of numbers with slashes the month is first if
// monthFirst is set; otherwise it is second if it can be.
func TimeIn(text string, monthFirst bool) (string, bool) {
	text = strings.TrimSpace(text)
	if whole, zone, found := strings.Cut(text, " ("); found && strings.HasSuffix(zone, ")") {
		text = whole // as JavaScript writes a time, with the name of its zone
	}
	if text == "" || len(text) > 60 {
		return "", false
	}
	for _, layout := range layouts {
		if at, err := time.Parse(layout, text); err == nil {
			return formatted(at, layout)
		}
	}
	slashes := [][]string{{"2/1/2006 15:04:05", "2/1/2006 3:04 PM", "2/1/2006 15:04", "2/1/2006", "2/1/06 15:04", "2/1/06"},
		{"1/2/2006 15:04:05", "1/2/2006 3:04 PM", "1/2/2006 3:04:05 PM", "1/2/2006 15:04", "1/2/2006", "1/2/06 15:04", "1/2/06"}}
	if monthFirst {
		slashes[0], slashes[1] = slashes[1], slashes[0]
	}
	for _, layout := range append(slashes[0], slashes[1]...) {
		if at, err := time.Parse(layout, text); err == nil {
			return formatted(at, layout)
		}
	}
	if at, err := time.Parse("2-1-2006", text); err == nil && at.Day() > 12 { // otherwise it may be the month
		return formatted(at, "2-1-2006")
	}
	if bare := ordinal.ReplaceAllString(text, "$1"); bare != text {
		return TimeIn(bare, monthFirst)
	}
	if at, layout, is := named(text); is {
		return formatted(at, layout)
	}
	return seconds(text)
}

// ordinal matches days such as 5th.
var ordinal = regexp.MustCompile(`\b(\d{1,2})(?:st|nd|rd|th)\b`)

// months are the beginnings of the names of months in German, French and Spanish, by
// those in English.
var months = map[string]string{
	"Jan": "jan jän ene", "Feb": "feb fév fev", "Mar": "mar mär mrz", "Apr": "apr avr abr", "May": "may mai", "Jun": "jun juin",
	"Jul": "jul juil", "Aug": "aug aoû aou ago", "Sep": "sep", "Oct": "oct okt", "Nov": "nov", "Dec": "dec dez déc dic",
}

// monthOf returns the English name of a month, "" for another word.
func monthOf(word string) string {
	word = strings.ToLower(word)
	for name, beginnings := range months {
		for beginning := range strings.FieldsSeq(beginnings) {
			if strings.HasPrefix(word, beginning) {
				return name
			}
		}
	}
	return ""
}

// named reads a date with the name of a month after the day, as exports in other
// languages have it: "01.Okt.26 09:15", "3 de febrero de 2026".
func named(text string) (at time.Time, layout string, is bool) {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != ':' })
	words = slices.DeleteFunc(words, func(word string) bool {
		return word == "de" || word == "del" || word == "à" || word == "um" || word == "Uhr"
	})
	if len(words) < 3 {
		return at, "", false
	}
	if words[1] = monthOf(words[1]); words[1] == "" {
		return at, "", false
	}
	for _, layout := range []string{"2 Jan 2006 15:04:05", "2 Jan 2006 15:04", "2 Jan 2006", "2 Jan 06 15:04:05", "2 Jan 06 15:04",
		"2 Jan 06", "2 Jan 06 3:04 PM", "2 Jan 2006 3:04 PM"} {
		if at, err := time.Parse(layout, strings.Join(words, " ")); err == nil {
			return at, layout, true
		}
	}
	return at, "", false
}

// month returns the first and the last day of a month such as "November 2024".
func month(text string) (first, last time.Time, is bool) {
	name, year, _ := strings.Cut(strings.TrimSpace(text), " ")
	first, err := time.Parse("2 Jan 2006", "1 "+monthOf(name)+" "+strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(year), "de ")))
	return first, first.AddDate(0, 1, -1), err == nil && first.Year() >= 1900
}

var quarterForm = regexp.MustCompile(`(?i)^(?:(\d{4})[ -]?Q([1-4])|Q([1-4])[ /-]?(\d{4}))$`)

// quarter returns the first and the last day of a quarter such as 2026-Q3.
func quarter(text string) (first, last time.Time, is bool) {
	found := quarterForm.FindStringSubmatch(strings.TrimSpace(text))
	if found == nil {
		return first, last, false
	}
	year, _ := strconv.Atoi(found[1] + found[4])
	of, _ := strconv.Atoi(found[2] + found[3])
	first = time.Date(year, time.Month(3*of-2), 1, 0, 0, 0, 0, time.UTC)
	return first, first.AddDate(0, 3, -1), year >= 1900
}

// seconds returns the time for a number of seconds or milliseconds since 1970, of
// this century.
func seconds(text string) (string, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case err != nil || len(text) < 9:
		return "", false
	case len(text) <= 10:
		return formatted(time.Unix(n, 0), "15")
	case len(text) == 13:
		return formatted(time.UnixMilli(n), "15")
	}
	return "", false
}

func formatted(at time.Time, layout string) (string, bool) {
	if at = at.UTC().Truncate(time.Microsecond); at.Year() < 1900 || at.Year() > 9000 {
		return "", false
	}
	if !strings.Contains(layout, "15") && !strings.Contains(layout, "3:04") {
		return at.Format(time.DateOnly), true
	}
	return at.Format(time.RFC3339Nano), true
}
