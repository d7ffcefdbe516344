package ndjson_test

import (
	"cmp"
	"context"
	"reflect"
	"slices"

	"dossier/graph"
)

// memory is a store of the least that an import and an export need.
type memory struct {
	types    map[string]graph.RecordType
	entities map[string]graph.Entity
	edges    map[string]graph.Edge
}

func newMemory() *memory {
	return &memory{map[string]graph.RecordType{}, map[string]graph.Entity{}, map[string]graph.Edge{}}
}

func (m *memory) Entities(_ context.Context, refs []graph.Ref, _ graph.View) (map[string]graph.Entity, error) {
	found := map[string]graph.Entity{}
	for _, ref := range refs {
		if e := m.entities[ref.ID]; e != nil {
			found[ref.ID] = e
		}
	}
	return found, nil
}

func (m *memory) Changes(_ context.Context, since []graph.Revision) ([]graph.Changes, error) {
	var all []graph.Changes
	for _, revision := range since {
		changes := graph.Changes{Revision: revision}
		for _, e := range m.entities {
			if e.Self().ProjectID == revision.ProjectID {
				changes.Entities = append(changes.Entities, e)
			}
		}
		for _, e := range m.edges {
			if e.ProjectID == revision.ProjectID {
				changes.Edges = append(changes.Edges, e)
			}
		}
		all = append(all, changes)
	}
	return all, nil
}

func (m *memory) Write(_ context.Context, batch *graph.Batch) (*graph.Written, error) {
	w := &graph.Written{Created: map[graph.Kind]int{}, Updated: map[graph.Kind]int{}, Unchanged: map[graph.Kind]int{}}
	for _, t := range batch.RecordTypes {
		count(w, graph.KindRecordType, m.types, t.ID, t)
	}
	for _, e := range batch.Entities {
		count(w, e.Self().Kind, m.entities, e.Self().ID, e)
	}
	for _, e := range batch.Edges {
		count(w, graph.KindEdge, m.edges, e.ID, e)
	}
	return w, nil
}

func count[T any](w *graph.Written, kind graph.Kind, rows map[string]T, id string, row T) {
	was, stands := rows[id]
	switch {
	case !stands:
		w.Created[kind]++
	case reflect.DeepEqual(was, row):
		w.Unchanged[kind]++
	default:
		w.Updated[kind]++
	}
	rows[id] = row
}

func (m *memory) Export(_ context.Context, _ []string, sink graph.Sink) error {
	for _, id := range sorted(m.types) {
		if err := sink.RecordType(m.types[id]); err != nil {
			return err
		}
	}
	ids := sorted(m.entities)
	for _, project := range ids {
		if m.entities[project].Self().Kind != graph.KindProject {
			continue
		}
		var mine []graph.Entity
		for _, id := range ids {
			if m.entities[id].Self().ProjectID == project {
				mine = append(mine, m.entities[id])
			}
		}
		slices.SortStableFunc(mine, func(a, b graph.Entity) int { return cmp.Compare(a.Self().Kind.Rank(), b.Self().Kind.Rank()) })
		for _, e := range mine {
			if err := sink.Entity(e); err != nil {
				return err
			}
		}
		for _, id := range sorted(m.edges) {
			if m.edges[id].ProjectID != project {
				continue
			}
			if err := sink.Edge(m.edges[id]); err != nil {
				return err
			}
		}
	}
	return nil
}

func sorted[T any](rows map[string]T) []string {
	ids := make([]string, 0, len(rows))
	for id := range rows {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}
