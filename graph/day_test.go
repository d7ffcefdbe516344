package graph_test

import (
	"testing"
	"time"

	"dossier/graph"
	"dossier/graph/lists"
)

// TestIsOverdue checks that what is due today is not overdue, in the time zone of
// the request.
func TestIsOverdue(t *testing.T) {
	zone := func(name string) *time.Location {
		found, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	for _, test := range []struct {
		due, now string
		zone     *time.Location
		overdue  bool
	}{
		{"2026-11-28T00:00:00Z", "2026-11-28T00:00:01Z", time.UTC, false},
		{"2026-11-28T00:00:00Z", "2026-11-28T23:59:59Z", time.UTC, false},
		{"2026-11-28T00:00:00Z", "2026-11-29T00:00:00Z", time.UTC, true},
		{"2026-11-28T09:00:00Z", "2026-11-28T15:00:00Z", time.UTC, false},
		{"2026-11-27T23:59:59Z", "2026-11-28T00:00:00Z", time.UTC, true},
		{"2026-11-28T00:00:00Z", "2026-11-29T04:00:00Z", zone("America/New_York"), false}, // 23:00 of the 28th there
		{"2026-11-28T00:00:00Z", "2026-11-29T06:00:00Z", zone("America/New_York"), true},
		{"2026-11-28T00:00:00Z", "2026-11-28T10:59:59Z", zone("Pacific/Auckland"), false},
		{"2026-11-28T00:00:00Z", "2026-11-28T11:00:00Z", zone("Pacific/Auckland"), true}, // the 29th there
		{"2026-11-28T03:00:00Z", "2026-11-28T06:00:00Z", zone("America/New_York"), true}, // due at 22:00 of the 27th there
		{"2026-11-28T06:00:00Z", "2026-11-29T04:59:00Z", zone("America/New_York"), false},
		{"2026-11-27T22:30:00Z", "2026-11-28T10:00:00Z", time.FixedZone("", 2*3600), false}, // due at 0:30 of the 28th there
		{"2026-03-29T00:00:00Z", "2026-03-29T21:59:00Z", zone("Europe/Berlin"), false},      // a day of 23 hours
		{"2026-03-29T00:00:00Z", "2026-03-29T22:00:00Z", zone("Europe/Berlin"), true},
		{"2026-10-25T00:00:00Z", "2026-10-25T22:59:00Z", zone("Europe/Berlin"), false}, // a day of 25 hours
		{"2026-11-30T00:00:00Z", "2026-11-28T09:00:00Z", time.UTC, false},
	} {
		parse := func(text string) time.Time {
			at, err := time.Parse(time.RFC3339, text)
			if err != nil {
				t.Fatal(err)
			}
			return at
		}
		due, now := parse(test.due), parse(test.now).In(test.zone)
		task := &graph.Task{DueAt: &due}
		task.Kind = graph.KindTask
		if got := graph.IsOverdue(task, now); got != test.overdue {
			t.Errorf("due %s, now %s: overdue %v, want %v", test.due, now, got, test.overdue)
		}
		done := "done"
		if task.StateKey = &done; graph.IsOverdue(task, now) {
			t.Errorf("due %s, now %s: overdue though done", test.due, now)
		}
	}
	none := &graph.Task{}
	if none.Kind = graph.KindTask; graph.IsOverdue(none, time.Now()) {
		t.Error("overdue without a date")
	}
}

// TestTimeRange checks that a date is in the range of its day in each time zone, and a
// time where it is there.
func TestTimeRange(t *testing.T) {
	day := func(name string) *lists.TimeRange { // 2026-12-31 in a time zone
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		from := time.Date(2026, 12, 31, 0, 0, 0, 0, zone)
		return &lists.TimeRange{From: &from, To: new(from.AddDate(0, 0, 1))}
	}
	for _, test := range []struct {
		zone, at string
		in       bool
	}{
		{"UTC", "2026-12-31T00:00:00Z", true}, {"UTC", "2027-01-01T00:00:00Z", false},
		{"America/New_York", "2026-12-31T00:00:00Z", true}, {"America/New_York", "2027-01-01T00:00:00Z", false},
		{"America/New_York", "2027-01-01T04:59:00Z", true}, {"America/New_York", "2026-12-31T04:59:00Z", false},
		{"Pacific/Kiritimati", "2026-12-31T00:00:00Z", true}, {"Pacific/Kiritimati", "2026-12-30T00:00:00Z", false},
		{"Pacific/Kiritimati", "2026-12-30T10:00:00Z", true}, {"Asia/Kolkata", "2026-12-31T00:00:00Z", true},
		{"Asia/Kolkata", "2026-12-31T18:30:00Z", false}, {"Asia/Kolkata", "2027-01-01T00:00:00Z", false},
	} {
		at, err := time.Parse(time.RFC3339, test.at)
		if err != nil {
			t.Fatal(err)
		}
		if got := day(test.zone).Has(at); got != test.in {
			t.Errorf("%s on the last day of 2026 in %s: %v, want %v", test.at, test.zone, got, test.in)
		}
	}
}
