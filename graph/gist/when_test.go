package gist

import (
	"testing"
	"time"
)

// TestWhenOf reads periods on Wednesday, 18 November 2026.
func TestWhenOf(t *testing.T) {
	now := time.Date(2026, 11, 18, 16, 0, 0, 0, time.UTC)
	for said, want := range map[string][2]string{
		"which tasks start next Friday":               {"next Friday", "2026-11-20"},
		"due in the first half of 2027, please":       {"in the first half of 2027", "2027-01-01 to 2027-06-30"},
		"tasks from 1 to 8 December":                  {"from 1 to 8 December", "2026-12-01 to 2026-12-08"},
		"the minutes of 17 November":                  {"of 17 November", "2026-11-17"},
		"due between 2024-01-03 and 2026-12-01":       {"between 2024-01-03 and 2026-12-01", "2024-01-03 to 2026-12-01"},
		"what is due before 1 March 2028":             {"before 1 March 2028", "before 2028-03-01"},
		"changes in the last 7 days":                  {"in the last 7 days", "2026-11-11 to 2026-11-18"},
		"was ist nächste Woche fällig":                {"nächste Woche", "2026-11-23 to 2026-11-29"},
		"what is on the list":                         {},
		"between two and ten people":                  {},
		"":                                            {},
		"not a text \xff of tomorrow, but what it is": {},
	} {
		got := [2]string{}
		if w := WhenOf(said, now); w != nil {
			got = [2]string{said[w.Start:w.End], w.String()}
		}
		if got != want {
			t.Errorf("%q names %q, want %q", said, got, want)
		}
	}
}

func TestNamesTime(t *testing.T) {
	for _, word := range []string{"november", "monday", "tomorrow", "heute", "viernes"} {
		if !NamesTime(word) {
			t.Errorf("%q names no time", word)
		}
	}
	for _, word := range []string{"gateway", "list", "", "12"} {
		if NamesTime(word) {
			t.Errorf("%q names a time", word)
		}
	}
}
