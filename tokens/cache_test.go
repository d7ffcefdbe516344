package tokens

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"
)

// counting returns a counter of bytes that counts its calls.
func counting(calls *atomic.Int64) Counter {
	return Counter{encoding: "bytes", count: func(text string) int { calls.Add(1); return len(text) }}
}

func TestCachedCountsOnce(t *testing.T) {
	var calls atomic.Int64
	cached := Cached(counting(&calls), 1<<20)
	for range 3 {
		for _, text := range []string{"", "a", "bb", "ccc"} {
			if got := cached.Count(text); got != len(text) {
				t.Errorf("Count(%q) = %d", text, got)
			}
		}
	}
	if calls.Load() != 4 || cached.Encoding() != "bytes" {
		t.Errorf("%d calls, want 4; encoding %s", calls.Load(), cached.Encoding())
	}
}

func TestCachedKeepsWhatIsAskedForWithinItsBound(t *testing.T) {
	const entries = 100
	var calls atomic.Int64
	cached := Cached(counting(&calls), 2*entries*entryBytes)
	for i := range 50 * entries {
		cached.Count(strconv.Itoa(i))
		cached.Count("asked for all the time")
	}
	if want := int64(50*entries + 1); calls.Load() != want {
		t.Errorf("%d calls, want %d: what is asked for is forgotten", calls.Load(), want)
	}
	calls.Store(0)
	for i := range 50 * entries {
		cached.Count(strconv.Itoa(50*entries - 1 - i))
	}
	if kept := 50*entries - calls.Load(); kept < entries-2 || kept > 2*entries {
		t.Errorf("%d texts remembered, want %d to %d", kept, entries, 2*entries)
	}
}

func TestCachedOfNoBytesStillCounts(t *testing.T) {
	var calls atomic.Int64
	cached := Cached(counting(&calls), -1)
	for _, text := range []string{"a", "bb", "a", "ccc", "bb"} {
		if got := cached.Count(text); got != len(text) {
			t.Errorf("Count(%q) = %d", text, got)
		}
	}
}

func TestCachedIsSafeForConcurrentUse(t *testing.T) {
	var calls atomic.Int64
	cached := Cached(counting(&calls), 40*entryBytes)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for i := range 2000 {
				text := strconv.Itoa(i % 60)
				if got := cached.Count(text); got != len(text) {
					t.Errorf("Count(%q) = %d", text, got)
				}
			}
		})
	}
	group.Wait()
}

// Lines are counted separately, so that a text of known lines is not counted
// again.
func TestCachedCountsLines(t *testing.T) {
	var calls atomic.Int64
	cached := Cached(counting(&calls), 1<<20)
	for _, text := range []string{"# One\n- two\n", "- two\n- two\n# One\n- two\n"} {
		if got := cached.Count(text); got != len(text) {
			t.Errorf("Count(%q) = %d", text, got)
		}
	}
	if calls.Load() != 2 {
		t.Errorf("%d calls, want 2, one for each line", calls.Load())
	}
}

func TestCachedCountsExactly(t *testing.T) {
	for _, name := range Encodings() {
		counter, err := For(name)
		if err != nil {
			t.Fatal(err)
		}
		cached := Cached(counter, 1<<20)
		t.Run(name, func(t *testing.T) {
			near := rapid.StringOf(rapid.RuneFrom([]rune("a.)\n\n\n// \t\r\u00a0\u0301'sZ1-#")))
			rapid.Check(t, func(t *rapid.T) {
				text := rapid.OneOf(near, near, rapid.String()).Draw(t, "text")
				if got, want := cached.Count(text), counter.Count(text); got != want {
					t.Fatalf("Count(%q) = %d, want %d", text, got, want)
				}
			})
		})
	}
}

// TestRanks compares ranks with the map that they are made of.
func TestRanks(t *testing.T) {
	tokens, list := map[string]int{}, []string{}
	for i := range 5000 {
		tokens[fmt.Sprint(i*7)] = len(list)
		list = append(list, fmt.Sprint(i*7), "") // and a rank without a token
	}
	r, err := newRanks(list)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 40_000 {
		want, known := tokens[fmt.Sprint(i)]
		if !known {
			want = unmerged
		}
		if got := r.rank(fmt.Sprint(i)); int(got) != want {
			t.Errorf("the rank of %d is %d, want %d", i, got, want)
		}
	}
	if _, err := newRanks([]string{strings.Repeat("a", longestToken+1)}); err == nil {
		t.Error("a token that is too long is accepted")
	}
}
