package flat

import (
	"fmt"
	"hash/crc32"
	"io"
	"unsafe"
)

// A Reader reads lists in the order in which they were written. After the first
// error it returns none.
type Reader struct {
	in    io.Reader
	left  int64 // bytes of in that were not read
	place uint32
	err   error
}

// NewReader returns a reader of a number of bytes.
func NewReader(in io.Reader, bytes int64) *Reader { return &Reader{in: in, left: bytes} }

// Err returns the first error, nil if everything could be read so far.
func (r *Reader) Err() error { return r.err }

// Done returns the first error, or an error if there is more to read.
func (r *Reader) Done() error {
	if r.err == nil && r.left > 0 {
		r.Fail("%d bytes after the last list", r.left)
	}
	return r.err
}

// Fail makes the reader return [ErrDamaged] with a reason.
func (r *Reader) Fail(reason string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(reason, args...))
	}
}

// fill reads into memory, and reports whether it could.
func (r *Reader) fill(memory []byte) bool {
	if r.err == nil && int64(len(memory)) > r.left {
		r.Fail("it ends within list %d", r.place)
	}
	if r.err != nil {
		return false
	}
	r.left -= int64(len(memory))
	if _, err := io.ReadFull(r.in, memory); err != nil {
		r.err = fmt.Errorf("read list %d: %w", r.place, err)
	}
	return r.err == nil
}

// Read returns the next list, nil after an error. It allocates no more than what
// is left to read.
func Read[T any](r *Reader) []T {
	mustBePlain[T]()
	var h [1]header
	if !r.fill(bytesOf(h[:])) {
		return nil
	}
	element := uint64(size[T]())
	if h[0].sum != h[0].check(r.place) || uint64(h[0].size) != element || h[0].length > uint64(r.left)/element {
		r.Fail("list %d has another header", r.place)
		return nil
	}
	list, sum := make([]T, h[0].length), [1]uint32{}
	memory := bytesOf(list)
	if !r.fill(memory) || !r.fill(bytesOf(sum[:])) {
		return nil
	}
	if crc32.Checksum(memory, table) != sum[0] {
		r.Fail("the checksum of list %d differs", r.place)
		return nil
	}
	r.place++
	return list
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
	strings := make([]string, lists.Len())
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
