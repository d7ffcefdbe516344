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
	"dossier/graph/memory"
)

// A Finder finds stored entities by names. Package query documents its methods.
type Finder interface {
	IDs(ctx context.Context, beginnings []string) ([]string, error)
	Named(ctx context.Context, external []string) ([]graph.NamedRow, error)
}

// Names returns ids as displayed: each means one entity of all projects that the actor
// may read, also of those that a document does not show. If the graphs of all are not
// held, what is displayed is checked afterwards.
type Names struct {
	graphs []*memory.Graph
	finder Finder // nil if the graphs are those of all projects

	mu      sync.Mutex
	short   map[string]string // what is displayed, by id
	shown   map[string]string // ids by what is displayed
	checked map[string]bool   // by what is displayed: whether it means another entity
	others  []string          // the ids that begin with what was checked, sorted
}

// Names returns the names of the entities of a set. It loads no other projects.
func (c *Cache) Names(ctx context.Context, finder Finder, set Set) (*Names, error) {
	began := c.clock.Add(1)
	revisions, err := c.allRevisions(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the projects in which ids are unique: %w", err)
	}
	if len(revisions) > c.options.Choice.All || !c.holds(revisions) {
		return newNames(set, finder), nil
	}
	all, err := c.get(ctx, revisions, began, Parts{})
	return NamesOf(all), err
}

// AllNames returns the names of all entities. If the actor may read many projects, ids
// in trackers are not displayed.
func (c *Cache) AllNames(ctx context.Context, finder Finder) (*Names, error) {
	all, few, err := c.All(ctx, Parts{})
	if err != nil || few {
		return NamesOf(all), err
	}
	return newNames(nil, finder), nil
}

func newNames(set Set, finder Finder) *Names {
	return &Names{graphs: set.Graphs(), finder: finder, short: map[string]string{}, shown: map[string]string{}, checked: map[string]bool{}}
}

// NamesOf returns the names of the entities of all projects.
func NamesOf(all Set) *Names { return newNames(all, nil) }

// holds reports whether the graphs of projects at their revisions are in memory.
func (c *Cache) holds(revisions []graph.Revision) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !slices.ContainsFunc(revisions, func(revision graph.Revision) bool {
		held := c.held[revision.ProjectID]
		return held == nil || held.state == nil || held.state.graph.Revision.Number != revision.Number
	})
}

// ShortID returns an id as displayed: that of a tracker, or the shortest beginning.
func (n *Names) ShortID(id string) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	text, known := n.short[id]
	if !known {
		text = memory.ShownID(n.graphs, id, n.isTaken)
		n.short[id], n.shown[text] = text, id
	}
	return text
}

// isTaken reports whether a text is known to mean another entity than the one with an id.
func (n *Names) isTaken(id, text string) bool {
	if n.checked[text] {
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
// another entity, too. If so, the text has to be written and checked again.
func (n *Names) Check(ctx context.Context) (again bool, err error) {
	if n.finder == nil {
		return false, nil
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	texts := slices.DeleteFunc(slices.Sorted(maps.Keys(n.shown)), func(text string) bool {
		_, isChecked := n.checked[text]
		return isChecked || graph.IsUUID(text)
	})
	if len(texts) == 0 {
		return false, nil
	}
	rows, err := n.finder.Named(ctx, texts)
	if err != nil {
		return false, fmt.Errorf("find the ids that others have: %w", err)
	}
	begun, err := n.finder.IDs(ctx, texts)
	if err != nil {
		return false, fmt.Errorf("find the ids that others begin with: %w", err)
	}
	n.others = slices.Compact(slices.Sorted(slices.Values(slices.Concat(n.others, begun))))
	clear(n.short)
	for _, text := range texts {
		n.checked[text] = false
	}
	for _, row := range rows {
		if !row.Deleted && row.ID != n.shown[row.External] {
			n.checked[row.External] = true
		}
	}
	return slices.ContainsFunc(texts, func(text string) bool { return n.isTaken(n.shown[text], text) }), nil
}
