package outline

import (
	"testing"
	"time"
)

// FuzzComparison checks that a comparison has words of the question, in order.
func FuzzComparison(f *testing.F) {
	for _, question := range []string{
		"risks >= 60 %", "between 1,000 and 2k euros", "at least ten per cent", "目標を2つ以上 more than 3", "under €1m", "up to 30 November", "5 or more",
	} {
		f.Add(question)
	}
	now := time.Date(2026, 11, 26, 0, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, question string) {
		q := wordingOf(question)
		c := q.comparison(now)
		if c == nil {
			return
		}
		if c.first < 0 || c.first >= c.last || c.last > len(q.words) {
			t.Fatalf("%q compares by the words from %d to %d of %d", question, c.first, c.last, len(q.words))
		}
		if q.phrase(c) == "" {
			t.Fatalf("%q compares by no words", question)
		}
	})
}
