package graph

import (
	"context"
	"time"
)

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

// IsDate reports whether a time is a date without a time.
func IsDate(at time.Time) bool { return at.UTC().Equal(DayOf(at.UTC()).Date) }

// WallClock returns the time in UTC at which a clock shows what one shows at a moment in
// the time zone of its location.
func WallClock(at time.Time) time.Time {
	_, offset := at.Zone()
	return at.UTC().Add(time.Duration(offset) * time.Second)
}

// endOfDay returns the first moment of the next day after a time, or after the day
// of a date, in a time zone.
func endOfDay(at time.Time, zone *time.Location) time.Time {
	if date := at.UTC(); IsDate(at) {
		return time.Date(date.Year(), date.Month(), date.Day()+1, 0, 0, 0, 0, zone)
	}
	at = at.In(zone)
	return time.Date(at.Year(), at.Month(), at.Day()+1, 0, 0, 0, 0, zone)
}

// DateOf returns the day of a time in a time zone, or of a date, as midnight in UTC.
func DateOf(at time.Time, zone *time.Location) time.Time {
	if date := at.UTC(); IsDate(at) {
		return date
	}
	return DayOf(at.In(zone)).Date
}

// A Period is a time of the calendar: a day, a week from Monday on, or a month.
type Period string

// The periods.
const (
	PeriodDay   Period = "day"
	PeriodWeek  Period = "week"
	PeriodMonth Period = "month"
)

// Periods are the periods, the shortest first.
var Periods = []Period{PeriodDay, PeriodWeek, PeriodMonth}

// First returns the first day of the period of a day.
func (p Period) First(day time.Time) time.Time {
	const week = 7
	switch p {
	case PeriodWeek:
		return day.AddDate(0, 0, -(int(day.Weekday())+week-1)%week)
	case PeriodMonth:
		return day.AddDate(0, 0, 1-day.Day())
	}
	return day
}

// IsOverdue reports whether an entity is open and was due before the day of
// now. What is due on that day is not overdue.
func IsOverdue(e Entity, now time.Time) bool {
	due := Due(e)
	return due != nil && !e.Self().IsOver() && DayOf(now).IsAfter(*due)
}

// inZone returns a moment of the clock in its time zone, which is UTC for the
// local one: answers do not depend on the machine.
func inZone(now time.Time) time.Time {
	if now.Location() == time.Local {
		return now.UTC()
	}
	return now
}

// InZoneNamed returns a context with the time zone of an argument, which is nil for that
// of ctx.
func InZoneNamed(ctx context.Context, argument string, name *string) (context.Context, error) {
	if name == nil {
		return ctx, nil
	}
	actor := ActorFrom(ctx)
	zone, err := ParseZone(argument, *name)
	actor.Zone = zone
	return WithActor(ctx, actor), err
}

// ParseZone returns the time zone with a name of the IANA database.
func ParseZone(argument, name string) (*time.Location, error) {
	zone, err := time.LoadLocation(name)
	if err != nil || zone == time.Local || name == "" {
		return nil, BadInput(argument, "expected a time zone of the IANA database, such as Europe/Berlin, or UTC; got %q", Truncate(name, 60))
	}
	return zone, nil
}

// Moment returns the time of a request: the given one or, if that is nil, the time of
// the clock. It is in the time zone of the request, if any, unless it is given with an
// offset from UTC.
func Moment(ctx context.Context, given *time.Time, clock func() time.Time) time.Time {
	var at time.Time
	if given != nil {
		at = *given
		if _, offset := at.Zone(); offset != 0 {
			return at
		}
	} else {
		at = inZone(clock())
	}
	if zone := ActorFrom(ctx).Zone; zone != nil {
		return at.In(zone)
	}
	return at
}
