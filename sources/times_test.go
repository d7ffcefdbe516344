package sources

import "testing"

// TestTime reads dates as trackers and people write them.
func TestTime(t *testing.T) {
	for text, want := range map[string]string{
		"2026-01-31": "2026-01-31", "31.1.2026": "2026-01-31", "01/Oct/26 9:15 AM": "2026-10-01T09:15:00Z",
		"01.Okt.26 09:15": "2026-10-01T09:15:00Z", "15.Dez.26": "2026-12-15", "3. März 2026": "2026-03-03", "3 Mrz 2026": "2026-03-03",
		"1. Mai 2026": "2026-05-01", "3 de febrero de 2026": "2026-02-03", "15/ene/26 10:30 AM": "2026-01-15T10:30:00Z",
		"2 ago 2026": "2026-08-02", "24-dic-2026": "2026-12-24", "1 août 2026": "2026-08-01", "14 juillet 2026": "2026-07-14",
		"14/juil./26 9:05 PM": "2026-07-14T21:05:00Z", "5 mars 2026 à 14:30": "2026-03-05T14:30:00Z", "30 févr. 2026": "", "1 Foo 2026": "",
		"Tue, 1 Sep 2026 09:00:00 +0200": "2026-09-01T07:00:00Z", "Fri, 04 Dec 2026": "2026-12-04",
		"bald": "", "Mai 2026": "", "3 marketing 26 x": "", "": "",
	} {
		got, is := Time(text)
		if got != want || is != (want != "") {
			t.Errorf("%q is %q, %v; want %q", text, got, is, want)
		}
	}
}

// TestMonth reads months, which are no days.
func TestMonth(t *testing.T) {
	for text, want := range map[string]string{
		"November 2024": "2024-11-01 2024-11-30", "feb 2028": "2028-02-01 2028-02-29", "Juni 2025": "2025-06-01 2025-06-30",
		"enero de 2026": "2026-01-01 2026-01-31", "2024": "", "marble 20": "", "November": "", "": "", "1 March 2025": "",
	} {
		first, last, is := month(text)
		if got := first.Format("2006-01-02 ") + last.Format("2006-01-02"); is != (want != "") || is && got != want {
			t.Errorf("%q is %q, %v; want %q", text, got, is, want)
		}
	}
}
