package transport

import (
	"context"
	"time"

	"github.com/vektah/gqlparser/v2/gqlerror"
	"golang.org/x/sync/semaphore"
)

// Requests that cost less than a share of the limit are always admitted: they
// are not to wait for those that cost much. By eye.
const cheapShare = 50

// waitWithin is how long a request waits for others to end. By eye.
const waitWithin = 2 * time.Second

// admission bounds what is executed at once, by price: processors and memory
// are taken by few dear requests or by many cheap ones.
type admission struct {
	weights *semaphore.Weighted
	cheap   int
	allowed int
}

func newAdmission(limits Limits) *admission {
	return &admission{semaphore.NewWeighted(int64(limits.AtOnce)), limits.Complexity / cheapShare, limits.AtOnce}
}

// enter waits until an operation may be executed. The function that it returns
// is to be called when it is done.
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
