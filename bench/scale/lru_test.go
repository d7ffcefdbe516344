package main

import (
	"math"
	"testing"
)

// TestHitRate compares the simulation with Che's approximation: a project is in memory
// if it was asked for within a time in which as many projects are asked for as there
// is room.
func TestHitRate(t *testing.T) {
	l := zipf{projects: 2000, exponent: 1.2}
	popularity, sum := make([]float64, l.projects), 0.0
	for k := range popularity {
		popularity[k] = math.Pow(1+float64(k), -l.exponent)
		sum += popularity[k]
	}
	for _, room := range []int{20, 200, 1000} {
		held := func(time float64) (projects, hits float64) {
			for _, p := range popularity {
				is := 1 - math.Exp(-p/sum*time)
				projects, hits = projects+is, hits+p/sum*is
			}
			return projects, hits
		}
		low, high := 0.0, 1e9
		for range 100 {
			if projects, _ := held((low + high) / 2); projects < float64(room) {
				low = (low + high) / 2
			} else {
				high = (low + high) / 2
			}
		}
		_, want := held(low)
		if got := l.hitRate(1, room, 50_000, 200_000, false); math.Abs(got-want) > .01 {
			t.Errorf("room for %d of %d projects: %.3f, expected %.3f", room, l.projects, got, want)
		}
	}
	if hashed, turns := l.hitRate(3, 100, 50_000, 100_000, true), l.hitRate(3, 100, 50_000, 100_000, false); hashed < turns+.03 {
		t.Errorf("by project %.3f, in turn %.3f; expected more by project", hashed, turns)
	}
}
