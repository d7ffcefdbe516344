package relevance

import (
	"fmt"
	"testing"
	"time"
)

// TestCrowdedNodes gives one entity 20,000 that name it and that it is linked with.
func TestCrowdedNodes(t *testing.T) {
	docs := []Document{note("hub", "Central Hub", "All come here.")}
	var edges []Edge
	for i := range 20_000 {
		id := fmt.Sprintf("n%05d", i)
		docs = append(docs, note(id, "Spoke", fmt.Sprintf("It leans on the Central Hub by rope %d.", i)))
		edges = append(edges, Edge{ID: id, From: "hub", To: id, Relation: "contains"})
	}
	x := indexed(t, docs...)
	x.SetEdges(edges)
	begun := time.Now()
	r := Over(x).Rank(Request{Topics: []string{"What hangs from the Central Hub by rope 777?"}, Depth: 3, Limit: 50})
	if r.Nodes[0].ID != "hub" && r.Nodes[0].ID != "n00777" || r.Nodes[1].ID != "hub" && r.Nodes[1].ID != "n00777" {
		t.Errorf("the first are %v", ids(r.Nodes[:2]))
	}
	if r.Unwalked == 0 || r.Found < 20_000 || len(r.Nodes) != 50 {
		t.Errorf("%d left out, %d found, %d given", r.Unwalked, r.Found, len(r.Nodes))
	}
	if took := time.Since(begun); took > 2*time.Second {
		t.Errorf("it takes %v", took)
	}
	t.Log(time.Since(begun))
}
