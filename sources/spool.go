package sources

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
)

// A spool keeps lines to be read later: the last ones in memory, and those before
// in a temporary file.
type spool struct {
	file   *os.File // nil if there is none yet
	stored int64    // the bytes in the file
	tail   []byte   // the lines after them
}

// tailSize is the size of the part in memory, by eye: small sources need no file.
const tailSize = 8 << 20

func (s *spool) add(line []byte) error {
	if len(s.tail)+len(line) > cap(s.tail) {
		s.tail = slices.Grow(s.tail, len(s.tail)+len(line)) // twice the size: append grows long slices by a quarter
	}
	s.tail = append(s.tail, line...)
	if len(s.tail) < tailSize {
		return nil
	}
	if s.file == nil {
		file, err := os.CreateTemp("", "dossier-source-*")
		if err != nil {
			return fmt.Errorf("keep records: %w", err)
		}
		s.file = file
		_ = os.Remove(file.Name()) // at once where possible: then a killed process leaves no file
	}
	n, err := s.file.WriteAt(s.tail, s.stored)
	if err != nil {
		return fmt.Errorf("keep records in a temporary file: %w", err)
	}
	s.stored, s.tail = s.stored+int64(n), s.tail[:0]
	return nil
}

// reader returns all lines. None may be added while it is read.
func (s *spool) reader() io.Reader {
	tail := bytes.NewReader(s.tail)
	if s.file == nil {
		return tail
	}
	return io.MultiReader(io.NewSectionReader(s.file, 0, s.stored), tail)
}

func (s *spool) close() error {
	if s.file == nil {
		return nil
	}
	_ = os.Remove(s.file.Name()) // where it was not possible at once
	if err := s.file.Close(); err != nil {
		return fmt.Errorf("close the temporary file of records: %w", err)
	}
	return nil
}
