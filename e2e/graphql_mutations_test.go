package e2e_test

import (
	"fmt"
	"testing"
)

// TestMutations sends the requests of testdata/mutations to a demo of their own,
// one after the other.
func TestMutations(t *testing.T) {
	testFile(t, serveDemo(t), "testdata/mutations/changes.txtar")
}

// TestAccessMutations sends those of testdata/mutations/access.txtar.
func TestAccessMutations(t *testing.T) {
	testFile(t, serveDemo(t), "testdata/mutations/access.txtar")
}

// TestStatementsOfMutations tests that the number of statements of a mutation
// does not grow with the number of changes.
func TestStatementsOfMutations(t *testing.T) {
	s := serveDemo(t)
	counts := map[int]bool{}
	for _, n := range []int{1, 10, 100} {
		var changes []any
		for i := range n {
			name := fmt.Sprintf("$t%d", i)
			changes = append(changes,
				map[string]any{"name": name, "create": map[string]any{"task": map[string]any{"projectId": "airnet", "title": fmt.Sprint(n, i)}}},
				map[string]any{"link": map[string]any{"srcId": withIDs("<airnet>"), "rel": "HAS_TASK", "dstId": name}},
			)
		}
		const request = `mutation ($changes: [Change!]!) { applyChanges(changes: $changes) { changes { entity { label directEdge } } } }`
		counts[s.store.Statements(func() { s.data(t, request, map[string]any{"changes": changes}, &struct{}{}) })] = true
	}
	if len(counts) != 1 {
		t.Errorf("numbers of statements: %v, want always the same", counts)
	}
}
