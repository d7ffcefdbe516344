package reads_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"dossier/db/reads"
)

// A store answers reads when the test lets it, and records their keys.
type store struct {
	mu    sync.Mutex
	reads [][]int
	open  chan error // the result of a read; without one, the read waits
}

func newStore() *store { return &store{open: make(chan error)} }

// read returns the keys as a text.
func (s *store) read(ctx context.Context, keys []int) (string, error) {
	s.mu.Lock()
	s.reads = append(s.reads, slices.Clone(keys))
	s.mu.Unlock()
	select {
	case err := <-s.open:
		return fmt.Sprint(keys), err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// A request is a call of Read on a goroutine.
type request struct {
	result   string
	isShared bool
	err      error
	ended    bool
}

type shared = reads.Shared[string, int, string]

func begin(ctx context.Context, r *shared, s *store, of string, keys ...int) *request {
	made := &request{}
	go func() {
		made.result, made.isShared, made.err = r.Read(ctx, of, keys, s.read)
		made.ended = true
	}()
	synctest.Wait()
	return made
}

// let ends the oldest read that runs.
func (s *store) let(err error) {
	s.open <- err
	synctest.Wait()
}

// pass lets time pass.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func (s *store) check(t *testing.T, want string) {
	t.Helper()
	if got := fmt.Sprint(s.reads); got != want {
		t.Errorf("the reads are of %s, want %s", got, want)
	}
}

func newShared() *shared { return &shared{AtOnce: 1, Most: 3, Patience: time.Minute} }

// TestSharing makes requests while another one reads.
func TestSharing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, s := newShared(), newStore()
		first := begin(t.Context(), r, s, "ann", 1)
		second, third := begin(t.Context(), r, s, "ann", 2), begin(t.Context(), r, s, "ann", 3, 1)
		beyond := begin(t.Context(), r, s, "ann", 4) // the second batch is full
		s.check(t, "[[1]]")
		s.let(nil)
		s.check(t, "[[1] [2 3 1]]")
		late := begin(t.Context(), r, s, "ann", 2) // is not added to the read that has begun
		s.let(nil)
		s.let(nil)
		s.check(t, "[[1] [2 3 1] [4 2]]")
		for _, test := range []struct {
			*request
			result string
		}{{first, "[1]"}, {second, "[2 3 1]"}, {third, "[2 3 1]"}, {beyond, "[4 2]"}, {late, "[4 2]"}} {
			if !test.ended || test.request.result != test.result || test.err != nil || test.isShared == (test.request == first) {
				t.Errorf("got %+v, want %s", test.request, test.result)
			}
		}
	})
}

// TestGroups checks that groups share nothing, and do not wait for each other.
func TestGroups(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, s := newShared(), newStore()
		begin(t.Context(), r, s, "ann", 1)
		begin(t.Context(), r, s, "ben", 2)
		begin(t.Context(), r, s, "ann", 3)
		begin(t.Context(), r, s, "ben", 4)
		s.check(t, "[[1] [2]]")
		for range 4 {
			s.let(nil)
		}
		s.check(t, "[[1] [2] [3] [4]]")
	})
}

// TestFailure checks that all requests of a read have its error, and those
// after it do not.
func TestFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, s := newShared(), newStore()
		failed := errors.New("no connection")
		requests := []*request{begin(t.Context(), r, s, "ann", 1), begin(t.Context(), r, s, "ann", 2), begin(t.Context(), r, s, "ann", 3)}
		s.let(nil)
		s.let(failed)
		requests = append(requests, begin(t.Context(), r, s, "ann", 4))
		s.let(nil)
		for i, want := range []error{nil, failed, failed, nil} {
			if got := requests[i]; !got.ended || !errors.Is(got.err, want) {
				t.Errorf("request %d: %v, want %v", i, got.err, want)
			}
		}
	})
}

// TestLeaving ends requests while they wait: before their read, and during it.
func TestLeaving(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, s := newShared(), newStore()
		leaving, leave := context.WithCancel(t.Context())
		before, end := context.WithTimeout(t.Context(), time.Second)
		defer end()
		begin(t.Context(), r, s, "ann", 1)
		early := begin(before, r, s, "ann", 2)
		left, stays := begin(leaving, r, s, "ann", 3), begin(t.Context(), r, s, "ann", 4)
		pass(2 * time.Second)
		if !early.ended || !errors.Is(early.err, context.DeadlineExceeded) || stays.ended {
			t.Errorf("after its deadline, a request has %v", early.err)
		}
		s.let(nil)
		leave()
		synctest.Wait()
		if !left.ended || !errors.Is(left.err, context.Canceled) || stays.ended {
			t.Errorf("a request that left has %v, and the other one has ended: %v", left.err, stays.ended)
		}
		s.let(nil)
		if !stays.ended || stays.err != nil || stays.result != "[2 3 4]" {
			t.Errorf("the other one has %+v", stays)
		}
	})
}

// TestNobodyWaits checks that a read ends when all of its requests have, and
// that the next one begins.
func TestNobodyWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, s := newShared(), newStore()
		leaving, leave := context.WithCancel(t.Context())
		begin(t.Context(), r, s, "ann", 1)
		left := begin(leaving, r, s, "ann", 2)
		s.let(nil)
		next := begin(t.Context(), r, s, "ann", 3)
		leave()
		synctest.Wait()
		s.check(t, "[[1] [2] [3]]")
		s.let(nil)
		if !left.ended || !next.ended || next.err != nil {
			t.Errorf("got %+v and then %+v", left, next)
		}
	})
}

// TestPatience checks that keys do not wait for a read that takes long.
func TestPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, s := newShared(), newStore()
		begin(t.Context(), r, s, "ann", 1)
		begin(t.Context(), r, s, "ann", 2)
		pass(time.Hour)
		s.check(t, "[[1] [2]]")
		begin(t.Context(), r, s, "ann", 3)
		s.let(nil)
		s.let(nil)
		s.check(t, "[[1] [2] [3]]")
		s.let(nil)
	})
}

// TestPanic checks that a panic in a shared read is an error.
func TestPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, s := newShared(), newStore()
		begin(t.Context(), r, s, "ann", 1)
		var err error
		go func() {
			_, _, err = r.Read(t.Context(), "ann", []int{2}, func(context.Context, []int) (string, error) { panic("oops") })
		}()
		synctest.Wait()
		s.let(nil)
		if err == nil || !strings.Contains(err.Error(), "oops") {
			t.Errorf("the error is %v", err)
		}
	})
}

// TestManyRequests reads from many goroutines at once, for the race detector.
func TestManyRequests(t *testing.T) {
	r := &shared{AtOnce: 2, Most: 8, Patience: time.Microsecond}
	var running sync.WaitGroup
	for i := range 200 {
		running.Go(func() {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if i%5 == 0 {
				go cancel()
			}
			found, _, err := r.Read(ctx, fmt.Sprint(i%3), []int{i}, func(_ context.Context, keys []int) (string, error) {
				return fmt.Sprint(keys), nil
			})
			if err == nil && !slices.Contains(strings.Fields(strings.Trim(found, "[]")), fmt.Sprint(i)) {
				t.Errorf("request %d has %s", i, found)
			}
		})
	}
	running.Wait()
}
