package ndjson

import (
	"bufio"
	"bytes"
	"cmp"
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
	number int // of the last line, from 1
	source *counter
}

// newLines returns the lines of plain or gzip text.
func newLines(in io.Reader, limits *Options) (*lines, error) {
	source := &counter{in: in}
	reader := bufio.NewReaderSize(source, 64<<10)
	if magic, _ := reader.Peek(2); string(magic) == "\x1f\x8b" {
		unzipped, err := gzip.NewReader(reader)
		if err != nil {
			return nil, readError(1, err)
		}
		reader = bufio.NewReaderSize(&unpacked{in: unzipped, packed: source, limits: limits}, 64<<10)
	}
	if mark, _ := reader.Peek(2); string(mark) == "\xff\xfe" || string(mark) == "\xfe\xff" {
		return nil, graph.BadInput("", "read line 1: the text is UTF-16, as PowerShell writes it; expected UTF-8")
	}
	return &lines{in: reader, source: source}, nil
}

// byteOrderMark begins the lines at which files were joined.
var byteOrderMark = []byte("\xef\xbb\xbf")

// next returns the next line without its end, or [io.EOF] after the last line. It skips
// byte order marks.
// It returns only the first MaxLine+1 bytes, or a few more, of a line that is
// longer than [MaxLine]. It may skip up to 1,000 empty lines.
func (l *lines) next() ([]byte, error) {
	for range 1000 {
		if first, _ := l.in.Peek(1); string(first) != "\n" {
			break
		}
		_, _ = l.in.Discard(1) // just peeked
		l.number++
	}
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
		for bytes.HasPrefix(line, byteOrderMark) {
			line = line[len(byteOrderMark):]
		}
		return bytes.TrimRight(line, "\r\n"), nil
	}
}

// readError returns the error for an input that cannot be read further. It is
// BAD_USER_INPUT if the content is the reason.
func readError(line int, err error) error {
	corrupt := flate.CorruptInputError(0)
	known := (*graph.Error)(nil)
	switch {
	case errors.As(err, &known):
		return &graph.Error{Code: known.Code, Text: fmt.Sprintf("read line %d: %s", line, known.Text)}
	case errors.Is(err, io.ErrUnexpectedEOF):
		return graph.BadInput("", "read line %d: the input ends early, as if it was cut off; expected all of it", line)
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum), errors.As(err, &corrupt):
		return graph.BadInput("", "read line %d: the gzip data is damaged (%v)", line, err)
	}
	return fmt.Errorf("read line %d: %w", line, err)
}

// counter is a reader that counts the bytes read.
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

// unpacked reads the unpacked content of gzip, within limits.
type unpacked struct {
	in     io.Reader
	packed *counter
	limits *Options
	bytes  int64
}

// freely is the number of bytes that may be unpacked at any ratio: they are too
// few to do harm, and a small file may consist of one repeated text.
const freely = 16 << 20

// Read implements [io.Reader].
func (u *unpacked) Read(p []byte) (int, error) {
	n, err := u.in.Read(p)
	u.bytes += int64(n)
	most := cmp.Or(u.limits.MaxUnpacked, defaultMaxUnpacked)
	ratio := int64(cmp.Or(u.limits.MaxRatio, defaultMaxRatio))
	switch {
	case u.bytes > most:
		return 0, tooLarge("the gzip data unpacks to more than %d bytes; expected less, or a higher --max-unpacked", most)
	case u.bytes > freely && u.bytes > ratio*u.packed.bytes:
		return 0, tooLarge("the gzip data unpacks to more than %d times its size, as no real data does; expected "+
			"other data, or a higher --max-ratio", ratio)
	}
	return n, err
}

func tooLarge(format string, args ...any) error {
	return &graph.Error{Code: graph.CodeLimitExceeded, Text: fmt.Sprintf(format, args...)}
}
