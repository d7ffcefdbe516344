package outline_test

import (
	"os"
	"strings"
	"testing"
	"time"
)

// TestRepeatedQuestions asks questions that repeat themselves to 6,000
// characters. Lists of such a text took a second or two on the demo, and minutes
// on 100,000 entities, in which the work does not look at its context.
func TestRepeatedQuestions(t *testing.T) {
	source, err := os.ReadFile("../../testdata/demo.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	demo := openWith(t, string(source))
	demo.find("warm up")
	start := time.Now()
	for _, question := range []string{"done ", "risks of x ", "list all open risks. ", "which sites ", "priority 1 ",
		"done overdue without an owner "} {
		if o := demo.find(strings.Repeat(question, 6000/len(question))); o.List != nil {
			t.Errorf("%s: a list of all: %s", question, listed(o.List))
		}
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("they took %s; they took 6.5 s when each word was compared with each other", took)
	}
}
