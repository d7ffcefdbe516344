package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"dossier/graph"
	"dossier/graph/query"
	"dossier/resolvers"
)

// How throughput is measured: medians of rounds, in which all that is compared
// runs in turn for a while. By eye: short enough for a busy machine to change
// between rounds rather than within one.
const (
	rounds = 3
	while  = 500 * time.Millisecond
)

// throughput compares how many requests a second are answered, by plans and by
// the executor that gqlgen generated, with one statement each that answers the
// same.
func throughput(ctx context.Context, s settings) error {
	rates := newTable("store", "clients", "request", "SQL", "gqlgen", "plan", "gqlgen / SQL", "plan / SQL", "CPU of gqlgen", "CPU of plan")
	err := eachLoaded(ctx, s.data, func(subject *subject) error {
		service := query.New(subject.store, query.Options{Now: time.Now, Tokens: countAsServed})
		executor, plans := clientOf(service, resolvers.Reference), clientOf(service, resolvers.Schema)
		requests, err := frequent(ctx, plans, s)
		if err != nil {
			return err
		}
		for _, clients := range []int{1, 16} {
			for _, r := range requests {
				if err := subject.rates(ctx, rates, r, clients, executor, plans); err != nil {
					return fmt.Errorf("%s: %w", r.name, err)
				}
			}
		}
		return nil
	})
	rates.print()
	return err
}

// frequent returns what clients ask most, of which the first needs the id of an
// entity.
func frequent(ctx context.Context, client *client, s settings) ([]request, error) {
	all := requests(s)
	answer, err := client.ask(ctx, request{query: `query ($p: ID!) { tasks(projectId: $p, first: 1) { nodes { id } } }`, variables: all[0].variables})
	if err != nil {
		return nil, err
	}
	var found struct {
		Tasks struct{ Nodes []struct{ ID string } }
	}
	if err := decode(answer, &found); err != nil {
		return nil, err
	}
	if len(found.Tasks.Nodes) == 0 {
		return nil, errors.New("the project has no task")
	}
	return append([]request{{
		name:      "entity by id",
		query:     `query ($p: ID!) { entity(id: $p) { id kind ... on Task { title stateKey priority dueAt createdAt updatedAt description } } }`,
		variables: map[string]any{"p": found.Tasks.Nodes[0].ID},
		sql: `SELECT {obj}('id', id, 'title', title, 'stateKey', state_key, 'priority', priority, 'dueAt', due_at, 'createdAt', created_at,
			'updatedAt', updated_at, 'description', substr(description, 1, 151)){text} FROM onto_tasks WHERE id = {p} AND deleted_at IS NULL`,
	}}, append(slices.Clone(all[:3]), searchRequest(s))...), nil
}

// searchRequest is a search of a project. The floor reads the texts of what was
// found; finding it is free.
func searchRequest(s settings) request {
	return request{
		name: "search, 20 hits",
		query: `query ($p: ID!, $q: String!) { search(query: $q, projectId: $p, first: 20) {
			total hits { score snippet entity { id label kind } }
		} }`,
		variables: map[string]any{"p": graph.ID(s.project), "q": s.topic},
		sql:       textsSQL(),
	}
}

// decode reads the data of an answer.
func decode(answer []byte, into any) error {
	envelope := struct{ Data any }{into}
	if err := json.Unmarshal(answer, &envelope); err != nil {
		return fmt.Errorf("read answer: %w", err)
	}
	return nil
}

// rates measures a request and adds it to a table.
func (s *subject) rates(ctx context.Context, into *table, r request, clients int, executor, plans *client) error {
	answer, err := plans.ask(ctx, r)
	if err != nil {
		return err
	}
	ids, err := foundIDs(answer)
	if err != nil {
		return err
	}
	sql := r.floor(s.name == "SQLite", ids)
	calls := []func() error{
		func() error { _, err := s.floor(ctx, sql); return err },
		func() error { _, err := executor.ask(ctx, r); return err },
		func() error { _, err := plans.ask(ctx, r); return err },
	}
	measured := make([][]rate, len(calls))
	for range rounds {
		for i, call := range calls {
			one, err := repeat(clients, call)
			if err != nil {
				return err
			}
			measured[i] = append(measured[i], one)
		}
	}
	floor, gqlgen, plan := median(measured[0]), median(measured[1]), median(measured[2])
	into.add(s.name, clients, r.name, fmt.Sprintf("%.0f/s", floor.each), fmt.Sprintf("%.0f/s", gqlgen.each), fmt.Sprintf("%.0f/s", plan.each),
		fmt.Sprintf("%.2f", gqlgen.each/floor.each), fmt.Sprintf("%.2f", plan.each/floor.each), gqlgen.cpu, plan.cpu)
	return nil
}

// A rate is how many calls a second were made, and what processor time of this
// process one took.
type rate struct {
	each float64
	cpu  time.Duration
}

func median(rates []rate) rate {
	slices.SortFunc(rates, func(a, b rate) int { return cmp.Compare(a.each, b.each) })
	return rates[len(rates)/2]
}

// repeat makes calls by a number of clients for a while.
func repeat(clients int, call func() error) (rate, error) {
	var calls atomic.Int64
	var failed atomic.Pointer[error]
	start, before := time.Now(), processorTime()
	var running sync.WaitGroup
	for range clients {
		running.Go(func() {
			for time.Since(start) < while && failed.Load() == nil {
				if err := call(); err != nil {
					failed.Store(&err)
				}
				calls.Add(1)
			}
		})
	}
	running.Wait()
	if err := failed.Load(); err != nil {
		return rate{}, *err
	}
	n := calls.Load()
	return rate{float64(n) / time.Since(start).Seconds(), (processorTime() - before) / time.Duration(n)}, nil
}

// processorTime returns what this process has used so far.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
