// Package meter holds the price of an operation and what its answer has, and
// bounds the bytes of an answer while it is produced, so that an answer that is
// too large ends before it uses the memory.
package meter

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/99designs/gqlgen/graphql"
)

// ErrExceeded is the cause of a context that was cancelled because the answer
// is too large.
var ErrExceeded = errors.New("the answer is too large")

// A Meter counts the bytes of an answer. It is safe for concurrent use. A nil
// Meter counts nothing.
type Meter struct {
	bytes   atomic.Int64
	allowed int64
	end     context.CancelCauseFunc
	fields  atomic.Pointer[[]Field]
	changes changes
}

// A Field is a field of an operation with the numbers of its answer.
type Field struct {
	graphql.CollectedField
	Parents int     // number of objects that have the field
	Objects int     // number of objects in the field, of all parents
	Fields  []Field // the fields of these objects
}

// name is the name of the meter in the extensions of an operation.
const name = "meter"

// Start adds a meter to an operation. It returns a context that is cancelled
// when the answer exceeds allowed bytes, or when the function is called.
func Start(ctx context.Context, operation *graphql.OperationContext, allowed int) (context.Context, *Meter, context.CancelFunc) {
	ctx, end := context.WithCancelCause(ctx)
	m := &Meter{allowed: int64(allowed), end: end}
	operation.Stats.SetExtension(name, m)
	return ctx, m, func() { end(nil) }
}

// Of returns the meter of an operation, nil if it has none.
func Of(operation *graphql.OperationContext) *Meter {
	m, _ := operation.Stats.GetExtension(name).(*Meter)
	return m
}

// priceKey names the price among the statistics of an operation.
const priceKey = "price"

// SetPrice sets the price of an operation, in microseconds of a processor.
func SetPrice(operation *graphql.OperationContext, price int) {
	operation.Stats.SetExtension(priceKey, price)
}

// Price returns the price of an operation, 0 before it is set.
func Price(operation *graphql.OperationContext) int {
	price, _ := operation.Stats.GetExtension(priceKey).(int)
	return price
}

// Add adds a number of bytes, which may be negative.
func (m *Meter) Add(bytes int) {
	if m != nil && m.bytes.Add(int64(bytes)) > m.allowed {
		m.end(ErrExceeded)
	}
}

// SetFields sets the root fields of the latest answer.
func (m *Meter) SetFields(fields []Field) {
	if m != nil {
		m.fields.Store(&fields)
	}
}

// Fields returns the root fields of the latest answer, or nil if there is none.
func (m *Meter) Fields() []Field {
	if m == nil {
		return nil
	}
	if fields := m.fields.Load(); fields != nil {
		return *fields
	}
	return nil
}

// Bytes returns the number of bytes counted.
func (m *Meter) Bytes() int { return int(m.bytes.Load()) }
