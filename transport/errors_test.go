package transport_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"dossier/transport"
)

func TestResolverErrors(t *testing.T) {
	for name, tt := range map[string]struct {
		answer              func(context.Context) (*string, error)
		code, message, more string // more: the id or the argument
		logged              string
	}{
		"known": {
			answer: func(context.Context) (*string, error) { return nil, fmt.Errorf("read item: %w", errKnown) },
			code:   "NOT_FOUND", message: "no item", more: "id",
		},
		"unknown": {
			answer: func(context.Context) (*string, error) { return nil, errors.New("pq: relation secret") },
			code:   "INTERNAL", message: "internal error", more: "id-1", logged: "pq: relation secret",
		},
		"panic": {
			answer: func(context.Context) (*string, error) { panic("secret state") },
			code:   "INTERNAL", message: "internal error", more: "id-1", logged: "errors_test.go",
		},
		"too slow": {
			answer: func(ctx context.Context) (*string, error) {
				<-ctx.Done()
				return nil, errors.New("pq: canceling statement, secret")
			},
			code: "TIMEOUT", message: "not done within 20ms",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newServer(transport.Options{Limits: transport.Limits{Timeout: 20 * time.Millisecond}}).answers(tt.answer)
			got := s.query(t, `{answer}`)
			if got.status != 200 || got.code() != tt.code || got.message() != tt.message || string(got.Data) != `{"answer":null}` {
				t.Errorf("got %d %s", got.status, got.raw)
			}
			if strings.Contains(got.raw, "secret") {
				t.Errorf("the answer tells too much: %s", got.raw)
			}
			if tt.more != "" && got.Errors[0].Extensions["id"] != tt.more && got.Errors[0].Extensions["argument"] != tt.more {
				t.Errorf("extensions %v lack %q", got.Errors[0].Extensions, tt.more)
			}
			if logged := s.log.String(); !strings.Contains(logged, tt.logged) || (tt.logged == "") != (logged == "") {
				t.Errorf("the log should hold %q: %q", tt.logged, logged)
			}
		})
	}
}

func TestContextEndedBeforeExecution(t *testing.T) {
	s := newServer(transport.Options{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	got := s.do(t, request{body: `{"query":"{__typename}"}`}.make().WithContext(ctx))
	if got.status != 504 || got.code() != "TIMEOUT" || got.Data != nil {
		t.Errorf("got %d %s", got.status, got.raw)
	}
}

func TestSuggestionsGoWithIntrospection(t *testing.T) {
	for _, query := range []string{
		`{ecko}`, `{echo(texd:"a")}`, `{item}`, `{item{items(frist:1){id}}}`,
	} {
		open := newServer(transport.Options{Introspection: true}).query(t, query)
		shut := newServer(transport.Options{}).query(t, query)
		if !strings.Contains(open.raw, "Did you mean") {
			t.Errorf("%s: no suggestion: %s", query, open.raw)
		}
		if strings.Contains(shut.raw, "Did you mean") {
			t.Errorf("%s: suggests although introspection is off: %s", query, shut.raw)
		}
	}
}

// TestMoreTime checks that a request of a server that starts may take longer.
func TestMoreTime(t *testing.T) {
	more := time.Minute
	slow := func(ctx context.Context) (*string, error) {
		select {
		case <-time.After(60 * time.Millisecond):
			return new("late"), nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	s := newServer(transport.Options{Limits: transport.Limits{Timeout: 20 * time.Millisecond, More: func() time.Duration { return more }}}).
		answers(slow)
	if got := s.query(t, "{answer}"); got.code() != "" {
		t.Errorf("during the start: %s", got.raw)
	}
	more = 0
	if got := s.query(t, "{answer}"); got.code() != "TIMEOUT" {
		t.Errorf("after the start: %s", got.raw)
	}
}
