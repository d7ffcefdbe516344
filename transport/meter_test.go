package transport_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"dossier/transport"
)

// TestLargeAnswersEnd asks for an answer that is too large. It checks that the
// remaining fields are not resolved, and that there is one error.
func TestLargeAnswersEnd(t *testing.T) {
	const text = 1000
	var resolved atomic.Int64 // fields are resolved concurrently
	s := newServer(transport.Options{Limits: transport.Limits{ResponseBytes: 10 * text, RootFields: 60}}).
		answers(func(context.Context) (*string, error) {
			resolved.Add(1)
			answer := strings.Repeat("x", text)
			return &answer, nil
		})
	var fields strings.Builder
	for i := range 60 {
		fields.WriteString(string(rune('a'+i%26)) + string(rune('a'+i/26)) + ":answer ")
	}
	got := s.query(t, "{"+fields.String()+"}")
	if got.code() != "LIMIT_EXCEEDED" || len(got.Errors) != 1 || string(got.Data) != "" {
		t.Fatalf("%.300s", got.raw)
	}
	e := got.Errors[0]
	if e.Extensions["limit"] != "responseBytes" || e.Extensions["allowed"] != 10.0*text ||
		!strings.Contains(e.Message, "ask for fewer entities") {
		t.Errorf("%v", e)
	}
	if n := resolved.Load(); n < 9 || n == 60 {
		t.Errorf("%d of 60 fields were resolved", n)
	}
	if few := s.query(t, "{a:answer b:answer}"); few.code() != "" {
		t.Errorf("%.300s", few.raw)
	}
}

// TestManySmallFieldsAreLarge asks for lists whose fields are small.
func TestManySmallFieldsAreLarge(t *testing.T) {
	s := newServer(transport.Options{Limits: transport.Limits{ResponseBytes: 100_000, Complexity: 1_000_000}})
	if got := s.query(t, `{item{items(first:100){items(first:100){id}}}}`); got.Errors[0].Extensions["limit"] != "responseBytes" {
		t.Errorf("%.300s", got.raw)
	}
	if got := s.query(t, `{item{items(first:50){items(first:50){id}}}}`); got.code() != "" || len(got.raw) > 100_000 {
		t.Errorf("%d bytes: %.300s", len(got.raw), got.raw)
	}
}
