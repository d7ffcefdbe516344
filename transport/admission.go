package transport

import (
	"context"
	"runtime"
	"time"

	"github.com/vektah/gqlparser/v2/gqlerror"
	"golang.org/x/sync/semaphore"
)

// cheapShare is the share of the limit, as a divisor, below which requests are
// always admitted, so that they never wait for expensive ones. By eye.
const cheapShare = 50

// longShare is the part of the limit, as a divisor, from which a request takes a
// processor for long: 25 ms of it with the default limits. The screens of
// docs/clients.md cost at most 23 % of the limit, and the slowest of them
// takes 9 ms.
const longShare = 4

// waitWithin is how long a request waits for others to end. By eye.
const waitWithin = 2 * time.Second

// Answers of up to smallAnswer bytes are not counted while they are written: a
// thousand connections have 64 MB of them. Of larger ones, those that clients
// have not yet read may have unreadAnswers times the bytes of one answer: eight
// that are as large as they can be. By eye.
const (
	smallAnswer   = 64 << 10
	unreadAnswers = 8
)

// Admission bounds what is executed at once, by price: processors and memory
// are taken by few dear requests or by many cheap ones. One is shared by all
// interfaces of a server.
type Admission struct {
	weights *semaphore.Weighted // prices of what is executed
	long    *semaphore.Weighted // requests that take a processor for long
	middle  *semaphore.Weighted // requests between those and the cheap ones
	unread  *semaphore.Weighted // bytes of large answers
	limits  Limits
}

// NewAdmission returns the admission to a server with such limits; zero fields
// are the defaults. Of the processors it leaves one, if there are several, to
// requests that are done soon. Without that, with two processors, half of the
// cheap requests waited for 30 ms beside dear ones: the scheduler of Go takes
// turns of 10 ms, and looks for new requests when a processor is free.
func NewAdmission(limits Limits) *Admission {
	limits = limits.orDefault()
	return &Admission{
		weights: semaphore.NewWeighted(int64(limits.AtOnce)),
		long:    semaphore.NewWeighted(int64(max(1, runtime.GOMAXPROCS(0)-1))),
		middle:  semaphore.NewWeighted(int64(max(2, runtime.GOMAXPROCS(0)))),
		unread:  semaphore.NewWeighted(unreadAnswers * int64(max(limits.ResponseBytes, smallAnswer))),
		limits:  limits,
	}
}

// Enter waits until a request of a price may be executed, at most two seconds.
// The function that it returns is to be called when it is done. The error is of
// the code LIMIT_EXCEEDED.
func (a *Admission) Enter(ctx context.Context, price int) (leave func(), err error) {
	leave, busy := a.enter(ctx, price)
	if busy != nil {
		return nil, busy
	}
	return leave, nil
}

// LongPrice returns the least price of a request that takes a processor for long.
func (a *Admission) LongPrice() int { return a.limits.Complexity / longShare }

// enter is Enter. Requests have their weight while they wait for a processor, so
// that all others that are not cheap wait behind too many of them.
func (a *Admission) enter(ctx context.Context, price int) (leave func(), err *gqlerror.Error) {
	if price <= a.limits.Complexity/cheapShare {
		return func() {}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, waitWithin)
	defer cancel()
	weight, processors := int64(min(price, a.limits.AtOnce)), a.middle
	if price >= a.LongPrice() {
		processors = a.long
	}
	if a.weights.Acquire(ctx, weight) != nil {
		return nil, a.busy()
	}
	if processors.Acquire(ctx, 1) != nil {
		a.weights.Release(weight)
		return nil, a.busy()
	}
	return func() { processors.Release(1); a.weights.Release(weight) }, nil
}

// hold waits until an answer of so many bytes may wait for its client to read
// it. The function that it returns is to be called when it was sent.
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
