package transport_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"testing"
	"time"

	"dossier/transport"
)

// dear is a query whose price is too high to be always admitted. A function of
// the test resolves answer.
const dear = `{answer item{items(first:400){id child{id}}}}`

// TestOverload sends too many expensive requests at once, and a cheap one.
func TestOverload(t *testing.T) {
	blocked, entered := make(chan struct{}), make(chan struct{}, 10)
	s := newServer(transport.Options{Limits: transport.Limits{AtOnce: 4000}}).answers(func(context.Context) (*string, error) {
		entered <- struct{}{}
		<-blocked
		return nil, nil
	})
	body := fmt.Sprintf(`{"query":%q}`, dear)
	for range 3 { // each costs 1,202
		go s.ServeHTTP(httptest.NewRecorder(), request{body: body}.make())
	}
	for range 3 {
		<-entered
	}
	if cheap := s.query(t, `{item{id}}`); cheap.code() != "" {
		t.Errorf("a cheap request: %s", cheap.raw)
	}
	refused := s.post(t, body)
	if refused.status != 503 || refused.code() != "LIMIT_EXCEEDED" || refused.Errors[0].Extensions["limit"] != "atOnce" || refused.header.Get("Retry-After") != "1" {
		t.Errorf("%d %v %s", refused.status, refused.header, refused.raw)
	}
	close(blocked)
	if then := s.post(t, body); then.code() != "" {
		t.Errorf("when others were done: %.300s", then.raw)
	}
}

// TestTimeoutIsKept checks that a request with a slow resolver is answered at
// its deadline.
func TestTimeoutIsKept(t *testing.T) {
	blocked := make(chan struct{})
	s := newServer(transport.Options{Limits: transport.Limits{Timeout: 50 * time.Millisecond}}).answers(func(context.Context) (*string, error) {
		<-blocked
		return nil, nil
	})
	got := s.query(t, `{answer}`) // the resolver does not return
	close(blocked)
	if got.status != 504 || got.code() != "TIMEOUT" || got.message() != "not done within 50ms" {
		t.Errorf("%d %s", got.status, got.raw)
	}
}

// TestLeavingEndsTheRequest ends a request whose client left.
func TestLeavingEndsTheRequest(t *testing.T) {
	ended := make(chan error, 1)
	entered := make(chan struct{})
	s := newServer(transport.Options{}).answers(func(ctx context.Context) (*string, error) {
		close(entered)
		<-ctx.Done()
		ended <- ctx.Err()
		return nil, ctx.Err()
	})
	ctx, leave := context.WithCancel(t.Context())
	go func() { <-entered; leave() }()
	s.ServeHTTP(httptest.NewRecorder(), request{body: `{"query":"{answer}"}`}.make().WithContext(ctx))
	if err := <-ended; err != context.Canceled { //nolint:errorlint // is it
		t.Errorf("ended by %v", err)
	}
}
