package auth

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// A Limiter limits the rate of requests of each actor, with a token bucket by
// name. It is safe for concurrent use.
type Limiter struct {
	perSecond rate.Limit
	burst     int
	now       func() time.Time
	mu        sync.Mutex
	buckets   map[string]*rate.Limiter
}

// mostBuckets is the maximum number of buckets of a limiter, by eye. When it is
// reached, full buckets are removed, which makes no difference to their actors.
// If no bucket is full, all are removed.
const mostBuckets = 10_000

// NewLimiter returns a limiter to perSecond requests per second, with bursts of
// up to twice as many. 0 means no limit.
func NewLimiter(perSecond float64, now func() time.Time) *Limiter {
	return &Limiter{perSecond: rate.Limit(perSecond), burst: max(1, int(2*perSecond)), now: now, buckets: map[string]*rate.Limiter{}}
}

// Allow reports whether an actor may send a request now, and if not, after what
// time.
func (l *Limiter) Allow(name string) (after time.Duration, ok bool) {
	if l.perSecond <= 0 {
		return 0, true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	bucket := l.buckets[name]
	if bucket == nil {
		l.drop(now)
		bucket = rate.NewLimiter(l.perSecond, l.burst)
		l.buckets[name] = bucket
	}
	reserved := bucket.ReserveN(now, 1)
	if after = reserved.DelayFrom(now); after > 0 {
		reserved.CancelAt(now)
		return after, false
	}
	return 0, true
}

// drop removes buckets if there are mostBuckets.
func (l *Limiter) drop(now time.Time) {
	if len(l.buckets) < mostBuckets {
		return
	}
	for name, bucket := range l.buckets {
		if bucket.TokensAt(now) >= float64(l.burst) {
			delete(l.buckets, name)
		}
	}
	if len(l.buckets) >= mostBuckets {
		clear(l.buckets)
	}
}
