package ndjson

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"dossier/graph"
)

// lines reads an input line by line.
type lines struct {
	in     *bufio.Reader
	number int // of the line that was read last, from 1
	source *counter
}

// newLines reads plain or gzip text, after its byte order mark if it has one.
func newLines(in io.Reader) (*lines, error) {
	source := &counter{in: in}
	reader := bufio.NewReaderSize(source, 64<<10)
	if magic, _ := reader.Peek(2); string(magic) == "\x1f\x8b" {
		unzipped, err := gzip.NewReader(reader)
		if err != nil {
			return nil, readError(1, err)
		}
		reader = bufio.NewReaderSize(unzipped, 64<<10)
	}
	if mark, _ := reader.Peek(3); string(mark) == "\xef\xbb\xbf" {
		_, _ = reader.Discard(3) // just peeked
	}
	return &lines{in: reader, source: source}, nil
}

// next is the next line without its end, [io.EOF] after the last one. Of a line
// that is longer than [MaxLine] it is the first MaxLine+1 bytes or a few more.
func (l *lines) next() ([]byte, error) {
	var line []byte
	for {
		part, err := l.in.ReadSlice('\n')
		line = append(line, part[:min(len(part), MaxLine+2-len(line))]...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && len(line) == 0:
			return nil, io.EOF
		case err != nil && !errors.Is(err, io.EOF):
			return nil, readError(l.number+1, err)
		}
		l.number++
		return bytes.TrimRight(line, "\r\n"), nil
	}
}

// readError is about an input that cannot be read on; BAD_USER_INPUT if its
// content is the reason.
func readError(line int, err error) error {
	corrupt := flate.CorruptInputError(0)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return graph.BadInput("", "read line %d: the input ends early; it was cut off, want all of it", line)
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum), errors.As(err, &corrupt):
		return graph.BadInput("", "read line %d: the gzip data is damaged (%v)", line, err)
	}
	return fmt.Errorf("read line %d: %w", line, err)
}

// counter counts the bytes that were read through it.
type counter struct {
	in    io.Reader
	bytes int64
}

// Read implements [io.Reader].
func (c *counter) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.bytes += int64(n)
	return n, err
}
