package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"dossier/bench/measure"
	"dossier/bench/stores"
	"dossier/graph"
	"dossier/graph/searchtext"
	"dossier/ndjson"
)

// changesAtOnce is the number of changes of a large applyChanges, its limit.
const changesAtOnce = 500

// mutationCosts compares mutations with hand-written UPDATEs of the same rows,
// and applyChanges with an import of the same changes.
func mutationCosts(ctx context.Context, s settings) error {
	updates := measure.NewTable("store", "clients", "statements", "bare UPDATE p50 / p99", "a second", "UPDATE with triggers", "a second",
		"updateEntity", "a second", "bare / it", "triggers / it")
	batches := measure.NewTable("store", "applyChanges of 500", "import of 500", "ratio", "statements")
	notices := measure.NewTable("store", "writers", "UPDATE p50 / p99", "a second", "and pg_notify", "a second", "ratio")
	err := stores.EachLoaded(ctx, s.data, func(subject *stores.Subject) error {
		m, err := newMutated(ctx, subject, s)
		if err != nil {
			return err
		}
		for _, measure := range []func(context.Context) error{
			func(ctx context.Context) error { return m.updates(ctx, updates) },
			func(ctx context.Context) error { return m.notices(ctx, notices) },
			func(ctx context.Context) error { return m.batches(ctx, batches) },
		} {
			if err := measure(ctx); err != nil {
				return err
			}
		}
		return nil
	})
	for _, table := range []*measure.Table{updates, notices, batches} {
		table.Print()
	}
	return err
}

// A mutated is a store with tasks to change: one in each of 16 projects, and as
// many in the first of these.
type mutated struct {
	*stores.Mutator
	apart  []string // tasks of different projects
	beside []string // tasks of one project
	rounds int
}

const writers = 16

func newMutated(ctx context.Context, s *stores.Subject, of settings) (*mutated, error) {
	m := &mutated{Mutator: &stores.Mutator{Subject: s, Client: stores.NewClient(s.Store, nil)}, rounds: of.requests}
	for i := range writers {
		project, title := fmt.Sprintf("mutated/%d", i), "Weigh the salt"
		changes := []any{stores.Create("project", map[string]any{"id": project, "name": project})}
		for _, list := range []struct {
			ids  *[]string
			name string
			in   string
		}{{&m.apart, "apart", project}, {&m.beside, "beside", "mutated/0"}} {
			id := fmt.Sprintf("mutated/%s/%d", list.name, i)
			changes = append(changes, stores.Create("task", map[string]any{"id": id, "projectId": list.in, "title": title}))
			*list.ids = append(*list.ids, graph.ID(id))
		}
		if err := m.Apply(ctx, changes); err != nil {
			return nil, err
		}
	}
	for _, sql := range []string{"CREATE TABLE bare AS SELECT id, title FROM onto_tasks", "CREATE UNIQUE INDEX bare_id ON bare (id)"} {
		if _, err := s.Floor(ctx, sql); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// set returns a function that renames a row of a table with a statement.
func (m *mutated) set(table, further string) func(context.Context, string) error {
	return func(ctx context.Context, id string) error {
		_, err := m.Floor(ctx, fmt.Sprintf("UPDATE %s SET title = '%s' WHERE id = '%s'%s", table, m.Title(), id, further))
		return err
	}
}

// updates compares three ways to rename a task.
func (m *mutated) updates(ctx context.Context, into *measure.Table) error {
	for _, tested := range []struct {
		name string
		ids  []string
	}{{"1", m.apart[:1]}, {"16, a project each", m.apart}, {"16, one project", m.beside}} {
		statements, err := m.Counted(func() error { return m.Rename(ctx, tested.ids[0]) })
		if err != nil {
			return err
		}
		all, err := m.compare(ctx, tested.ids, m.set("bare", ""), m.set("onto_tasks", ""), m.Rename)
		if err != nil {
			return fmt.Errorf("%s: %w", tested.name, err)
		}
		bare, triggers, mutation := all[0], all[1], all[2]
		into.Add(m.Name, tested.name, statements, bare.tail(), bare.rate(), triggers.tail(), triggers.rate(), mutation.tail(), mutation.rate(),
			bare.rate()/mutation.rate(), triggers.rate()/mutation.rate())
	}
	return nil
}

// notices compares an UPDATE with one that also notifies other servers.
func (m *mutated) notices(ctx context.Context, into *measure.Table) error {
	if m.Name != "Postgres" {
		return nil
	}
	for _, ids := range [][]string{m.apart[:1], m.apart} {
		all, err := m.compare(ctx, ids, m.set("bare", ""), m.set("bare", " RETURNING pg_notify('bench', '')::text"))
		if err != nil {
			return err
		}
		into.Add(m.Name, len(ids), all[0].tail(), all[0].rate(), all[1].tail(), all[1].rate(), all[0].rate()/all[1].rate())
	}
	return nil
}

// batches compares applyChanges with an import of the same number of tasks.
func (m *mutated) batches(ctx context.Context, into *measure.Table) error {
	var changes []any
	apply := func() error {
		changes = changes[:0]
		for range changesAtOnce {
			changes = append(changes, stores.Create("task", map[string]any{"projectId": "mutated/0", "title": m.Title()}))
		}
		return m.Apply(ctx, changes)
	}
	load := func() error {
		var lines strings.Builder
		for range changesAtOnce {
			title := m.Title()
			fmt.Fprintf(&lines, `{"kind":"task","id":"%s","project_id":"mutated/0","title":"%s"}`+"\n", title, title)
		}
		report, err := ndjson.Import(ctx, m.Store, strings.NewReader(lines.String()), ndjson.Options{Analyse: searchtext.Analyse})
		if err == nil && len(report.Rejects) > 0 {
			err = fmt.Errorf("import: %s", report.Rejects[0].Reason)
		}
		return err
	}
	all, err := measure.InTurn(max(3, m.rounds/20), apply, load)
	if err != nil {
		return err
	}
	statements, err := m.Counted(apply)
	into.Add(m.Name, all[0].At(.5), all[1].At(.5), measure.Ratio(all[0].At(.5), all[1].At(.5)), statements)
	return err
}

// calls are the durations of calls, the shortest first, and their total time.
type calls struct {
	measure.Times
	together time.Duration
}

// rate returns the number of calls a second.
func (c *calls) rate() float64 { return float64(len(c.Times)) / c.together.Seconds() }

// tail returns the median and the 99th percentile, in milliseconds.
func (c *calls) tail() string {
	return fmt.Sprintf("%.1f / %.1f", measure.Millis(c.At(.5)), measure.Millis(c.At(.99)))
}

// compare calls each function with all ids concurrently, in rounds.
func (m *mutated) compare(ctx context.Context, ids []string, functions ...func(context.Context, string) error) ([]calls, error) {
	all := make([]calls, len(functions))
	for range rounds {
		for i, call := range functions {
			start := time.Now()
			took, err := m.atOnce(ctx, ids, call)
			if err != nil {
				return nil, err
			}
			all[i].together += time.Since(start)
			all[i].Times = append(all[i].Times, took...)
		}
	}
	for _, one := range all {
		slices.Sort(one.Times)
	}
	return all, nil
}

// atOnce repeatedly calls a function with one client for each id, and returns
// the durations of the calls.
func (m *mutated) atOnce(ctx context.Context, ids []string, call func(context.Context, string) error) (all measure.Times, err error) {
	var running sync.WaitGroup
	var mu sync.Mutex
	for _, id := range ids {
		running.Go(func() {
			took, failed := again(m.rounds/rounds, func() error { return call(ctx, id) })
			mu.Lock()
			defer mu.Unlock()
			all, err = append(all, took...), cmp.Or(err, failed)
		})
	}
	running.Wait()
	return all, err
}

// again makes n calls and returns their durations.
func again(n int, call func() error) (all measure.Times, err error) {
	for range n {
		start := time.Now()
		if err := call(); err != nil {
			return nil, err
		}
		all = append(all, time.Since(start))
	}
	return all, nil
}
