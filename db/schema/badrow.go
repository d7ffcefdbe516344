package schema

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"dossier/db/engine"
)

// A BadRow is the error about a row with invalid values, written by another
// program. Such a row is omitted, so that others can be read.
type BadRow struct {
	Table, ID string
	Err       error
}

// Error implements error.
func (b *BadRow) Error() string { return fmt.Sprintf("read %s of %s: %v", b.ID, b.Table, b.Err) }

// Unwrap returns the error about the values.
func (b *BadRow) Unwrap() error { return b.Err }

// A Reading collects the errors about the values of a row. Its targets accept
// any value, because after an error in Scan one database reads no further rows,
// and another does.
type Reading struct {
	errs  []error
	times []time.Time // of some rows, to which a field points
}

// Target returns the Scan target for a pointer.
func (r *Reading) Target(pointer any) any {
	if isConverted(pointer) {
		return &converted{pointer, r}
	}
	return pointer
}

// Scan reads a row, whose id one of the targets stores in id. The error is a
// *BadRow if it is about the values.
func (r *Reading) Scan(row engine.Row, table string, id *string, targets ...any) error {
	err := row.Scan(targets...)
	switch {
	case err == nil:
		err = errors.Join(r.errs...)
	case !strings.HasPrefix(err.Error(), "sql: Scan error on column"):
		return err
	}
	if err == nil {
		return nil
	}
	return &BadRow{Table: table, ID: *id, Err: err}
}

// keep returns a pointer to a time. Those of some rows share a list.
func (r *Reading) keep(t time.Time) *time.Time {
	if r == nil {
		return &t
	}
	if len(r.times) == cap(r.times) {
		r.times = make([]time.Time, 0, timesAtOnce)
	}
	r.times = append(r.times, t)
	return &r.times[len(r.times)-1]
}

// timesAtOnce is the number of times that are pointed to in one list, by eye.
const timesAtOnce = 16
