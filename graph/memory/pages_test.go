package memory

import "testing"

func TestFilledHasFullPages(t *testing.T) {
	for _, length := range []int{0, 1, pageSize, filledAtOnce, filledAtOnce + 1, 3*filledAtOnce + pageSize} {
		next := 0
		list := filled(length, func(i int) int {
			if i != next {
				t.Fatalf("asked for element %d, want %d", i, next)
			}
			next++
			return i
		})
		for i, value := range list.all() {
			if int(i) != *value {
				t.Errorf("%d elements: got %d at %d", length, *value, i)
			}
		}
		if want := newPaged(make([]int, length)); int(list.length) != length || len(list.pages) != len(want.pages) {
			t.Errorf("%d elements: got %d in %d pages", length, list.length, len(list.pages))
		}
	}
}
