package flat

import (
	"cmp"
	"maps"
	"slices"
)

// WriteMap writes a map, by key.
func WriteMap[K cmp.Ordered, V any](w *Writer, values map[K]V) {
	keys := slices.Sorted(maps.Keys(values))
	list := make([]V, len(keys))
	for i, key := range keys {
		list[i] = values[key]
	}
	Write(w, keys)
	Write(w, list)
}

// ReadMap returns the next map.
func ReadMap[K comparable, V any](r *Reader) map[K]V {
	keys := Read[K](r)
	list := ReadN[V](r, len(keys))
	values := make(map[K]V, len(keys))
	for i := range min(len(keys), len(list)) {
		values[keys[i]] = list[i]
	}
	return values
}

// WriteListMap writes a map of lists, by key.
func WriteListMap[K cmp.Ordered, T any](w *Writer, lists map[K][]T) {
	keys := slices.Sorted(maps.Keys(lists))
	Write(w, keys)
	WriteLists(w, func(yield func([]T) bool) {
		for _, key := range keys {
			if !yield(lists[key]) {
				return
			}
		}
	})
}

// ReadListMap returns the next map of lists.
func ReadListMap[K comparable, T any](r *Reader) map[K][]T {
	keys := Read[K](r)
	lists := ReadListsN[T](r, len(keys))
	of := make(map[K][]T, len(keys))
	for _, key := range keys {
		of[key] = lists.Next()
	}
	return of
}
