package outline

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"dossier/graph/text"
)

// spanAt returns the span at the beginning of words, and the number of its
// words: a day, a date, or some days, weeks or months around today.
func spanAt(words []string, today time.Time, past bool) (span *period, length int) {
	if len(words) == 0 {
		return nil, 0
	}
	if offset, known := nearDays[words[0]]; known {
		span = days(today.AddDate(0, 0, offset), 1)
		if same, more := spanAt(words[1:], today, past); more > 1 && same.from.Equal(span.from) {
			return span, 1 + more // "today, 26 November"
		}
		return span, 1
	}
	if weekday, known := weekdays[words[0]]; known {
		return dayOfWeek(weekday, today, past), 1
	}
	if date, err := time.Parse(time.DateOnly, strings.Join(words[:min(len(words), 3)], "-")); err == nil {
		return days(date, 1), 3
	}
	if day := agoAt(words, today); day != nil {
		return day, agoWords
	}
	if date, length := ordinalDay(words, today, past); length > 0 {
		return inYear(days(date, 1), length, words)
	}
	if len(words) == 1 {
		return nil, 0
	}
	if span, length := weekOfMonth(words, today, past); length > 0 {
		return span, length
	}
	if _, known := directions[words[0]]; known {
		return around(words, today)
	}
	second := words[1]
	if day := ordinalDayOf(second); day > 0 {
		second = strconv.Itoa(day) // "June 20th"
	}
	for _, day := range [][2]string{{words[0], words[1]}, {second, words[0]}} {
		if date, known := dayOfMonth(day[0], day[1], today, past); known {
			return inYear(days(date, 1), 2, words)
		}
	}
	if span, length := monthAt(words, today, past); length > 1 {
		return span, length
	}
	return halfAt(words)
}

// inYear returns a day, which takes some words, in the year that follows these, and
// the number of its words.
func inYear(day *period, length int, words []string) (span *period, all int) {
	year, more := yearAt(words[length:])
	if more == 0 || length == 1 {
		return day, length
	}
	return days(day.from.AddDate(year.from.Year()-day.from.Year(), 0, 0), 1), length + more
}

// ordinalDay returns the day that an ordinal number at the beginning of words
// means, and the number of its words: "3rd of December", or "3rd" alone.
func ordinalDay(words []string, today time.Time, past bool) (date time.Time, length int) {
	day := ordinalDayOf(words[0])
	if day == 0 {
		return time.Time{}, 0
	}
	for at := 1; at < min(len(words), 3); at++ {
		if date, known := dayOfMonth(strconv.Itoa(day), words[at], today, past); known && (at == 1 || words[1] == "of") {
			return date, at + 1
		}
	}
	if len(words) > 1 && !text.StopWord(words[1]) {
		return time.Time{}, 0 // such as 3rd party
	}
	return nearestDay(day, today, past), 1
}

// nearestDay returns the last day of that number in a month up to today if past
// is set, otherwise the next one from today on.
func nearestDay(day int, today time.Time, past bool) time.Time {
	step := 1
	if past {
		step = -1
	}
	for date := today; ; date = date.AddDate(0, 0, step) {
		if date.Day() == day {
			return date
		}
	}
}

// dayOfMonth returns the last such date up to today if past is set, otherwise
// the next one from today on.
func dayOfMonth(day, name string, today time.Time, past bool) (date time.Time, known bool) {
	number, err := strconv.Atoi(day)
	month, known := months[name]
	if err != nil || !known || number < 1 {
		return time.Time{}, false
	}
	date = time.Date(today.Year(), month, number, 0, 0, 0, 0, time.UTC)
	if date.Month() != month { // 30 February
		return time.Time{}, false
	}
	switch {
	case past && date.After(today):
		date = date.AddDate(-1, 0, 0)
	case !past && date.Before(today):
		date = date.AddDate(1, 0, 0)
	}
	return date, true
}

var (
	nearDays   = map[string]int{"today": 0, "yesterday": -1, "tomorrow": 1}
	directions = map[string]int{"this": 0, "last": -1, "past": -1, "next": 1, "coming": 1}
	weekdays   = byName(time.Sunday, time.Saturday)
	months     = withShort(byName(time.January, time.December))
)

// withShort returns months by their names and the usual short forms.
func withShort(names map[string]time.Month) map[string]time.Month {
	all := map[string]time.Month{"sept": time.September}
	for name, month := range names {
		all[name], all[name[:3]] = month, month
	}
	return all
}

// isTime reports whether a word is a month, a day of the week or a day near today.
func isTime(word string) bool {
	_, isMonth := months[word]
	_, isWeekday := weekdays[word]
	_, isNear := nearDays[word]
	return isMonth || isWeekday || isNear
}

// byName returns weekdays or months by their lower-case names.
func byName[T interface {
	~int
	String() string
}](first, last T) map[string]T {
	names := map[string]T{}
	for value := first; value <= last; value++ {
		names[strings.ToLower(value.String())] = value
	}
	return names
}

func days(from time.Time, n int) *period { return &period{from: from, to: from.AddDate(0, 0, n)} }

// dayOfWeek returns the last such day before today if past is set, otherwise
// the next one from today on.
func dayOfWeek(weekday time.Weekday, today time.Time, past bool) *period {
	ahead := (int(weekday) - int(today.Weekday()) + 7) % 7
	if past {
		ahead -= 7
	}
	return days(today.AddDate(0, 0, ahead), 1)
}

// around returns the span of "this week", "last month", "next 14 days" or "last
// Friday".
func around(words []string, today time.Time) (span *period, length int) {
	direction := directions[words[0]]
	if weekday, known := weekdays[words[1]]; known {
		return dayOfWeek(weekday, today, direction < 0), 2
	}
	if month, known := months[words[1]]; known {
		return monthOf(month, today, direction < 0), 2
	}
	if seasons[words[1]] != 0 {
		return seasonOf(words[1], today, direction), 2
	}
	if count := countOf(words[1]); len(words) > 2 && count > 0 && count <= maxSpan {
		return several(count, words[2], direction, today)
	}
	switch words[1] {
	case "week":
		monday := today.AddDate(0, 0, -(int(today.Weekday())+6)%7)
		return days(monday.AddDate(0, 0, 7*direction), 7), 2
	case "month":
		first := time.Date(today.Year(), today.Month()+time.Month(direction), 1, 0, 0, 0, 0, time.UTC)
		return &period{from: first, to: first.AddDate(0, 1, 0)}, 2
	case "quarter":
		first := time.Date(today.Year(), firstOfQuarter(today.Month())+time.Month(quarterMonths*direction), 1, 0, 0, 0, 0, time.UTC)
		return &period{from: first, to: first.AddDate(0, quarterMonths, 0)}, 2
	case "year":
		first := time.Date(today.Year()+direction, 1, 1, 0, 0, 0, 0, time.UTC)
		return &period{from: first, to: first.AddDate(1, 0, 0)}, 2
	}
	return nil, 0
}

const quarterMonths = 3

// firstOfQuarter returns the first month of the quarter of a month.
func firstOfQuarter(month time.Month) time.Month { return month - (month-1)%quarterMonths }

// numbers are the words for small numbers, in order from zero.
var numbers = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve")

// countOf returns the number that a word is, 0 or less for none.
func countOf(word string) int {
	if count, err := strconv.Atoi(word); err == nil {
		return count
	}
	return slices.Index(numbers, word)
}

// maxSpan is the maximum number of days, weeks, months or years, by eye.
const maxSpan = 1000

// several returns the span of count days, weeks, months or years that ends or
// begins today.
func several(count int, unit string, direction int, today time.Time) (span *period, length int) {
	tomorrow := today.AddDate(0, 0, 1)
	years, months, days := 0, 0, 0
	switch strings.TrimSuffix(unit, "s") {
	case "day":
		days = count
	case "week":
		days = 7 * count
	case "month":
		months = count
	case "quarter":
		months = quarterMonths * count
	case "year":
		years = count
	default:
		return nil, 0
	}
	if direction < 0 {
		return &period{from: tomorrow.AddDate(-years, -months, -days), to: tomorrow}, 3
	}
	return &period{from: today, to: today.AddDate(years, months, days)}, 3
}

// monthAt returns the month or the quarter at the beginning of words, such as Q4,
// and the number of its words. A year may follow.
func monthAt(words []string, today time.Time, past bool) (span *period, length int) {
	if len(words) == 0 {
		return nil, 0
	}
	month, known := months[words[0]]
	count := 1
	if quarter := slices.Index(quarters, words[0]); quarter >= 0 {
		month, count, known = time.Month(1+quarter*quarterMonths), quarterMonths, true
	}
	if !known {
		return nil, 0
	}
	if len(words) > 1 {
		if year, err := time.Parse("2006", words[1]); err == nil {
			first := year.AddDate(0, int(month-time.January), 0)
			return &period{from: first, to: first.AddDate(0, count, 0)}, 2
		}
	}
	return monthsOf(month, count, today, past), 1
}

// quarters are the usual names of the quarters of a year.
var quarters = strings.Fields("q1 q2 q3 q4")

// withinAt returns the span up to an amount of time that words after "in" or
// "within" name, as in "in less than two weeks", and the number of their words.
func withinAt(words []string, today time.Time, past bool) (span *period, length int) {
	at := 0
	for at < len(words) && slices.Contains(withinWords, words[at]) {
		at++
	}
	if at+1 >= len(words) {
		return nil, 0
	}
	count, direction := countOf(words[at]), 1
	if words[at] == "a" || words[at] == "an" {
		count = 1
	}
	if past {
		direction = -1
	}
	if count < 1 || count > maxSpan {
		return nil, 0
	}
	if span, length = several(count, words[at+1], direction, today); length > 0 {
		return span, at + 2
	}
	return nil, 0
}

// agoWords is the number of words of "3 weeks ago".
const agoWords = 3

// agoAt returns the day that such words at the beginning of words mean, nil for
// none.
func agoAt(words []string, today time.Time) *period {
	if len(words) < agoWords || words[2] != "ago" {
		return nil
	}
	count := countOf(words[0])
	if count < 1 || count > maxSpan {
		return nil
	}
	span, length := several(count, words[1], -1, today)
	if length == 0 {
		return nil
	}
	return days(span.from.AddDate(0, 0, -1), 1)
}

// withinWords may be between "in" or "within" and an amount of time.
var withinWords = strings.Fields("less than under the about")

// The first and last year that a number alone may mean, by eye.
const firstYear, lastYear = 1900, 2099

// yearAt returns the year at the beginning of words, and the number of its words.
// A number before a plural is an amount.
func yearAt(words []string) (span *period, length int) {
	if len(words) == 0 || len(words) > 1 && isPlural(words[1]) {
		return nil, 0
	}
	first, err := time.Parse("2006", words[0])
	if err != nil || first.Year() < firstYear || first.Year() > lastYear {
		return nil, 0
	}
	return &period{from: first, to: first.AddDate(1, 0, 0)}, 1
}

// monthOf returns the last such month up to the current one if past is set,
// otherwise the next one from the current one on.
func monthOf(month time.Month, today time.Time, past bool) *period {
	return monthsOf(month, 1, today, past)
}

// monthsOf is monthOf for as many months from one on, of which the current one may
// be any.
func monthsOf(month time.Month, count int, today time.Time, past bool) *period {
	year := today.Year()
	switch {
	case past && month > today.Month():
		year--
	case !past && month+time.Month(count) <= today.Month():
		year++
	}
	first := time.Date(year, month, 1, 0, 0, 0, 0, time.UTC)
	return &period{from: first, to: first.AddDate(0, count, 0)}
}
