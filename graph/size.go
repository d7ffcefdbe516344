package graph

import (
	"reflect"
	"unsafe"
)

// sampled is the number of entities and edges that are measured for
// [Graph.Size]. By eye: the mean of a thousand differs by a few per cent from
// that of all.
const sampled = 1000

// Size returns the approximate size of the graph in memory, in bytes, including
// texts. It is within 15 % of measurements with some thousand entities. The means
// are those of when the graph was numbered.
func (g *Graph) Size() int {
	mean := g.base.sizes.get()
	return g.count*mean.entity + g.edgeCount*mean.edge
}

// sizes are the mean sizes of the entities and edges of a graph.
type sizes struct{ entity, edge int }

// measure returns the sizes of a graph that was just numbered, from a sample that
// is the same for equal graphs.
func (g *Graph) measure() sizes {
	const pointer, list, ordinal = int(unsafe.Sizeof((Entity)(nil))), int(unsafe.Sizeof([]Link(nil))), 4
	const slot = (int(unsafe.Sizeof("")) + 2*ordinal + 1) * 4 / 3 // of ordinals
	return sizes{
		entity: mean(&g.entities, func(e *Entity) int { return entitySize(*e) }) + pointer + slot + list,
		edge:   mean(&g.edges, edgeSize) + 2*int(unsafe.Sizeof(Link{})),
	}
}

// mean returns the mean size of items, or of fewer than 2*sampled of them at
// equal distances.
func mean[T any](items *paged[T], size func(*T) int) int {
	step, sum, count := max(items.length/sampled, 1), 0, 0
	for i := int32(0); i < items.length; i += step {
		sum += size(items.at(i))
		count++
	}
	return sum / max(count, 1)
}

// entitySize returns the size of an entity's struct and of the memory that only
// it refers to. All entities share the project's id and the kind's name.
func entitySize(e Entity) int {
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

// edgeSize returns the size of an edge, without the ids of its ends, which are
// those of the entities.
func edgeSize(e *Edge) int {
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
