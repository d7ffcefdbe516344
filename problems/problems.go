// Package problems keeps what is wrong with a running program but does not stop
// it, such as a member of a list that cannot be used and is left out. Each problem
// is logged once, and /readyz lists those that last.
package problems

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
)

// A Found maps each problem, as a sentence without a full stop, to its cause. The
// sentence is shown to anybody, and the cause only to those who read the log.
type Found map[string]error

// A List has the problems of a program. It is safe for concurrent use. A nil *List
// keeps nothing.
type List struct {
	log *slog.Logger

	mu     sync.Mutex
	found  map[string]Found // by place
	logged map[string]bool  // sentences with their causes
}

// New returns a list that logs to log, unless that is nil.
func New(log *slog.Logger) *List {
	return &List{log: log, found: map[string]Found{}, logged: map[string]bool{}}
}

// Set replaces the problems of a place, such as "lenses".
func (l *List) Set(ctx context.Context, place string, found Found) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.found[place] = maps.Clone(found)
	for _, sentence := range slices.Sorted(maps.Keys(found)) {
		l.logOnce(ctx, sentence, found[sentence])
	}
}

// Add adds a problem to those of a place.
func (l *List) Add(ctx context.Context, place, sentence string, cause error) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.found[place] == nil {
		l.found[place] = Found{}
	}
	if _, known := l.found[place][sentence]; known || len(l.found[place]) < mostHeld {
		l.found[place][sentence] = cause
	}
	l.logOnce(ctx, sentence, cause)
}

// Remove removes a problem of a place that is solved.
func (l *List) Remove(place, sentence string) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.found[place], sentence)
}

// mostHeld is the maximum number of problems that Add keeps of a place, and of
// different lines of the log that are remembered. By eye.
const mostHeld = 1000

func (l *List) logOnce(ctx context.Context, sentence string, cause error) {
	text := fmt.Sprint(sentence, "\x00", cause)
	if l.log == nil || l.logged[text] {
		return
	}
	if len(l.logged) > mostHeld {
		clear(l.logged)
	}
	l.logged[text] = true
	l.log.WarnContext(ctx, sentence, "error", cause)
}

// mostListed is the maximum number of problems of a place that are listed, by eye.
const mostListed = 20

// All returns the problems as sentences, in order.
func (l *List) All() (all []string) {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, place := range slices.Sorted(maps.Keys(l.found)) {
		sentences := slices.Sorted(maps.Keys(l.found[place]))
		listed := min(len(sentences), mostListed)
		all = append(all, sentences[:listed]...)
		if rest := len(sentences) - listed; rest > 0 {
			all = append(all, fmt.Sprintf("%s: and %d more", place, rest))
		}
	}
	return all
}

// LeftOut returns the sentence about a member of a list that is left out.
func LeftOut(kind, name string) string {
	return fmt.Sprintf("%s %.60q is left out: it cannot be used", kind, name)
}
