package flags

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"dossier/graph"
)

// maxDays is the longest Age in days: a century, by eye. The longest
// [time.Duration] is 292 years.
const maxDays = 36500

// An Age is the duration of a flag, such as 12h or, in days, 90d.
type Age time.Duration

// UnmarshalText implements [encoding.TextUnmarshaler].
func (a *Age) UnmarshalText(text []byte) error {
	if days, ok := strings.CutSuffix(string(text), "d"); ok {
		if number, err := strconv.ParseFloat(days, 64); err == nil && number > 0 && number <= maxDays {
			*a = Age(number * float64(24*time.Hour))
			return nil
		}
	}
	duration, err := time.ParseDuration(string(text))
	if err != nil || duration <= 0 {
		return fmt.Errorf("expected an age such as 90d or 12h; got %q", text)
	}
	*a = Age(duration)
	return nil
}

// A Moment is the time of a flag: in RFC 3339, or an age; "" for none.
type Moment string

// Time returns the time. Ages are relative to now.
func (m Moment) Time(now time.Time) (time.Time, error) {
	var age Age
	if at, err := time.Parse(time.RFC3339, string(m)); err == nil {
		return at, nil
	}
	if age.UnmarshalText([]byte(m)) != nil {
		return time.Time{}, graph.BadInput("asOf", "expected a time of RFC 3339, such as 2026-11-22T14:00:00Z, or an age such as 2d; got %q",
			graph.Truncate(string(m), 60))
	}
	return now.Add(-time.Duration(age)), nil
}
