package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCommandsSave asks the same of a store before and after its projects are
// saved.
func TestCommandsSave(t *testing.T) {
	db := demoFile(t)
	folder := strings.TrimPrefix(db, "--db=sqlite:") + ".index"
	var answers []string
	for _, index := range []string{"none", "", ""} {
		args := []string{"context", "what blocks the app-store submission?", db}
		if index != "" {
			args = append(args, "--index-dir="+index)
		}
		got := run(t, nil, args...)
		if got.status != 0 || got.errOut != "" {
			t.Fatalf("%v: %+v", args, got)
		}
		if answers = append(answers, got.out); answers[0] != got.out {
			t.Errorf("%v: got\n%s\nwant\n%s", args, got.out, answers[0])
		}
		_, err := os.Stat(folder)
		if saved := err == nil; saved != (index == "") {
			t.Errorf("%v: saved %t", args, saved)
		}
	}
	if saved, _ := filepath.Glob(filepath.Join(folder, "*.index")); len(saved) == 0 {
		t.Error("no index is saved")
	}
}
