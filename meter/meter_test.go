package meter_test

import (
	"context"
	"errors"
	"testing"

	"github.com/99designs/gqlgen/graphql"

	"dossier/meter"
)

func TestMeter(t *testing.T) {
	operation := &graphql.OperationContext{}
	ctx, m, end := meter.Start(context.Background(), operation, 100)
	defer end()
	if meter.Of(operation) != m || meter.Of(&graphql.OperationContext{}) != nil {
		t.Error("another meter")
	}
	m.Add(90)
	m.Add(-20)
	m.Add(30)
	if ctx.Err() != nil || m.Bytes() != 100 {
		t.Errorf("%d bytes: %v", m.Bytes(), ctx.Err())
	}
	m.Add(1)
	if !errors.Is(context.Cause(ctx), meter.ErrExceeded) {
		t.Errorf("101 bytes: %v", context.Cause(ctx))
	}
	meter.Of(&graphql.OperationContext{}).Add(1) // counts nothing
}

func TestEnd(t *testing.T) {
	ctx, _, end := meter.Start(context.Background(), &graphql.OperationContext{}, 100)
	end()
	if !errors.Is(context.Cause(ctx), context.Canceled) {
		t.Errorf("ended by %v", context.Cause(ctx))
	}
}
