package auth

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// A Limiter limits how many requests each actor may send: a token bucket for
// everyone, by a name.
type Limiter struct {
	perSecond rate.Limit
	burst     int
	now       func() time.Time
	mu        sync.Mutex
	buckets   map[string]*rate.Limiter
}

// mostBuckets bounds the memory of a limiter, by eye. When there are so many,
// those that are full are dropped, which is no difference to their actors; if
// none is, all are.
const mostBuckets = 10_000

// NewLimiter returns a limiter to a number of requests per second, of which
// twice as many may come at once. 0 is no limit.
func NewLimiter(perSecond float64, now func() time.Time) *Limiter {
	return &Limiter{perSecond: rate.Limit(perSecond), burst: max(1, int(2*perSecond)), now: now, buckets: map[string]*rate.Limiter{}}
}

// Allow reports whether somebody may send a request now, and if not, after what
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

// drop makes room for a bucket.
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
