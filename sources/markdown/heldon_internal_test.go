package markdown

import "testing"

func TestDayIn(t *testing.T) {
	for text, want := range map[string]string{
		"November 28, 2018 Meeting Notes": "2018-11-28", "Meeting 4 March 2026": "2026-03-04", "20260311-board": "2026-03-11",
		"board-2026-03-04": "2026-03-04",
		"20260311 board":   "2026-03-11", "Minutes of the Council of 16.03.2026": "2026-03-16", "Week of March 16th, 2026": "2026-03-16",
		"Sitzung vom 3. Februar 2026": "2026-02-03", "Acta del 3 de marzo de 2026": "2026-03-03", "Meeting (2026-03-04)": "2026-03-04",
		"Board meeting": "", "Sprint 12 2026": "", "1234567890": "", "": "", "May we 2026 meet": "",
	} {
		if got := dayIn(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
