package outline

import (
	"slices"
	"strings"
	"time"
)

// seasons are the first months of the seasons in the north, as meteorologists count
// them.
var seasons = map[string]time.Month{
	"spring": time.March, "summer": time.June, "autumn": time.September, "fall": time.September, "winter": time.December,
}

// seasonAt returns the season at the beginning of words, and the number of its words.
// With a year it begins in that; alone it is the last one that began, if past is set,
// otherwise the first that is not over.
func seasonAt(words []string, today time.Time, past bool) (span *period, length int) {
	if len(words) == 0 || seasons[words[0]] == 0 {
		return nil, 0
	}
	at := 1
	if len(words) > 2 && words[1] == "of" {
		at = 2
	}
	if year, more := yearAt(words[at:]); more > 0 {
		return year.part(seasons[words[0]], quarterMonths), at + more
	}
	direction := 0
	if span = seasonOf(words[0], today, 0); past && span.from.After(today) {
		direction = -1
	}
	return seasonOf(words[0], today, direction), 1
}

// seasonOf returns the season that is not over, or the one before or after it: "this
// summer", "last summer" and "next summer".
func seasonOf(name string, today time.Time, direction int) *period {
	year := &period{from: time.Date(today.Year()-1, time.January, 1, 0, 0, 0, 0, time.UTC)}
	for !year.part(seasons[name], quarterMonths).to.After(today) {
		year.from = year.from.AddDate(1, 0, 0)
	}
	isAhead := year.part(seasons[name], quarterMonths).from.After(today)
	if direction < 0 || direction > 0 && !isAhead {
		year.from = year.from.AddDate(direction, 0, 0)
	}
	return year.part(seasons[name], quarterMonths)
}

// part returns as many months of a year from one on.
func (p *period) part(month time.Month, months int) *period {
	from := p.from.AddDate(0, int(month-time.January), 0)
	return &period{from: from, to: from.AddDate(0, months, 0)}
}

// halves are the names of the halves of a year.
var halves = [][]string{strings.Fields("h1"), strings.Fields("h2"), strings.Fields("first half"), strings.Fields("second half")}

const halfMonths = 6

// halfAt returns the half of a year, which follows, at the beginning of words, and the
// number of its words: "first half of 2027", "H1 2027".
func halfAt(words []string) (span *period, length int) {
	if words[0] == "the" {
		length = 1
	}
	half := slices.IndexFunc(halves, func(name []string) bool {
		return len(words) > length+len(name) && slices.Equal(words[length:length+len(name)], name)
	})
	if half < 0 {
		return nil, 0
	}
	length += len(halves[half])
	if words[length] == "of" {
		length++
	}
	year, more := yearAt(words[length:])
	if more == 0 {
		return nil, 0
	}
	return year.part(time.January+time.Month(half%2*halfMonths), halfMonths), length + more
}

// weekOrdinals are the words for the weeks of a month; the last one is the last seven days.
var weekOrdinals = strings.Fields("first second third fourth last")

// weekOfMonth returns seven days of a month that words begin with, such as "first week of
// July", or a half of it, and the number of their words.
func weekOfMonth(words []string, today time.Time, past bool) (span *period, length int) {
	if len(words) == 0 {
		return nil, 0
	}
	if words[0] == "the" {
		span, length = weekOfMonth(words[1:], today, past)
		return span, min(length, 1) + length
	}
	at := 2
	if len(words) > at && words[at] == "of" {
		at++
	}
	if len(words) <= at || months[words[at]] == 0 {
		return nil, 0
	}
	month, more := monthAt(words[at:], today, past)
	number := slices.Index(weekOrdinals, words[0])
	first := month.from.AddDate(0, 0, number*weekDays)
	switch isHalf := words[1] == "half"; {
	case number < 0 || !isHalf && words[1] != "week":
		return nil, 0
	case isHalf && number == 0:
		return days(first, halfMonth), at + more
	case isHalf && number == 1:
		return &period{from: month.from.AddDate(0, 0, halfMonth), to: month.to}, at + more
	case isHalf:
		return nil, 0
	case words[0] == "last":
		first = month.to.AddDate(0, 0, -weekDays)
	}
	return days(first, weekDays), at + more
}

// The days of a week, and those of the first half of a month.
const (
	weekDays  = 7
	halfMonth = 15
)
