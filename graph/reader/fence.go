package reader

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"dossier/graph"
)

// A Fence is a position in the log of a store: the state at it has all that was
// written before. The zero Fence is the beginning.
type Fence uint64

// Newest is a fence that no replica has reached.
const Newest = ^Fence(0)

// The texts of [Newest] and of the zero Fence.
const (
	newestFence = "newest"
	noFence     = "none"
)

// String returns the text for [ParseFence].
func (f Fence) String() string {
	switch f {
	case 0:
		return noFence
	case Newest:
		return newestFence
	}
	return fmt.Sprintf("%X/%X", uint64(f)>>32, uint64(f)&0xffffffff)
}

// ParseFence returns the fence with a text: none, newest, or that of a position as
// Postgres writes it.
func ParseFence(text string) (Fence, error) {
	switch text {
	case noFence:
		return 0, nil
	case newestFence:
		return Newest, nil
	}
	high, low, _ := strings.Cut(text, "/")
	first, err := strconv.ParseUint(high, 16, 32)
	second, failed := strconv.ParseUint(low, 16, 32)
	if err != nil || failed != nil {
		return 0, graph.BadInput("", "expected none, or the fence of the answer before; got %q", graph.Truncate(text, 60))
	}
	return Fence(first<<32 | second), nil
}

// A Reading is the place of the reads of a request: the place of all writes, or a
// replica with a state that the request accepts. A request may leave a replica for the
// place of writes, and never goes to another replica. A nil Reading is at the place of
// writes.
type Reading struct {
	// Seen is the fence that the state must have reached.
	Seen Fence
	// Within is the most by which the state may be older than the current one; 0 means
	// as much as the store permits.
	Within time.Duration

	mu      sync.Mutex
	accepts bool // a replica, which is not chosen yet
	replica int  // its number from 1 on; 0 for the place of writes
}

// Accept makes the reading accept a replica. It is called before the first read of
// a request that writes nothing.
func (r *Reading) Accept() {
	if r == nil || r.Seen == Newest {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.accepts = true
}

// Replica returns the number of the replica from 1 on, 0 for the place of writes. The
// first call chooses it.
func (r *Reading) Replica(choose func(r *Reading) int) int {
	if r == nil {
		return 0
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.accepts {
		r.accepts, r.replica = false, choose(r)
	}
	return r.replica
}

// Leave makes further reads go to the place of writes.
func (r *Reading) Leave() {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.accepts, r.replica = false, 0
}

// IsLate reports whether reads may be of an older state than the current one.
func (r *Reading) IsLate() bool {
	if r == nil {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.accepts || r.replica > 0
}

// WithReading returns a copy of ctx with the reading of a request.
func WithReading(ctx context.Context, reading *Reading) context.Context {
	r := requestFrom(ctx)
	r.reading = reading
	return r.in(ctx)
}

// ReadingFrom returns the reading of ctx, as set by [WithReading], nil if there is none.
func ReadingFrom(ctx context.Context) *Reading { return requestFrom(ctx).reading }
