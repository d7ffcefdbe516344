package flat_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"dossier/flat"

	"pgregory.net/rapid"
)

func TestAdjacency(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nodes := rapid.IntRange(0, 6).Draw(t, "nodes")
		want := map[int32][]int{}
		var pairs [][2]int
		if nodes > 0 {
			for item := range rapid.IntRange(0, 12).Draw(t, "items") {
				node := rapid.IntRange(0, nodes-1).Draw(t, "node")
				pairs = append(pairs, [2]int{node, item})
				want[int32(node)] = append(want[int32(node)], item)
			}
		}
		lists := flat.NewAdjacency(nodes, func(yield func(int32, int) bool) {
			for _, pair := range pairs {
				if !yield(int32(pair[0]), pair[1]) {
					return
				}
			}
		})
		for node := range int32(nodes + 2) {
			if got := lists.Of(node); !slices.Equal(got, want[node]) {
				t.Fatalf("node %d has %v, want %v", node, got, want[node])
			}
		}
	})
}

func TestZeroListsAreEmpty(t *testing.T) {
	if got := (flat.Adjacency[string]{}).Of(0); len(got) != 0 {
		t.Errorf("node 0 has %v", got)
	}
}

func ExampleNewAdjacency() {
	capitals := map[int32]string{0: "Bern", 1: "Oslo"}
	lists := flat.NewAdjacency(2, maps.All(capitals))
	fmt.Println(lists.Of(0), lists.Of(1))
	// Output: [Bern] [Oslo]
}
