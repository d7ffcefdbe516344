// Package projects keeps projects in memory: the graph of each and, once a
// question needs them, its search index, its labels and its vectors. A request
// reads the cache once, by [Cache.Get], and passes the result on as a value.
package projects

import (
	"context"
	"time"

	"dossier/graph"
	"dossier/graph/memory"
	"dossier/graph/records"
	"dossier/graph/relevance/corpus"
	"dossier/graph/relevance/index"
	"dossier/graph/similarity"
)

// A Store is the part of a store that the cache reads. Package query documents its methods.
type Store interface {
	// Entities returns entities by id, without those that are unknown.
	Entities(ctx context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error)
	// Revisions returns the revisions of projects, of all if ids is nil.
	Revisions(ctx context.Context, ids []string) ([]graph.Revision, error)
	// Moment returns a text that changes with every write, "" if unknown.
	Moment(ctx context.Context) (string, error)
	// Changes returns what was written since revisions, one each.
	Changes(ctx context.Context, since []graph.Revision) ([]graph.Changes, error)
	// Terms yields the search texts that were written since a revision.
	Terms(ctx context.Context, since graph.Revision, yield func(graph.Terms)) error
	// WordCounts yields the numbers of entities with stems, by project.
	WordCounts(ctx context.Context, stems []string, yield func(graph.WordCount)) error
	// Attention returns what needs attention, by project.
	Attention(ctx context.Context, now time.Time) ([]graph.Attention, error)
}

// Parts selects the parts of projects to load besides graphs and labels.
type Parts struct {
	Index bool // the search index of each project
	// IndexUpTo requests indexes, too, if no project has more entities: to build one
	// takes some .2 ms an entity.
	IndexUpTo int
	Vectors   bool // requires Options.Vectors
}

// A Project is a project at one revision. Graph and Index have the same revision
// when [Cache.Get] returns. Later requests share Index and update it in place,
// so that it may come to have entities that Graph lacks.
type Project struct {
	Graph   *memory.Graph       // light entities and edges
	Index   *index.Index        // nil unless requested
	Vectors *similarity.Vectors // nil unless requested
	// Unindexed is the number of entities that Index lacks because their search
	// text is missing, damaged or of another version.
	Unindexed int

	state   *state
	version int64 // of Index when Graph had the same revision
}

// IsAhead reports whether Index has changed since then, so that it may have
// entities that Graph lacks.
func (p Project) IsAhead() bool { return p.Index != nil && p.Index.Version() != p.version }

// Labels returns the index of the project's labels. It is made at the first
// call, and shared as long as the graph is held.
func (p Project) Labels() *records.Labels { return p.state.labels() }

// ID returns the id of the project.
func (p Project) ID() string { return p.Graph.Revision.ProjectID }

// A Set is some projects, in the order of their ids.
type Set []Project

// Project returns the graph of a project, nil if the set lacks it.
func (s Set) Project(id string) *memory.Graph {
	for _, p := range s {
		if p.ID() == id {
			return p.Graph
		}
	}
	return nil
}

// With returns the graph that has an entity, nil if none has.
func (s Set) With(id string) *memory.Graph {
	for _, p := range s {
		if p.Graph.Entity(id) != nil {
			return p.Graph
		}
	}
	return nil
}

// Graphs returns the graphs of the set, in its order.
func (s Set) Graphs() []*memory.Graph {
	graphs := make([]*memory.Graph, len(s))
	for i, p := range s {
		graphs[i] = p.Graph
	}
	return graphs
}

// Corpus returns the indexes of the projects, in the order of the set.
func (s Set) Corpus() corpus.Corpus {
	indexes := make([]*index.Index, len(s))
	for i, p := range s {
		indexes[i] = p.Index
	}
	return corpus.Over(indexes...)
}

// Unindexed returns the number of entities that the indexes lack.
func (s Set) Unindexed() (count int) {
	for _, p := range s {
		count += p.Unindexed
	}
	return count
}

// VectorOf returns a function that returns the vector of an entity, nil if it
// has none. The function is not safe for concurrent use: it searches first the
// project of the last entity, because callers look up the entities of a project
// together.
func (s Set) VectorOf() func(id string) []float32 {
	last := 0
	return func(id string) []float32 {
		for range s {
			p := s[last]
			if values, has := p.Vectors.Of(id); has || p.Graph.Entity(id) != nil {
				return values
			}
			last = (last + 1) % len(s)
		}
		return nil
	}
}
