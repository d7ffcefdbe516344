package graph

import (
	"reflect"
	"unsafe"
)

// EntitySize returns the size of an entity's struct and of the memory that only
// it refers to. All entities share the project's id and the kind's name.
func EntitySize(e Entity) int {
	value := reflect.ValueOf(e).Elem()
	bytes := allocated(int(value.Type().Size()))
	for i := range e.Self().Spec().Fields {
		field := &e.Self().Spec().Fields[i]
		if field.Name != "project_id" && field.Name != "label" && field.Name != "kind" {
			bytes += referred(value.FieldByIndex(field.index))
		}
	}
	return bytes
}

// referred returns the size of the memory to which a field's value refers.
func referred(value reflect.Value) int {
	switch value.Kind() {
	case reflect.String:
		return allocated(value.Len())
	case reflect.Slice:
		return allocated(value.Cap() * int(value.Type().Elem().Size()))
	case reflect.Pointer:
		if value.IsNil() {
			return 0
		}
		return allocated(int(value.Type().Elem().Size())) + referred(value.Elem())
	default:
		return 0
	}
}

// EdgeSize returns the size of an edge, without the ids of its ends, which are
// those of the entities.
func EdgeSize(e *Edge) int {
	return int(unsafe.Sizeof(*e)) + allocated(len(e.ID)) + allocated(len(e.Props))
}

// allocated returns the approximate number of bytes that the allocator uses for
// a number of bytes: its size classes are multiples of 16 up to 256, and differ
// by an eighth above.
func allocated(bytes int) int {
	if bytes > 256 {
		return bytes + bytes/16
	}
	return (bytes + 15) / 16 * 16
}
