package postgres

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"dossier/db/engine"
)

// copyInto returns a function that adds rows of a table to the table with a
// name, and fails if one has the key of another.
func (t *transaction) copyInto(name string) func(context.Context, engine.Table, [][]any) error {
	return func(ctx context.Context, table engine.Table, rows [][]any) error {
		sql := fmt.Sprintf("COPY %s (%s) FROM STDIN BINARY", pgx.Identifier{name}.Sanitize(), strings.Join(table.Names(), ", "))
		_, err := t.tx.Conn().PgConn().CopyFrom(ctx, &copied{columns: table.Columns, rows: rows}, sql)
		return err
	}
}

// copied are rows in the binary format of COPY. Each is encoded when it is sent,
// while the server stores those before. It takes half the time of the driver,
// which looks for the encoding of each value.
type copied struct {
	columns []engine.Column
	rows    [][]any

	begun, ended bool
	encoded      []byte // and not read
	room         []byte
}

// sentAtOnce is the size in bytes of what the driver sends at once.
const sentAtOnce = 64 << 10

// Read implements [io.Reader].
func (c *copied) Read(p []byte) (int, error) {
	if len(c.encoded) == 0 {
		if err := c.fill(); err != nil {
			return 0, err
		}
	}
	n := copy(p, c.encoded)
	c.encoded = c.encoded[n:]
	return n, nil
}

// fill encodes some rows. It returns [io.EOF] after the last.
func (c *copied) fill() error {
	if c.ended {
		return io.EOF
	}
	c.room = c.room[:0]
	if !c.begun {
		c.begun = true
		c.room = append(c.room, "PGCOPY\n\377\r\n\000\000\000\000\000\000\000\000\000"...)
	}
	for len(c.rows) > 0 && len(c.room) < sentAtOnce {
		if err := c.appendRow(); err != nil {
			return err
		}
	}
	if c.ended = len(c.rows) == 0; c.ended {
		c.room = append(c.room, 0xff, 0xff)
	}
	c.encoded = c.room
	return nil
}

// appendRow encodes the next row.
func (c *copied) appendRow() (err error) {
	c.room = binary.BigEndian.AppendUint16(c.room, uint16(len(c.columns))) //nolint:gosec // few columns
	for i := range c.columns {
		if c.room, err = appendValue(c.room, &c.columns[i], c.rows[0][i]); err != nil {
			return fmt.Errorf("%s: %w", c.columns[i].Name, err)
		}
	}
	c.rows = c.rows[1:]
	return nil
}

// appendValue appends a value of a column, after its length.
func appendValue(to []byte, column *engine.Column, value any) ([]byte, error) {
	switch value := value.(type) {
	case nil:
		return appendLength(to, -1), nil
	case string:
		return appendText(to, column.Type, value)
	case []byte:
		if column.Type == engine.Bytes {
			if value == nil {
				return appendLength(to, -1), nil
			}
			return append(appendLength(to, len(value)), value...), nil
		}
	case bool:
		if column.Type == engine.Boolean {
			return append(appendLength(to, 1), truth(value)), nil
		}
	case int:
		return appendNumber(to, column.Type, int64(value))
	case int64:
		return appendNumber(to, column.Type, value)
	case float64:
		if column.Type == engine.Real {
			return appendBits(to, math.Float64bits(value)), nil
		}
	case time.Time:
		if column.Type == engine.Time {
			return appendBits(to, uint64(value.UnixMicro()-toEpoch)), nil //nolint:gosec // the bits of a signed number
		}
	}
	return nil, fmt.Errorf("expected a value for a column of type %s; got %T", types[column.Type], value)
}

func truth(value bool) byte {
	if value {
		return 1
	}
	return 0
}

func appendText(to []byte, kind engine.Type, text string) ([]byte, error) {
	switch kind {
	case engine.Text:
		return append(appendLength(to, len(text)), text...), nil
	case engine.JSON:
		return append(append(appendLength(to, len(text)+1), 1), text...), nil // 1 is the version of the format
	case engine.UUID:
		return appendID(appendLength(to, 16), text)
	}
	return nil, fmt.Errorf("expected a value for a column of type %s; got a text", types[kind])
}

// appendID appends the bytes of a UUID.
func appendID(to []byte, text string) ([]byte, error) {
	var room [64]byte
	digits := room[:0]
	for i := 0; i < len(text) && len(digits) < len(room); i++ {
		if text[i] != '-' {
			digits = append(digits, text[i])
		}
	}
	if len(digits) != 32 {
		return nil, fmt.Errorf("expected a UUID; got %q", text)
	}
	var id [16]byte
	if _, err := hex.Decode(id[:], digits); err != nil {
		return nil, err
	}
	return append(to, id[:]...), nil
}

func appendNumber(to []byte, kind engine.Type, number int64) ([]byte, error) {
	if kind != engine.Integer {
		return nil, fmt.Errorf("expected a value for a column of type %s; got a number", types[kind])
	}
	return appendBits(to, uint64(number)), nil //nolint:gosec // the bits of a signed number
}

func appendBits(to []byte, bits uint64) []byte {
	return binary.BigEndian.AppendUint64(appendLength(to, 8), bits)
}

// appendLength appends the length of a value, -1 for null.
func appendLength(to []byte, length int) []byte {
	return binary.BigEndian.AppendUint32(to, uint32(length)) //nolint:gosec // the bits of a signed number
}
