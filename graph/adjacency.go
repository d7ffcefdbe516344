package graph

import "iter"

// An Adjacency holds a list of items for each node, from 0 on, side by side in
// memory (compressed sparse rows).
type Adjacency[T any] struct {
	first []int32 // by node: where its items begin; one more at the end
	items []T
}

// NewAdjacency returns the lists of a number of nodes from pairs of a node and an
// item. The items of each node keep their order. Pairs is read twice.
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
	// The items of a node are put before the one that follows it, so that in the
	// end each first[node] has moved to first[node+1].
	lists := Adjacency[T]{first: first, items: make([]T, total)}
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

// Of returns the items of a node; none for a node beyond the last one. The list
// is shared and must not be changed.
func (l Adjacency[T]) Of(node int32) []T {
	if int(node)+1 >= len(l.first) {
		return nil
	}
	return l.items[l.first[node]:l.first[node+1]]
}
