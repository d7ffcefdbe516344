package sources

import "testing"

func TestDroppedBy(t *testing.T) {
	for reason, want := range map[string]string{
		"Stale - already FIXED in 12 but left open": "", "STALE: fixed in 3": "", "Stale": "stale",
		"": "", "Completed": "", "Fixed": "", "Done": "", "Fixed in 12, was a duplicate": "", "Implemented": "", "Resolved": "", "Unresolved": "",
		"Duplicate rows are merged now": "", "Removed the old flag": "", "Invalid dates are refused": "", "Closed": "", "Wins": "",
		"Obsolete code removed": "", "Won't do": "won t do", "Won’t Fix": "won t fix", "wontfix": "wontfix", "WONTFIX: too old": "wontfix",
		"won't do this, see bd-3": "won t do", "Duplicate of bd-12": "duplicate", "duplicate": "duplicate",
		"Closed as duplicate of bd-3": "duplicate", "Dup - see bd-3": "dup", "Closed: obsolete": "obsolete",
		"Obsolete - replaced by the new lock": "obsolete", "Superseded by bd-a1b2": "superseded", "superseded in favor of x": "superseded",
		"Not planned": "not planned", "Out of scope for 1.0": "out of scope", "No longer needed after the move": "no longer needed",
		"Cannot Reproduce": "cannot reproduce", "Works as designed": "works as designed", "Not A Problem": "not a problem",
		"Abandoned": "abandoned", "Incomplete": "incomplete", "Duplikat von bd-12": "duplikat", "hinfällig": "hinfällig",
		"doublon de bd-3": "doublon", "duplicado": "duplicado", "Wird nicht gemacht": "wird nicht",
	} {
		if got := droppedBy(reason); got != want {
			t.Errorf("%q: got %q, want %q", reason, got, want)
		}
	}
}

func TestReasonIn(t *testing.T) {
	for label, want := range map[string]string{
		"bug": "", "outdated": "", "stale": "", "wontfix": "wontfix", "resolution:wontfix": "wontfix", "duplicate": "duplicate",
		"status/not-planned": "not-planned", "duplicate code": "", "works as designed": "works as designed",
	} {
		if got := ReasonIn([]string{"docs", label}); got != want {
			t.Errorf("%q: got %q, want %q", label, got, want)
		}
	}
}
