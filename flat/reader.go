package flat

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"io"
	"unsafe"
)

// A Reader reads lists in the order in which they were written. After the first
// error it returns none.
type Reader struct {
	in    io.Reader
	whole []byte // the memory of all lists
	read  int    // the number of bytes of whole that were read
	place uint32
	err   error
}

// NewReader returns a reader of a number of bytes. What it reads refers to one
// allocation of that size, which lives as long as any of it.
func NewReader(in io.Reader, size int64) *Reader {
	words := make([]uint64, (size+alignment-1)/alignment) // which are aligned
	whole := bytesOf(words)[:size]
	adviseLarge(whole)
	return &Reader{in: in, whole: whole}
}

// Err returns the first error, nil if everything could be read so far.
func (r *Reader) Err() error { return r.err }

// Done returns the first error, or an error if there is more to read.
func (r *Reader) Done() error {
	if r.err == nil && r.read < len(r.whole) {
		r.Fail("%d bytes after the last list", len(r.whole)-r.read)
	}
	return r.err
}

// Fail makes the reader return [ErrDamaged] with a reason.
func (r *Reader) Fail(reason string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(reason, args...))
	}
}

// next reads a number of bytes, and returns their memory, nil after an error.
func (r *Reader) next(size int) []byte {
	if r.err == nil && size > len(r.whole)-r.read {
		r.Fail("it ends within list %d", r.place)
	}
	if r.err != nil {
		return nil
	}
	memory := r.whole[r.read : r.read+size : r.read+size]
	r.read += size
	if _, err := io.ReadFull(r.in, memory); err != nil {
		r.err = fmt.Errorf("read list %d: %w", r.place, err)
		return nil
	}
	return memory
}

// as returns memory, which is aligned, as a list of so many elements.
func as[T any](memory []byte, length int) []T {
	if length == 0 {
		return []T{}
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(memory))), length)
}

// Read returns the next list, nil after an error.
func Read[T any](r *Reader) []T {
	mustBePlain[T]()
	head := r.next(Size[header]())
	if head == nil {
		return nil
	}
	h, element := as[header](head, 1)[0], uint64(Size[T]())
	if h.sum != h.check(r.place) || uint64(h.size) != element || h.length > uint64(len(r.whole)-r.read)/element {
		r.Fail("list %d has another header", r.place)
		return nil
	}
	memory := r.next(int(h.length * element))
	sum := r.next(Size[uint32]())
	end := r.next(int(padding(int64(r.read))))
	if r.err != nil {
		return nil
	}
	if got := [1]uint32{crc32.Checksum(memory, castagnoli)}; !bytes.Equal(sum, bytesOf(got[:])) || !bytes.Equal(end, make([]byte, len(end))) {
		r.Fail("the checksum of list %d differs", r.place)
		return nil
	}
	r.place++
	return as[T](memory, int(h.length))
}

// ReadN returns the next list, which must have a number of elements.
func ReadN[T any](r *Reader, length int) []T {
	list := Read[T](r)
	if r.err == nil && len(list) != length {
		r.Fail("list %d has %d elements; expected %d", r.place, len(list), length)
	}
	if r.err != nil {
		return make([]T, 0)
	}
	return list
}

// ReadOne returns the next value, the zero value after an error.
func ReadOne[T any](r *Reader) (value T) {
	if list := ReadN[T](r, 1); len(list) == 1 {
		value = list[0]
	}
	return value
}

// Lists are lists that share one array.
type Lists[T any] struct {
	lengths []uint32
	items   []T
	next    int
}

// ReadLists returns the next lists.
func ReadLists[T any](r *Reader) *Lists[T] {
	l := &Lists[T]{lengths: Read[uint32](r)}
	l.items = Read[T](r)
	total := 0
	for _, length := range l.lengths {
		total += int(length)
	}
	if total != len(l.items) {
		r.Fail("lists with %d elements; expected %d", len(l.items), total)
	}
	if r.err != nil {
		return &Lists[T]{}
	}
	return l
}

// ReadListsN returns the next lists, of which there must be a number.
func ReadListsN[T any](r *Reader, count int) *Lists[T] {
	l := ReadLists[T](r)
	if r.err == nil && l.Len() != count {
		r.Fail("%d lists; expected %d", l.Len(), count)
	}
	return l
}

// Len returns the number of lists.
func (l *Lists[T]) Len() int { return len(l.lengths) }

// All returns the elements of all lists that Next did not return.
func (l *Lists[T]) All() []T { return l.items }

// Next returns the next list, nil if it is empty or there is none. It has no
// spare capacity.
func (l *Lists[T]) Next() []T {
	if l.next == len(l.lengths) {
		return nil
	}
	length := int(l.lengths[l.next])
	l.next++
	if length == 0 {
		return nil
	}
	list := l.items[:length:length]
	l.items = l.items[length:]
	return list
}

// ReadStrings returns the next strings, which share their memory.
func ReadStrings(r *Reader) []string {
	lists := ReadLists[byte](r)
	strings := Make[string](lists.Len(), lists.Len())
	for i := range strings {
		if text := lists.Next(); len(text) > 0 {
			strings[i] = unsafe.String(unsafe.SliceData(text), len(text))
		}
	}
	return strings
}

// ReadStringsN returns the next strings, of which there must be a number.
func ReadStringsN(r *Reader, count int) []string {
	strings := ReadStrings(r)
	if r.err == nil && len(strings) != count {
		r.Fail("%d strings; expected %d", len(strings), count)
	}
	if r.err != nil {
		return nil
	}
	return strings
}
