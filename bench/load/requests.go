package main

import (
	"context"
	"fmt"

	"dossier/bench/measure"
	"dossier/bench/stores"
)

// requestCosts compares requests with statements that have the same answers.
func requestCosts(ctx context.Context, s settings) error {
	costs := measure.NewTable("store", "request", "statements", "p50", "p99", "floor p50", "floor p99", "p50 / floor")
	err := stores.EachLoaded(ctx, s.data, func(subject *stores.Subject) error {
		client := stores.NewClient(subject.Store, nil)
		for _, request := range stores.Requests(s.project, s.topic) {
			c, err := compare(ctx, subject, client, request, s.requests)
			if err != nil {
				return fmt.Errorf("%s: %w", request.Name, err)
			}
			costs.Add(append([]any{subject.Name, request.Name, c.statements}, c.columns()...)...)
		}
		return nil
	})
	costs.Print()
	return err
}

// A comparison is the cost of a request and of a statement with the same
// answer.
type comparison struct {
	answer      []byte
	statements  int64
	ours, floor measure.Times
}

// columns returns the times and their ratio as columns of a table.
func (c *comparison) columns() []any {
	return []any{c.ours.At(.5), c.ours.At(.99), c.floor.At(.5), c.floor.At(.99), measure.Ratio(c.ours.At(.5), c.floor.At(.5))}
}

// compare runs a request and its floor alternately, n times.
func compare(ctx context.Context, s *stores.Subject, client *stores.Client, r stores.Request, n int) (c comparison, err error) {
	if c.answer, err = client.Ask(ctx, r); err != nil { // the first request loads the project
		return c, err
	}
	ask := func() error { _, err := client.Ask(ctx, r); return err }
	if c.statements, err = s.Counted(ask); err != nil {
		return c, err
	}
	ids, err := stores.FoundIDs(c.answer)
	if err != nil {
		return c, err
	}
	sql := r.Floor(s.Name == "SQLite", ids)
	took, err := measure.InTurn(n, ask, func() error { _, err := s.Floor(ctx, sql); return err })
	if err != nil {
		return c, err
	}
	c.ours, c.floor = took[0], took[1]
	return c, nil
}
