package cli

import "testing"

// TestPrune checks that nothing is removed from a new store, and that invalid
// ages are refused.
func TestPrune(t *testing.T) {
	db := demoFile(t)
	if got := run(t, nil, "prune", db); got != (result{out: "removed 0 events, 0 entries of the audit, 0 ids of mutations\n"}) {
		t.Errorf("%+v", got)
	}
	if got := run(t, nil, "prune", db, "--history=soon"); got.status != 2 {
		t.Errorf("%+v", got)
	}
}
