package main

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"dossier/bench/measure"
	"dossier/bench/stores"
	"dossier/graph"
	"dossier/graph/query"
	"dossier/graph/searchtext"
	"dossier/resolvers"
)

// besideFor is how long each part of beside lasts that does not end by itself.
const besideFor = 5 * time.Second

// besideCosts prints the time of snapshots of a small project while a large one is
// loaded or written.
func besideCosts(ctx context.Context, s settings) error {
	costs := measure.NewTable("store", "entities of the other project", "meanwhile", "snapshots", "p50, ms", "p99, ms", "p99 / quiet")
	return s.eachSize(ctx, costs, s.beside)
}

func (s settings) beside(ctx context.Context, db string, entities int, words []string, costs *measure.Table) error {
	subject, _, err := s.large(ctx, db, entities, words)
	if err != nil {
		return err
	}
	defer subject.Close()
	var small bytes.Buffer
	if err := newOneOfMany(0, words).write(&small); err != nil {
		return err
	}
	if _, err := subject.Load(ctx, &small, searchtext.Analyse); err != nil {
		return err
	}
	service := query.New(subject.Store, query.Options{Now: time.Now, Tokens: stores.CountAsServed})
	client := stores.ClientOf(service, resolvers.Schema)
	r := &refreshed{Mutator: &stores.Mutator{Subject: subject, Client: client}, project: graph.ID(stores.EntityName(0))}
	r.Changes.Store(time.Now().UnixNano()) // another run may have changed the same store
	quiet := time.Duration(0)
	for _, meanwhile := range []struct {
		name string
		do   func(context.Context) error
	}{
		{"nothing", func(context.Context) error { time.Sleep(besideFor); return nil }},
		{"another goroutine computes", lasting(func(context.Context) error { return nil })},
		{"it is loaded with its index", func(ctx context.Context) error {
			_, err := service.Search(ctx, query.SearchInput{Query: "salt", ProjectID: &r.project})
			return err
		}},
		{"its tasks are renamed", lasting(func(ctx context.Context) error { return r.Rename(ctx, graph.ID(stores.EntityName(4))) })},
	} {
		took, err := besides(ctx, client, meanwhile.do)
		if err != nil {
			return fmt.Errorf("%s: %w", meanwhile.name, err)
		}
		if quiet == 0 {
			quiet = took.At(.99)
		}
		costs.Add(subject.Name, entities, meanwhile.name, len(took), measure.Millis(took.At(.5)), measure.Millis(took.At(.99)),
			measure.Ratio(took.At(.99), quiet))
	}
	return nil
}

// lasting returns a function that calls do for [besideFor].
func lasting(do func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		for end := time.Now().Add(besideFor); time.Now().Before(end); {
			if err := do(ctx); err != nil {
				return err
			}
		}
		return nil
	}
}

// besides returns the times of snapshots of the small project until do is done.
func besides(ctx context.Context, client *stores.Client, do func(context.Context) error) (took measure.Times, err error) {
	snapshot := snapshotOfMany(0)
	for range 20 { // the first loads the project
		if _, err := client.Ask(ctx, snapshot); err != nil {
			return nil, err
		}
	}
	done := make(chan error, 1)
	go func() { done <- do(ctx) }()
	for {
		select {
		case err := <-done:
			slices.Sort(took)
			return took, err
		default:
		}
		start := time.Now()
		if _, err := client.Ask(ctx, snapshot); err != nil {
			return nil, err
		}
		took = append(took, time.Since(start))
	}
}
