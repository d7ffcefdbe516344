package rank_test

import (
	"fmt"
	"testing"
	"time"

	"dossier/graph/relevance/index"
	"dossier/graph/relevance/indextest"
	"dossier/graph/relevance/links"
	"dossier/graph/relevance/rank"
)

// TestCrowdedNodes ranks around an entity with 20,000 mentions and links, which
// takes some 60 ms. The limit is for a busy machine.
func TestCrowdedNodes(t *testing.T) {
	docs := []index.Document{indextest.Note("hub", "Central Hub", "All come here.")}
	var edges []links.Edge
	for i := range 20_000 {
		id := fmt.Sprintf("n%05d", i)
		docs = append(docs, indextest.Note(id, "Spoke", fmt.Sprintf("It leans on the Central Hub by rope %d.", i)))
		edges = append(edges, links.Edge{ID: id, From: "hub", To: id, Role: links.Contains})
	}
	x := indextest.New(t, docs...)
	x.SetEdges(edges)
	begun := time.Now()
	r := ranker(x).Rank(rank.Request{Topics: []string{"What hangs from the Central Hub by rope 777?"}, Depth: 3, Limit: 50})
	if r.Nodes[0].ID != "hub" && r.Nodes[0].ID != "n00777" || r.Nodes[1].ID != "hub" && r.Nodes[1].ID != "n00777" {
		t.Errorf("the first are %v", ids(r.Nodes[:2]))
	}
	if r.Unwalked == 0 || r.Unwalked > 20_000 || r.Found < 20_000 || len(r.Nodes) != 50 {
		t.Errorf("%d left out, %d found, %d given", r.Unwalked, r.Found, len(r.Nodes))
	}
	if r := ranker(x).Rank(rank.Request{Topics: []string{"rope 777"}, Depth: 3, Limit: 50}); r.Unwalked != 0 {
		t.Errorf("%d left out of the neighbours of what the question does not name", r.Unwalked)
	}
	if took := time.Since(begun); took > time.Minute {
		t.Errorf("it takes %v", took)
	}
}
