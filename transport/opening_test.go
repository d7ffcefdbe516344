package transport_test

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"dossier/transport"
	"dossier/transport/testdata/echo"
)

// TestOpeningsAreAdmitted begins more subscriptions that take long to begin than
// the server executes queries of their price. One of them is refused. Those
// that have begun keep no processor.
func TestOpeningsAreAdmitted(t *testing.T) {
	const query = `subscription { items { id } }`
	l := serveLive(t, transport.Options{Limits: transport.Limits{Complexity: 1000}}, "a")
	begin, entered, release := l.root.OnItems, make(chan struct{}), make(chan struct{})
	l.root.OnItems = func(ctx context.Context) (<-chan *echo.Item, error) {
		entered <- struct{}{}
		<-release
		return begin(ctx)
	}
	atOnce := max(2, runtime.GOMAXPROCS(0))
	var opened []io.Reader
	for range atOnce {
		opened = append(opened, l.subscribed(t, query).Body)
		<-entered
	}
	refused, err := io.ReadAll(l.subscribed(t, query).Body)
	if err != nil || !strings.Contains(string(refused), `"limit":"atOnce"`) {
		t.Errorf("one more: %s (%v)", refused, err)
	}
	close(release)
	for _, stream := range opened {
		if first, err := io.ReadAll(io.LimitReader(stream, 20)); err != nil || !strings.Contains(string(first), "event: next") {
			t.Errorf("one that has begun: %s (%v)", first, err)
		}
	}
	l.root.OnItems = begin
	for range atOnce + 1 {
		first, err := io.ReadAll(io.LimitReader(l.subscribed(t, query).Body, 20))
		if err != nil || !strings.Contains(string(first), "event: next") {
			t.Errorf("beside those that have begun: %s (%v)", first, err)
		}
	}
}

// TestOpeningsHaveATimeLimit begins a subscription that does not begin within
// the time limit of a request.
func TestOpeningsHaveATimeLimit(t *testing.T) {
	l := serveLive(t, transport.Options{Limits: transport.Limits{Timeout: 50 * time.Millisecond}}, "a")
	l.root.OnItems = func(ctx context.Context) (<-chan *echo.Item, error) {
		<-ctx.Done()
		return nil, fmt.Errorf("begin: %w", ctx.Err())
	}
	got := talk(t, l.dial(t, nil, "graphql-transport-ws"), []string{initial, items}, 2)
	if len(got) < 2 || !strings.Contains(got[1], `"type":"error"`) || !strings.Contains(got[1], "TIMEOUT") {
		t.Errorf("got %s", got)
	}
}
