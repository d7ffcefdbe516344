package graph

import "time"

// A Day is the day of a moment in the time zone of its location. A date without a
// time, which is stored as its midnight in UTC, is a day in each time zone.
type Day struct {
	Start time.Time // its first moment
	Date  time.Time // its date, as midnight in UTC
}

// DayOf returns the day of a moment in the time zone of its location.
func DayOf(moment time.Time) Day {
	year, month, day := moment.Date()
	return Day{time.Date(year, month, day, 0, 0, 0, 0, moment.Location()), time.Date(year, month, day, 0, 0, 0, 0, time.UTC)}
}

// IsAfter reports whether a time, or the day of a date, is before the day.
func (d Day) IsAfter(at time.Time) bool { return at.Before(d.Start) && !at.Equal(d.Date) }

// endOf returns the first moment of the next day after a time, or after the day
// of a date, in a time zone.
func endOf(at time.Time, zone *time.Location) time.Time {
	if date := at.UTC(); date.Equal(DayOf(date).Date) {
		return time.Date(date.Year(), date.Month(), date.Day()+1, 0, 0, 0, 0, zone)
	}
	at = at.In(zone)
	return time.Date(at.Year(), at.Month(), at.Day()+1, 0, 0, 0, 0, zone)
}

// IsOverdue reports whether an entity is open and was due before the day of
// now. What is due on that day is not overdue.
func IsOverdue(e Entity, now time.Time) bool {
	due := Due(e)
	return due != nil && !e.Self().Spec().IsOver(e.Self().State()) && DayOf(now).IsAfter(*due)
}

// InZone returns a moment of the clock in its time zone, which is UTC for the
// local one: answers do not depend on the machine.
func InZone(now time.Time) time.Time {
	if now.Location() == time.Local {
		return now.UTC()
	}
	return now
}
