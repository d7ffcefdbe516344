package flat

import "iter"

// An Adjacency has a list of items for each node from 0 on, in contiguous
// memory (compressed sparse rows).
type Adjacency[T any] struct {
	first []int32 // by node: the index of its first item; then the number of items
	items []T
}

// NewAdjacency returns the lists for a number of nodes from pairs of a node and
// an item. The items of a node keep their order. pairs is iterated twice.
func NewAdjacency[T any](nodes int, pairs iter.Seq2[int32, T]) Adjacency[T] {
	first := make([]int32, nodes+1)
	for node := range pairs {
		first[node]++
	}
	total := int32(0)
	for node, count := range first {
		first[node] = total
		total += count
	}
	// Each item is put at first[node], which then advances, so that finally it
	// has the value of the next node.
	lists := Adjacency[T]{first: first, items: Make[T](int(total), int(total))}
	for node, item := range pairs {
		lists.items[first[node]] = item
		first[node]++
	}
	copy(first[1:], first)
	first[0] = 0
	return lists
}

// Nodes returns the number of nodes.
func (l Adjacency[T]) Nodes() int { return max(len(l.first)-1, 0) }

// Of returns the items of a node, none for a node after the last one. The slice
// is shared and must not be modified.
func (l Adjacency[T]) Of(node int32) []T {
	if int(node)+1 >= len(l.first) {
		return nil
	}
	return l.items[l.first[node]:l.first[node+1]]
}
