package sqlite

import (
	"bytes"
	"encoding/binary"
	"io"
	"log/slog"
	"os"
)

// The format of a write-ahead log, https://sqlite.org/fileformat2.html#walformat.
const (
	logHeader   = 32
	frameHeader = 24
	logMagic    = 0x377f0682 // the last bit is set if checksums are big-endian
)

// reportLostWrites logs a warning if the write-ahead log of the file at path is
// damaged before its end. SQLite silently ignores everything after the damage,
// so committed writes are lost.
func reportLostWrites(path string, log *slog.Logger) {
	if path == Memory || log == nil {
		return
	}
	file, err := os.Open(path + "-wal")
	if err != nil {
		return // usually there is none
	}
	defer file.Close()
	if lost := lostWrites(file); lost > 0 {
		log.Warn("the write-ahead log of the database is damaged: its last writes are lost", "file", path+"-wal", "lost writes", lost)
	}
}

// lostWrites returns the number of writes in a log that SQLite ignores because
// of earlier damage. It does not count an incomplete last write, whose process
// was killed.
func lostWrites(file io.ReaderAt) (lost int) {
	header := make([]byte, logHeader)
	if n, _ := file.ReadAt(header, 0); n < logHeader {
		return 0
	}
	l := &walk{order: binary.LittleEndian}
	magic := binary.BigEndian.Uint32(header)
	if magic&1 == 1 {
		l.order = binary.BigEndian
	}
	l.add(header[:24])
	valid := magic&^1 == logMagic && l.matches(header[24:])
	size := int64(binary.BigEndian.Uint32(header[8:]))
	if size < 512 || size > 65536 {
		return 0 // not a log, or too damaged for counting
	}
	frame := make([]byte, frameHeader+size)
	for at := int64(logHeader); ; at += int64(len(frame)) {
		if n, _ := file.ReadAt(frame, at); n < len(frame) || !bytes.Equal(frame[8:16], header[16:24]) {
			break // the end, or frames of an earlier log
		}
		l.add(frame[:8])
		l.add(frame[frameHeader:])
		valid = valid && l.matches(frame[16:frameHeader])
		if commits := binary.BigEndian.Uint32(frame[4:]) > 0; commits && !valid {
			lost++
		}
	}
	again := make([]byte, logHeader)
	if _, err := file.ReadAt(again, 0); err != nil || !bytes.Equal(again, header) {
		return 0 // another process has restarted the log in between
	}
	return lost
}

// A walk computes the checksum of a log up to a position.
type walk struct {
	order  binary.ByteOrder
	s0, s1 uint32
}

// add adds bytes to the checksum, eight at a time.
func (w *walk) add(content []byte) {
	for ; len(content) >= 8; content = content[8:] {
		w.s0 += w.order.Uint32(content) + w.s1
		w.s1 += w.order.Uint32(content[4:]) + w.s0
	}
}

// matches reports whether the checksum is equal to a stored one.
func (w *walk) matches(stored []byte) bool {
	return w.s0 == binary.BigEndian.Uint32(stored) && w.s1 == binary.BigEndian.Uint32(stored[4:])
}
