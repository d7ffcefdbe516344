package transport

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"
	"time"

	"github.com/vektah/gqlparser/v2/gqlerror"
	"golang.org/x/sync/semaphore"
)

// cheapShare is the divisor of the limit for the highest price of requests that
// are always admitted, so that they never wait for expensive ones. By eye.
const cheapShare = 50

// longShare is the divisor of the limit for the least price of a request that
// uses a processor for long: 25 ms with the default limits. The screens of
// docs/clients.md cost at most 23 % of the limit, and the slowest of them takes
// 9 ms.
const longShare = 4

// quickShare is the divisor of the limit for the highest price of a request of
// which two share a slot, by eye: they wait for the store for about as long as
// they compute. With a slot each, 16 clients of a search got .7 to .8 of the
// answers. Dearer requests wait less, and cheap ones would wait longer for them.
const quickShare = 20

// waitWithin is the maximum time that a request waits for others to end. By
// eye.
const waitWithin = 2 * time.Second

// Answers of up to smallAnswer bytes are not counted while they are sent: a
// thousand connections have 64 MB of them. The larger answers that clients have
// not read yet may have unreadAnswers times the bytes of the largest possible
// answer. By eye.
const (
	smallAnswer   = 64 << 10
	unreadAnswers = 8
)

// shortPart is the part of AtOnce, as a divisor, that only requests below long
// ones may use. If all requests waited for the same prices, the first ones to
// be refused would be those that come after many long ones. By eye.
const shortPart = 4

// Admission limits what is executed at the same time by price, because a few
// expensive requests use as much processor time and memory as many cheap ones.
// All interfaces of a server share one Admission. It is safe for concurrent
// use.
type Admission struct {
	long   *class              // requests that use a processor for long
	middle *class              // requests with prices between long and cheap ones
	unread *semaphore.Weighted // bytes of large answers
	limits Limits
}

// longestRetry is the longest time after which a refused client is asked to try
// again. By eye.
const longestRetry = 30 * time.Second

// A class limits the requests of a range of prices.
type class struct {
	atOnce  int                 // the sum of the prices that may be admitted
	slots   int                 // the number of requests that may be executed, if none is quick
	weights *semaphore.Weighted // prices of the requests that are admitted
	running *semaphore.Weighted // halves of slots that are taken

	mu      sync.Mutex
	waiting int           // requests that are not executed yet
	took    time.Duration // the mean time of the last executions
}

func newClass(atOnce, slots int) *class {
	atOnce = max(1, atOnce)
	return &class{
		atOnce: atOnce, slots: slots, weights: semaphore.NewWeighted(int64(atOnce)), running: semaphore.NewWeighted(int64(2 * slots)),
	}
}

// NewAdmission returns the admission for a server with the given limits; zero
// fields mean the defaults. It reserves one of several processors for short
// requests. Without that, half of the cheap requests waited for 30 ms beside
// expensive ones on two processors, because the scheduler of Go switches after
// 10 ms, and looks for new requests when a processor is free.
func NewAdmission(limits Limits) *Admission {
	limits = limits.orDefault()
	processors := runtime.GOMAXPROCS(0)
	return &Admission{
		long:   newClass(limits.AtOnce-limits.AtOnce/shortPart, max(1, processors-1)),
		middle: newClass(limits.AtOnce/shortPart, max(2, processors)),
		unread: semaphore.NewWeighted(unreadAnswers * int64(max(limits.ResponseBytes, smallAnswer))),
		limits: limits,
	}
}

// Enter waits until a request with the price may be executed, at most two
// seconds. The caller must call leave when the request is done. The error says
// when to try again.
func (a *Admission) Enter(ctx context.Context, price int) (leave func(), err error) {
	leave, busy := a.enter(ctx, price)
	if busy != nil {
		return nil, errors.New(busy.Message)
	}
	return leave, nil
}

// LongPrice returns the least price of a request that uses a processor for
// long.
func (a *Admission) LongPrice() int { return a.limits.Complexity / longShare }

// enter implements Enter.
func (a *Admission) enter(ctx context.Context, price int) (leave func(), err *gqlerror.Error) {
	if price <= a.limits.Complexity/cheapShare {
		return func() {}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, waitWithin)
	defer cancel()
	c := a.middle
	if price >= a.LongPrice() {
		c = a.long
	}
	halves := int64(2)
	if price <= a.limits.Complexity/quickShare {
		halves = 1
	}
	leave, retry := c.enter(ctx, price, halves)
	if leave == nil {
		return nil, a.busy(retry)
	}
	return leave, nil
}

// enter waits until ctx ends. A request has its weight while it waits for a
// processor, so that only as many wait for one as their prices allow. If leave
// is nil, retry is the time in which the requests that wait could be executed.
// halves is the part of a slot that the request takes.
func (c *class) enter(ctx context.Context, price int, halves int64) (leave func(), retry time.Duration) {
	c.wait(1)
	weight := int64(min(price, c.atOnce))
	if c.weights.Acquire(ctx, weight) != nil {
		return nil, c.wait(-1)
	}
	if c.running.Acquire(ctx, halves) != nil {
		c.weights.Release(weight)
		return nil, c.wait(-1)
	}
	c.wait(-1)
	start := time.Now()
	return func() {
		c.note(time.Since(start))
		c.running.Release(halves)
		c.weights.Release(weight)
	}, 0
}

// wait adds requests to those that wait, and returns the time in which all could
// be executed that waited before.
func (c *class) wait(more int) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := time.Duration(c.waiting) * c.took / time.Duration(c.slots)
	c.waiting += more
	return all
}

// lately is the number of executions that the mean of their time follows.
const lately = 8

// note adds the time of an execution to the mean.
func (c *class) note(took time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.took == 0 {
		c.took = took
	}
	c.took += (took - c.took) / lately
}

// hold waits until an answer of the given size may be sent, at most
// [waitWithin]. The caller must call sent when the client has the answer.
func (a *Admission) hold(ctx context.Context, bytes int) (sent func(), err *gqlerror.Error) {
	if bytes <= smallAnswer {
		return func() {}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, waitWithin)
	defer cancel()
	weight := min(int64(bytes), unreadAnswers*int64(a.limits.ResponseBytes))
	if a.unread.Acquire(ctx, weight) != nil {
		return nil, a.busy(0) // how fast clients read is unknown
	}
	return func() { a.unread.Release(weight) }, nil
}

// busy returns the error for a client that may try again after a time. It is
// given in whole seconds, because the header Retry-After is.
func (a *Admission) busy(after time.Duration) *gqlerror.Error {
	seconds := max(1, int(math.Ceil(min(after, longestRetry).Seconds())))
	return &gqlerror.Error{
		Message:    fmt.Sprintf("the server is busy with other requests; try again in %d s", seconds),
		Extensions: map[string]any{"code": codeLimitExceeded, "limit": "atOnce", "allowed": a.limits.AtOnce, "retryAfter": seconds},
	}
}
