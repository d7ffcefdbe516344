package flat_test

import (
	"slices"
	"testing"

	"dossier/flat"
)

// TestSlab checks that lists which share memory keep their elements when others are added
// and when one of them grows.
func TestSlab(t *testing.T) {
	var slab flat.Slab[int]
	var lists [][]int
	for size := range 200 {
		list := make([]int, size)
		for i := range list {
			list[i] = size
		}
		lists = append(lists, slab.Copy(list))
	}
	if lists[0] != nil {
		t.Error("the copy of an empty list is not nil")
	}
	for size, list := range lists {
		if cap(list) != size {
			t.Errorf("a list of %d has room for %d", size, cap(list))
		}
		_ = append(list, -1)
	}
	for size, list := range lists {
		if len(list) != size || slices.ContainsFunc(list, func(value int) bool { return value != size }) {
			t.Errorf("the list of %d is %v", size, list)
		}
	}
}
