package loaders

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
)

// reads records the keys of every read, and returns each key as a text.
type reads struct {
	mu   sync.Mutex
	keys [][]int
	err  error
}

func (r *reads) read(_ context.Context, _ Source, keys []int) (func(int) string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.keys = append(r.keys, slices.Sorted(slices.Values(keys)))
	found := map[int]string{}
	for _, key := range keys {
		if key >= 0 {
			found[key] = fmt.Sprint(key)
		}
	}
	return in(found), r.err
}

// numbers returns a loader of numbers.
func numbers(read reading[int, string]) *loader[int, string] {
	return &loader[int, string]{what: "numbers", read: read}
}

// together loads the keys concurrently and returns their values or errors.
func together(l *loader[int, string], keys ...int) []string {
	answers := make([]string, len(keys))
	var asking sync.WaitGroup
	for i, key := range keys {
		asking.Go(func() {
			value, err := l.load(context.Background(), key)
			answers[i] = fmt.Sprint(value, err)
		})
	}
	asking.Wait()
	return answers
}

func TestKeysAreReadTogetherAndOnce(t *testing.T) {
	var r reads
	l := numbers(r.read)
	if got := together(l, 1, 2, 1, -1); !slices.Equal(got, []string{"1<nil>", "2<nil>", "1<nil>", "<nil>"}) {
		t.Errorf("answered %q", got)
	}
	together(l, 2, 1)
	together(l, 3)
	read := slices.Concat(r.keys...)
	if slices.Sort(read); !slices.Equal(read, []int{-1, 1, 2, 3}) {
		t.Errorf("read %v, want each key once", r.keys)
	}
	if last := r.keys[len(r.keys)-1]; !slices.Equal(last, []int{3}) {
		t.Errorf("the last read was of %v, want [3]", last)
	}
}

func TestAListIsReadTogether(t *testing.T) {
	var r reads
	l := numbers(r.read)
	together(l, 2)
	got, err := l.loadAll(context.Background(), []int{3, 2, 1, 3, -1})
	if err != nil || !slices.Equal(got, []string{"3", "2", "1", "3", ""}) {
		t.Errorf("got %q, %v", got, err)
	}
	if len(r.keys) != 2 || !slices.Equal(r.keys[1], []int{-1, 1, 3}) {
		t.Errorf("read %v, want one read of the keys that were not known", r.keys)
	}
	many := make([]int, capacity+1)
	for i := range many {
		many[i] = 100 + i
	}
	if got, err := l.loadAll(context.Background(), many); err != nil || got[capacity] != fmt.Sprint(100+capacity) || len(r.keys) != 4 {
		t.Errorf("%d reads, %v; want two more", len(r.keys), err)
	}
	r.err = errors.New("no luck")
	if _, err := l.loadAll(context.Background(), []int{50}); err == nil {
		t.Error("a read that failed gave no error")
	}
}

func TestABatchHasACapacity(t *testing.T) {
	var r reads
	keys := make([]int, 2*capacity+1)
	for i := range keys {
		keys[i] = i
	}
	together(numbers(r.read), keys...)
	total := 0
	for _, keys := range r.keys {
		total += len(keys)
		if len(keys) > capacity {
			t.Errorf("read %d keys at once, want at most %d", len(keys), capacity)
		}
	}
	if total != len(keys) {
		t.Errorf("read %d keys, want %d", total, len(keys))
	}
}

func TestAnErrorIsEverybodys(t *testing.T) {
	r := reads{err: errors.New("no luck")}
	for _, got := range together(numbers(r.read), 1, 2) {
		if !strings.Contains(got, "numbers: no luck") {
			t.Errorf("answered %q", got)
		}
	}
}

func TestAPanicLetsTheOthersGo(t *testing.T) {
	l := numbers(func(context.Context, Source, []int) (func(int) string, error) { panic("no luck") })
	func() {
		defer func() { _ = recover() }()
		_, _ = l.load(context.Background(), 1)
	}()
	if _, err := l.load(context.Background(), 1); err == nil {
		t.Error("a read that panicked gave no error")
	}
}

func TestWaitingEndsWithTheContext(t *testing.T) {
	reading, end := make(chan bool), make(chan bool)
	l := numbers(func(context.Context, Source, []int) (func(int) string, error) {
		reading <- true
		<-end
		return zero[int, string], nil
	})
	var first sync.WaitGroup
	first.Go(func() { _, _ = l.load(context.Background(), 1) })
	<-reading
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := l.load(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that the context was cancelled", err)
	}
	close(end)
	first.Wait()
}
