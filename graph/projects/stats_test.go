package projects_test

import (
	"testing"

	"dossier/graph"
	"dossier/graph/projects"
)

// TestStats reads, refreshes, saves, loads and evicts projects.
func TestStats(t *testing.T) {
	store, folder := openSaved(t)
	cache := savedIn(store, folder)
	get(t, cache, nil, indexed)
	if got := cache.Stats(); got.Projects != 2 || got.Entities == 0 || got.Bytes == 0 || got.Loaded != 2 ||
		got.Read+got.Refreshed+got.Evicted+got.Saved != 0 {
		t.Errorf("of saved projects: %+v", got)
	}
	rename(t, store, "a1", "Sell the barn")
	get(t, cache, nil, indexed)
	if got := cache.Stats(); got.Refreshed != 1 || got.Read != 0 {
		t.Errorf("after a change: %+v", got)
	}
	small := projects.New(store, projects.Options{Budget: 1})
	get(t, small, alpha, projects.Parts{})
	get(t, small, []string{graph.ID("beta")}, projects.Parts{})
	if got := small.Stats(); got.Projects != 1 || got.Read != 2 || got.Evicted != 1 {
		t.Errorf("in little memory: %+v", got)
	}
}
