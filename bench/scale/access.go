package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"dossier/bench/measure"
	"dossier/bench/stores"
	"dossier/graph"
)

// readableTasks is the number of tasks of each of the projects of readable.
const readableTasks = 3

// readableQueries are requests for one project or a task in it.
var readableQueries = []struct {
	name, query string
	ofTask      bool
}{
	{"entity by id", `query ($id: ID!) { entity(id: $id) { id label } }`, true},
	{"list", `query ($id: ID!) { tasks(projectId: $id, first: 10) { nodes { id title } } }`, false},
	{"snapshot", `query ($id: ID!) { graphSnapshot(projectId: $id) { nodes { entity { id label } } } }`, false},
}

// readableCosts prints the time of requests for one project, by an actor who may
// read -projects projects and by one who may read only this.
func readableCosts(ctx context.Context, s settings) error {
	costs := measure.NewTable("store", "request", fmt.Sprintf("%d projects, p50 / p95, ms", s.projects), "one project", "p50 / p50")
	defer costs.Print()
	for db := range strings.SplitSeq(s.db, ",") {
		if err := s.readable(ctx, db, costs); err != nil {
			return fmt.Errorf("%s: %w", db, err)
		}
	}
	return nil
}

func (s settings) readable(ctx context.Context, db string, costs *measure.Table) error {
	subject, _, err := s.synthetic(ctx, db, fmt.Sprintf("readable-%d", s.projects),
		func(out io.Writer) error { return writeReadable(out, s.projects) })
	if err != nil {
		return err
	}
	defer subject.Close()
	one := graph.Actor{ID: graph.ActorID("reader of one project"), Kind: graph.ActorPerson}
	project, task := graph.ID(readableName(s.projects/2)), graph.ID(readableName(s.projects/2)+"/0")
	if err := subject.Store.Grant(ctx, project, one.ID, graph.AccessRead); err != nil {
		return err
	}
	client := stores.NewClient(subject.Store, nil)
	for _, each := range readableQueries {
		id := project
		if each.ofTask {
			id = task
		}
		asked := func(actor graph.Actor) func() error {
			return func() error {
				_, err := client.Ask(graph.WithActor(ctx, actor), stores.Request{Query: each.query, Variables: map[string]any{"id": id}})
				return err
			}
		}
		calls := []func() error{asked(graph.LocalActor), asked(one)}
		if _, err := measure.InTurn(10, calls...); err != nil { // the first load the project
			return fmt.Errorf("%s: %w", each.name, err)
		}
		took, err := measure.InTurn(s.requests, calls...)
		if err != nil {
			return fmt.Errorf("%s: %w", each.name, err)
		}
		costs.Add(subject.Name, each.name, took[0].Pair(), took[1].Pair(), measure.Ratio(took[0].At(.5), took[1].At(.5)))
	}
	return nil
}

func readableName(project int) string { return fmt.Sprint("readable:", project) }

// writeReadable writes the NDJSON of small projects.
func writeReadable(out io.Writer, projects int) error {
	encoder := json.NewEncoder(out)
	for i := range projects {
		name := readableName(i)
		lines := []map[string]any{{"kind": "project", "id": name, "name": fmt.Sprint("Project ", i)}}
		for t := range readableTasks {
			id := fmt.Sprint(name, "/", t)
			lines = append(lines,
				map[string]any{"kind": "task", "id": id, "project_id": name, "title": fmt.Sprint("Task ", t)},
				map[string]any{"kind": "edge", "rel": "has_task", "src_id": name, "dst_id": id})
		}
		for _, line := range lines {
			if err := encoder.Encode(line); err != nil {
				return err
			}
		}
	}
	return nil
}
