package transport

import (
	"context"
	"time"

	"github.com/vektah/gqlparser/v2/gqlerror"
	"golang.org/x/sync/semaphore"
)

// cheapShare is the share of the limit, as a divisor, below which requests are
// always admitted, so that they never wait for expensive ones. By eye.
const cheapShare = 50

// waitWithin is how long a request waits for others. By eye.
const waitWithin = 2 * time.Second

// admission bounds the total price of concurrent operations: a few expensive
// requests take as much processor time and memory as many cheap ones.
type admission struct {
	weights *semaphore.Weighted
	cheap   int
	allowed int
}

func newAdmission(limits Limits) *admission {
	return &admission{semaphore.NewWeighted(int64(limits.AtOnce)), limits.Complexity / cheapShare, limits.AtOnce}
}

// enter waits until an operation of the price may be executed. The caller must
// call leave when the operation has ended.
func (a *admission) enter(ctx context.Context, price int) (leave func(), err *gqlerror.Error) {
	if price <= a.cheap {
		return func() {}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, waitWithin)
	defer cancel()
	weight := int64(min(price, a.allowed))
	if a.weights.Acquire(ctx, weight) == nil {
		return func() { a.weights.Release(weight) }, nil
	}
	return nil, &gqlerror.Error{
		Message:    "the server is busy with other requests; try again in a second",
		Extensions: map[string]any{"code": codeLimitExceeded, "limit": "atOnce", "allowed": a.allowed},
	}
}
