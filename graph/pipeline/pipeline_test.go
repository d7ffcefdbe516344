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

// TestTogether checks that each function runs, and that both run at the same
// time: each waits for the other.
func TestTogether(*testing.T) {
	first, second := make(chan bool), make(chan bool)
	Together(
		func() { close(first); <-second },
		func() { close(second); <-first },
	)
}

// TestPanicsElsewhere checks that panics of other goroutines reach the caller.
func TestPanicsElsewhere(t *testing.T) {
	for name, f := range map[string]func(){
		"Ahead":               func() { _ = maps.Collect(Ahead(func(func(int, int) bool) { panic("lost") })) },
		"Each":                func() { Each([]int{1}, func(int) { panic("lost") }) },
		"Together, the first": func() { Together(func() { panic("lost") }, func() {}) },
		"Together, the last":  func() { Together(func() {}, func() { panic("lost") }) },
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
