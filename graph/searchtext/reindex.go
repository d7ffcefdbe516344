package searchtext

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"dossier/graph"
	"dossier/graph/text"
)

// A Store is the part of a store that [Reindex] uses. Package query documents it.
type Store interface {
	// Revisions returns the revisions of projects, of all if ids is nil.
	Revisions(ctx context.Context, ids []string) ([]graph.Revision, error)
	// Terms yields the search texts of a project that were written since.
	Terms(ctx context.Context, since graph.Revision, yield func(graph.Terms)) error
	// Entities returns entities by id.
	Entities(ctx context.Context, refs []graph.Ref, view graph.View) (map[string]graph.Entity, error)
	// Write writes a batch: here, only search texts change.
	Write(ctx context.Context, batch *graph.Batch) (*graph.Written, error)
}

// reindexChunk is the number of entities analysed in one transaction, by eye:
// others can write between two transactions.
const reindexChunk = 500

// Reindex analyses the entities whose search text is missing, damaged or of
// another version, in every project that the actor may write to. It returns the
// number of entities analysed. If it is interrupted, the next call continues.
// After each transaction it calls progress with the number of entities of a
// project that are done, and their total.
func Reindex(ctx context.Context, store Store, progress func(projectID string, done, total int)) (count int, err error) {
	revisions, err := store.Revisions(ctx, nil)
	if err != nil {
		return 0, err
	}
	for _, revision := range revisions {
		if revision.Access == graph.AccessRead {
			continue
		}
		done, err := reindexProject(ctx, store, revision, progress)
		count += done
		if err != nil {
			return count, fmt.Errorf("reindex project %s: %w", revision.ProjectID, err)
		}
	}
	return count, nil
}

// Outdated returns the number of entities that [Reindex] would analyse.
func Outdated(ctx context.Context, store Store) (count int, err error) {
	revisions, err := store.Revisions(ctx, nil)
	for _, revision := range revisions {
		refs, failed := unreadable(ctx, store, revision)
		if failed != nil {
			return 0, fmt.Errorf("read the search texts of project %s: %w", revision.ProjectID, failed)
		}
		count += len(refs)
	}
	return count, err
}

func reindexProject(ctx context.Context, store Store, revision graph.Revision, progress func(projectID string, done, total int)) (count int,
	err error) {
	refs, err := unreadable(ctx, store, revision)
	if err != nil {
		return 0, err
	}
	done := 0
	for chunk := range slices.Chunk(refs, reindexChunk) {
		analysed, err := reanalyse(ctx, store, chunk)
		if err != nil {
			return count, err
		}
		count += analysed
		done += len(chunk)
		progress(revision.ProjectID, done, len(refs))
	}
	return count, nil
}

// unreadable returns the entities of a project whose search text cannot be
// decoded, or is of an earlier version.
func unreadable(ctx context.Context, store Store, revision graph.Revision) (refs []graph.Ref, err error) {
	revision.Number = 0
	err = store.Terms(ctx, revision, func(terms graph.Terms) {
		if _, err := text.Decode(terms.Data); err != nil || !text.Newest(terms.Data) {
			refs = append(refs, graph.Ref{Kind: terms.Kind, ID: terms.ID})
		}
	})
	return refs, err
}

// reanalyse analyses entities, and returns the number that it could read.
func reanalyse(ctx context.Context, store Store, refs []graph.Ref) (count int, err error) {
	found, err := store.Entities(ctx, refs, graph.Full)
	if err != nil || len(found) == 0 {
		return 0, err
	}
	batch := &graph.Batch{Analyse: Analyse, Reanalyse: true}
	for _, id := range slices.Sorted(maps.Keys(found)) {
		batch.Entities = append(batch.Entities, found[id])
	}
	_, err = store.Write(ctx, batch)
	return len(found), err
}
