package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"dossier/bench/measure"
	"dossier/bench/stores"
	"dossier/graph"
)

// refreshCosts prints the time of the first requests after a change of one row
// of a project, for projects of several sizes.
func refreshCosts(ctx context.Context, s settings) error {
	costs := measure.NewTable("entities", "store", "change", "warm snapshot p50 / p95, ms", "snapshot after it", "links", "search after it",
		"document after it")
	return s.eachSize(ctx, costs, s.refreshes)
}

// eachSize adds the costs of projects of each size on each store to a table, and
// prints it.
func (s settings) eachSize(ctx context.Context, costs *measure.Table,
	measure func(ctx context.Context, db string, entities int, words []string, costs *measure.Table) error) error {
	_, words, err := stores.ReadWords(s.data)
	if err != nil {
		return err
	}
	defer costs.Print()
	for size := range strings.SplitSeq(s.sizes, ",") {
		entities, err := strconv.Atoi(size)
		if err != nil || entities < stores.PerPlan {
			return fmt.Errorf("-sizes: expected numbers of entities from %d on with commas; got %q", stores.PerPlan, size)
		}
		for _, db := range strings.Split(s.db, ",") {
			if err := measure(ctx, db, entities, words, costs); err != nil {
				return fmt.Errorf("%d entities: %w", entities, err)
			}
		}
	}
	return nil
}

func (s settings) refreshes(ctx context.Context, db string, entities int, words []string, costs *measure.Table) error {
	subject, _, err := s.large(ctx, db, entities, words)
	if err != nil {
		return err
	}
	defer subject.Close()
	r := &refreshed{Mutator: &stores.Mutator{Subject: subject, Client: stores.NewClient(subject.Store, nil)},
		project: graph.ID(stores.EntityName(0))}
	r.Changes.Store(time.Now().UnixNano()) // another run may have changed the same store
	for _, change := range []struct {
		name string
		make func(context.Context) error
	}{
		{"a title", func(ctx context.Context) error { return r.Rename(ctx, graph.ID(stores.EntityName(4))) }},
		{"a new task with an edge", r.addTask},
	} {
		took, err := r.measure(ctx, change.make, s.requests)
		if err != nil {
			return fmt.Errorf("%s: %w", change.name, err)
		}
		costs.Add(entities, subject.Name, change.name, took[0].Pair(), took[1].Pair(), took[2].Pair(), took[3].Pair(), took[4].Pair())
	}
	return nil
}

// refreshed is a large project that is read after each change.
type refreshed struct {
	*stores.Mutator
	project string
}

// addTask adds a task to the first plan but one.
func (r *refreshed) addTask(ctx context.Context) error {
	task := stores.Create("task", map[string]any{"projectId": r.project, "title": r.Title()})
	task["name"] = "$task"
	link := map[string]any{"srcId": graph.ID(stores.EntityName(stores.PerPlan)), "rel": "HAS_TASK", "dstId": "$task"}
	return r.Apply(ctx, []any{task, map[string]any{"link": link}})
}

// measure makes a change n times, and returns the times of a snapshot without
// a change, and of a snapshot, the links of a task and a search after one, and
// of a document after another.
func (r *refreshed) measure(ctx context.Context, change func(context.Context) error, n int) ([]measure.Times, error) {
	ask := func(query string) func() error {
		return func() error {
			_, err := r.Client.Ask(ctx, stores.Request{Query: query, Variables: map[string]any{"p": r.project, "t": graph.ID(stores.EntityName(4))}})
			return err
		}
	}
	write := func() error { return change(ctx) }
	snapshot := ask(`query ($p: ID!) { graphSnapshot(projectId: $p) { nodes { entity { id label } } coverage { kind total direct linked } } }`)
	links := ask(`query ($t: ID!) { entity(id: $t) { ... on Task { linkedEntities { groups(first: 10) { items {
		relation entity { id label } } } } } } }`)
	search := ask(`query ($p: ID!) { search(query: "weigh the salt", projectId: $p) { total hits { entity { id label } } } }`)
	document := ask(`query ($p: ID!) { contextDocument(input: {start: {topic: "weigh the salt"}, projectId: $p, maxTokens: 4000}) {
		text tokens } }`)
	steps := []func() error{snapshot, write, snapshot, links, search, write, document}
	for _, step := range append(steps, steps...) { // the first requests load the project
		if err := step(); err != nil {
			return nil, err
		}
	}
	all, err := measure.InTurn(n, steps...)
	if err != nil {
		return nil, err
	}
	return []measure.Times{all[0], all[2], all[3], all[4], all[6]}, nil
}
