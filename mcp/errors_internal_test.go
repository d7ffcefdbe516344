package mcp

import (
	"context"
	"testing"
)

// TestCancelledIsNoTimeout checks that the error of a call that its client
// cancelled does not blame the time limit.
func TestCancelledIsNoTimeout(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := &server{}
	if got := s.explain(ctx, named("get_entity"), ctx.Err()); got != "get_entity was cancelled." {
		t.Errorf("got %q", got)
	}
}
