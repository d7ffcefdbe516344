package graph

import (
	"context"
	"crypto/sha256"
)

// A Once is the name that a client gave a mutation. For 24 hours another one of
// the same actor with this name is not applied: it returns the result of the
// first, if it has the same hash.
type Once struct {
	ClientID string // "" for none
	Hash     []byte // of the input
}

// maxClientID is how many bytes the client's name of a mutation may have, by
// eye: a UUID has 36.
const maxClientID = 200

// NewOnce returns the client's name of a mutation with an input.
func NewOnce(clientID string, input any) (Once, error) {
	if len(clientID) > maxClientID {
		return Once{}, BadInput("clientMutationId", "expected at most %d bytes; got %d", maxClientID, len(clientID))
	}
	hash := sha256.Sum256([]byte(EncodeJSON(input)))
	return Once{clientID, hash[:]}, nil
}

// An Edit is a write that follows from what is stored.
type Edit struct {
	// IDs are the entities, edges and projects that the edit reads or writes. What
	// the actor may not see is not locked.
	IDs []string
	// Created are the ids of new projects.
	Created []string
	// Types is set if the edit is about record types. Such edits wait for each
	// other, and only an administrator of the deployment may make one.
	Types bool
	// DryRun writes everything and rolls it back.
	DryRun bool
	// Once is the client's name of the edit. One that repeats it returns what Result
	// returned for the first, and changes nothing.
	Once
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
