package db

import (
	"context"
	"fmt"

	"dossier/graph"
)

// completed is how many rows are completed in one transaction, by eye: others
// can write between two of them.
const completed = 500

// Complete computes the columns that rows lack which another program wrote, or
// an older version of this one. An index has such rows, so that it costs nothing
// where there are none.
func (s *Store) Complete(ctx context.Context) error {
	incomplete, err := s.incomplete(ctx)
	if err != nil {
		return err
	}
	for _, spec := range incomplete {
		for more := true; more; {
			err := s.transact(ctx, func(tx Tx) error {
				n, err := s.completeSome(ctx, tx, spec)
				more = n == completed
				return err
			})
			if err != nil {
				return fmt.Errorf("complete %s: %w", spec.Table, err)
			}
		}
	}
	return nil
}

// incomplete returns the kinds that have rows to complete.
func (s *Store) incomplete(ctx context.Context) (specs []*graph.Spec, err error) {
	q := s.statement()
	for i, spec := range graph.Kinds {
		if i > 0 {
			q.add(" UNION ALL ")
		}
		q.add("SELECT '", string(spec.Kind), "' WHERE EXISTS (SELECT 1 FROM ", spec.Table, " WHERE ", labelKey, " IS NULL)")
	}
	return specs, s.read(ctx, q.query(func(row Row) error {
		var kind graph.Kind
		if err := row.Scan(&kind); err != nil {
			return fmt.Errorf("read incomplete kinds: %w", err)
		}
		specs = append(specs, graph.SpecOf(kind))
		return nil
	}))
}

// completeSome completes some rows of a kind and returns their number.
func (s *Store) completeSome(ctx context.Context, tx Tx, spec *graph.Spec) (int, error) {
	shape := shapeOf(spec.Kind, graph.Full)
	var entities []graph.Entity
	q := s.statement()
	q.add("SELECT ", shape.columns(), " FROM ", spec.Table, " entity WHERE entity.", labelKey, " IS NULL ORDER BY entity.id LIMIT ", q.param(completed))
	err := tx.Read(ctx, q.query(s.each(shape, func(entity graph.Entity) error {
		entities = append(entities, entity)
		return nil
	})))
	if err != nil {
		return 0, err
	}
	for _, entity := range entities {
		if err := s.complete(ctx, tx, shape, entity); err != nil {
			return 0, err
		}
	}
	return len(entities), nil
}

func (s *Store) complete(ctx context.Context, tx Tx, shape *shape, entity graph.Entity) error {
	q := s.statement()
	q.add("UPDATE ", shape.spec.Table, " SET ")
	for i, value := range shape.computed(entity) {
		if i > 0 {
			q.add(", ")
		}
		q.add(computed[i].Name, " = ", q.param(value))
	}
	return q.add(" WHERE id = ", q.param(entity.Self().ID)).exec(ctx, tx)
}
