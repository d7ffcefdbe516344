package outline

import (
	"strings"
	"testing"
	"time"
)

// TestPeriodOf reads periods on Wednesday, 18 November 2026.
func TestPeriodOf(t *testing.T) {
	now := time.Date(2026, 11, 18, 16, 0, 0, 0, time.UTC)
	for question, want := range map[string]string{
		"what happened since monday":              "since 2026-11-16",
		"what happened since wednesday":           "since 2026-11-11",
		"what happened on friday":                 "2026-11-13",
		"what changed yesterday":                  "2026-11-17",
		"news of this week":                       "2026-11-16 to 2026-11-22",
		"what happened last month":                "2026-10-01 to 2026-10-31",
		"what happened in the last 7 days":        "2026-11-12 to 2026-11-18",
		"what changed since 3 november":           "since 2026-11-03",
		"what changed after 2026 11 03":           "since 2026-11-04",
		"what happened in december":               "2025-12-01 to 2025-12-31",
		"due in the first week of december 2026":  "2026-12-01 to 2026-12-07",
		"due in the second week of december":      "2026-12-08 to 2026-12-14",
		"due in the last week of february 2027":   "2027-02-22 to 2027-02-28",
		"due in the second half of december":      "2026-12-16 to 2026-12-31",
		"due before the third week of december":   "until 2026-12-14",
		"what is due next week":                   "2026-11-23 to 2026-11-29",
		"what is due by friday":                   "2026-11-18 to 2026-11-20",
		"what is due on wednesday":                "2026-11-18",
		"what is due before december":             "until 2026-11-30",
		"what is due in january":                  "2027-01-01 to 2027-01-31",
		"what is due in february 2028":            "2028-02-01 to 2028-02-29",
		"what is due in the next 2 weeks":         "2026-11-18 to 2026-12-01",
		"what is due in the next two weeks":       "2026-11-18 to 2026-12-01",
		"what is due december 4":                  "2026-12-04",
		"which tasks start next friday":           "2026-11-20",
		"what changed since 3 nov":                "since 2026-11-03",
		"what is due in sept 2027":                "2027-09-01 to 2027-09-30",
		"what changed in 2024":                    "2024-01-01 to 2024-12-31",
		"the changes of 2024":                     "2024-01-01 to 2024-12-31",
		"the budget of 2024":                      "",
		"what changed from 2024":                  "2024-01-01 to 2024-12-31",
		"what changed since 2024":                 "since 2024-01-01",
		"what changed before 2024":                "until 2023-12-31",
		"what changed from monday":                "since 2026-11-16",
		"the changes of may 2024":                 "2024-05-01 to 2024-05-31",
		"what changed in 2024 steps":              "",
		"what changed in 174":                     "",
		"what is due by 30 february":              "",
		"milestones in january and february 2027": "2027-01-01 to 2027-02-28",
		"what is due from november to february":   "2026-11-01 to 2027-02-28",
		"due between 1 and 10 january":            "2027-01-01 to 2027-01-10",
		"due between 20 december and 3 january":   "2026-12-20 to 2027-01-03",
		"due between 1 december 2025 and 3 may":   "2025-12-01 to 2027-05-03",
		"due between 2024 01 03 and 2026 12 01":   "2024-01-03 to 2026-12-01",
		"due between monday and friday":           "2026-11-23 to 2026-11-27",
		"due between thursday and tuesday":        "2026-11-19 to 2026-11-24",
		"what is due before 1 march 2028":         "until 2028-02-29",
		"what is due by march 3 2028":             "2026-11-18 to 2028-03-03",
		"due before today 18 november":            "until 2026-11-17",
		"signals on or after 24 nov 2026":         "since 2026-11-24",
		"due on or before 24 november":            "until 2026-11-24",
		"what is due within two weeks":            "2026-11-18 to 2026-12-01",
		"due in less than 3 days":                 "2026-11-18 to 2026-11-20",
		"what changed within a month":             "2026-10-19 to 2026-11-18",
		"what is due in the second week":          "",
		"what changed since 3 days ago":           "since 2026-11-15",
		"what happened 2 weeks ago":               "2026-11-04",
		"tasks started more than 2 weeks ago":     "until 2026-11-03",
		"what is due this quarter":                "2026-10-01 to 2026-12-31",
		"what changed last quarter":               "2026-07-01 to 2026-09-30",
		"what is due in q1":                       "2027-01-01 to 2027-03-31",
		"what is due in q4":                       "2026-10-01 to 2026-12-31",
		"due by q2 2028":                          "2026-11-18 to 2028-06-30",
		"what changed in the last 2 quarters":     "2026-05-19 to 2026-11-18",
		"what is due in the first half of 2027":   "2027-01-01 to 2027-06-30",
		"what is due in h2 2027":                  "2027-07-01 to 2027-12-31",
		"the second half of the meeting":          "",
		"what is due this summer":                 "2027-06-01 to 2027-08-31",
		"what is due in autumn":                   "2026-09-01 to 2026-11-30",
		"what is due before winter":               "until 2026-11-30",
		"what is due next autumn":                 "2027-09-01 to 2027-11-30",
		"what happened last summer":               "2026-06-01 to 2026-08-31",
		"what happened in spring 2025":            "2025-03-01 to 2025-05-31",
		"tasks of the autumn fair":                "",
		"due on or":                               "",
		"between two and ten people":              "",
		"may we march on":                         "",
		"what is on the list":                     "",
		"how does the last gateway of the week ":  "",
		"":                                        "",
	} {
		past := strings.Contains(question, "happened") || strings.Contains(question, "changed")
		got := ""
		if p := periodOf(strings.Fields(question), now, past); p != nil {
			got = p.String()
		}
		if got != want {
			t.Errorf("%q is about %q, want %q", question, got, want)
		}
	}
}

func TestPeriodAhead(t *testing.T) {
	now := time.Date(2026, 11, 18, 16, 0, 0, 0, time.UTC)
	for question, want := range map[string]string{
		"what are the next milestones": "from 2026-11-18",
		"upcoming decisions":           "from 2026-11-18",
		"which tasks are open":         "",
	} {
		got := ""
		if p := periodAhead(strings.Fields(question), now); p != nil {
			got = p.String()
		}
		if got != want {
			t.Errorf("%q asks for %q, want %q", question, got, want)
		}
	}
}

// String returns the period with its last day.
func (p *period) String() string {
	first, last := p.from.Format(time.DateOnly), p.to.AddDate(0, 0, -1).Format(time.DateOnly)
	switch {
	case p.isAhead:
		return "from " + first
	case p.to.IsZero():
		return "since " + first
	case p.from.IsZero():
		return "until " + last
	case first == last:
		return first
	default:
		return first + " to " + last
	}
}
