package flat

import (
	"bufio"
	"hash/crc32"
	"io"
	"iter"
	"unsafe"
)

// A Writer writes lists. After the first error it writes nothing.
type Writer struct {
	out   *bufio.Writer
	at    int64  // number of bytes so far
	place uint32 // number of lists so far
	sum   uint32
	watch func() error // nil for none
	err   error
}

// buffered is the size of the writer's buffer, by eye.
const buffered = 1 << 20

// NewWriter returns a writer to out.
func NewWriter(out io.Writer) *Writer { return &Writer{out: bufio.NewWriterSize(out, buffered)} }

// Flush writes what is buffered and returns the first error.
func (w *Writer) Flush() error {
	if w.err == nil {
		w.err = w.out.Flush()
	}
	return w.err
}

// Fail makes the writer return an error.
func (w *Writer) Fail(err error) {
	if w.err == nil {
		w.err = err
	}
}

// Watch makes the writer call f before it writes anything, and when it is asked
// whether it failed. An error of f is the writer's.
func (w *Writer) Watch(f func() error) { w.watch = f }

// Failed reports whether there was an error.
func (w *Writer) Failed() bool {
	if w.err == nil && w.watch != nil {
		w.err = w.watch()
	}
	return w.err != nil
}

// chunkSize is the number of bytes written between two checks for cancellation,
// about 1 ms.
const chunkSize = 1 << 20

func (w *Writer) bytes(b []byte) {
	for len(b) > 0 && !w.Failed() {
		part := b[:min(chunkSize, len(b))]
		b = b[len(part):]
		w.sum = crc32.Update(w.sum, castagnoli, part)
		w.at += int64(len(part))
		_, w.err = w.out.Write(part)
	}
}

// begin writes the header of a list.
func begin[T any](w *Writer, length int) {
	mustBePlain[T]()
	h := header{length: uint64(length), size: uint32(Size[T]())}
	h.sum = h.check(w.place)
	w.place++
	w.bytes(bytesOf([]header{h}))
	w.sum = 0
}

// end writes the checksum of a list, and zeros up to the next header.
func (w *Writer) end() {
	sum := [1]uint32{w.sum}
	w.bytes(bytesOf(sum[:]))
	var zeros [alignment]byte
	w.bytes(zeros[:padding(w.at)])
}

// Write writes a list of values that refer to no other memory.
func Write[T any](w *Writer, list []T) {
	begin[T](w, len(list))
	w.bytes(bytesOf(list))
	w.end()
}

// WriteOne writes a value.
func WriteOne[T any](w *Writer, value T) { Write(w, []T{value}) }

// WriteLists writes several lists. lists is iterated three times.
func WriteLists[T any](w *Writer, lists iter.Seq[[]T]) {
	writeParts(w, func(yield func(int, []byte) bool) {
		for list := range lists {
			if !yield(len(list), bytesOf(list)) {
				return
			}
		}
	}, func(total int) { begin[T](w, total) })
}

// WriteStrings writes strings, which is iterated three times.
func WriteStrings(w *Writer, strings iter.Seq[string]) {
	writeParts(w, func(yield func(int, []byte) bool) {
		for s := range strings {
			if !yield(len(s), unsafe.Slice(unsafe.StringData(s), len(s))) {
				return
			}
		}
	}, func(total int) { begin[byte](w, total) })
}

// writeParts writes the lengths of lists, and then their elements.
func writeParts(w *Writer, parts iter.Seq2[int, []byte], header func(total int)) {
	count, total := 0, 0
	for length := range parts {
		count, total = count+1, total+length
	}
	begin[uint32](w, count)
	for length := range parts {
		one := [1]uint32{uint32(length)}
		w.bytes(bytesOf(one[:]))
	}
	w.end()
	header(total)
	for _, memory := range parts {
		w.bytes(memory)
	}
	w.end()
}
