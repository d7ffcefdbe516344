package graph

import "context"

// An Edit is a write that follows from what is stored.
type Edit struct {
	// IDs are the entities, edges and projects that the edit reads or writes. What
	// the actor may not see is not locked.
	IDs []string
	// Created are the ids of new projects.
	Created []string
	// DryRun writes everything and rolls it back.
	DryRun bool
	// ClientID names the edit for the actor, "" for none. For [ClientIDsKept] an
	// edit of the same name and hash returns what Result returned for the first
	// one, and changes nothing.
	ClientID string
	Hash     []byte
	// Plan returns the batch, from what is stored.
	Plan func(ctx context.Context, stored Stored) (*Batch, error)
	// Result returns what is kept for repeated edits, from the events.
	Result func(events []ChangeEvent) JSON
}

// Edited is what an edit did.
type Edited struct {
	Events []ChangeEvent
	// Repeated is what the Result of the first edit of this name returned; nil if
	// this is the first.
	Repeated JSON
}

// Stored is what an edit reads, as the actor and within its transaction.
type Stored interface {
	// Rows returns the entities with these ids, deleted ones among them.
	Rows(ctx context.Context, ids []string, view View) (map[string]StoredRow, error)
	// RecordTypes returns the record types of the deployment, ordered by id.
	RecordTypes(ctx context.Context) ([]RecordType, error)
	// ContextDocuments returns the context documents of projects, by project.
	ContextDocuments(ctx context.Context, projectIDs []string) (map[string]string, error)
	// Linked returns the id of the live edge that says the same as each of these,
	// "" for none.
	Linked(ctx context.Context, edges []Edge) ([]string, error)
}

// A StoredRow is an entity and the revision of the last write to it.
type StoredRow struct {
	Entity   Entity
	Revision int64
}
