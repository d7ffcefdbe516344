package history

import (
	"context"

	"dossier/graph"
)

// An Edit is a write that depends on stored rows.
type Edit struct {
	// IDs are the entities, edges and projects that the edit reads or writes.
	// Those that the actor may not read are not locked.
	IDs []string
	// Created are the ids of new projects.
	Created []string
	// Types is set if the edit changes record types. Such edits wait for each
	// other, and only an administrator of the deployment may make them.
	Types bool
	// DryRun executes all writes and rolls them back.
	DryRun bool
	// Once is the client's name of the edit. A repeated edit changes nothing
	// and returns the Result of the first.
	graph.Once
	// Plan returns the batch for the stored rows.
	Plan func(ctx context.Context, stored Stored) (*graph.Batch, error)
	// Result returns the result that is stored for repeated edits.
	Result func(events []Event) graph.JSON
}

// Edited is the outcome of an edit.
type Edited struct {
	Events []Event // those of the edit, in order
	// Repeated is the stored result of the first edit with this name; nil if
	// this is the first.
	Repeated graph.JSON
}

// Stored reads data for an edit, as the actor and within the transaction.
type Stored interface {
	// Rows returns the entities with these ids, including deleted ones.
	Rows(ctx context.Context, ids []string, view graph.View) (map[string]StoredRow, error)
	// RecordTypes returns the record types of the deployment, ordered by id.
	RecordTypes(ctx context.Context) ([]graph.RecordType, error)
	// ContextDocuments returns the context documents of projects, by project.
	ContextDocuments(ctx context.Context, projectIDs []string) (map[string]string, error)
	// Linked returns, for each edge, the id of the live edge with the same ends
	// and relation, "" for none.
	Linked(ctx context.Context, edges []graph.Edge) ([]string, error)
}

// A StoredRow is an entity and the revision of the last write to it.
type StoredRow struct {
	Entity   graph.Entity
	Revision int64 // of the project after that write
	Latest   int64 // the last revision of its project
}
