package memory

import (
	"unsafe"

	"dossier/graph"
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
func measure(g *Graph) sizes {
	const pointer, list, ordinal = int(unsafe.Sizeof((graph.Entity)(nil))), int(unsafe.Sizeof([]Link(nil))), 4
	const slot = (int(unsafe.Sizeof("")) + 2*ordinal + 1) * 4 / 3 // of ordinals
	return sizes{
		entity: mean(&g.entities, func(e *graph.Entity) int { return graph.EntitySize(*e) }) + pointer + slot + list,
		edge:   mean(&g.edges, graph.EdgeSize) + 2*int(unsafe.Sizeof(Link{})),
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
