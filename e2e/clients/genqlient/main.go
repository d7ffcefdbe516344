// Genqlient queries a server of the demo graph with generated code:
// go generate && go run . URL TASK PROJECT
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"slices"

	"github.com/Khan/genqlient/graphql"
)

//go:generate go tool genqlient genqlient.yaml

func main() {
	if err := run(context.Background(), os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, url, task, project string) error {
	client := graphql.NewClient(url, http.DefaultClient)
	for _, step := range []func(context.Context, graphql.Client, string, string) error{page, board, snapshots, linked, document} {
		if err := step(ctx, client, task, project); err != nil {
			return err
		}
	}
	return nil
}

// page reads one entity, light and full.
func page(ctx context.Context, client graphql.Client, task, _ string) error {
	answer, err := Page(ctx, client, task)
	if err != nil {
		return fmt.Errorf("read page: %w", err)
	}
	found, is := (*answer.Entity).(*PageEntityTask)
	if !is {
		return fmt.Errorf("read page: expected a task; got %T", *answer.Entity)
	}
	cut := slices.Contains(found.Cut, "description")
	if longer := len(*found.Full.Description) > len(*found.Description); longer != cut {
		return fmt.Errorf("read page: cut is %v; the full text is longer: %v", cut, longer)
	}
	return nil
}

// board filters a list by states.
func board(ctx context.Context, client graphql.Client, _, project string) error {
	answer, err := Board(ctx, client, project, &TaskFilter{States: []TaskState{TaskStateBlocked}}, nil)
	if err != nil {
		return fmt.Errorf("read board: %w", err)
	}
	for _, task := range answer.Tasks.Nodes {
		if *task.State != TaskStateBlocked {
			return fmt.Errorf("read board: expected blocked tasks; got %s", *task.State)
		}
	}
	return nil
}

// snapshots reads the same project from two roots.
func snapshots(ctx context.Context, client graphql.Client, task, project string) error {
	for _, focus := range []*string{nil, &task} {
		answer, err := Snapshot(ctx, client, project, focus)
		if err != nil {
			return fmt.Errorf("read snapshot: %w", err)
		}
		root := answer.GraphSnapshot.Nodes[0]
		if root.EntityId != answer.GraphSnapshot.RootId || root.Depth != 0 || root.Entity.GetId() != root.EntityId {
			return fmt.Errorf("read snapshot: the first node is %+v", root)
		}
	}
	return nil
}

// linked checks that the groups of an entity's links have all of them.
func linked(ctx context.Context, client graphql.Client, task, _ string) error {
	answer, err := Linked(ctx, client, task)
	if err != nil {
		return fmt.Errorf("read links: %w", err)
	}
	links := (*answer.Entity).GetLinkedEntities()
	sum := 0
	for _, group := range links.Groups {
		sum += group.Total
	}
	if sum != links.Total {
		return fmt.Errorf("read links: groups have %d of %d", sum, links.Total)
	}
	return nil
}

// document sends an input with exactly one of the fields that exclude each
// other.
func document(ctx context.Context, client graphql.Client, _, _ string) error {
	topic, budget := "offline queue", 400
	answer, err := Context(ctx, client, ContextInput{Start: ContextStart{Topic: &topic}, MaxTokens: &budget})
	if err != nil {
		return fmt.Errorf("read document: %w", err)
	}
	if answer.ContextDocument.Tokens > budget || len(answer.ContextDocument.Nodes) == 0 {
		return fmt.Errorf("read document: %d tokens, %d nodes", answer.ContextDocument.Tokens, len(answer.ContextDocument.Nodes))
	}
	return nil
}
