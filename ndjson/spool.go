package ndjson

import (
	"bytes"
	"fmt"
	"io"
	"os"
)

// A spool keeps lines to be read again: the last ones in memory, and those
// before in a temporary file.
type spool struct {
	file   *os.File // nil if there is none yet
	stored int64    // the bytes in the file
	tail   []byte   // the lines after them
	window []byte   // the part of the file that was read last
	start  int64    // its offset
}

// The sizes of a spool's parts in bytes, by eye: small imports need no file.
const (
	tailSize   = 4 << 20
	windowSize = 1 << 20
)

// add adds a line and returns its offset.
func (s *spool) add(line []byte) (offset int64, err error) {
	offset = s.size()
	s.tail = append(append(s.tail, line...), '\n')
	if len(s.tail) >= tailSize {
		err = s.flush()
	}
	return offset, err
}

// size returns the number of bytes in all lines.
func (s *spool) size() int64 { return s.stored + int64(len(s.tail)) }

// flush moves the lines in memory to the file.
func (s *spool) flush() (err error) {
	if s.file == nil {
		if s.file, err = os.CreateTemp("", "dossier-import-*"); err != nil {
			return fmt.Errorf("keep lines: %w", err)
		}
		_ = os.Remove(s.file.Name()) // at once where possible: then a killed process leaves no file
	}
	n, err := s.file.Write(s.tail)
	if err != nil {
		return fmt.Errorf("keep lines in a temporary file: %w", err)
	}
	s.stored += int64(n)
	s.tail = s.tail[:0]
	return nil
}

// line returns the line at an offset. No lines may be added while it is used.
func (s *spool) line(offset int64) ([]byte, error) {
	if offset >= s.stored {
		rest := s.tail[offset-s.stored:]
		return rest[:bytes.IndexByte(rest, '\n')], nil
	}
	for size := int64(windowSize); ; size *= 2 {
		if offset >= s.start && offset < s.start+int64(len(s.window)) {
			rest := s.window[offset-s.start:]
			if end := bytes.IndexByte(rest, '\n'); end >= 0 {
				return rest[:end], nil
			}
		}
		s.start, s.window = offset, make([]byte, min(size, s.stored-offset)) // lines returned before stay valid
		if _, err := io.ReadFull(io.NewSectionReader(s.file, offset, s.stored-offset), s.window); err != nil {
			return nil, fmt.Errorf("read kept lines: %w", err)
		}
	}
}

// close removes the file.
func (s *spool) close() {
	if s.file != nil {
		_ = s.file.Close()
		_ = os.Remove(s.file.Name())
	}
}
