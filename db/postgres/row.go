package postgres

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"

	"dossier/db/engine"
)

// A row is the current row of a result. It decodes the types of most columns
// itself, because the driver needs memory for each value besides the value, and a
// plan for each column of each statement: a sixth of the processor time of a list.
type row struct {
	rows    pgx.Rows
	first   int                       // number of columns before those of the query
	columns []pgconn.FieldDescription // of the query, once they are known
	text    []byte                    // of the row's texts
	texts   []span
	pointed []string // texts of some rows, to which a target points
}

// rowsKept keeps rows, with their buffers, for reuse.
var rowsKept = sync.Pool{New: func() any { return &row{} }}

// mostKept is the size in bytes of the largest buffer that is kept, by eye.
const mostKept = 64 << 10

// release keeps the buffers for another result.
func (r *row) release() {
	if cap(r.text) > mostKept {
		return
	}
	texts := r.texts[:cap(r.texts)]
	clear(texts)
	*r = row{text: r.text[:0], texts: texts[:0]}
	rowsKept.Put(r)
}

// A span is where a text is in the text of a row.
type span struct {
	target     any // *string or **string
	start, end int
}

// Scan implements [engine.Row]. All texts of a row share their memory.
func (r *row) Scan(targets ...any) error {
	if r.columns == nil {
		r.columns = r.rows.FieldDescriptions()[r.first:]
	}
	values := r.rows.RawValues()[r.first:]
	if len(values) != len(targets) {
		return fmt.Errorf("expected %d targets; got %d", len(values), len(targets))
	}
	r.text, r.texts = r.text[:0], r.texts[:0]
	for i, value := range values {
		column := &r.columns[i]
		if r.decode(column, value, targets[i]) {
			continue
		}
		if err := r.rows.Conn().TypeMap().Scan(column.DataTypeOID, column.Format, value, targets[i]); err != nil {
			r.setTexts() // the id of the row is part of the error
			return pgx.ScanArgError{ColumnIndex: i, FieldName: column.Name, Err: err}
		}
	}
	r.setTexts()
	return nil
}

// place returns the number in the first column, 0 if there is none.
func (r *row) place() int {
	n, _ := integer(&r.rows.FieldDescriptions()[0], r.rows.RawValues()[0])
	return n
}

// decode sets a target to a value, nil for null, and reports whether it can.
func (r *row) decode(column *pgconn.FieldDescription, value []byte, target any) bool {
	switch target := target.(type) {
	case *string:
		return value != nil && r.addText(column, value, target)
	case **string:
		*target = nil
		return value == nil || r.addText(column, value, target)
	case engine.TimeTarget:
		return value == nil || setTime(column, value, target)
	case **int:
		*target = nil
		n, ok := integer(column, value)
		if ok {
			*target = &n
		}
		return ok || value == nil
	}
	return false
}

// addText adds a text or a UUID to the texts of the row.
func (r *row) addText(column *pgconn.FieldDescription, value []byte, target any) bool {
	start := len(r.text)
	switch {
	case column.DataTypeOID == pgtype.TextOID:
		r.text = append(r.text, value...)
	case column.DataTypeOID == pgtype.UUIDOID && column.Format == pgtype.BinaryFormatCode && len(value) == 16:
		r.text = appendUUID(r.text, [16]byte(value))
	default:
		return false
	}
	r.texts = append(r.texts, span{target, start, len(r.text)})
	return true
}

// appendUUID appends the text of a UUID.
func appendUUID(text []byte, id [16]byte) []byte {
	var digits [2 * len(id)]byte
	hex.Encode(digits[:], id[:])
	text = append(append(text, digits[:8]...), '-')
	text = append(append(text, digits[8:12]...), '-')
	text = append(append(text, digits[12:16]...), '-')
	text = append(append(text, digits[16:20]...), '-')
	return append(text, digits[20:]...)
}

// pointedAtOnce is the number of texts that are pointed to in one list, by eye.
const pointedAtOnce = 16

// setTexts sets the targets of texts.
func (r *row) setTexts() {
	all := string(r.text)
	for _, text := range r.texts {
		value := all[text.start:text.end]
		switch target := text.target.(type) {
		case *string:
			*target = value
		case **string:
			if len(r.pointed) == cap(r.pointed) {
				r.pointed = make([]string, 0, pointedAtOnce)
			}
			r.pointed = append(r.pointed, value)
			*target = &r.pointed[len(r.pointed)-1]
		}
	}
}

// The number of microseconds from the epoch of Unix to that of Postgres.
const toEpoch = 946_684_800_000_000

// setTime sets a time, unless it is infinite.
func setTime(column *pgconn.FieldDescription, value []byte, target engine.TimeTarget) bool {
	if column.DataTypeOID != pgtype.TimestamptzOID || column.Format != pgtype.BinaryFormatCode || len(value) != 8 {
		return false
	}
	at := int64(binary.BigEndian.Uint64(value)) //nolint:gosec // the bits of a signed number
	if at == math.MaxInt64 || at == math.MinInt64 {
		return false
	}
	target.SetTime(time.UnixMicro(at + toEpoch))
	return true
}

// integer returns a bigint.
func integer(column *pgconn.FieldDescription, value []byte) (n int, ok bool) {
	if column.DataTypeOID != pgtype.Int8OID || column.Format != pgtype.BinaryFormatCode || len(value) != 8 {
		return 0, false
	}
	return int(binary.BigEndian.Uint64(value)), true //nolint:gosec // the bits of a signed number
}
