package pipeline

import (
	"maps"
	"testing"
)

// TestAhead checks that pairs arrive in order, and that a consumer that stops
// leaves no producer behind.
func TestAhead(t *testing.T) {
	ended := false
	numbers := func(yield func(int, int) bool) {
		defer func() { ended = true }()
		for n := range 100 {
			if !yield(n, n*n) {
				return
			}
		}
	}
	if got := maps.Collect(Ahead(numbers)); len(got) != 100 || got[9] != 81 {
		t.Errorf("got %v", got)
	}
	ended = false
	for n := range Ahead(numbers) {
		if n == 3 {
			break
		}
	}
	if !ended {
		t.Error("the producer is running after the loop")
	}
}

// TestPanicsElsewhere checks that panics of other goroutines reach the caller.
func TestPanicsElsewhere(t *testing.T) {
	for name, f := range map[string]func(){
		"Ahead": func() { _ = maps.Collect(Ahead(func(func(int, int) bool) { panic("lost") })) },
		"Each":  func() { Each([]int{1}, func(int) { panic("lost") }) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if cause := recover(); cause != "lost" {
					t.Errorf("got %v, want the panic", cause)
				}
			}()
			f()
		})
	}
}
