package transport

import (
	"context"
	"runtime"
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
	long   class               // requests that use a processor for long
	middle class               // requests with prices between long and cheap ones
	unread *semaphore.Weighted // bytes of large answers
	limits Limits
}

// A class limits the requests of a range of prices.
type class struct {
	atOnce  int                 // the sum of the prices that may be admitted
	weights *semaphore.Weighted // prices of the requests that are admitted
	running *semaphore.Weighted // requests that are executed
}

func newClass(atOnce, running int) class {
	atOnce = max(1, atOnce)
	return class{atOnce, semaphore.NewWeighted(int64(atOnce)), semaphore.NewWeighted(int64(running))}
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
// seconds. The caller must call leave when the request is done. The error has
// the code LIMIT_EXCEEDED.
func (a *Admission) Enter(ctx context.Context, price int) (leave func(), err error) {
	leave, busy := a.enter(ctx, price)
	if busy != nil {
		return nil, busy
	}
	return leave, nil
}

// LongPrice returns the least price of a request that uses a processor for
// long.
func (a *Admission) LongPrice() int { return a.limits.Complexity / longShare }

// enter implements Enter.
func (a *Admission) enter(ctx context.Context, price int) (leave func(), err *gqlerror.Error) {
	ctx, cancel := context.WithTimeout(ctx, waitWithin)
	defer cancel()
	entered := true
	switch {
	case price <= a.limits.Complexity/cheapShare:
		leave = func() {}
	case price >= a.LongPrice():
		leave, entered = a.long.enter(ctx, price)
	default:
		leave, entered = a.middle.enter(ctx, price)
	}
	if !entered {
		return nil, a.busy()
	}
	return leave, nil
}

// enter waits until ctx ends. A request has its weight while it waits for a
// processor, so that only as many wait for one as their prices allow.
func (c *class) enter(ctx context.Context, price int) (leave func(), entered bool) {
	weight := int64(min(price, c.atOnce))
	if c.weights.Acquire(ctx, weight) != nil {
		return nil, false
	}
	if c.running.Acquire(ctx, 1) != nil {
		c.weights.Release(weight)
		return nil, false
	}
	return func() { c.running.Release(1); c.weights.Release(weight) }, true
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
		return nil, a.busy()
	}
	return func() { a.unread.Release(weight) }, nil
}

func (a *Admission) busy() *gqlerror.Error {
	return &gqlerror.Error{
		Message:    "the server is busy with other requests; try again in a second",
		Extensions: map[string]any{"code": codeLimitExceeded, "limit": "atOnce", "allowed": a.limits.AtOnce},
	}
}
