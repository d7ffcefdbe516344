// Package flat holds lists in contiguous memory, writes lists to a file as they
// are in memory, and reads all lists of a file into one allocation, of which they
// are parts, without decoding. Files can only be read by the program that wrote
// them, on a machine of the same kind: the caller checks that. Each list has a
// checksum.
package flat

import (
	"errors"
	"hash/crc32"
	"reflect"
	"unsafe"
)

// ErrDamaged means that a file is not what was written.
var ErrDamaged = errors.New("the file is damaged")

// header precedes a list. Its checksum covers its other fields and the number of
// lists before it, so that lists are not read in another order.
type header struct {
	length uint64 // number of elements
	size   uint32 // of an element
	sum    uint32
}

// alignment is the number of bytes at whose multiples headers and lists begin: that
// of the largest plain types.
const alignment = 8

// padding returns the number of bytes from a place in a file to the next header.
func padding(place int64) int64 { return -place & (alignment - 1) }

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// check returns the checksum of a header.
func (h header) check(place uint32) uint32 {
	seal := [4]uint64{h.length, uint64(h.size), uint64(place)}
	return crc32.Checksum(bytesOf(seal[:]), castagnoli)
}

// bytesOf returns the memory of a list.
func bytesOf[T any](list []T) []byte {
	if len(list) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), len(list)*Size[T]())
}

// mustBePlain panics if values of a type refer to other memory, which a file
// cannot have.
func mustBePlain[T any]() {
	if of := reflect.TypeFor[T](); !isPlain(of) {
		panic("flat: a list of " + of.String() + " refers to other memory")
	}
}

func isPlain(of reflect.Type) bool {
	switch of.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Float32, reflect.Float64:
		return true
	case reflect.Array:
		return isPlain(of.Elem())
	case reflect.Struct:
		for i := range of.NumField() {
			if !isPlain(of.Field(i).Type) {
				return false
			}
		}
		return true
	default:
		return false
	}
}
