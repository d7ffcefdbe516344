package flat

import "unsafe"

// Memory returns the approximate size of a list in bytes, with the allocator's
// rounding.
func Memory[T any](list []T) int {
	if cap(list) == 0 {
		return 0
	}
	return cap(list)*Size[T]() + Rounding
}

// Rounding is the mean rounding of a small allocation to the size classes of Go's
// allocator, in bytes.
const Rounding = 4

// Size returns the size of a value in bytes, without what it refers to.
func Size[T any]() int {
	var one T
	return int(unsafe.Sizeof(one))
}

// MapMemory returns the approximate size of a map in bytes, without what it refers
// to. The slots of Go's maps are three quarters full on average, and each has a
// control byte.
func MapMemory[K comparable, V any](m map[K]V) int {
	type slot struct {
		_ K
		_ V
	}
	return len(m) * (Size[slot]() + 1) * 4 / 3
}

// Exact returns a copy of a list without spare capacity, nil for an empty list.
// A list that grew may have twice the capacity that it needs.
func Exact[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return append(make([]T, 0, len(list)), list...)
}

// Make returns a list like make, in large pages of memory where the system has them:
// a list of a million elements is then filled with a thousandth of the page faults.
func Make[T any](length, room int) []T {
	list := make([]T, length, room)
	if room > 0 {
		adviseLarge(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list[:1:1]))), room*Size[T]()))
	}
	return list
}
