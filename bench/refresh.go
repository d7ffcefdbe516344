package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"dossier/graph"
)

// refreshCosts prints the time of the first requests after a change of one row
// of a project, for projects of several sizes.
func refreshCosts(ctx context.Context, s settings) error {
	costs := newTable("entities", "store", "change", "warm snapshot p50 / p95, ms", "snapshot after it", "links", "search after it",
		"document after it")
	return s.eachSize(ctx, costs, s.refreshes)
}

// eachSize adds the costs of projects of each size on each store to a table, and
// prints it.
func (s settings) eachSize(ctx context.Context, costs *table,
	measure func(ctx context.Context, db string, entities int, words []string, costs *table) error) error {
	_, words, err := readWords(s.data)
	if err != nil {
		return err
	}
	defer costs.print()
	for size := range strings.SplitSeq(s.sizes, ",") {
		entities, err := strconv.Atoi(size)
		if err != nil || entities < perPlan {
			return fmt.Errorf("-sizes: expected numbers of entities from %d on with commas; got %q", perPlan, size)
		}
		for _, db := range strings.Split(s.db, ",") {
			if err := measure(ctx, db, entities, words, costs); err != nil {
				return fmt.Errorf("%d entities: %w", entities, err)
			}
		}
	}
	return nil
}

func (s settings) refreshes(ctx context.Context, db string, entities int, words []string, costs *table) error {
	subject, _, err := s.large(ctx, db, entities, words)
	if err != nil {
		return err
	}
	defer subject.close()
	r := &refreshed{mutated: &mutated{subject: subject, client: newClient(subject.store, nil)}, project: graph.ID(name(0))}
	r.changes.Store(time.Now().UnixNano()) // another run may have changed the same store
	for _, change := range []struct {
		name string
		make func(context.Context) error
	}{
		{"a title", func(ctx context.Context) error { return r.rename(ctx, graph.ID(name(4))) }},
		{"a new task with an edge", r.addTask},
	} {
		took, err := r.measure(ctx, change.make, s.requests)
		if err != nil {
			return fmt.Errorf("%s: %w", change.name, err)
		}
		costs.add(entities, subject.name, change.name, took[0].pair(), took[1].pair(), took[2].pair(), took[3].pair(), took[4].pair())
	}
	return nil
}

// refreshed is a large project that is read after each change.
type refreshed struct {
	*mutated
	project string
}

// addTask adds a task to the first plan but one.
func (r *refreshed) addTask(ctx context.Context) error {
	task := create("task", map[string]any{"projectId": r.project, "title": r.title()})
	task["name"] = "$task"
	link := map[string]any{"srcId": graph.ID(name(perPlan)), "rel": "HAS_TASK", "dstId": "$task"}
	return r.apply(ctx, []any{task, map[string]any{"link": link}})
}

// measure makes a change n times, and returns the times of a snapshot without
// a change, and of a snapshot, the links of a task and a search after one, and
// of a document after another.
func (r *refreshed) measure(ctx context.Context, change func(context.Context) error, n int) ([]times, error) {
	ask := func(query string) func() error {
		return func() error {
			_, err := r.client.ask(ctx, request{query: query, variables: map[string]any{"p": r.project, "t": graph.ID(name(4))}})
			return err
		}
	}
	write := func() error { return change(ctx) }
	snapshot := ask(`query ($p: ID!) { graphSnapshot(projectId: $p) { nodes { entity { id label } } coverage { kind total direct linked } } }`)
	links := ask(`query ($t: ID!) { entity(id: $t) { ... on Task { linkedEntities { groups(first: 10) { items { relation entity { id label } } } } } } }`)
	search := ask(`query ($p: ID!) { search(query: "weigh the salt", projectId: $p) { total hits { entity { id label } } } }`)
	document := ask(`query ($p: ID!) { contextDocument(input: {start: {topic: "weigh the salt"}, projectId: $p, maxTokens: 4000}) { text tokens } }`)
	steps := []func() error{snapshot, write, snapshot, links, search, write, document}
	for _, step := range append(steps, steps...) { // the first requests load the project
		if err := step(); err != nil {
			return nil, err
		}
	}
	all, err := inTurn(n, steps...)
	if err != nil {
		return nil, err
	}
	return []times{all[0], all[2], all[3], all[4], all[6]}, nil
}
