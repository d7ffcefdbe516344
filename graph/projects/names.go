package projects

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
	"sync"

	"dossier/graph"
)

// A Finder finds stored entities by names. Package query documents its methods.
type Finder interface {
	IDs(ctx context.Context, beginnings []string) ([]string, error)
	Named(ctx context.Context, external []string) ([]graph.NamedRow, error)
}

// Names returns ids as displayed: each means one entity of all projects that the actor
// may read, also of those that a document does not show. If these are so many that their
// graphs are not held, what is displayed has to be checked afterwards.
type Names struct {
	graphs []*graph.Graph
	finder Finder // nil if the graphs are those of all projects

	mu     sync.Mutex
	shown  map[string]string // ids by what is displayed
	isDone bool              // it is checked
	taken  map[string]bool   // external ids of other entities
	others []string          // the ids that begin with what is displayed, sorted
}

// Names returns the names of entities. If the actor may read many projects, some returns
// those whose ids in trackers are displayed.
func (c *Cache) Names(ctx context.Context, finder Finder, some func() (Set, error)) (*Names, error) {
	set, few, err := c.All(ctx, Parts{})
	if err == nil && !few {
		set, err = some()
	}
	if err != nil {
		return nil, fmt.Errorf("read the projects in which ids are unique: %w", err)
	}
	n := NamesOf(set)
	if !few {
		n.finder, n.shown = finder, map[string]string{}
	}
	return n, nil
}

// NamesOf returns the names of the entities of all projects.
func NamesOf(all Set) *Names { return &Names{graphs: all.graphs()} }

// graphs returns the graphs of the set.
func (s Set) graphs() []*graph.Graph {
	graphs := make([]*graph.Graph, len(s))
	for i, p := range s {
		graphs[i] = p.Graph
	}
	return graphs
}

// ShortID returns an id as displayed: that of a tracker, or the shortest beginning.
func (n *Names) ShortID(id string) string {
	if n.finder == nil {
		return graph.ShownID(n.graphs, id, nil)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	text := graph.ShownID(n.graphs, id, n.isTaken)
	if !n.isDone {
		n.shown[text] = id
	}
	return text
}

// isTaken reports whether a text is known to mean an entity other than the one with an
// id, or after the check, whether it is an external id that was not checked.
func (n *Names) isTaken(id, text string) bool {
	if !n.isDone {
		return false
	}
	if _, isChecked := n.shown[text]; n.taken[text] || !isChecked && !strings.HasPrefix(id, text) {
		return true
	}
	for at := sort.SearchStrings(n.others, text); at < len(n.others) && strings.HasPrefix(n.others[at], text); at++ {
		if n.others[at] != id {
			return true
		}
	}
	return false
}

// Check finds out, by at most two statements, whether something that was displayed means
// another entity, too. If so, the text has to be written again.
func (n *Names) Check(ctx context.Context) (again bool, err error) {
	if n.finder == nil || n.isDone || len(n.shown) == 0 {
		return false, nil
	}
	texts := slices.Sorted(maps.Keys(n.shown))
	rows, err := n.finder.Named(ctx, texts)
	if err != nil {
		return false, fmt.Errorf("find the ids that others have: %w", err)
	}
	if n.others, err = n.finder.IDs(ctx, texts); err != nil {
		return false, fmt.Errorf("find the ids that others begin with: %w", err)
	}
	n.taken, n.isDone = map[string]bool{}, true
	for _, row := range rows {
		if !row.Deleted && row.ID != n.shown[row.External] {
			n.taken[row.External] = true
		}
	}
	return slices.ContainsFunc(texts, func(text string) bool { return n.isTaken(n.shown[text], text) }), nil
}
