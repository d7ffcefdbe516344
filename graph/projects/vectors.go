package projects

import (
	"context"

	"dossier/graph"
	"dossier/graph/similarity"
)

// vectorLoader loads the vectors that were put since the last read. Every
// request reads them, because vectors change without a new revision.
type vectorLoader struct{ request *request }

func (vectorLoader) part() int        { return vectorPart }
func (vectorLoader) most() int        { return 0 }
func (vectorLoader) atOnce() int      { return 1 }
func (vectorLoader) stale(*want) bool { return true }

func (l vectorLoader) load(ctx context.Context, claimed []*want) error {
	numbers := make(map[string]int64, len(claimed))
	read := make(map[string]*similarity.Vectors, len(claimed))
	since := make([]graph.Revision, len(claimed))
	for i, w := range claimed {
		id := w.revision.ProjectID
		numbers[id], read[id] = w.entry.vectorNumber, w.entry.vectors
		if read[id] == nil || w.entry.vectorHistory != w.state.history {
			numbers[id], read[id] = 0, &similarity.Vectors{}
		}
		since[i] = graph.Revision{ProjectID: id, Number: numbers[id]}
	}
	source := l.request.cache.options
	err := source.Vectors.Vectors(ctx, source.Model, since, func(v graph.Vector) {
		numbers[v.ProjectID] = max(numbers[v.ProjectID], v.Number)
		read[v.ProjectID].Put(v.Entity.ID, v.Values)
	})
	if err != nil {
		return err
	}
	for _, w := range claimed {
		id := w.revision.ProjectID
		if w.entry.vectors != read[id] || w.entry.vectorNumber < numbers[id] {
			l.request.publish(func() {
				w.entry.vectors, w.entry.vectorNumber, w.entry.vectorHistory = read[id], numbers[id], w.state.history
			})
		}
	}
	return nil
}
