package outline_test

import (
	"os"
	"strings"
	"testing"
	"time"
)

// TestRepeatedQuestions asks questions that repeat themselves to 6,000
// characters, and checks that none is read as a list of all, and that the time
// does not grow as the square of their length. When each word was compared with
// each other, they took minutes on 100,000 entities, in which the work does not
// look at its context.
func TestRepeatedQuestions(t *testing.T) {
	source, err := os.ReadFile("../../testdata/demo.ndjson")
	if err != nil {
		t.Fatal(err)
	}
	demo := openWith(t, string(source))
	ask := func(length int) (took time.Duration) {
		took = time.Hour
		for range 3 { // the fastest counts, because others may use the machine
			begun := time.Now()
			for _, question := range []string{"done ", "risks of x ", "list all open risks. ", "which sites ", "priority 1 ",
				"done overdue without an owner "} {
				if o := demo.find(strings.Repeat(question, length/len(question))); length > 1000 && o.List != nil {
					t.Errorf("%s: a list of all: %s", question, listed(o.List))
				}
			}
			took = min(took, time.Since(begun))
		}
		return took
	}
	short := ask(600)
	if long := ask(6000); long > 40*short {
		t.Errorf("ten times the text takes %v, which is %.0f times %v; expected about 10", long, float64(long)/float64(short), short)
	}
}
