package where

import (
	"strconv"
	"time"

	"dossier/db/statement"
)

// The years between which the offsets of a time zone are known; before and after them,
// it has those of the first and of the last. By eye.
const firstYear, lastYear = 1990, 2060

// A span is a time in which a zone has one offset from UTC.
type span struct {
	start  time.Time
	offset int // in seconds
}

// spansOf returns the spans of a zone, the first from the beginning of time on.
func spansOf(zone *time.Location) (spans []span) {
	end := time.Date(lastYear, 1, 1, 0, 0, 0, 0, time.UTC)
	for at := time.Date(firstYear, 1, 1, 0, 0, 0, 0, time.UTC); at.Before(end); {
		local := at.In(zone)
		_, offset := local.Zone()
		if len(spans) == 0 || spans[len(spans)-1].offset != offset {
			spans = append(spans, span{at, offset})
		}
		_, next := local.ZoneBounds()
		switch {
		case next.IsZero():
			return spans
		case !next.After(at): // as of the last day of a leap year, a fault of package time
			next = at.AddDate(0, 0, 1)
		}
		at = next
	}
	return spans
}

// Offset returns the expression for the seconds by which a zone is ahead of UTC at the
// time in a column, 0 for a date.
func Offset(s *statement.Statement, column string, zone *time.Location) string {
	spans := spansOf(zone)
	if len(spans) == 1 && spans[0].offset == 0 {
		return "0"
	}
	return "CASE WHEN " + s.Dialect.IsDate(column) + " THEN 0 ELSE " + offsetIn(s, column, spans) + " END"
}

// offsetIn returns the offset in one of some spans, which a database finds in few steps.
func offsetIn(s *statement.Statement, column string, spans []span) string {
	if len(spans) == 1 {
		return strconv.Itoa(spans[0].offset)
	}
	middle := len(spans) / 2
	start := s.Param(spans[middle].start)
	return "CASE WHEN " + column + " < " + start + " THEN " + offsetIn(s, column, spans[:middle]) + " ELSE " + offsetIn(s, column,
		spans[middle:]) + " END"
}
